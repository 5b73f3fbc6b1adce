import type { Ms } from '../../../lib/kernel/units.ts';
import type { PlayerState } from '../../state/player-state.ts';
import { recordTypeOf } from '../../state/recorded-address.ts';
import type { Feature, FeatureContext } from '../feature.ts';

const timeoutMs: Ms = 15_000;
/** A call that failed is repeated after this time, if the timeline is still shown. */
const retryMs: Ms = 10_000;

/**
 * Finds out which time a recorded address names while nothing is playing, as with `autoplay: false`, so that the timeline
 * shows its day and the viewer can choose where to begin. Nothing but the address is requested.
 */
export function makeIdleRange({ clock, lapp, token, send, getState }: FeatureContext): Feature {
  let asked: { readonly address: string; readonly at: Ms; readonly abort: AbortController } | null = null;

  function forget(): void {
    asked?.abort.abort();
    asked = null;
  }

  async function ask(address: string, signal: AbortSignal): Promise<void> {
    const accessToken = await token(signal);
    if (!accessToken.ok || signal.aborted) return;
    const form = { ezopen: address, accessToken: accessToken.value };
    const answer = await lapp.liveUrl(form, { signal, timeoutMs });
    // A failure is reported when playback is started.
    if (!answer.ok || signal.aborted || !answer.value.range) return;
    const { range, timeZone, stores, hasLive } = answer.value;
    send({
      type: 'event.located',
      address,
      range: { start: range.begin, end: range.end },
      timeZone,
      stores,
      hasLive,
    });
  }

  return {
    run(effect) {
      const { address } = getState();
      if (effect.do !== 'loadRecordings' || !isUnknown(getState())) return;
      const isRecent = asked?.address === address && clock.monotonic() - asked.at < retryMs;
      if (isRecent) return;
      forget();
      asked = { address, at: clock.monotonic(), abort: new AbortController() };
      void ask(address, asked.abort.signal);
    },
    stateChanged(state) {
      if (asked && asked.address !== state.address) forget();
    },
    reset: forget,
    destroy: forget,
  };
}

const isUnknown = ({ playback, address, recorded }: PlayerState): boolean =>
  playback.phase === 'idle' && recorded.range === null && recordTypeOf(address) !== null;

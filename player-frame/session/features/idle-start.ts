import type { TimeRange } from '../../../lib/kernel/time-range.ts';
import type { EpochMs, Ms } from '../../../lib/kernel/units.ts';
import { recordTypeOf } from '../../state/address-parts.ts';
import type { PlayerState } from '../../state/player-state.ts';
import { selectFixedRange, selectFixedTimes } from '../../state/recorded.ts';
import { addressAt } from '../../state/recorded-address.ts';
import type { Recorded } from '../../state/recorded-events.ts';
import { cameraZone } from '../camera-zone.ts';
import type { Feature, FeatureContext } from '../feature.ts';
import { publicAddress } from '../snapshot.ts';

const timeoutMs: Ms = 15_000;
/** A call that failed is repeated after this time, if the timeline is still shown. */
const retryMs: Ms = 10_000;

/**
 * Where playback will begin, while nothing is playing, as with `autoplay: false`. Finds out which time a recorded address
 * names, so that the timeline shows its day, and which recordings the camera has, for the buttons that lead to them;
 * nothing but the address is requested. What the viewer chooses changes the address, or the time in it to begin with.
 */
export function makeIdleStart({ clock, lapp, host, token, send, getState }: FeatureContext): Feature {
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
    if (!answer.ok || signal.aborted) return;
    if (getState().address !== address || getState().playback.phase !== 'idle') return;
    const { range, timeZone, stores, hasLive = true } = answer.value;
    const { recorded } = getState();
    const ofCamera = { timeZone: timeZone ?? recorded.timeZone, stores: stores ?? recorded.stores, hasLive };
    send({
      type: 'event.startChosen',
      address,
      recorded: range ? { ...ofCamera, ...rangesOf(recorded, range) } : ofCamera,
    });
  }

  /** A moment of the address, or of another day. Outside of a fixed range, its begin. */
  function choose(at: EpochMs): void {
    const state = getState();
    const { address, recorded } = state;
    const fixed = selectFixedRange(state);
    const to = fixed && (at < fixed.begin || at >= fixed.end) ? fixed.begin : at;
    const { range } = recorded;
    if (range && to >= range.begin && to < range.end) {
      send({ type: 'event.startChosen', address, recorded: { position: to } });
      return;
    }
    const times = { zone: cameraZone(state), fixed: selectFixedTimes(state) };
    const other = addressAt(address, recordTypeOf(address) ?? 'cloud.rec', to, times);
    // Its range becomes known with the next drawing of the timeline.
    send({ type: 'event.startChosen', address: other.address, recorded: { position: to, range: null } });
    const url = publicAddress(other.address);
    if (url !== null) host.notify('changePlayUrl', { url });
  }

  return {
    run(effect) {
      const { address } = getState();
      if (effect.do === 'chooseStart') choose(effect.at);
      const isAsked =
        (effect.do === 'loadRecordings' && isUnknown(getState())) ||
        (effect.do === 'findStores' && getState().playback.phase === 'idle');
      if (!isAsked) return;
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

function rangesOf(
  { addressRange, isFixedByAddress }: Recorded,
  range: TimeRange,
): Pick<Recorded, 'range' | 'addressRange'> {
  return { range, addressRange: addressRange ?? (isFixedByAddress ? range : null) };
}

const isUnknown = ({ playback, address, recorded }: PlayerState): boolean =>
  playback.phase === 'idle' && recorded.range === null && recordTypeOf(address) !== null;

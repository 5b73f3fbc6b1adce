import type { EpochMs, Ms } from '../../../lib/kernel/units.ts';
import { recordTypeOf } from '../../state/address-parts.ts';
import type { PlayerRequest } from '../../state/player-events.ts';
import type { PlayerState } from '../../state/player-state.ts';
import { selectCanChooseTime, selectFixedTimes } from '../../state/recorded.ts';
import { addressAt } from '../../state/recorded-address.ts';
import type { RecordedEffect, RecordType } from '../../state/recorded-events.ts';
import { cameraZone } from '../camera-zone.ts';
import type { Feature, FeatureContext } from '../feature.ts';
import { createThrottle } from '../seek-throttle.ts';
import { parseSeekTime } from '../seek-time.ts';
import { callError, codeOf, requireAllowed } from './engine-failure.ts';

/** Specification, section 9. */
const positionEveryMs: Ms = 1_000;
/** Times are shown in whole seconds: a frame of another second is noticed this soon after it was drawn. */
const secondWithinMs: Ms = 100;
const defaultSeekEveryMs: Ms = 2_000;

const secondOf = (at: EpochMs): number => Math.floor(at / 1_000);

/** Recorded playback: executes what the viewer and the page request, and reads the time on the screen. */
export function makeRecordedPlayback(context: FeatureContext): Feature {
  const { clock, host, request, send, getState } = context;
  let seekEveryMs = defaultSeekEveryMs;
  /** The last step, with the code of its refusal, and how many have not ended. */
  let stepped: Promise<string | null> = Promise.resolve(null);
  let steps = 0;
  let isStepCalled = false;
  let polledAt = Number.NEGATIVE_INFINITY;
  const stopPolling = clock.every(secondWithinMs, pollIfDue);
  const seeks = createThrottle<Extract<RecordedEffect, { do: 'seek' | 'openRecorded' }>>(
    clock,
    () => seekEveryMs,
    runSeek,
  );
  let { address } = getState();

  /** A seek that waits would undo what was requested after it: a stop, live video, another camera, day or storage. */
  function dropUndoneSeek(state: PlayerState): void {
    const isOther = state.address !== address;
    address = state.address;
    if (isOther || state.playback.phase === 'idle' || !selectCanChooseTime(state)) seeks.cancel();
  }

  /** Of the frame on the screen. Failed polls are ignored (specification, section 4). */
  function shownAt(): EpochMs | null {
    const { playback, recorded } = getState();
    const isFollowing = playback.phase === 'playing' && recorded.seekTarget === null;
    return isFollowing && isRecorded() ? (context.engine()?.currentTime() ?? null) : null;
  }

  function poll(): void {
    polledAt = clock.monotonic();
    const at = shownAt();
    if (at !== null) send({ type: 'event.position', at });
  }

  function pollIfDue(): void {
    const { position } = getState().recorded;
    const at = shownAt();
    const isOtherSecond = at !== null && (position === null || secondOf(at) !== secondOf(position));
    if (isOtherSecond || clock.monotonic() - polledAt >= positionEveryMs) poll();
  }

  const isRecorded = () => recordTypeOf(getState().address) !== null;

  function runSeek(effect: Extract<RecordedEffect, { do: 'seek' | 'openRecorded' }>): void {
    if (effect.do === 'seek') {
      host.notify('seek', { at: Math.round(effect.to) });
      seekEngine(effect.to);
      return;
    }
    if (effect.isSeek) host.notify('seek', { at: Math.round(effect.at) });
    if (effect.recordType === 'rec') context.engine()?.pausable?.pause();
    send(recordingAt(effect.at, effect.recordType));
  }

  function seekEngine(to: EpochMs): void {
    const seekable = context.engine()?.seekable;
    const done = (isDone: boolean) =>
      send({
        ...{ type: 'event.sought', to, isDone },
        ...(isDone ? { shownAt: context.engine()?.currentTime() ?? null } : {}),
      });
    if (seekable)
      seekable.seek(to).then(
        () => done(true),
        () => done(false),
      );
    else done(false);
  }

  function recordingAt(at: EpochMs, recordType: RecordType): PlayerRequest {
    const state = getState();
    return {
      type: 'request.playRecorded',
      ...addressAt(state.address, recordType, at, {
        zone: cameraZone(state),
        fixed: selectFixedTimes(state),
      }),
    };
  }

  /** An engine that cannot continue reports its failure itself. */
  function resume(): void {
    void context
      .engine()
      ?.pausable?.resume()
      .catch(() => undefined);
  }

  /** One after the other, because each begins at the frame of the one before. Of a key that is held, none waits. */
  function step({ direction }: Extract<RecordedEffect, { do: 'stepFrame' }>): void {
    if (!isStepCalled && steps > 0) return;
    steps += 1;
    const { steppable } = context.engine() ?? {};
    stepped = stepped
      .then(() => steppable?.step(direction))
      .then(
        () => null,
        (error: unknown) => codeOf(error, 'media.noFrame'),
      )
      .then((code) => {
        steps -= 1;
        poll();
        return code;
      });
  }

  /** Resolves when the frame is on the screen. */
  async function callStep(direction: 1 | -1, signal: AbortSignal): Promise<void> {
    isStepCalled = true;
    const accepted = request({ type: 'request.stepFrame', direction }, signal);
    isStepCalled = false;
    const shown = stepped;
    await accepted;
    const code = await shown;
    if (code !== null) throw await callError(context, code);
  }

  async function seekTo(text: string, signal: AbortSignal): Promise<void> {
    const state = getState();
    const { position, range } = state.recorded;
    const playing = position ?? range?.begin ?? null;
    if (recordTypeOf(state.address) === null) throw await callError(context, 'player.noSeek');
    if (playing === null) throw await callError(context, 'player.notPlaying');
    const to = parseSeekTime(text, playing, cameraZone(state));
    if (!to.ok) throw await callError(context, to.error);
    return request({ type: 'request.seek', to: to.value }, signal);
  }

  const rateAfter = async (
    type: 'request.faster' | 'request.slower',
    signal: AbortSignal,
  ): Promise<number> => {
    await request({ type }, signal);
    return getState().recorded.rate;
  };

  return {
    begin({ seekFrequency }) {
      seekEveryMs = seekFrequency ?? defaultSeekEveryMs;
    },
    handlers: {
      pause: (_data, signal) => request({ type: 'request.pause' }, signal),
      resume: async ({ time }, signal) => {
        if (time !== undefined) await seekTo(time, signal);
        return request({ type: 'request.resume' }, signal);
      },
      seek: ({ time }, signal) => seekTo(time, signal),
      fast: (_data, signal) => rateAfter('request.faster', signal),
      slow: (_data, signal) => rateAfter('request.slower', signal),
      setRate: ({ rate }, signal) => request({ type: 'request.setRate', rate }, signal),
      step: ({ direction }, signal) => {
        requireAllowed(context, 'direction', direction);
        return callStep(direction === 'back' ? -1 : 1, signal);
      },
      toLive: (_data, signal) => request({ type: 'request.toLive' }, signal),
      toRecorded: ({ at }, signal) => {
        seeks.cancel();
        return request(recordingAt(at, recordTypeOf(getState().address) ?? 'cloud.rec'), signal);
      },
      setRecType: ({ recType }, signal) => {
        requireAllowed(context, 'recType', recType);
        return request({ type: 'request.setRecordType', recordType: recType as RecordType }, signal);
      },
    },
    run(effect) {
      const { pausable, rateable } = context.engine() ?? {};
      if (effect.do === 'pause') pausable?.pause();
      else if (effect.do === 'resume') resume();
      else if (effect.do === 'setRate') rateable?.setRate(effect.rate);
      else if (effect.do === 'stepFrame') step(effect);
      else if (effect.do === 'seek' || effect.do === 'openRecorded') seeks.call(effect);
    },
    notify(notice) {
      switch (notice.type) {
        case 'paused':
          host.notify(notice.isPaused ? 'pause' : 'resume', {});
          break;
        case 'rate':
          host.notify('rateChange', { rate: notice.rate });
          break;
        case 'gap':
          host.notify('gap', { begin: Math.round(notice.begin), end: Math.round(notice.end) });
          break;
        case 'recordType':
          host.notify('recTypeChange', { recType: notice.recordType });
          break;
        case 'timeline': {
          const { type: _, ...change } = notice;
          host.notify('timeline', change);
          break;
        }
        case 'ended': {
          const { range } = getState().recorded;
          if (!range) break;
          host.notify('playbackEnd', {
            reason: notice.reason === 'rangeEnd' ? 'reachRangeEnd' : 'noMoreSegment',
            begin: Math.round(range.begin),
            end: Math.round(range.end),
          });
          break;
        }
      }
    },
    stateChanged: dropUndoneSeek,
    reset: () => seeks.cancel(),
    destroy() {
      seeks.cancel();
      stopPolling();
    },
  };
}

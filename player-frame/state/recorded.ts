import type { TimeRange } from '../../lib/kernel/time-range.ts';
import type { EpochMs, Ms } from '../../lib/kernel/units.ts';
import { zoneOf } from '../../lib/kernel/zone-time.ts';
import { isRate } from '../engines/recorded/rates.ts';
import { recordTypeOf } from './address-parts.ts';
import type { Effect } from './player-events.ts';
import type { PlayerState, RequestId } from './player-state.ts';
import { civilRangeOf, instantsOf } from './recorded-address.ts';
import type { CivilRange, Recorded, RecordedEvent, RecordedRequest, RecordType } from './recorded-events.ts';
import { selectIsMobile } from './selectors.ts';
import { answerTo, next, refuse, type Step, stay, withToast } from './steps.ts';

/** Specification, section 9: a timeline follows the playback again after this time, also without a frame. */
export const seekLimitMs: Ms = 6_000;
/** A frame this much after the target of a seek is that of the next recording. */
const gapMs: Ms = 1_500;
/** Specification, section 4: fast and slow use these steps only. */
const rateSteps = [1, 2, 4] as const;

type Id = RequestId | undefined;

/** Requests that leave the address as it is, or have it composed. The others are in player-machine.ts. */
export type PlaybackRequest = Exclude<
  RecordedRequest,
  { type: 'request.setRecordType' | 'request.setDate' | 'request.toLive' | 'request.playRecorded' }
>;

export function onRecordedRequest(state: PlayerState, request: PlaybackRequest & { id?: Id }): Step {
  const { id } = request;
  switch (request.type) {
    case 'request.pause':
      return pause(state, id);
    case 'request.resume':
      return resume(state, id);
    case 'request.togglePause':
      return state.recorded.isPaused || state.ended ? resume(state, id) : pause(state, id);
    case 'request.seek':
      return seek(state, request.to, id);
    case 'request.setRate':
      return setRate(state, request.rate, id);
    case 'request.faster':
      return changeRate(state, rateSteps.find((rate) => rate > state.recorded.rate) ?? null, 'rate.max', id);
    case 'request.slower':
      return changeRate(
        state,
        rateSteps.findLast((rate) => rate < state.recorded.rate) ?? null,
        'rate.min',
        id,
      );
    case 'request.stepFrame':
      return stepFrame(state, request.direction, id);
    case 'request.toRecorded':
      return toRecorded(state, request.at, request.recordType, id);
    case 'request.reportTimeline': {
      const { type: _, id: __, ...change } = request;
      return stay(state, [{ do: 'notify', notice: { type: 'timeline', ...change } }]);
    }
  }
}

export function onRecordedEvent(state: PlayerState, event: RecordedEvent): Step {
  if (event.type === 'event.startChosen')
    return withRecorded({ ...state, address: event.address }, event.recorded);
  if (event.type === 'event.position')
    return event.at === state.recorded.position ? stay(state) : withRecorded(state, { position: event.at });
  if (event.type === 'event.awaiting') return withRecorded(state, { awaiting: event.awaiting });
  if (event.type === 'event.following') return withRecorded(state, { isFollowing: event.isFollowing });
  if (event.type === 'event.gap') return skipped(state, event);
  if (event.to !== state.recorded.seekTarget) return stay(state);
  const failures = state.recorded.seekFailures + (event.isDone ? 0 : 1);
  const shownAt = event.shownAt ?? event.to;
  const ended = endSeek(state, { seekFailures: failures, ...(event.isDone ? { position: shownAt } : {}) });
  if (shownAt - event.to < gapMs) return ended;
  // Nothing is recorded there, and playback continues with what follows.
  const zone = zoneOf(state.recorded.timeZone ?? 'UTC');
  const noted = withToast(ended.state, 'timeline.gapNext', { time: zone.text(shownAt).slice(11) });
  return next(noted.state, [...ended.effects, ...noted.effects]);
}

/** Says what was skipped, unless the player returns to the clock of its group. */
function skipped(state: PlayerState, { begin, end }: TimeRange): Step {
  if (state.recorded.isFollowing) return stay(state);
  const noted = withToast(state, ...skippedText(end - begin));
  return next(noted.state, [...noted.effects, { do: 'notify', notice: { type: 'gap', begin, end } }]);
}

/** `12 min`, in seconds below a minute, with hours from an hour on. */
function skippedText(skippedMs: Ms): [text: string, params: { readonly [name: string]: number }] {
  const seconds = Math.round(skippedMs / 1_000);
  if (seconds < 60) return ['timeline.skippedSeconds', { seconds }];
  const minutes = Math.round(skippedMs / 60_000);
  if (minutes < 60) return ['timeline.skippedMinutes', { minutes }];
  return ['timeline.skippedHours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 }];
}

/** The limit of a seek has passed. */
export function onSeekTimer(state: PlayerState, to: EpochMs): Step {
  if (state.recorded.seekTarget !== to) return stay(state);
  return endSeek(state, { seekFailures: state.recorded.seekFailures + 1 });
}

/** A new engine shows its first frame: it continues at the rate and in the pause of the one before. */
export function resumeRecorded(before: PlayerState): Step {
  const { isPaused, rate, seekTarget, startAt } = before.recorded;
  // Another target that was chosen meanwhile is sought next.
  const { state, effects } =
    seekTarget !== null && seekTarget === startAt ? endSeek(before, {}) : next(before);
  return next(state, [
    ...effects,
    ...(rate === 1 ? [] : [{ do: 'setRate', rate } as const]),
    ...(isPaused ? [{ do: 'pause' } as const] : []),
  ]);
}

function pause(state: PlayerState, id: Id): Step {
  if (state.playback.phase !== 'playing') return refuse(state, id, 'player.notPlaying');
  if (!state.can.pause) return refuse(state, id, 'player.noPause');
  if (state.recorded.isPaused) return stay(state, answerTo(id));
  return withRecorded(state, { isPaused: true }, [
    { do: 'pause' },
    ...answerTo(id),
    { do: 'notify', notice: { type: 'paused', isPaused: true } },
  ]);
}

/** A recording at its end starts again. */
function resume(state: PlayerState, id: Id): Step {
  if (state.playback.phase !== 'playing') return refuse(state, id, 'player.notPlaying');
  if (!state.can.pause) return refuse(state, id, 'player.noPause');
  const { range, isPaused } = state.recorded;
  const resumed = isPaused
    ? withRecorded(state, { isPaused: false }, [
        { do: 'resume' },
        { do: 'notify', notice: { type: 'paused', isPaused: false } },
      ])
    : stay(state);
  if (!state.ended || !range) return next(resumed.state, [...resumed.effects, ...answerTo(id)]);
  const again = seek(resumed.state, range.begin, id);
  return next(again.state, [...resumed.effects, ...again.effects]);
}

/** Live video continues as a recording. A fixed range is not left: what is outside becomes its begin (section 5). */
function seek(state: PlayerState, target: EpochMs, id: Id): Step {
  const recordType = recordTypeOf(state.address);
  const { phase } = state.playback;
  if (!selectCanChooseTime(state)) return refuse(state, id, 'player.notPlaying');
  if (phase === 'idle') return stay(state, [{ do: 'chooseStart', at: target }, ...answerTo(id)]);
  if (recordType === null || phase === 'failed') return toRecorded(state, target, undefined, id);
  const { range } = state.recorded;
  const fixed = selectFixedRange(state);
  const to = fixed && !isWithin(target, fixed) ? fixed.begin : target;
  const isHere = range !== null && isWithin(to, range);
  // The storage of a camera is read from a time on, so every seek is a new request (section 4).
  const isByEngine = isHere && state.can.seek && recordType === 'cloud.rec' && phase === 'playing';
  const waiting = id === undefined ? [] : [id];
  const sought = withRecorded(
    state,
    { seekTarget: to, seekWaiting: [...state.recorded.seekWaiting, ...waiting] },
    [
      isByEngine ? { do: 'seek', to } : { do: 'openRecorded', at: to, recordType, isSeek: true },
      { do: 'startTimer', attempt: to, what: 'seek', afterMs: seekLimitMs },
    ],
  );
  return sought;
}

function endSeek(state: PlayerState, change: Partial<Recorded>): Step {
  const answers = state.recorded.seekWaiting.flatMap(answerTo);
  return withRecorded(state, { ...change, seekTarget: null, seekWaiting: [] }, answers);
}

function toRecorded(state: PlayerState, at: EpochMs, recordType: RecordType | undefined, id: Id): Step {
  const type = recordType ?? recordTypeOf(state.address) ?? 'cloud.rec';
  return stay(state, [{ do: 'openRecorded', at, recordType: type }, ...answerTo(id)]);
}

function setRate(state: PlayerState, rate: number, id: Id): Step {
  if (state.playback.phase !== 'playing') return refuse(state, id, 'player.notPlaying');
  if (!state.can.rate) return refuse(state, id, 'player.noRate');
  return changeRate(state, isRate(state.can.rates, rate) ? rate : null, 'rate.unsupported', id);
}

/** `rate` null: there is none in this direction. */
function changeRate(state: PlayerState, rate: number | null, code: string, id: Id): Step {
  if (state.playback.phase !== 'playing') return refuse(state, id, 'player.notPlaying');
  if (!state.can.rate) return refuse(state, id, 'player.noRate');
  if (rate === null) return refuse(state, id, code);
  if (rate === state.recorded.rate) return stay(state, answerTo(id));
  return withRecorded(state, { rate }, [
    { do: 'setRate', rate },
    ...answerTo(id),
    { do: 'notify', notice: { type: 'rate', rate } },
  ]);
}

function stepFrame(state: PlayerState, direction: 1 | -1, id: Id): Step {
  if (!state.can.step) return refuse(state, id, 'player.noStep');
  const paused = pause(state, undefined);
  if (!paused.state.recorded.isPaused) return refuse(state, id, 'player.notPlaying');
  return next(paused.state, [...paused.effects, { do: 'stepFrame', direction }, ...answerTo(id)]);
}

/**
 * Before playback is started, the viewer chooses where it begins. Where nothing is recorded, playback has failed, but another time can be chosen, unless the range is fixed: the message
 * of this failure asks for that.
 */
export function selectCanChooseTime(state: PlayerState): boolean {
  const { playback, recorded } = state;
  if (playback.phase === 'idle') return recorded.range !== null;
  if (playback.phase !== 'failed') return true;
  return playback.playbackFailure.code === 'playback.none' && !selectIsRangeFixed(state);
}

/** Nothing outside of the range of the address can be played. */
export function selectIsRangeFixed(state: PlayerState): boolean {
  return state.recorded.pageRange !== null || (state.recorded.isFixedByAddress && selectIsMobile(state));
}

/** This range; null: another day can be chosen, or it is not known yet. */
export function selectFixedRange(state: PlayerState): TimeRange | null {
  const { pageRange, addressRange, timeZone } = state.recorded;
  if (pageRange) return timeZone === null ? null : instantsOf(pageRange, zoneOf(timeZone));
  return selectIsRangeFixed(state) ? addressRange : null;
}

/** The same in civil times of the camera, as in addresses. */
export function selectFixedTimes(state: PlayerState): CivilRange | null {
  const { pageRange, timeZone } = state.recorded;
  const range = selectFixedRange(state);
  return pageRange ?? (range && timeZone !== null ? civilRangeOf(range, zoneOf(timeZone)) : null);
}

const isWithin = (at: EpochMs, { begin, end }: TimeRange): boolean => at >= begin && at < end;

function withRecorded(state: PlayerState, change: Partial<Recorded>, effects: readonly Effect[] = []): Step {
  return next({ ...state, recorded: { ...state.recorded, ...change } }, effects);
}

import type { EpochMs } from '../../lib/kernel/units.ts';
import { recordTypeOf } from './address-parts.ts';
import { endPicture } from './feature-ends.ts';
import type { Effect } from './player-events.ts';
import type { PlayerState, RequestId } from './player-state.ts';
import { selectFixedTimes, selectIsRangeFixed } from './recorded.ts';
import { dateOf, dayAddress, liveAddress, rangeAddress, sameRangeAddress } from './recorded-address.ts';
import type { RecordedRequest, RecordType } from './recorded-events.ts';
import { changeAddress, start, withPatience, withWaiting } from './starting.ts';
import { answerTo, isActive, next, type Step, stay } from './steps.ts';

type Id = RequestId | undefined;

export type SwitchRequest = Extract<
  RecordedRequest,
  { type: 'request.setRecordType' | 'request.setDate' | 'request.toLive' | 'request.playRecorded' }
>;

/** Between live video and the recordings of a camera, and between its recordings. */
export function onSwitchRequest(state: PlayerState, request: SwitchRequest & { id?: RequestId }): Step {
  const { id } = request;
  switch (request.type) {
    case 'request.setRecordType':
      return setRecordType(state, request.recordType, id);
    case 'request.setDate':
      return setDate(state, request.date, id);
    case 'request.toLive':
      return switchTo(state, liveAddress(state.address), null, id);
    case 'request.playRecorded':
      return playRecorded(state, request.address, request.startAt, id);
  }
}

/**
 * Live video or recordings of the same camera. What ends with another address ends here too (specification, section 4),
 * but the last frame stays until the next one.
 */
function switchTo(state: PlayerState, address: string, startAt: EpochMs | null, id: Id): Step {
  if (address === state.address && isActive(state)) return stay(state, answerTo(id));
  const changed = changeAddress(state, address, startAt, id, endPicture);
  const recordType = recordTypeOf(address);
  const isOther = recordType !== null && recordType !== recordTypeOf(state.address);
  const notices: Effect[] = isOther ? [{ do: 'notify', notice: { type: 'recordType', recordType } }] : [];
  const effects = changed.effects.map((effect) =>
    effect.do === 'closeEngine' ? { ...effect, keepFrame: state.hasFrame } : effect,
  );
  return next({ ...changed.state, hasFrame: state.hasFrame }, [...effects, ...notices]);
}

/** The page fixed the times: both storages have them. Otherwise 00:00:00 of the selected date, or of today. */
function setRecordType(state: PlayerState, recordType: RecordType, id: Id): Step {
  if (recordTypeOf(state.address) === recordType) return stay(state, answerTo(id));
  const { address } = state;
  const fixed = selectFixedTimes(state);
  if (fixed) return switchTo(state, rangeAddress(address, recordType, fixed), null, id);
  const changed =
    selectIsRangeFixed(state) && recordTypeOf(address)
      ? sameRangeAddress(address, recordType)
      : dayAddress(address, recordType, dateOf(address, state.recorded.timeZone));
  return switchTo(state, changed, null, id);
}

/** Ignored if the page fixed the times (specification, section 4). */
function setDate(state: PlayerState, date: string, id: Id): Step {
  if (selectIsRangeFixed(state)) return stay(state, answerTo(id));
  const recordType = recordTypeOf(state.address) ?? 'cloud.rec';
  const address = dayAddress(state.address, recordType, date.replaceAll('-', ''));
  const switched = switchTo(state, address, null, id);
  return next(switched.state, [...switched.effects, { do: 'notify', notice: { type: 'timeline', date } }]);
}

/**
 * A seek that needs another range, or the first one after live video. A pause is kept, and the frame of the other range is
 * shown; only the storage of a camera plays from a chosen time (specification, section 4).
 */
function playRecorded(state: PlayerState, address: string, startAt: EpochMs, id: Id): Step {
  const { recorded } = state;
  const isPaused = recorded.isPaused && recordTypeOf(address) === 'cloud.rec';
  if (recordTypeOf(state.address) === null || state.playback.phase === 'idle')
    return switchTo(state, address, startAt, id);
  // A seek to another time, whose frame is not shown yet, is replaced.
  const isSought = recorded.seekTarget === startAt;
  const sought = isSought ? {} : { seekTarget: null, seekWaiting: [] };
  const answers = isSought ? [] : recorded.seekWaiting.flatMap(answerTo);
  // The same recordings: PTZ is closed anyway, zoom, expansion and rate are kept.
  const kept = { ...recorded, ...sought, position: startAt, isPaused };
  const started = start(withWaiting({ ...state, recorded: kept, stats: null }, id), address);
  return withPatience(
    next(started.state, [...answers, { do: 'closeEngine', keepFrame: state.hasFrame }, ...started.effects]),
    id,
  );
}

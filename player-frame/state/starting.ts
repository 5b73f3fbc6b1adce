import { parseEzopen } from '../../lib/ezopen/address.ts';
import type { EpochMs } from '../../lib/kernel/units.ts';
import { isPlainAddress } from '../../lib/plain-stream/plain-address.ts';
import type { Effect } from './player-events.ts';
import { initialLink, type PlayerState, type RequestId, timeoutMs } from './player-state.ts';
import { initialRecorded, type Recorded } from './recorded-events.ts';
import {
  answerTo,
  begin,
  fail,
  failureOf,
  isActive,
  next,
  noStream,
  refuse,
  refuseTo,
  type Step,
} from './steps.ts';

// Start and end of playback, and the way from one address to another.

type Id = RequestId | undefined;

export function withWaiting(state: PlayerState, id: Id): PlayerState {
  return id === undefined ? state : { ...state, waiting: [...state.waiting, id] };
}

export function withPatience({ state, effects }: Step, id: Id): Step {
  if (id === undefined) return { state, effects };
  return next(state, [...effects, { do: 'startTimer', attempt: id, what: 'answer', afterMs: timeoutMs }]);
}

/** Starts playback of `address` with fresh counters. */
export function start(state: PlayerState, address: string): Step {
  const fresh: PlayerState = {
    ...state,
    address,
    failures: 0,
    tokenRefusals: 0,
    mediaFailures: 0,
    rung: 0,
    fallbackReason: null,
    reportedRung: 0,
    // Where the recording of another address was is meaningless.
    stats: address === state.address ? state.stats : null,
    link: { ...initialLink, maxDelayMs: state.link.maxDelayMs },
  };
  if (state.pageProblem) return fail(fresh, failureOf(state.pageProblem));
  const parsed = parseEzopen(address);
  // A plain address is checked when it is resolved.
  if (!parsed.ok && !isPlainAddress(address))
    return fail(fresh, { ...failureOf(parsed.error), stage: 'address' });
  return begin(fresh, { phase: 'resolving', address }, 'current');
}

/** Ends the features of the picture; without their rules there is nothing to end. */
export type EndFeatures = (state: PlayerState) => Step;

/** To idle: removes the last frame, ends the features of the picture, and settles pending requests. */
export function halt(state: PlayerState, end: EndFeatures): Step {
  const ended = end(state);
  return next(
    {
      ...ended.state,
      ...noStream,
      playback: { phase: 'idle' },
      attempt: state.attempt + 1,
      tracks: null,
      hasFrame: false,
      stats: null,
      waiting: [],
      expansion: 'none',
      audio: { ...ended.state.audio, isBlocked: false },
      // The address stays, and with it what it names.
      recorded: { ...forgotten(state.recorded), range: state.recorded.range },
    },
    [
      // Before closing the engine, so that the file contains its last frame.
      ...ended.effects,
      { do: 'closeEngine', keepFrame: false },
      ...leaveExpansion(state),
      ...state.waiting.flatMap((id) => refuseTo(id, 'aborted')),
      ...state.recorded.seekWaiting.flatMap(answerTo),
    ],
  );
}

function leaveExpansion(state: PlayerState): Effect[] {
  return state.expansion === 'none' ? [] : [{ do: 'expand', from: state.expansion, to: 'none' }];
}

/** Another address: nothing is left of the recording before, except what belongs to the camera and the page. */
function forgotten(before: Recorded): Recorded {
  const { timeZone, stores, pageRange, isFixedByAddress, addressRange, isFollowing } = before;
  return { ...initialRecorded, timeZone, stores, pageRange, isFixedByAddress, addressRange, isFollowing };
}

/** `startAt`: where to begin in a recording; null: at its begin. */
export function changeAddress(
  state: PlayerState,
  address: string,
  startAt: EpochMs | null,
  id: Id,
  end: EndFeatures,
): Step {
  const parsed = parseEzopen(address);
  if (!parsed.ok && !isPlainAddress(address)) return refuse(state, id, parsed.error);
  const stopped = isActive(state) ? halt({ ...state, expansion: 'none' }, end) : next(state);
  // A single step uses a single attempt number.
  const recorded = { ...forgotten(state.recorded), position: startAt };
  const kept = { ...stopped.state, attempt: state.attempt, expansion: state.expansion, recorded };
  const started = start(withWaiting(kept, id), address);
  const notices: Effect = { do: 'notify', notice: { type: 'addressChanged', address } };
  return withPatience(next(started.state, [...stopped.effects, ...started.effects, notices]), id);
}

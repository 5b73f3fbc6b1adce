import { parseEzopen } from '../../lib/ezopen/address.ts';
import type { EpochMs } from '../../lib/kernel/units.ts';
import type { Effect } from './player-events.ts';
import { initialLink, type PlayerState, type RequestId, timeoutMs } from './player-state.ts';
import { closePad } from './ptz.ts';
import { forgotten } from './recorded.ts';
import { endRecording } from './recording.ts';
import {
  answerTo,
  begin,
  end,
  failureOf,
  isActive,
  next,
  noStream,
  refuse,
  refuseTo,
  type Step,
} from './steps.ts';
import { closePanel, endTalk } from './talk.ts';

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
  if (state.pageProblem) return end(fresh, failureOf(state.pageProblem));
  const parsed = parseEzopen(address);
  if (!parsed.ok) return end(fresh, { ...failureOf(parsed.error), stage: 'address' });
  return begin(fresh, { phase: 'resolving', address }, 'current');
}

/** To idle: removes the last frame, PTZ, zoom, recording and talk, and settles pending requests. */
export function halt(state: PlayerState): Step {
  const recorded = endRecording(state);
  const ptzClosed = closePad(recorded.state);
  const silent = endTalk(closePanel(ptzClosed.state));
  return next(
    {
      ...silent.state,
      ...noStream,
      zoom: null,
      playback: { phase: 'idle' },
      attempt: state.attempt + 1,
      tracks: null,
      hasFrame: false,
      stats: null,
      waiting: [],
      expansion: 'none',
      audio: { ...silent.state.audio, isBlocked: false },
      // The address stays, and with it what it names.
      recorded: { ...forgotten(state.recorded), range: state.recorded.range },
    },
    [
      // Before closing the engine, so that the file contains its last frame.
      ...recorded.effects,
      ...ptzClosed.effects,
      ...silent.effects,
      ...(state.zoom ? [{ do: 'notify', notice: { type: 'zoom', scale: null } } as const] : []),
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

/** `startAt`: where to begin in a recording; null: at its begin. */
export function changeAddress(state: PlayerState, address: string, startAt: EpochMs | null, id: Id): Step {
  const parsed = parseEzopen(address);
  if (!parsed.ok) return refuse(state, id, parsed.error);
  const stopped = isActive(state) ? halt({ ...state, expansion: 'none' }) : next(state);
  // A single step uses a single attempt number.
  const recorded = { ...forgotten(state.recorded), position: startAt };
  const kept = { ...stopped.state, attempt: state.attempt, expansion: state.expansion, recorded };
  const started = start(withWaiting(kept, id), address);
  const notices: Effect = { do: 'notify', notice: { type: 'addressChanged', address } };
  return withPatience(next(started.state, [...stopped.effects, ...started.effects, notices]), id);
}

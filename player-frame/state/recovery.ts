import type { EpochMs, Ms } from '../../lib/kernel/units.ts';
import { busyMs, judge, retryDelay, type Verdict } from './failure-policy.ts';
import { nextRung, otherStreamRung } from './ladder.ts';
import type { Effect, Failure, Moment } from './player-events.ts';
import {
  handOverAfterMs,
  handOverMs,
  lastingMs,
  type PlaybackFailure,
  type PlayerState,
  steadyMs,
} from './player-state.ts';
import { begin, fail, isActive, next, noStream, type Step, stay } from './steps.ts';

// Executes the failure policy.

/** Applies the policy to a failure of the current attempt. */
export function failed(before: PlayerState, failure: Failure, moment: Moment): Step {
  if (!isActive(before)) return stay(before);
  const state = resetFailures(before, moment.now);
  if (isHandOver(state, failure.code, moment.now)) return startHandOver(state, failure);
  const verdict = judge(failure, state.tokenRefusals, state.mediaFailures);
  const followed = follow(state, failure, verdict, moment);
  // Releases the failed attempt first, so that two attempts never overlap.
  if (followed.effects.some((effect) => effect.do === 'closeEngine')) return followed;
  return next(followed.state, [{ do: 'closeEngine', keepFrame: state.hasFrame }, ...followed.effects]);
}

/** Lasting playback resets the preceding failures. */
function resetFailures(state: PlayerState, now: EpochMs): PlayerState {
  const { playback } = state;
  if (playback.phase !== 'playing') return state;
  const lastedMs = now - playback.since;
  const calm = lastedMs < steadyMs ? state : { ...state, failures: 0 };
  return lastedMs < lastingMs ? calm : { ...calm, tokenRefusals: 0, mediaFailures: 0 };
}

/**
 * Ends of a running stream with an unclear cause: the token expired (there may be a new one), the grant ended, or the
 * stream is gone. Only resolving the address again reveals the cause, so that is done before reporting.
 */
function isHandOver(state: PlayerState, code: string, now: EpochMs): boolean {
  const { playback, handOver, hasFreshToken } = state;
  if (playback.phase !== 'playing' || handOver || now - playback.since < handOverAfterMs) return false;
  return code === 'grant.expired' ? hasFreshToken : code === 'grant.ended' || code === 'stream.notFound';
}

/** Requests the stream again behind its last frame. For `withinMs`, viewer and host page still see it as playing. */
export function startHandOver(
  state: PlayerState,
  { kind: _, ...playbackFailure }: Failure,
  withinMs: Ms = handOverMs,
): Step {
  const { playback, engine } = state;
  if (playback.phase !== 'playing') return stay(state);
  const begun = begin(state, playback, 'current');
  return next({ ...begun.state, engine, handOver: playbackFailure }, [
    { do: 'closeEngine', keepFrame: state.hasFrame },
    ...begun.effects,
    { do: 'startTimer', attempt: begun.state.attempt, what: 'handOver', afterMs: withinMs },
  ]);
}

/** It takes too long: reports the interruption. */
export function handOverTimerElapsed(state: PlayerState): Step {
  const { address, handOver: playbackFailure } = state;
  if (!playbackFailure || state.awaitsKeySince !== null) return stay(state);
  const playback = { phase: 'reconnecting', address, playbackFailure, retryAt: null } as const;
  return next({ ...state, handOver: null, playback });
}

function follow(state: PlayerState, failure: Failure, verdict: Verdict, moment: Moment): Step {
  const { kind: _, ...playbackFailure } = failure;
  switch (verdict.what) {
    case 'giveUp':
      return fail(state, playbackFailure);
    case 'renewToken': {
      const refused = { ...state, tokenRefusals: state.tokenRefusals + 1 };
      return begin(refused, again(state, playbackFailure), verdict.token);
    }
    case 'recover':
      return begin(
        { ...state, mediaFailures: state.mediaFailures + 1 },
        again(state, playbackFailure),
        'current',
      );
    case 'nextRung':
    case 'otherStream': {
      const rung =
        verdict.what === 'nextRung'
          ? nextRung(state.rung, state.address)
          : otherStreamRung(state.rung, state.address);
      if (rung === null) return fail(state, playbackFailure);
      const lower = {
        ...state,
        rung,
        mediaFailures: 0,
        fallbackReason: state.fallbackReason ?? playbackFailure.code,
      };
      return begin(lower, again(state, playbackFailure), 'current');
    }
    case 'retry': {
      const afterMs = retryDelay(state.failures + 1, verdict.isPatient, moment.chance);
      return waitForRetry(state, playbackFailure, afterMs, moment);
    }
    case 'waitForServer':
      return waitForRetry(state, playbackFailure, busyMs, moment);
  }
}

/** Starts an attempt immediately; the first one of a playback still appears as loading. */
function again(state: PlayerState, playbackFailure: PlaybackFailure) {
  const { playback, address } = state;
  const isFirst = playback.phase === 'resolving' || playback.phase === 'loading';
  return isFirst
    ? ({ phase: 'resolving', address } as const)
    : ({ phase: 'reconnecting', address, playbackFailure, retryAt: null } as const);
}

function waitForRetry(
  state: PlayerState,
  playbackFailure: PlaybackFailure,
  afterMs: Ms,
  { now }: Moment,
): Step {
  const failures = state.failures + 1;
  const attempt = state.attempt + 1;
  const retryAt = now + afterMs;
  return next(
    {
      ...state,
      ...noStream,
      playback: { phase: 'reconnecting', address: state.address, playbackFailure, retryAt },
      attempt,
      failures,
    },
    [
      { do: 'startTimer', attempt, what: 'retry', afterMs },
      ...(failures === 1 ? notifyFailure(playbackFailure, retryAt) : []),
    ],
  );
}

/** Starts the next attempt of a waiting reconnect; otherwise no effect. */
export function retry(state: PlayerState): Step {
  const { playback } = state;
  if (playback.phase !== 'reconnecting' || playback.retryAt === null) return stay(state);
  return begin(state, { ...playback, retryAt: null }, 'current');
}

/** Reported once per outage; further attempts appear in the state. */
export function notifyFailure(playbackFailure: PlaybackFailure, retryAt: EpochMs | null): Effect[] {
  return [{ do: 'notify', notice: { type: 'reconnecting', playbackFailure, retryAt } }];
}

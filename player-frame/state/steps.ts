import { rungAt } from './ladder.ts';
import type { Effect, TokenRequest } from './player-events.ts';
import {
  loadingLimitMs,
  noAbilities,
  type Playback,
  type PlaybackFailure,
  type PlayerState,
  toastMs,
} from './player-state.ts';

/** What an event led to. */
export interface Step {
  readonly state: PlayerState;
  readonly effects: readonly Effect[];
}

export const next = (state: PlayerState, effects: readonly Effect[] = []): Step => ({ state, effects });
/** The state is as it was; perhaps something is to be done all the same. */
export function stay(state: PlayerState, effects: readonly Effect[] = []): Step {
  return { state, effects };
}

/** Trouble of our own making, that needs no words of a server. */
export const failureOf = (code: string): PlaybackFailure => ({ code, stage: 'stream', message: null });

/** Playing is wanted, whether or not there is a picture. */
export function isActive(state: PlayerState): boolean {
  return state.playback.phase !== 'idle' && state.playback.phase !== 'failed';
}

/** What is true of a stream, when there is none. */
export const noStream = {
  engine: null,
  can: noAbilities,
  isStalled: false,
  handOver: null,
  hasFreshToken: false,
  sourceFailure: null,
} as const satisfies Partial<PlayerState>;

/** Starts the next try: a new attempt number, so that whatever the old one still reports is dropped. */
export function begin(
  state: PlayerState,
  playback: Playback & { address: string },
  token: TokenRequest,
): Step {
  const attempt = state.attempt + 1;
  const isRetry = playback.phase !== 'resolving';
  return next({ ...state, ...noStream, playback, attempt, attempts: state.attempts + 1 }, [
    {
      do: 'resolve',
      attempt,
      address: playback.address,
      rung: rungAt(state.rung),
      token,
      isRetry,
    },
    { do: 'startTimer', attempt, what: 'loading', afterMs: loadingLimitMs },
  ]);
}

/** Gives up: everything is let go, everybody who waited is told, and the last picture stays for context. */
export function end(state: PlayerState, playbackFailure: PlaybackFailure): Step {
  return next(
    {
      ...state,
      ...noStream,
      playback: { phase: 'failed', address: state.address, playbackFailure },
      attempt: state.attempt + 1,
      waiting: [],
    },
    [
      { do: 'closeEngine', keepFrame: state.hasFrame },
      ...state.waiting.map((id): Effect => ({ do: 'refuse', id, playbackFailure })),
      { do: 'notify', notice: { type: 'failed', playbackFailure } },
    ],
  );
}

/** A short message over the player; the newest replaces the one before. */
export function withToast(state: PlayerState, text: string): Step {
  const id = (state.toast?.id ?? 0) + 1;
  return next({ ...state, toast: { id, text } }, [
    { do: 'startTimer', attempt: id, what: 'toast', afterMs: toastMs },
  ]);
}

import { addressKindOf, playedRung } from './ladder.ts';
import type { Effect, TokenRequest } from './player-events.ts';
import {
  loadingLimitMs,
  noAbilities,
  type Playback,
  type PlaybackFailure,
  type PlayerState,
  type RequestId,
  type Toast,
  toastMs,
} from './player-state.ts';

/** Result of an event. */
export interface Step {
  readonly state: PlayerState;
  readonly effects: readonly Effect[];
}

export const next = (state: PlayerState, effects: readonly Effect[] = []): Step => ({ state, effects });
/** Unchanged state, optionally with effects. */
export function stay(state: PlayerState, effects: readonly Effect[] = []): Step {
  return { state, effects };
}

/** A local failure without a server message. */
export const failureOf = (code: string): PlaybackFailure => ({ code, stage: 'stream', message: null });

/** Answers a request that waits for it. */
export const answerTo = (id: RequestId | undefined): readonly Effect[] =>
  id === undefined ? [] : [{ do: 'answer', id }];

/** Refuses a request that waits for an answer. */
export const refuseTo = (id: RequestId | undefined, code: string): readonly Effect[] =>
  id === undefined ? [] : [{ do: 'refuse', id, playbackFailure: failureOf(code) }];

/** Leaves the state as it is, and refuses. */
export const refuse = (state: PlayerState, id: RequestId | undefined, code: string): Step =>
  stay(state, refuseTo(id, code));

/** Playing or trying to play. */
export function isActive(state: PlayerState): boolean {
  return state.playback.phase !== 'idle' && state.playback.phase !== 'failed';
}

/** Somebody watches: the page is visible, or the window is open. */
export const isWatched = ({
  isVisible,
  isInPicture,
}: Pick<PlayerState, 'isVisible' | 'isInPicture'>): boolean => isVisible || isInPicture;

/** Values without a stream. */
export const noStream = {
  engine: null,
  can: noAbilities,
  isStalled: false,
  ended: null,
  handOver: null,
  hasFreshToken: false,
  sourceFailure: null,
  awaitsKeySince: null,
} as const satisfies Partial<PlayerState>;

/** Starts the next attempt with a new number, so that events of the old one are ignored. */
export function begin(
  state: PlayerState,
  playback: Playback & { address: string },
  token: TokenRequest,
): Step {
  const attempt = state.attempt + 1;
  const isRetry = playback.phase !== 'resolving';
  const link = { ...state.link, lastDelayMs: null, onTimeSince: null };
  const startAt = addressKindOf(playback.address) === 'recorded' ? startAtOf(state) : null;
  const recorded = { ...state.recorded, startAt };
  return next({ ...state, ...noStream, link, playback, recorded, attempt, attempts: state.attempts + 1 }, [
    {
      do: 'resolve',
      attempt,
      address: playback.address,
      rung: playedRung(state),
      token,
      isRetry,
      startAt,
    },
    { do: 'startTimer', attempt, what: 'loading', afterMs: loadingLimitMs },
  ]);
}

const startAtOf = ({ recorded, stats }: PlayerState) =>
  recorded.seekTarget ?? recorded.position ?? stats?.wallMs ?? null;

/** Gives up: releases everything, rejects pending requests, and keeps the last frame for context. */
export function fail(state: PlayerState, playbackFailure: PlaybackFailure): Step {
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

/** A short message over the player; replaces the previous one. */
export function withToast(state: PlayerState, text: string, params?: Toast['params']): Step {
  const id = (state.toast?.id ?? 0) + 1;
  return next({ ...state, toast: { id, text, ...(params ? { params } : {}) } }, [
    { do: 'startTimer', attempt: id, what: 'toast', afterMs: toastMs },
  ]);
}

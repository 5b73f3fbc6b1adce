import type { EpochMs } from '../../../lib/kernel/units.ts';
import type { EngineFailure } from '../engine.ts';

/** What a recording does while no seek is on its way. Time runs in `playing` only, unless the viewer has paused. */
type Resting =
  /** Nothing has been shown: the playlist is requested. */
  | 'opening'
  | 'playing'
  /** All that is recorded is shown, and more is expected soon. */
  | 'awaitingMore'
  | 'ended';

/** The frame that a seek or a step waits for. */
export interface Wanted {
  readonly wallMs: EpochMs;
  /** It does not follow the frame on the screen. */
  readonly isJump: boolean;
  readonly settle: (failure: EngineFailure | null) => void;
}

/**
 * opening → locating → seeking → playing ⇄ awaitingMore → ended. A seek leads from each of them to `locating`, and back if
 * there is nothing to show; more recordings lead from `ended` to `playing`. Failures and `stop` close it.
 */
export type Phase =
  | { readonly is: Resting }
  /** The part with the frame is loaded; `from` is left when it can be shown. */
  | { readonly is: 'locating'; readonly from: Resting }
  /** The frame is decoded, with those before it. */
  | { readonly is: 'seeking'; readonly wanted: Wanted }
  | { readonly is: 'closed' };

/** What is left by a seek that begins now. */
export function restingIn(phase: Exclude<Phase, { is: 'closed' }>): Resting {
  if (phase.is === 'locating') return phase.from;
  return phase.is === 'seeking' ? 'playing' : phase.is;
}

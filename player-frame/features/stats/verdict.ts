import type { PlayerState } from '../../state/player-state.ts';
import type { Sample } from './samples.ts';

/** Where the trouble is, as far as it can be told from here. */
export type Verdict = 'good' | 'network' | 'decoder' | 'keyFrame' | 'camera';

/** What counts is now: the last ten seconds. */
const sampleWindow = 11;
/** More than one picture in twenty, and not just a few after the start. */
const droppedShare = 0.05;
const maxDropRatio = 5;
/** A viewer who comes, or comes back, waits for the next key frame up to this long. */
const longKeyFrameMs = 5_000;

/** Null while there is nothing to judge. */
export function verdictOf(state: PlayerState, samples: readonly Sample[]): Verdict | null {
  if (state.sourceFailure) return 'camera';
  const recent = samples.slice(-sampleWindow);
  const [first, last] = [recent[0], recent.at(-1)];
  if (state.playback.phase !== 'playing' || !first || !last) return null;
  // Pictures stop because data does: decoders that are late drop them instead.
  if (state.isStalled || (last.stalls ?? 0) > (first.stalls ?? 0)) return 'network';
  const dropped = last.framesDropped - first.framesDropped;
  const all = last.framesShown - first.framesShown + dropped;
  if (dropped > maxDropRatio && dropped / all > droppedShare) return 'decoder';
  return (last.keyFrameIntervalMs ?? 0) > longKeyFrameMs ? 'keyFrame' : 'good';
}

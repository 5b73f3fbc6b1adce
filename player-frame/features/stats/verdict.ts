import type { PlayerState } from '../../state/player-state.ts';
import type { Sample } from './samples.ts';

/** Likely cause of playback problems. */
export type Verdict = 'good' | 'network' | 'decoder' | 'keyFrame' | 'camera';

/** Evaluates the last ten seconds. */
const sampleWindow = 11;
/** More than one frame in twenty, ignoring a few at the start. */
const droppedShare = 0.05;
const maxDropRatio = 5;
/** New viewers wait up to this long for a key frame. */
const longKeyFrameMs = 5_000;

/** Null while there is not enough data. */
export function verdictOf(state: PlayerState, samples: readonly Sample[]): Verdict | null {
  if (state.sourceFailure) return 'camera';
  if (state.awaitsKeySince !== null) return 'keyFrame';
  const recent = samples.slice(-sampleWindow);
  const [first, last] = [recent[0], recent.at(-1)];
  if (state.playback.phase !== 'playing' || !first || !last) return null;
  // Stalls are caused by missing data; slow decoders drop frames instead.
  if (state.isStalled || (last.stalls ?? 0) > (first.stalls ?? 0)) return 'network';
  const dropped = last.framesDropped - first.framesDropped;
  const all = last.framesShown - first.framesShown + dropped;
  if (dropped > maxDropRatio && dropped / all > droppedShare) return 'decoder';
  return (last.keyFrameIntervalMs ?? 0) > longKeyFrameMs ? 'keyFrame' : 'good';
}

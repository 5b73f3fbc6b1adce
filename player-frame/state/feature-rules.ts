import type { Moment, PlayerInput } from './player-events.ts';
import type { PlayerState } from './player-state.ts';
import type { Step } from './steps.ts';

/**
 * Rules that live video does not need before its first frame: features and recordings. They are loaded with the features
 * (feature-machine.ts). Until then, all features are off, and what needs the rules waits in the store.
 */
export interface FeatureRules {
  /** Requests and events that the machine leaves to them. */
  step(state: PlayerState, input: PlayerInput, moment: Moment): Step;
  /** Ends what belongs to the picture, before another address or none is played. */
  end(state: PlayerState): Step;
  /** Adds what follows from a step for the features. */
  complete(before: PlayerState, done: Step, input: PlayerInput, moment: Moment): Step;
}

import type { FeatureRules } from './feature-rules.ts';
import type { Effect, Moment, PlayerInput, PlayerRequest } from './player-events.ts';
import { isRequest, step } from './player-machine.ts';
import { initialPlayerState, type PlayerState } from './player-state.ts';
import { refuseTo } from './steps.ts';

export interface PlayerStore {
  getState(): PlayerState;
  send(event: PlayerInput): void;
  /** Called after each change. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
  /** The rules of the features are loaded: handles what waits for them. */
  adopt(rules: FeatureRules): void;
  /**
   * Requests do not wait for the rules any more, except those of the type `kept`; those that expect an answer are refused
   * with this code.
   */
  dropWaiting(code: string, kept?: PlayerRequest['type']): void;
}

/**
 * Holds the state. Events run to completion: an event sent while another is handled is queued, so that effects keep
 * their order. Errors of an effect or listener do not affect the others; they are thrown by `send` at the end.
 *
 * What needs the rules of the features waits until they are adopted. The first such input calls `loadRules`. Requests
 * behind it wait too, because their order matters.
 */
export function createPlayerStore(
  runEffect: (effect: Effect) => void,
  moment: () => Moment,
  initial: PlayerState = initialPlayerState,
  loadRules: () => void = () => {},
): PlayerStore {
  let state = initial;
  let rules: FeatureRules | null = null;
  let isRunning = false;
  const queue: PlayerInput[] = [];
  let waiting: PlayerInput[] = [];
  const errors: unknown[] = [];
  const listeners = new Set<() => void>();

  function attempt(run: () => void): void {
    try {
      run();
    } catch (error) {
      errors.push(error);
    }
  }

  function handle(event: PlayerInput): void {
    const isBehind = isRequest(event) && waiting.some(isRequest);
    const next = isBehind ? null : step(state, event, moment(), rules);
    if (!next) {
      waiting.push(event);
      loadRules();
      return;
    }
    const isChanged = next.state !== state;
    state = next.state;
    for (const effect of next.effects) attempt(() => runEffect(effect));
    if (isChanged) for (const listener of [...listeners]) attempt(listener);
  }

  function run(...events: readonly PlayerInput[]): void {
    queue.push(...events);
    if (isRunning) return;
    isRunning = true;
    for (let due = queue.shift(); due; due = queue.shift()) handle(due);
    isRunning = false;
    const [error] = errors.splice(0);
    if (error !== undefined) throw error;
  }

  return {
    getState: () => state,
    send: (event) => run(event),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    adopt(loaded) {
      if (rules) return;
      rules = loaded;
      run({ type: 'event.featuresLoaded' }, ...waiting.splice(0));
    },
    dropWaiting(code, kept) {
      const isDropped = (input: PlayerInput): input is PlayerRequest =>
        isRequest(input) && input.type !== kept;
      const requests = waiting.filter(isDropped);
      waiting = waiting.filter((input) => !isDropped(input));
      for (const effect of requests.flatMap(({ id }) => refuseTo(id, code))) runEffect(effect);
    },
  };
}

import type { Effect, Moment, PlayerInput } from './player-events.ts';
import { step } from './player-machine.ts';
import { initialPlayerState, type PlayerState } from './player-state.ts';

export interface PlayerStore {
  getState(): PlayerState;
  send(event: PlayerInput): void;
  /** Called after each change. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
}

/**
 * Holds the state. Events run to completion: an event sent while another is handled is queued, so that effects keep
 * their order. Errors of an effect or listener do not affect the others; they are thrown by `send` at the end.
 */
export function createPlayerStore(
  runEffect: (effect: Effect) => void,
  moment: () => Moment,
  initial: PlayerState = initialPlayerState,
): PlayerStore {
  let state = initial;
  let isRunning = false;
  const queue: PlayerInput[] = [];
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
    const next = step(state, event, moment());
    const isChanged = next.state !== state;
    state = next.state;
    for (const effect of next.effects) attempt(() => runEffect(effect));
    if (isChanged) for (const listener of [...listeners]) attempt(listener);
  }

  return {
    getState: () => state,
    send(event) {
      queue.push(event);
      if (isRunning) return;
      isRunning = true;
      for (let due = queue.shift(); due; due = queue.shift()) handle(due);
      isRunning = false;
      const [error] = errors.splice(0);
      if (error !== undefined) throw error;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

import { createPlayer } from '../index.ts';
import type { Player, PlayerFailure, PlayerOptions, PlayerSnapshot } from '../types.ts';

/** What a component does with the events of its player. */
interface Handlers {
  state(state: PlayerSnapshot): void;
  fail(error: PlayerFailure): unknown;
  success(): void;
}

/**
 * The player of a component, which fills its element. `current` are the options at any time: a later `getToken` is used.
 * Undefined if it cannot be created, which is reported like every failure, and as a warning.
 */
export const openPlayer = (
  element: Element,
  current: () => PlayerOptions,
  { state, fail, success }: Handlers,
): Player | undefined => {
  const options = current();
  try {
    const player = createPlayer(element, {
      ...options,
      width: '100%',
      height: '100%',
      getToken: options.getToken && ((reason) => current().getToken(reason)),
    });
    player.on('state', state);
    player.on('handleError', fail);
    player.on('handleSuccess', success);
    return player;
  } catch (error) {
    console.warn(`Oriel: ${(error as PlayerFailure).message}`);
    fail(error as PlayerFailure);
  }
};

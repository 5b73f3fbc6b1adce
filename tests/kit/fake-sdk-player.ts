import type { Player, PlayerOptions, PlayerSnapshot } from '../../host-sdk/types.ts';

/** A player of the SDK without a frame. Calls are recorded and resolve at once. */
export interface FakeSdkPlayer {
  readonly player: Player;
  readonly options: PlayerOptions;
  readonly calls: readonly (readonly [name: string, ...args: unknown[]])[];
  /** The frame is connected. */
  connect(): void;
  /** A state that the frame reports. */
  report(state: Partial<PlayerSnapshot>): void;
}

/** All that were made, oldest first. */
export const fakeSdkPlayers: FakeSdkPlayer[] = [];

/** In place of `host-sdk/player-handle.ts`. */
export function createPlayer(container: Element, options: PlayerOptions): Player {
  const calls: [string, ...unknown[]][] = [];
  const listeners = new Map<string, Set<(data: unknown) => void>>();
  let state: PlayerSnapshot | undefined;
  let connect = (): void => {};
  const ready = new Promise<{ state: PlayerSnapshot }>((resolve) => {
    connect = () => {
      state = { phase: 'idle', muted: true, attempt: 0 };
      resolve({ state });
    };
  });
  const iframe = document.createElement('iframe');
  if (!('src' in container)) container.append(iframe);
  const on = (name: string, listener: (data: unknown) => void) => {
    const all = listeners.get(name) ?? new Set();
    listeners.set(name, all.add(listener));
    return () => void all.delete(listener);
  };
  const own = { iframe, ready, on, once: on };
  const player = new Proxy(own, {
    get(target, name: string) {
      if (name === 'state') return state;
      if (name in target) return target[name as keyof typeof own];
      return async (...args: unknown[]) => void calls.push([name, ...args]);
    },
  }) as unknown as Player; // every call of a player, by its name
  fakeSdkPlayers.push({
    player,
    options,
    calls,
    connect: () => connect(),
    report(change) {
      state = { ...(state ?? { phase: 'idle', muted: true, attempt: 0 }), ...change };
      for (const listener of [...(listeners.get('state') ?? [])]) listener(state);
    },
  });
  return player;
}

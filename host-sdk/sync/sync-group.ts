/**
 * Several players of a page on one clock, at most 100 ms apart. Each player follows the clock by itself, so nothing is
 * sent while it runs. Imports only types.
 */

import type { Player, SharedClock, SyncGroup, SyncOptions } from '../types.ts';
import { cameraOf } from './camera-of.ts';

export const maxPlayers = 9;
/** The seek of a player that follows the clock is no wish of a viewer. */
const sameTimeMs = 1_000;

const now = () => Math.round(performance.timeOrigin + performance.now());

export function createSyncGroup(players: readonly Player[], options: SyncOptions): SyncGroup {
  let clock: SharedClock = {
    at: Math.round(options.at),
    since: now(),
    rate: options.rate ?? 1,
    running: options.running ?? true,
  };
  const members = new Map<Player, (() => void)[]>();
  const listeners = new Set<(group: SyncGroup) => void>();

  const timeAt = (moment: number) =>
    Math.round(clock.running ? clock.at + (moment - clock.since) * clock.rate : clock.at);

  /** A player that cannot follow reports it by its own events. */
  const post = (player: Player) => void player.followClock(clock).catch(() => undefined);

  function set(change: Partial<SharedClock>): void {
    const since = now();
    clock = { ...clock, at: timeAt(since), since, ...change };
    for (const player of members.keys()) post(player);
    for (const listener of [...listeners]) listener(group);
  }

  const group: SyncGroup = {
    get time() {
      return timeAt(now());
    },
    get rate() {
      return clock.rate;
    },
    get running() {
      return clock.running;
    },
    add(player) {
      if (members.has(player)) return;
      const counted = [...members.keys()].filter((member) => member !== options.controls).length;
      if (counted >= maxPlayers && player !== options.controls)
        throw new RangeError(`a group has at most ${maxPlayers} players`);
      let camera = cameraOf(player.state?.address);
      // What a viewer does in one player is done in all.
      members.set(player, [
        player.on('pause', () => clock.running && group.pause()),
        player.on('resume', () => clock.running || group.play()),
        player.on('rateChange', ({ rate }) => rate === clock.rate || group.setRate(rate)),
        player.on('seek', ({ at }) => Math.abs(at - group.time) < sameTimeMs || group.seek(at)),
        player.on('changePlayUrl', ({ url }) => {
          // The viewer returned to live video. Another camera shows the same moment.
          if (cameraOf(url) === camera && url.includes('.live')) group.remove(player);
          camera = cameraOf(url);
        }),
        player.on('handleSuccess', () => post(player)),
      ]);
      post(player);
    },
    remove(player) {
      for (const off of members.get(player) ?? []) off();
      if (members.delete(player)) void player.followClock().catch(() => undefined);
    },
    play: () => set({ running: true }),
    pause: () => set({ running: false }),
    seek: (at) => set({ at: Math.round(at) }),
    setRate: (rate) => set({ rate }),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    destroy() {
      for (const player of [...members.keys()]) group.remove(player);
      listeners.clear();
    },
  };
  try {
    for (const player of players) group.add(player);
  } catch (error) {
    // The caller gets no group to destroy.
    group.destroy();
    throw error;
  }
  return group;
}

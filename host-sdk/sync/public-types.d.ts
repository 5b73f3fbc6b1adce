// Public types of the group of players. tests/types/sdk-types.test.ts checks them against it.
import type { Broadcast, Player, SyncGroup, SyncOptions, Wall } from '../types.ts';

/**
 * Several players of a page on one clock, at most 100 ms apart. What a viewer does in one player is done in all. Throws a
 * RangeError for more than nine players.
 */
export declare function createSyncGroup(players: readonly Player[], options: SyncOptions): SyncGroup;

/** Speaking to the cameras of several players, those that `players` returns when it starts. */
export declare function createBroadcast(players: () => Iterable<Player>): Broadcast;

/**
 * Live video or recordings of several players with one timeline: that of `controls`, a player with `controlsOnly`, whose
 * `companions` are the other cameras. Nine players show recordings together; further ones stay live, and `add` throws a
 * RangeError for them while recordings are shown.
 */
export declare function createWall(controls: Player, players: readonly Player[]): Wall;

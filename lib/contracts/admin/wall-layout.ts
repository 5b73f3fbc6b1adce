/** The tiles of a person's video wall: the preference `wall.layout`. */

export const wallLayoutPreference = 'wall.layout';

/** Numbers of tiles. */
export const wallSizes = [1, 4, 9] as const;
export type WallSize = (typeof wallSizes)[number];

/** As many players as one clock has (`host-sdk/sync`). */
export const maxWallCameras = 9;

/** Channel of each tile; null: no camera. As many as one of `wallSizes`. */
export type WallTiles = readonly (string | null)[];

/** Null: nothing is stored, or nothing valid. */
export function readWallTiles(stored: unknown): WallTiles | null {
  if (!Array.isArray(stored) || !isWallSize(stored.length)) return null;
  return stored.map((id) => (typeof id === 'string' && /^[0-9a-f]{32}$/.test(id) ? id : null));
}

const isWallSize = (count: number): count is WallSize => wallSizes.some((size) => size === count);

/** The same cameras on another number of tiles, without gaps if they would not fit otherwise. */
export function resizedTiles(tiles: WallTiles, size: WallSize): WallTiles {
  const chosen = tiles.filter((id) => id !== null);
  const kept = tiles.slice(size).some((id) => id !== null) ? chosen : tiles;
  return Array.from({ length: size }, (_, at) => kept[at] ?? null);
}

/** Cameras of a saved wall, and of a link to one; those beyond its tiles are shown in turn. */
export const maxSavedCameras = 64;

/** The smallest wall that has room for these cameras, or the largest one. */
export const sizeFor = (cameras: number): WallSize => wallSizes.find((size) => size >= cameras) ?? 9;

/** Cameras of a broadcast: as many as one ticket is for. */
export const maxBroadcastCameras = 64;

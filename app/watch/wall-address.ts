import { maxSavedCameras } from '../../lib/contracts/admin/wall-layout.ts';

/** What the address of a wall asks for; null: nothing that could exist. */
export type WallLink = { readonly cameras: readonly string[] } | { readonly wall: number };

const cameraPattern = /^[A-Za-z0-9_-]{1,64}(?::[1-9]\d{0,2})?$/;

/** `cameras=SERIAL,SERIAL:CHANNEL`, or `wall=ID` of a saved one. */
export function readWallAddress(query: Pick<URLSearchParams, 'get'>): WallLink | null {
  const wall = query.get('wall');
  if (wall !== null) return /^[1-9]\d{0,9}$/.test(wall) ? { wall: Number(wall) } : null;
  const cameras = (query.get('cameras') ?? '')
    .split(',')
    .map((camera) => camera.trim())
    .filter((camera) => camera !== '');
  const isValid = cameras.length > 0 && cameras.length <= maxSavedCameras;
  return isValid && cameras.every((camera) => cameraPattern.test(camera)) ? { cameras } : null;
}

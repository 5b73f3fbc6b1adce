/**
 * GCJ-02, the coordinates that map services in China must use: WGS 84, moved by up to some hundred metres within China
 * and unchanged elsewhere. The formula is the one in general use; it was never published officially.
 */
import type { Position } from './position.ts';

/** Of the ellipsoid of Krasovsky: half of its longer axis in metres, and its eccentricity squared. */
const axis = 6_378_245;
const eccentricity = 0.006_693_421_622_965_943;

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** The rectangle in which coordinates are moved. It includes parts of the neighbours, as in all map services. */
const isMoved = ({ lng, lat }: Position) => lng > 72.004 && lng < 137.8347 && lat > 0.8293 && lat < 55.8271;

const wave = (x: number, first: number, second: number, third: number) =>
  ((20 * Math.sin(first * x * Math.PI) + 40 * Math.sin(second * x * Math.PI)) * third) / 3;

function shiftOf({ lng, lat }: Position): Position {
  const [x, y] = [lng - 105, lat - 35];
  const ripple = ((20 * Math.sin(6 * x * Math.PI) + 20 * Math.sin(2 * x * Math.PI)) * 2) / 3;
  const north =
    -100 +
    2 * x +
    3 * y +
    0.2 * y * y +
    0.1 * x * y +
    0.2 * Math.sqrt(Math.abs(x)) +
    ripple +
    wave(y, 1, 1 / 3, 2) +
    ((160 * Math.sin((y * Math.PI) / 12) + 320 * Math.sin((y * Math.PI) / 30)) * 2) / 3;
  const east =
    300 +
    x +
    2 * y +
    0.1 * x * x +
    0.1 * x * y +
    0.1 * Math.sqrt(Math.abs(x)) +
    ripple +
    wave(x, 1, 1 / 3, 2) +
    ((150 * Math.sin((x * Math.PI) / 12) + 300 * Math.sin((x * Math.PI) / 30)) * 2) / 3;
  const curve = 1 - eccentricity * Math.sin(radians(lat)) ** 2;
  const meridian = (axis * (1 - eccentricity)) / (curve * Math.sqrt(curve));
  const parallel = (axis / Math.sqrt(curve)) * Math.cos(radians(lat));
  return { lng: (east * 180) / (parallel * Math.PI), lat: (north * 180) / (meridian * Math.PI) };
}

export function toGcj02(position: Position): Position {
  if (!isMoved(position)) return position;
  const shift = shiftOf(position);
  return { lng: position.lng + shift.lng, lat: position.lat + shift.lat };
}

/** There is no closed inverse: the shift changes slowly, so a few corrections suffice. Exact to a millimetre. */
export function fromGcj02(moved: Position): Position {
  if (!isMoved(moved)) return moved;
  let guess = moved;
  for (let round = 0; round < 6; round += 1) {
    const shift = shiftOf(guess);
    guess = { lng: moved.lng - shift.lng, lat: moved.lat - shift.lat };
  }
  return guess;
}

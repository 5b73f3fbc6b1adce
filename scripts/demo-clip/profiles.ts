/** The two streams of a demo camera. The sub stream is the main one at half its size, strip included. */
import type { WorldQuality } from './encode-world.ts';
import { type Lettering, narrowWidth } from './page/lettering.ts';

/** Quantiser parameters of x264: lower is better quality and more bytes. */
export interface Quality {
  readonly keyQp: number;
  readonly otherQp: number;
}

export interface Profile {
  readonly id: 'main' | 'sub';
  readonly width: number;
  readonly height: number;
  readonly stripRows: number;
  readonly quality: Quality;
  readonly lettering: Lettering;
  readonly clockLeft: number;
}

export const framesPerSecond = 15;
export const loopSeconds = 12;
export const groupLength = 30;
export const stripQp = 22;

/** For the whole scene, which is coded a second time for a moving camera. */
export const worldQuality: WorldQuality = { baseQp: 14, changeQp: 23, smallestChange: 28 };

const glyphs = ' 0123456789-:.';
const clockPattern = '0000-00-00 00:00:00.0';

export const profiles: readonly Profile[] = [
  {
    id: 'main',
    width: 640,
    height: 360,
    stripRows: 2,
    quality: { keyQp: 20, otherQp: 27 },
    clockLeft: 14,
    lettering: {
      font: '600 17px "DejaVu Sans Mono"',
      cellWidth: 11,
      cellHeight: 22,
      top: 9,
      baseline: 16,
      shadowBlur: 1.2,
      glyphs,
      labelRight: 624,
    },
  },
  {
    id: 'sub',
    width: 320,
    height: 180,
    stripRows: 1,
    quality: { keyQp: 20, otherQp: 27 },
    clockLeft: 7,
    lettering: {
      font: '600 9px "DejaVu Sans Mono"',
      cellWidth: 6,
      cellHeight: 12,
      top: 4,
      baseline: 9,
      shadowBlur: 0.6,
      glyphs,
      labelRight: 312,
    },
  },
];

/** Position of each character of the clock. */
export function clockPlaces(profile: Profile): { x: number; width: number }[] {
  let x = profile.clockLeft;
  return [...clockPattern].map((character) => {
    const width = character === '0' ? profile.lettering.cellWidth : narrowWidth(profile.lettering);
    x += width;
    return { x: x - width, width };
  });
}

import type { Migration } from 'kysely';
import { up as firstPicture } from './0001-first-picture.ts';
import { up as panTilt } from './0002-pan-tilt.ts';
import { up as themes } from './0002-themes.ts';

/** In order of their names. A name that was released never changes and never goes away. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-first-picture': { up: firstPicture },
  '0002-pan-tilt': { up: panTilt },
  '0002-themes': { up: themes },
};

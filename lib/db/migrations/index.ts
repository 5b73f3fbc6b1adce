import type { Migration } from 'kysely';
import { up as firstPicture } from './0001-first-picture.ts';

/** In order of their names. A name that was released never changes and never goes away. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-first-picture': { up: firstPicture },
};

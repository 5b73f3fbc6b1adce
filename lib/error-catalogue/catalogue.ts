import { deviceEntries } from './device-entries.ts';
import { type ErrorEntry, entryOf } from './entry.ts';
import { playerEntries } from './player-entries.ts';
import { serviceEntries } from './service-entries.ts';

export type { ErrorEntry } from './entry.ts';

/** Every entry there is. Start reading in `match.ts`, which finds one for a code. */
export const errorCatalogue: readonly ErrorEntry[] = [
  ...serviceEntries,
  ...deviceEntries,
  ...playerEntries,
].map(entryOf);

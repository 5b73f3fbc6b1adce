import { type ErrorEntry, entriesOf } from './entry.ts';
import { playerEntries } from './player-entries.ts';
import { requestEntries } from './request-entries.ts';
import { serverEntries } from './server-entries.ts';

/** What this player, its server and the pages around it can meet without anybody else's service. */
export const ownEntries: readonly ErrorEntry[] = entriesOf([
  ...playerEntries,
  ...requestEntries,
  ...serverEntries,
]);

const byCode = new Map(ownEntries.map((entry) => [entry.code, entry]));

/** Exactly this code; others are for `matchError`, which knows all and is much larger. */
export function ownEntry(code: string): ErrorEntry | undefined {
  return byCode.get(code);
}

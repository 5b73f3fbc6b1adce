import type { ErrorEntry } from './entry.ts';
import { ownEntries } from './own.ts';
import { platformEntries } from './platform/index.ts';

export type { ErrorEntry } from './entry.ts';

/** All entries. Start reading in `match.ts`, which finds the entry for a code. */
export const errorCatalogue: readonly ErrorEntry[] = [...ownEntries, ...platformEntries];

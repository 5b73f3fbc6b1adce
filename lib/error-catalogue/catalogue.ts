import type { ErrorEntry } from './entry.ts';
import { ownEntries } from './own.ts';
import { platformEntries } from './platform/index.ts';

export type { ErrorEntry } from './entry.ts';

/** Every entry there is. Start reading in `match.ts`, which finds one for a code. */
export const errorCatalogue: readonly ErrorEntry[] = [...ownEntries, ...platformEntries];

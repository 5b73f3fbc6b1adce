import { type ErrorEntry, entriesOf } from './entry.ts';
import { microphoneEntries } from './microphone-entries.ts';
import { plainEntries } from './plain-entries.ts';
import { playerEntries } from './player-entries.ts';
import { requestEntries } from './request-entries.ts';
import { serverEntries } from './server-entries.ts';
import { talkEntries } from './talk-entries.ts';
import { voiceEntries } from './voice-entries.ts';

/** Errors of this player, its server and the host page, without any other service. */
export const ownEntries: readonly ErrorEntry[] = entriesOf([
  ...playerEntries,
  ...plainEntries,
  ...microphoneEntries,
  ...talkEntries,
  ...voiceEntries,
  ...requestEntries,
  ...serverEntries,
]);

const byCode = new Map(ownEntries.map((entry) => [entry.code, entry]));

/** Exact match only; `matchError` knows all codes, but is much larger. */
export function ownEntry(code: string): ErrorEntry | undefined {
  return byCode.get(code);
}

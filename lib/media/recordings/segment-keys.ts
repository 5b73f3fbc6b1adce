/** With which keys recordings are encrypted, as their files say. */
import { readKeyTerms } from '../../codec/mp4/encryption.ts';
import type { RecordedKeys } from '../ports.ts';
import { daysOf, segmentsOfDay } from './recording-reader.ts';
import { maxSegmentMs } from './segment-limits.ts';
import { headOf } from './stored-segment.ts';

/** Reads the heads of files, at most one after the other. `root`: the folder of all recordings. */
export function recordedKeys(root: string): RecordedKeys {
  return {
    async has(key, from, to, keyId) {
      for (const day of await daysOf(root, key, from - maxSegmentMs, to)) {
        for (const startMs of await segmentsOfDay(root, key, day)) {
          if (startMs < from - maxSegmentMs || startMs >= to) continue;
          // Retention may have removed it meanwhile.
          const head = await headOf(root, key, startMs);
          if (head && readKeyTerms(head)?.keyId === keyId) return true;
        }
      }
      return false;
    },
  };
}

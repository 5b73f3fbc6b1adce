/** With which keys recordings are encrypted, as their files say. */
import { readKeyTerms } from '../../codec/mp4/encryption.ts';
import type { RecordedKeys } from '../ports.ts';
import { daysOf, segmentsOfDay } from './recording-reader.ts';
import { readHead } from './scan-segment.ts';
import { maxSegmentMs } from './segment-limits.ts';
import { segmentPath } from './segment-path.ts';

/** Reads the heads of files, at most one after the other. `root`: the folder of all recordings. */
export function recordedKeys(root: string): RecordedKeys {
  return {
    async has(key, from, to, keyId) {
      for (const day of await daysOf(root, key, from - maxSegmentMs, to)) {
        for (const startMs of await segmentsOfDay(root, key, day)) {
          if (startMs < from - maxSegmentMs || startMs >= to) continue;
          const head = await readHead(segmentPath(root, key, startMs)).catch(nullIfMissing);
          if (head && readKeyTerms(head)?.keyId === keyId) return true;
        }
      }
      return false;
    },
  };
}

/** Retention may remove a file meanwhile. */
function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

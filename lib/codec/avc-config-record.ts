/** Takes an AVCDecoderConfigurationRecord apart and together (ISO/IEC 14496-15, 5.3.3.1). */
import { readSps, type SpsFacts, withoutReordering } from './h264-low-delay.ts';

interface Record {
  readonly head: Uint8Array;
  readonly sets: readonly Uint8Array[];
  /** Picture parameter sets and what follows. */
  readonly tail: Uint8Array;
}

function split(record: Uint8Array): Record | null {
  if (record.length < 7) return null;
  const sets: Uint8Array[] = [];
  let at = 6;
  for (let left = record[5]! & 31; left > 0; left -= 1) {
    if (at + 2 > record.length) return null;
    const length = (record[at]! << 8) | record[at + 1]!;
    if (at + 2 + length > record.length) return null;
    sets.push(record.subarray(at + 2, at + 2 + length));
    at += 2 + length;
  }
  return { head: record.subarray(0, 6), sets, tail: record.subarray(at) };
}

/** What the first sequence parameter set says; null when there is none that can be read. */
export function readAvcRecord(record: Uint8Array): SpsFacts | null {
  const first = split(record)?.sets[0];
  return first ? readSps(first) : null;
}

/** The record with every SPS saying that nothing is reordered; null when it cannot be read. */
export function withLowDelay(record: Uint8Array): Uint8Array | null {
  const parts = split(record);
  if (!parts || parts.sets.length === 0) return null;
  const sets: Uint8Array[] = [];
  for (const set of parts.sets) {
    const rewritten = withoutReordering(set);
    if (!rewritten) return null;
    sets.push(rewritten);
  }
  const size = sets.reduce((sum, set) => sum + 2 + set.length, parts.head.length + parts.tail.length);
  const result = new Uint8Array(size);
  result.set(parts.head);
  let at = parts.head.length;
  for (const set of sets) {
    result[at] = set.length >> 8;
    result[at + 1] = set.length & 255;
    result.set(set, at + 2);
    at += 2 + set.length;
  }
  result.set(parts.tail, at);
  return result;
}

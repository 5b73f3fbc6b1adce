/** Reads the fragments that `fragment.ts` writes. Never throws. */
import { findBox, readBoxes, viewOf } from './boxes.ts';
import { readIvs } from './encryption.ts';

export interface ReadSample {
  readonly isKey: boolean;
  /** Of the data, from the start of `moof`. */
  readonly offset: number;
  readonly bytes: number;
  /** These are in units of the track's time scale. */
  readonly time: number;
  readonly duration: number;
  readonly composition: number;
  /** Null: the data are clear. */
  readonly iv: Uint8Array | null;
}

export interface ReadRun {
  readonly trackId: number;
  /** Decoding time of the first sample. */
  readonly time: number;
  readonly samples: readonly ReadSample[];
}

export interface ReadFragment {
  readonly sequence: number;
  readonly runs: readonly ReadRun[];
}

/** `body` is that of `moof`. Null if a box is missing or damaged. */
export function readFragment(body: Uint8Array): ReadFragment | null {
  const header = findBox(body, 'mfhd');
  if (header === null || header.length < 8) return null;
  const runs: ReadRun[] = [];
  for (const { type, body: track } of readBoxes(body)) {
    if (type !== 'traf') continue;
    const run = readRun(track);
    if (run === null) return null;
    runs.push(run);
  }
  return runs.length === 0 ? null : { sequence: viewOf(header).getUint32(4), runs };
}

/** Of the body of `trun`: version, flags, count and offset, then for each sample duration, size, flags and composition. */
export const tableHeaderBytes = 12;
export const tableEntryBytes = 16;

function readRun(track: Uint8Array): ReadRun | null {
  const header = findBox(track, 'tfhd');
  const start = findBox(track, 'tfdt');
  const table = findBox(track, 'trun');
  if (
    !header ||
    !start ||
    !table ||
    header.length < 8 ||
    start.length < 12 ||
    table.length < tableHeaderBytes
  )
    return null;
  const view = viewOf(table);
  // Another layout was not written here.
  if (view.getUint32(0) !== 0x0100_0f01) return null;
  const count = view.getUint32(4);
  if (table.length < tableHeaderBytes + count * tableEntryBytes) return null;
  const startView = viewOf(start);
  const first = startView.getUint32(4) * 2 ** 32 + startView.getUint32(8);
  let time = first;
  let offset = view.getUint32(8);
  const ivs = readIvs(track);
  if (ivs && ivs.length !== count) return null;
  const samples: ReadSample[] = [];
  for (let at = tableHeaderBytes; samples.length < count; at += tableEntryBytes) {
    const duration = view.getUint32(at);
    const bytes = view.getUint32(at + 4);
    const isKey = (view.getUint32(at + 8) & 0x1_0000) === 0;
    const composition = view.getInt32(at + 12);
    const iv = ivs?.[samples.length] ?? null;
    samples.push({ isKey, offset, bytes, time, duration, composition, iv });
    time += duration;
    offset += bytes;
  }
  return { trackId: viewOf(header).getUint32(4), time: first, samples };
}

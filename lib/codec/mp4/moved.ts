/** For files that are put together from others: their head, and fragments at other times. Samples stay as they are. */
import { box, findBox, fullBox, join, readBoxes, u32, u64, viewOf } from './boxes.ts';
import { readFragment, tableEntryBytes, tableHeaderBytes } from './read-fragment.ts';

/** Where consecutive samples of a track are, in units of its time scale. */
export interface RunTimes {
  readonly trackId: number;
  /** Decoding time of the first sample. */
  readonly time: number;
  readonly duration: number;
}

/**
 * Gives a fragment another sequence number, and its runs the times that `placeOf` returns: a decoding time, an integer from
 * 0, and the duration or a smaller one, to which the first samples are shortened. `body` is that of `moof`; it is changed
 * in place and keeps its length. False: it was not written by `fragment.ts`.
 */
export function moveFragment(
  body: Uint8Array,
  sequence: number,
  placeOf: (run: RunTimes) => Pick<RunTimes, 'time' | 'duration'>,
): boolean {
  const fragment = readFragment(body);
  const header = findBox(body, 'mfhd');
  if (!fragment || !header) return false;
  viewOf(header).setUint32(4, sequence);
  const tracks = readBoxes(body).filter(({ type }) => type === 'traf');
  for (const [index, { trackId, time, samples }] of fragment.runs.entries()) {
    const duration = samples.reduce((sum, sample) => sum + sample.duration, 0);
    const place = placeOf({ trackId, time, duration });
    const track = tracks[index]!.body;
    findBox(track, 'tfdt')!.set(u64(place.time), 4);
    if (place.duration < duration) shorten(findBox(track, 'trun')!, duration - place.duration);
  }
  return true;
}

/** Takes a time from the first samples of a table, each of which keeps some. */
function shorten(table: Uint8Array, time: number): void {
  const view = viewOf(table);
  const count = view.getUint32(4);
  for (let sample = 0, left = time; sample < count && left > 0; sample += 1) {
    const at = tableHeaderBytes + sample * tableEntryBytes;
    const duration = view.getUint32(at);
    const kept = Math.max(Math.min(1, duration), duration - left);
    view.setUint32(at, kept);
    left -= duration - kept;
  }
}

/**
 * The head of a file of this duration, from that of one without: `ftyp` and `moov` without other boxes. Heads of files
 * with the same tracks give the same bytes. Null: there is no `ftyp` and `moov`.
 */
export function headWithDuration(head: Uint8Array, durationMs: number): Uint8Array | null {
  const type = findBox(head, 'ftyp');
  const movie = findBox(head, 'moov');
  if (!type || !movie) return null;
  const boxes = readBoxes(movie).map((one) => {
    if (one.type === 'mvhd') return box('mvhd', movieHeader(one.body, durationMs));
    // Version 1: 64 bits.
    if (one.type === 'mvex') return box('mvex', fullBox('mehd', 0x0100_0000, u64(durationMs)), one.body);
    return box(one.type, one.body);
  });
  return join([box('ftyp', type), box('moov', ...boxes)]);
}

/** `init-segment.ts` writes version 0 and counts milliseconds, so `mehd` counts them too. */
function movieHeader(body: Uint8Array, durationMs: number): Uint8Array {
  const header = Uint8Array.from(body);
  header.set(u32(durationMs), 16);
  return header;
}

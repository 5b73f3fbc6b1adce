/** The bytes of an exported file, read as slowly as they are taken: the same for the same recordings and range. */
import { addAbortSignal } from 'node:stream';
import { boxHeaderBytes, join, readBoxHeader } from '../../codec/mp4/boxes.ts';
import type { Mp4Track } from '../../codec/mp4/init-segment.ts';
import { moveFragment, type RunTimes } from '../../codec/mp4/moved.ts';
import { readFragment } from '../../codec/mp4/read-fragment.ts';
import { readInit } from '../../codec/mp4/read-init.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import type { RecordingKey } from '../ports.ts';
import type { Gop } from '../recordings/gop-index.ts';
import type { RecordingReader } from '../recordings/recording-reader.ts';
import type { ByteRange } from './byte-range.ts';
import type { ExportedGop, ExportFile } from './export-plan.ts';

/** A larger table of samples was not written here. */
const maxTableBytes = 4 * 1024 * 1024;

/** No fragment is shorter, so that numbers of fragments can be counted in these and rise. */
const sequenceBytes = 64;

export interface ExportPace {
  /** Called before each GOP. */
  readonly check: () => Promise<void>;
  /** Awaited before each chunk, of 64 KB at most: exports take turns. */
  readonly turn: () => Promise<void>;
  readonly signal: AbortSignal;
}

/**
 * The bytes [from, to) of the file. GOPs outside of them are not read, except the one before, on whose times the next one
 * depends. Rejects if `check` does, with the reason of `signal`, and if recordings were
 * removed or cannot be read.
 */
export async function* exportBytes(
  reader: RecordingReader,
  key: RecordingKey,
  file: ExportFile,
  { from, to }: ByteRange,
  { check, turn, signal }: ExportPace,
): AsyncGenerator<Uint8Array, void, undefined> {
  const times = new FileTimes(scalesOf(file));
  const read = (exported: ExportedGop) => movedGop(reader, key, exported, times, signal);
  let before: ExportedGop | null = null;
  if (from < file.head.length) yield file.head.subarray(from, to);
  for await (const exported of file.gops(signal)) {
    const { gop, at } = exported;
    if (at >= to) return;
    if (at + gop.bytes <= from) {
      before = exported;
      continue;
    }
    await check();
    if (before) for await (const _ of read(before));
    before = null;
    for await (const part of cut(read(exported), Math.max(0, from - at), to - at)) {
      await turn();
      yield part;
    }
  }
}

/** A GOP with the times that it has in the file. */
function movedGop(
  reader: RecordingReader,
  key: RecordingKey,
  { gop, at, shiftMs }: ExportedGop,
  times: FileTimes,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  times.beginGop(shiftMs);
  return gopBytes(reader, key, gop, signal, (body, offset) => {
    const sequence = Math.floor((at + offset) / sequenceBytes) + 1;
    if (!moveFragment(body, sequence, (run) => times.place(run)))
      throw new Error('a recorded fragment is damaged');
  });
}

/** Bytes [from, to) of a GOP. */
async function* cut(
  chunks: AsyncIterable<Uint8Array>,
  from: number,
  to: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  let at = 0;
  for await (const chunk of chunks) {
    const part = chunk.subarray(Math.max(0, from - at), Math.max(0, to - at));
    if (part.length > 0) yield part;
    at += chunk.length;
    if (at >= to) return;
  }
}

/**
 * Where fragments are in the file. The first audio packet after a key frame may begin a little before it: then it begins
 * where its predecessor ends, and is shorter, so that what follows does not depend on it.
 */
class FileTimes {
  /** Ends by track, in units of its time scale: of the GOP that is read, and of the one before. */
  private ends = new Map<number, number>();
  private endsBefore = new Map<number, number>();
  private shiftMs: Ms = 0;

  constructor(private readonly scales: ReadonlyMap<number, number>) {}

  beginGop(shiftMs: Ms): void {
    this.endsBefore = this.ends;
    this.ends = new Map();
    this.shiftMs = shiftMs;
  }

  place({ trackId, time, duration }: RunTimes): Pick<RunTimes, 'time' | 'duration'> {
    const own = Math.round(time + (this.shiftMs * (this.scales.get(trackId) ?? 0)) / 1_000);
    const at = Math.max(own, this.ends.get(trackId) ?? this.endsBefore.get(trackId) ?? 0);
    this.ends.set(trackId, own + duration);
    return { time: at, duration: duration - (at - own) };
  }
}

/** When the first and the last frame of a file were recorded; of audio, packets. Whole milliseconds. */
export async function frameTimes(
  reader: RecordingReader,
  key: RecordingKey,
  file: ExportFile,
  signal: AbortSignal,
): Promise<{ readonly first: EpochMs; readonly last: EpochMs }> {
  const first = await timesOf(reader, key, file, file.first, signal);
  const last = await timesOf(reader, key, file, file.last, signal);
  return { first: Math.round(Math.min(...first)), last: Math.round(Math.max(...last)) };
}

/** When each frame of a GOP is shown. */
async function timesOf(
  reader: RecordingReader,
  key: RecordingKey,
  file: ExportFile,
  gop: Gop,
  signal: AbortSignal,
): Promise<readonly EpochMs[]> {
  const tracks = readInit(file.head) ?? [];
  const track = tracks.find(({ kind }) => kind === 'video') ?? tracks[0];
  const times: EpochMs[] = [];
  const note = (body: Uint8Array): void => {
    for (const { trackId, samples } of readFragment(body)?.runs ?? []) {
      if (!track || trackId !== track.id) continue;
      for (const { time, composition } of samples)
        times.push(((time + composition) * 1_000) / scaleOf(track));
    }
  };
  for await (const _ of gopBytes(reader, key, gop, signal, note));
  if (times.length === 0) throw new Error('a recorded GOP has no frame');
  return times;
}

const scalesOf = (file: ExportFile): ReadonlyMap<number, number> =>
  new Map((readInit(file.head) ?? []).map((track) => [track.id, scaleOf(track)]));

const scaleOf = (track: Mp4Track): number =>
  track.kind === 'video' ? track.timeScale : track.config.sampleRate;

/**
 * `change` gets the body of each `moof` and where it is in the GOP, and may change it in place. Samples are passed through
 * in pieces.
 */
async function* gopBytes(
  reader: RecordingReader,
  key: RecordingKey,
  { segmentMs, offset, bytes }: Gop,
  signal: AbortSignal,
  change: (body: Uint8Array, offset: number) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  signal.throwIfAborted();
  const stored = await reader.read(key, segmentMs, offset, offset + bytes);
  if (!stored) throw new Error('a recording was removed');
  // An object store may send nothing for long.
  addAbortSignal(signal, stored);
  let pending: Uint8Array = new Uint8Array();
  /** Rest of the box that is passed through. */
  let passing = 0;
  let read = 0;
  let done = 0;
  for await (const chunk of stored as AsyncIterable<Uint8Array>) {
    signal.throwIfAborted();
    read += chunk.length;
    let rest = chunk;
    while (rest.length > 0) {
      if (passing > 0) {
        const part = rest.subarray(0, passing);
        passing -= part.length;
        done += part.length;
        rest = rest.subarray(part.length);
        yield part;
        continue;
      }
      pending = join([pending, rest]);
      const header = readBoxHeader(pending);
      const isTable = header?.type === 'moof';
      if (pending.length >= boxHeaderBytes && (!header || (isTable && header.size > maxTableBytes)))
        throw new Error('a recorded fragment is damaged');
      if (!header || (isTable && pending.length < header.size)) break;
      if (isTable) {
        const table = pending.subarray(0, header.size);
        change(table.subarray(boxHeaderBytes), done);
        done += table.length;
        yield table;
      } else passing = header.size;
      rest = isTable ? pending.subarray(header.size) : pending;
      pending = new Uint8Array();
    }
  }
  if (read < bytes || passing > 0 || pending.length > 0) throw new Error('a recording is incomplete');
}

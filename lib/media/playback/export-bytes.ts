/** The bytes of an exported file, read as slowly as they are taken: the same for the same recordings and range. */
import { addAbortSignal } from 'node:stream';
import { moveFragment, type RunTimes } from '../../codec/mp4/moved.ts';
import { readInit } from '../../codec/mp4/read-init.ts';
import type { ByteRange } from '../../kernel/byte-range.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import type { RecordingKey } from '../ports.ts';
import type { Gop } from '../recordings/gop-index.ts';
import type { RecordingReader } from '../recordings/recording-reader.ts';
import {
  type ChangePart,
  checkedGop,
  isOfGop,
  leftOut,
  maxStrayMs,
  scaleOf,
  scalesOf,
  type TimeScales,
} from './checked-gop.ts';
import { ChunkReader } from './chunk-reader.ts';
import type { ExportedGop, ExportFile } from './export-plan.ts';

/** No fragment is shorter, so that numbers of fragments can be counted in these and rise. */
const sequenceBytes = 64;

export interface ExportPace {
  /** Called before each GOP. */
  readonly check: () => Promise<void>;
  /** Awaited before each chunk, of 64 KB at most: exports take turns. */
  readonly turn: () => Promise<void>;
  readonly signal: AbortSignal;
  /** A GOP of which something is left out, because it is damaged. */
  readonly onDamaged?: (gop: Gop) => void;
}

/**
 * The bytes [from, to) of the file. GOPs outside of them are not read, except the one before, on whose times the next one
 * depends. What is damaged is left out, in a box that players skip. Rejects if `check` does, with the reason of `signal`,
 * and if recordings were removed or cannot be read.
 */
export async function* exportBytes(
  reader: RecordingReader,
  key: RecordingKey,
  file: ExportFile,
  { from, to }: ByteRange,
  { check, turn, signal, onDamaged = () => {} }: ExportPace,
): AsyncGenerator<Uint8Array, void, undefined> {
  const times = new FileTimes(scalesOf(file.head));
  const read = (exported: ExportedGop, report = onDamaged) =>
    movedGop(reader, key, exported, times, signal, report);
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
    if (before) for await (const _ of read(before, () => {}));
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
  onDamaged: (gop: Gop) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  times.beginGop(shiftMs);
  const change: ChangePart = (body, fragment, offset) => {
    if (!fragment.runs.every((run) => isOfGop(gop, run, times.scales))) return false;
    const sequence = Math.floor((at + offset) / sequenceBytes) + 1;
    return moveFragment(body, sequence, (run) => times.place(run));
  };
  return gopBytes(reader, key, gop, signal, change, () => onDamaged(gop));
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

  constructor(readonly scales: TimeScales) {}

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

interface MeasuredFile extends ExportFile {
  /** When the first and the last frame were recorded; of audio, packets. Whole milliseconds. */
  readonly firstFrame: EpochMs;
  readonly lastFrame: EpochMs;
}

/**
 * A file whose duration includes the delay between decoding and showing a frame, which B frames need: GStreamer drops
 * what is shown behind the duration.
 */
export async function measured(
  reader: RecordingReader,
  key: RecordingKey,
  file: ExportFile,
  signal: AbortSignal,
): Promise<MeasuredFile> {
  const first = await framesOf(reader, key, file, file.first, signal);
  const last = await framesOf(reader, key, file, file.last, signal);
  const delayMs = Math.max(...[...first, ...last].map(({ delayMs }) => Math.abs(delayMs)));
  return {
    ...file,
    head: file.headOf(file.durationMs + Math.ceil(delayMs)),
    firstFrame: Math.round(Math.min(...first.map(({ at }) => at))),
    lastFrame: Math.round(Math.max(...last.map(({ at }) => at))),
  };
}

interface FrameTime {
  /** When it is shown. */
  readonly at: EpochMs;
  /** Since it was decoded. Negative: it came later than expected. */
  readonly delayMs: Ms;
}

/** The frames of a GOP; of a damaged one, when it begins and ends. */
async function framesOf(
  reader: RecordingReader,
  key: RecordingKey,
  file: ExportFile,
  gop: Gop,
  signal: AbortSignal,
): Promise<readonly FrameTime[]> {
  const tracks = readInit(file.head) ?? [];
  const track = tracks.find(({ kind }) => kind === 'video') ?? tracks[0];
  const frames: FrameTime[] = [];
  const note: ChangePart = (_, { runs }) => {
    for (const { trackId, samples } of runs) {
      if (!track || trackId !== track.id) continue;
      const perMs = scaleOf(track) / 1_000;
      for (const { time, composition } of samples)
        frames.push({ at: (time + composition) / perMs, delayMs: composition / perMs });
    }
    return true;
  };
  for await (const _ of gopBytes(reader, key, gop, signal, note));
  const { startMs, durationMs } = gop;
  const isLikely = ({ at, delayMs }: FrameTime) =>
    at >= startMs - maxStrayMs && at <= startMs + durationMs + maxStrayMs && Math.abs(delayMs) <= maxStrayMs;
  const likely = frames.filter(isLikely);
  if (likely.length > 0) return likely;
  return [startMs, startMs + durationMs].map((at) => ({ at, delayMs: 0 }));
}

/** A GOP without what is damaged. */
async function* gopBytes(
  reader: RecordingReader,
  key: RecordingKey,
  { segmentMs, offset, bytes }: Gop,
  signal: AbortSignal,
  change: ChangePart,
  onDamaged: () => void = () => {},
): AsyncGenerator<Uint8Array, void, undefined> {
  signal.throwIfAborted();
  const stored = await reader.read(key, segmentMs, offset, offset + bytes, signal);
  if (!stored) {
    // An object store can have lost what it had.
    if ((await reader.head(key, segmentMs)) === null) throw new Error('a recording was removed');
    onDamaged();
    yield* leftOut(bytes);
    return;
  }
  // An object store may send nothing for long.
  addAbortSignal(signal, stored);
  const chunks = new ChunkReader(stored);
  try {
    for await (const piece of checkedGop(chunks, bytes, change, onDamaged)) {
      signal.throwIfAborted();
      yield piece;
    }
  } finally {
    await chunks.close();
  }
}

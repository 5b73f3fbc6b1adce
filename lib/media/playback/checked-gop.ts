/** Stored bytes without what is damaged: for exports, and for players. */
import { ascii, boxHeaderBytes, join, readBoxHeader, u32, zeros } from '../../codec/mp4/boxes.ts';
import type { Mp4Track } from '../../codec/mp4/init-segment.ts';
import {
  type ReadFragment,
  type ReadRun,
  type ReadSample,
  readFragment,
} from '../../codec/mp4/read-fragment.ts';
import { readInit } from '../../codec/mp4/read-init.ts';
import type { Ms } from '../../kernel/units.ts';
import type { Gop } from '../recordings/gop-index.ts';
import type { ChunkReader } from './chunk-reader.ts';

/** A larger table of samples was not written here. */
const maxTableBytes = 4 * 1024 * 1024;
const maxZeroBytes = 64 * 1024;
/** Times of a fragment that are further from those of its GOP are damaged. */
export const maxStrayMs: Ms = 10_000;

/** Units of time of the tracks of a head, per second, by track. */
export type TimeScales = ReadonlyMap<number, number>;

export const scaleOf = (track: Mp4Track): number =>
  track.kind === 'video' ? track.timeScale : track.config.sampleRate;

export const scalesOf = (head: Uint8Array): TimeScales =>
  new Map((readInit(head) ?? []).map((track) => [track.id, scaleOf(track)]));

/** Whether the times of a fragment can be right. */
export function isOfGop(
  { startMs, durationMs }: Gop,
  { trackId, time, samples }: ReadRun,
  scales: TimeScales,
): boolean {
  const perMs = (scales.get(trackId) ?? 0) / 1_000;
  if (perMs === 0) return false;
  const end = samples.reduce((sum, sample) => sum + sample.duration, time);
  const isNear = time / perMs >= startMs - maxStrayMs && end / perMs <= startMs + durationMs + maxStrayMs;
  return isNear && samples.every(({ composition }) => Math.abs(composition) / perMs <= maxStrayMs);
}

/**
 * Gets the body of each `moof`, what it says, and where it is in the GOP; may change it in place. False: it is damaged.
 */
export type ChangePart = (body: Uint8Array, fragment: ReadFragment, offset: number) => boolean;

/**
 * The bytes of a GOP, which `stored` gives next. A part is one `moof` and its `mdat`. Samples are passed through in pieces.
 * From a damaged part on, the rest of the GOP is a `free` box, which players skip: frames behind it could not be decoded
 * anyway, and the length is kept. Rejects if `stored` ends before; what is left out may be missing.
 */
export async function* checkedGop(
  stored: ChunkReader,
  bytes: number,
  change: ChangePart,
  onDamaged: () => void = () => {},
): AsyncGenerator<Uint8Array, void, undefined> {
  let done = 0;
  while (done < bytes) {
    const begin = stored.taken;
    const part = await readPart(stored, bytes - done);
    if (!part || !change(part.table.subarray(boxHeaderBytes), part.fragment, done)) {
      onDamaged();
      yield* leftOut(bytes - done);
      await stored.skip(bytes - done - (stored.taken - begin));
      return;
    }
    yield part.table;
    yield part.dataHeader;
    yield* stored.pieces(part.dataBytes - boxHeaderBytes);
    done += part.table.length + part.dataBytes;
  }
}

interface PartHead {
  /** The whole `moof`. */
  readonly table: Uint8Array;
  readonly fragment: ReadFragment;
  readonly dataHeader: Uint8Array;
  /** Of the whole `mdat`. */
  readonly dataBytes: number;
}

/** The part with which the GOP goes on, of which `left` bytes follow. Null: it is damaged. */
async function readPart(stored: ChunkReader, left: number): Promise<PartHead | null> {
  if (left < 2 * boxHeaderBytes) return null;
  const tableHeader = await stored.exactly(boxHeaderBytes);
  const box = readBoxHeader(tableHeader);
  const isTable = box?.type === 'moof' && box.size <= Math.min(maxTableBytes, left - boxHeaderBytes);
  if (!isTable) return null;
  const table = join([tableHeader, await stored.exactly(box.size - boxHeaderBytes)]);
  const dataHeader = await stored.exactly(boxHeaderBytes);
  const data = readBoxHeader(dataHeader);
  const behind = left - table.length - (data?.size ?? 0);
  // Another box must fit behind it, or none.
  if (data?.type !== 'mdat' || (behind !== 0 && behind < boxHeaderBytes)) return null;
  const fragment = readFragment(table.subarray(boxHeaderBytes));
  const from = table.length + boxHeaderBytes;
  const isWithin = ({ offset, bytes: own }: ReadSample) =>
    offset >= from && offset + own <= table.length + data.size;
  if (!fragment?.runs.every(({ samples }) => samples.every(isWithin))) return null;
  return { table, fragment, dataHeader, dataBytes: data.size };
}

/** A `free` box of this length. */
export function* leftOut(bytes: number): Generator<Uint8Array, void, undefined> {
  yield join([u32(bytes), ascii('free')]);
  for (let left = bytes - boxHeaderBytes; left > 0; left -= maxZeroBytes)
    yield zeros(Math.min(left, maxZeroBytes));
}

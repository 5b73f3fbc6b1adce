/** The bytes of an exported file, read as slowly as they are taken: the same for the same recordings and range. */
import { boxHeaderBytes, join, readBoxHeader } from '../../codec/mp4/boxes.ts';
import type { Mp4Track } from '../../codec/mp4/init-segment.ts';
import { moveFragment } from '../../codec/mp4/moved.ts';
import { readFragment } from '../../codec/mp4/read-fragment.ts';
import { readInit } from '../../codec/mp4/read-init.ts';
import type { EpochMs } from '../../kernel/units.ts';
import type { RecordingKey } from '../ports.ts';
import type { Gop } from '../recordings/gop-index.ts';
import type { RecordingReader } from '../recordings/recording-reader.ts';
import type { ExportFile } from './export-plan.ts';

/** A larger table of samples was not written here. */
const maxTableBytes = 4 * 1024 * 1024;

/** `check` is called before each GOP. Rejects if it does, and if recordings were removed or cannot be read. */
export async function* exportBytes(
  reader: RecordingReader,
  key: RecordingKey,
  file: ExportFile,
  check: () => Promise<void>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const scales = scalesOf(file);
  /** Of what was sent, for each track, in units of its time scale. */
  const ends = new Map<number, number>();
  let sequence = 0;
  yield file.head;
  for (const { gops, shiftMs } of file.runs) {
    const move = (body: Uint8Array): void => {
      sequence += 1;
      const isMoved = moveFragment(body, sequence, ({ trackId, time, duration }) => {
        const wanted = Math.round(time + (shiftMs * (scales.get(trackId) ?? 0)) / 1_000);
        // The first audio packet after a key frame may begin a little before it.
        const at = Math.max(wanted, ends.get(trackId) ?? 0);
        ends.set(trackId, at + duration);
        return at;
      });
      if (!isMoved) throw new Error('a recorded fragment is damaged');
    };
    for (const gop of gops) {
      await check();
      yield* gopBytes(reader, key, gop, move);
    }
  }
}

/** When the first and the last frame of a file were recorded; of audio, packets. Whole milliseconds. */
export async function frameTimes(
  reader: RecordingReader,
  key: RecordingKey,
  file: ExportFile,
): Promise<{ readonly first: EpochMs; readonly last: EpochMs }> {
  const first = await timesOf(reader, key, file, file.runs[0]!.gops[0]!);
  const last = await timesOf(reader, key, file, file.runs.at(-1)!.gops.at(-1)!);
  return { first: Math.round(Math.min(...first)), last: Math.round(Math.max(...last)) };
}

/** When each frame of a GOP is shown. */
async function timesOf(
  reader: RecordingReader,
  key: RecordingKey,
  file: ExportFile,
  gop: Gop,
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
  for await (const _ of gopBytes(reader, key, gop, note));
  if (times.length === 0) throw new Error('a recorded GOP has no frame');
  return times;
}

const scalesOf = (file: ExportFile): ReadonlyMap<number, number> =>
  new Map((readInit(file.head) ?? []).map((track) => [track.id, scaleOf(track)]));

const scaleOf = (track: Mp4Track): number =>
  track.kind === 'video' ? track.timeScale : track.config.sampleRate;

/** `change` gets the body of each `moof`, and may change it in place. Samples are passed through in pieces. */
async function* gopBytes(
  reader: RecordingReader,
  key: RecordingKey,
  { segmentMs, offset, bytes }: Gop,
  change: (body: Uint8Array) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  const stored = await reader.read(key, segmentMs, offset, offset + bytes);
  if (!stored) throw new Error('a recording was removed');
  let pending: Uint8Array = new Uint8Array();
  /** Rest of the box that is passed through. */
  let passing = 0;
  let read = 0;
  for await (const chunk of stored as AsyncIterable<Uint8Array>) {
    read += chunk.length;
    let rest = chunk;
    while (rest.length > 0) {
      if (passing > 0) {
        const part = rest.subarray(0, passing);
        passing -= part.length;
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
        change(table.subarray(boxHeaderBytes));
        yield table;
      } else passing = header.size;
      rest = isTable ? pending.subarray(header.size) : pending;
      pending = new Uint8Array();
    }
  }
  if (read < bytes || passing > 0 || pending.length > 0) throw new Error('a recording is incomplete');
}

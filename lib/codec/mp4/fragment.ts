/** Fragments of an MP4 file: `moof` with the table of samples, then `mdat` with their data. */
import { ascii, box, boxHeaderBytes, fullBox, join, u32, u64 } from './boxes.ts';

export interface Mp4Sample {
  readonly data: Uint8Array;
  readonly isKey: boolean;
  /** These are in units of the track's time scale. */
  readonly duration: number;
  /** Presentation time minus decoding time. */
  readonly composition: number;
  /** Of encrypted data, 16 bytes. All samples of a run have one, or none. */
  readonly iv?: Uint8Array;
}

/** Consecutive samples of one track. */
export interface FragmentRun {
  readonly trackId: number;
  /** Decoding time of the first sample, in units of the track's time scale. */
  readonly time: number;
  readonly samples: readonly Mp4Sample[];
}

/** In one piece. */
export function fragment(sequence: number, runs: readonly FragmentRun[]): Uint8Array {
  return join(fragmentChunks(sequence, runs));
}

/** As a head and the data of the samples, which is not copied. */
export function fragmentChunks(sequence: number, runs: readonly FragmentRun[]): Uint8Array[] {
  const dataBytes = runs.map(({ samples }) => samples.reduce((sum, { data }) => sum + data.length, 0));
  const tables = runs.map(({ samples }) => ({ samples: sampleTable(samples), ivs: ivTable(samples) }));
  const moofWith = (firstOffset: number): Uint8Array => {
    let offset = firstOffset;
    const header = fullBox('mfhd', 0, u32(sequence));
    let at = boxHeaderBytes + header.length;
    const tracks = runs.map((run, index) => {
      const traf = trackBox(run, tables[index]!, offset, at);
      offset += dataBytes[index]!;
      at += traf.length;
      return traf;
    });
    return box('moof', header, ...tracks);
  };
  const moof = moofWith(moofWith(0).length + boxHeaderBytes);
  const total = dataBytes.reduce((sum, bytes) => sum + bytes, 0);
  const head = join([moof, u32(boxHeaderBytes + total), ascii('mdat')]);
  return [head, ...runs.flatMap(({ samples }) => samples.map(({ data }) => data))];
}

interface SampleTables {
  readonly samples: Uint8Array;
  /** Null: not encrypted. */
  readonly ivs: Uint8Array | null;
}

/** `dataOffset`: of the first sample; `at`: of this box. Both from the start of `moof`. */
function trackBox(
  { trackId, time, samples }: FragmentRun,
  tables: SampleTables,
  dataOffset: number,
  at: number,
): Uint8Array {
  const boxes = [
    fullBox('tfhd', 0x02_0000, u32(trackId)), // offsets count from the start of `moof`
    fullBox('tfdt', 0x0100_0000, u64(time)),
    fullBox('trun', 0x0100_0f01, u32(samples.length), u32(dataOffset), tables.samples),
  ];
  const { ivs } = tables;
  if (ivs) {
    const senc = fullBox('senc', 0, u32(samples.length), ivs);
    const saiz = fullBox('saiz', 0, [ivBytes], u32(samples.length));
    const saioWith = (offset: number) => fullBox('saio', 0, u32(1), u32(offset));
    const before = [...boxes, saiz, saioWith(0)].reduce((sum, { length }) => sum + length, 0);
    boxes.push(saiz, saioWith(at + boxHeaderBytes + before + senc.length - ivs.length), senc);
  }
  return box('traf', ...boxes);
}

/** Common Encryption (ISO/IEC 23001-7) of whole samples: each has an IV and no subsamples. */
const ivBytes = 16;

function ivTable(samples: readonly Mp4Sample[]): Uint8Array | null {
  const ivs = samples.flatMap(({ iv }) => (iv ? [iv] : []));
  return ivs.length > 0 && ivs.length === samples.length ? join(ivs) : null;
}

/** Flags of a sample: depends on others or not, sync sample or not. */
export const keyFlags = 0x0200_0000;
const otherFlags = 0x0101_0000;

function sampleTable(samples: readonly Mp4Sample[]): Uint8Array {
  const entries = new Uint8Array(samples.length * 16);
  const view = new DataView(entries.buffer);
  for (const [index, { data, isKey, duration, composition }] of samples.entries()) {
    view.setUint32(index * 16, duration);
    view.setUint32(index * 16 + 4, data.length);
    view.setUint32(index * 16 + 8, isKey ? keyFlags : otherFlags);
    view.setInt32(index * 16 + 12, composition);
  }
  return entries;
}

/**
 * Moves frames that x264 coded on their own below the overlay strip: same slice data, new slice header that starts some
 * macroblock rows further down. CAVLC data does not depend on its position in the frame; the header disables filtering
 * across the slice's edge, which for x264 was the edge of the frame.
 */
import { BitReader } from '../../lib/codec/bit-reader.ts';
import { BitWriter } from '../../lib/codec/bit-writer.ts';
import { h264Nal, h264NalType } from '../../lib/codec/h264.ts';
import { escapeInto, splitAnnexB, unescapeNal } from '../../lib/codec/nal.ts';
import { writeSliceHeader } from '../../lib/media/sources/demo/slice-header.ts';

export interface LoweredFrames {
  readonly frameNumBits: number;
  readonly initQp: number;
  readonly chromaQpOffset: number;
  readonly groupLength: number;
  /** One NAL unit per frame. */
  readonly frames: readonly Uint8Array[];
}

/** `coded`: Annex B from x264 with the options of `encode-scene.ts`, one slice per frame. */
export function lowerSlices(coded: Uint8Array, firstMacroblock: number): LoweredFrames {
  const units = splitAnnexB(coded);
  const sps = readSps(required(units, h264Nal.sps));
  const pps = readPps(required(units, h264Nal.pps));
  const slices = units.filter((unit) => [h264Nal.idr, h264Nal.slice].includes(h264NalType(unit) as 1));
  const groupLength = slices.findIndex((unit, at) => at > 0 && h264NalType(unit) === h264Nal.idr);
  const frames = slices.map((unit, index) => {
    const isKey = h264NalType(unit) === h264Nal.idr;
    assert(isKey === (index % groupLength === 0), `frame ${index}: key frames must be at equal distances`);
    return lowerSlice(unit, sps.frameNumBits, pps.initQp, firstMacroblock, index, groupLength);
  });
  assert((frames.length / groupLength) % 2 === 0, 'the clip must have an even number of groups');
  return { ...sps, ...pps, groupLength, frames };
}

function lowerSlice(
  unit: Uint8Array,
  frameNumBits: number,
  initQp: number,
  firstMacroblock: number,
  index: number,
  groupLength: number,
): Uint8Array {
  const isKey = index % groupLength === 0;
  const reader = new BitReader(unescapeNal(unit.subarray(1)));
  assert(reader.ue() === 0, 'one slice per frame');
  assert(reader.ue() === (isKey ? 7 : 5), 'slice type');
  assert(reader.ue() === 0, 'parameter set 0');
  const frameNum = reader.bits(frameNumBits);
  assert(frameNum === (index % groupLength) % 2 ** frameNumBits, 'frame_num counts the frames of a group');
  if (isKey) {
    reader.ue();
    assert(reader.bits(2) === 0, 'plain reference marking');
  } else {
    assert(reader.bits(3) === 0, 'one reference, no reordering, plain marking');
  }
  const qp = initQp + reader.se();
  const filter = reader.ue();
  assert(filter === 0 || filter === 1, 'deblocking of the whole frame or none');
  const offsets = filter === 0 ? { alphaOffset: reader.se(), betaOffset: reader.se() } : {};

  const writer = new BitWriter();
  writer.bits(unit[0]!, 8);
  writeSliceHeader(
    writer,
    { frameNumBits, initQp },
    {
      isKey,
      firstMacroblock,
      frameNum,
      idrPicId: Math.floor(index / groupLength) & 1,
      qp,
      deblocking: filter === 0 ? 2 : 1,
      ...offsets,
    },
  );
  copySliceData(reader, writer);
  const plain = writer.written();
  const escaped = new Uint8Array(plain.length * 2);
  return escaped.slice(0, escapeInto(escaped, 0, plain));
}

/** Everything up to the stop bit, which is the last 1 of the unit. */
function copySliceData(reader: BitReader, writer: BitWriter): void {
  const bits: number[] = [];
  while (!reader.isOverrun) bits.push(reader.bit());
  const stop = bits.lastIndexOf(1);
  for (let index = 0; index < stop; index += 1) writer.bits(bits[index]!, 1);
  writer.trailing();
}

function readSps(unit: Uint8Array): { frameNumBits: number } {
  const reader = new BitReader(unescapeNal(unit).subarray(1));
  assert(reader.bits(8) === 66, 'baseline profile');
  reader.bits(16);
  reader.ue();
  const frameNumBits = reader.ue() + 4;
  assert(reader.ue() === 2, 'picture order count type 2');
  assert(reader.ue() === 1, 'one reference frame');
  return { frameNumBits };
}

function readPps(unit: Uint8Array): { initQp: number; chromaQpOffset: number } {
  const reader = new BitReader(unescapeNal(unit).subarray(1));
  reader.ue();
  reader.ue();
  assert(!reader.flag(), 'CAVLC');
  reader.bit();
  assert(reader.ue() === 0 && reader.ue() === 0, 'no slice groups, one reference');
  reader.ue();
  assert(reader.bits(3) === 0, 'no weighted prediction');
  const initQp = 26 + reader.se();
  reader.se();
  const chromaQpOffset = reader.se();
  assert(reader.flag() && !reader.flag() && !reader.flag(), 'deblocking control, free intra prediction');
  return { initQp, chromaQpOffset };
}

function required(units: readonly Uint8Array[], type: number): Uint8Array {
  const unit = units.find((candidate) => h264NalType(candidate) === type);
  if (!unit) throw new Error(`x264 wrote no NAL unit of type ${type}`);
  return unit;
}

function assert(condition: boolean, what: string): void {
  if (!condition) throw new Error(`unexpected stream from x264: ${what}`);
}

/** Pictures that ffmpeg encodes, as the NAL units that a camera sends. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { BitReader } from '../../lib/codec/bit-reader.ts';
import { BitWriter } from '../../lib/codec/bit-writer.ts';
import { readH264Sps } from '../../lib/codec/h264-sps.ts';
import { escapeNal, splitAnnexB, unescapeNal } from '../../lib/codec/nal.ts';

const run = promisify(execFile);

export type PictureCodec = 'h264' | 'h265';

export interface CodedPicture {
  /** Of its presentation, in 1/90000 s. */
  readonly timestamp: number;
  /** Without start codes; parameter sets before each key frame. */
  readonly nals: readonly Uint8Array[];
}

interface CodedPicturesOptions {
  readonly codec: PictureCodec;
  /** Of the encoder. With `aud=1`: the delimiters show where a picture begins, and are left out. */
  readonly parameters: string;
  readonly frames: number;
  readonly keyEvery: number;
  readonly fps?: number;
  readonly size?: string;
}

/** In decoding order. Files are written to `folder`. */
export async function codedPictures(
  folder: string,
  { codec, parameters, frames, keyEvery, fps = 25, size = '320x240' }: CodedPicturesOptions,
): Promise<CodedPicture[]> {
  const [whole, units] = [join(folder, 'footage.mkv'), join(folder, 'footage.bits')];
  const coder = codec === 'h264' ? 'libx264' : 'libx265';
  await run('ffmpeg', [
    ...['-y', '-v', 'error', '-f', 'lavfi', '-i', `testsrc2=s=${size}:r=${fps}`, '-frames:v', String(frames)],
    ...['-pix_fmt', 'yuv420p', '-c:v', coder, '-preset', 'ultrafast'],
    ...[codec === 'h264' ? '-x264-params' : '-x265-params', `keyint=${keyEvery}:scenecut=0:${parameters}`],
    whole,
  ]);
  const format = codec === 'h264' ? 'h264' : 'hevc';
  await run('ffmpeg', ['-y', '-v', 'error', '-i', whole, '-c', 'copy', '-f', format, units]);
  const entries = ['-of', 'csv=p=0', '-show_entries', 'packet=pts'];
  const { stdout } = await run('ffprobe', ['-v', 'error', ...entries, whole]);
  const times = stdout.trim().split('\n').map(Number.parseFloat);
  const made: Uint8Array[][] = [[]];
  const typeOf = (nal: Uint8Array) => (codec === 'h264' ? nal[0]! & 0x1f : (nal[0]! >> 1) & 0x3f);
  const isSlice = (nal: Uint8Array) => typeOf(nal) <= (codec === 'h264' ? 5 : 31);
  for (const nal of splitAnnexB(readFileSync(units))) {
    // Parameter sets may precede the first delimiter.
    if (typeOf(nal) !== (codec === 'h264' ? 9 : 35)) made.at(-1)!.push(nal);
    else if (made.at(-1)!.some(isSlice)) made.push([]);
  }
  if (made.length !== frames) throw new Error(`${made.length} pictures instead of ${frames}`);
  return made.map((nals, at) => ({ nals, timestamp: 90_000 + times[at]! * 90 }));
}

/** A delimiter: a camera that sends nothing more shows with it that its last picture has ended. */
export const delimiter = (codec: PictureCodec): Uint8Array =>
  Uint8Array.of(...(codec === 'h264' ? [9, 0xf0] : [0x46, 1, 0x50]));

/** An SPS of H.264 without the restrictions that state its reordering depth, and with another time scale. */
export function vagueSps(nal: Uint8Array, ticks: number): Uint8Array {
  const sps = readH264Sps(nal);
  if (typeof sps === 'string') throw new Error(sps);
  const source = new BitReader(unescapeNal(nal));
  const target = new BitWriter();
  const [timing] = sps.timingBits;
  while (source.position < timing![0]) target.bits(source.bit(), 1);
  target.bits(1, 1);
  target.bits(1, 32);
  target.bits(ticks, 32);
  target.bits(1, 1);
  source.skip(timing![1] - timing![0]);
  while (source.position < sps.rewriteBit!) target.bits(source.bit(), 1);
  target.bits(0, 1);
  target.trailing();
  return escapeNal(target.written()).slice();
}

/** Decodes the units of a source with ffmpeg: a frame is valid if the decoder reports no error. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { joinAnnexB, splitLengthPrefixed } from '../../lib/codec/nal.ts';
import type { VideoTrack } from '../../lib/codec/tracks.ts';
import type { AccessUnit } from '../../lib/media/ports.ts';
import { parameterSetsOf } from './video-config.ts';

export interface Decoded {
  readonly frames: number;
  /** Mean brightness of each frame, 0 to 255. */
  readonly brightness: readonly number[];
  /** Luma planes, one byte per pixel. */
  readonly luma: readonly Uint8Array[];
  readonly complaints: string;
}

/** Mean difference of two frames, 0 to 255. Coding loss is below 6; a grey frame instead of the street is far above. */
export function difference(a: Uint8Array, b: Uint8Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += Math.abs(a[i]! - b[i]!);
  return sum / a.length;
}

export async function decodeVideo(track: VideoTrack, units: readonly AccessUnit[]): Promise<Decoded> {
  const codec = track.codec === 'h264' ? 'h264' : 'hevc';
  const args = [
    '-v',
    'warning',
    '-f',
    codec,
    '-i',
    'pipe:0',
    '-fps_mode',
    'passthrough',
    '-f',
    'rawvideo',
    '-pix_fmt',
    'gray',
    'pipe:1',
  ];
  const child = spawn('ffmpeg', args, { stdio: ['pipe', 'pipe', 'pipe'] });
  const pixels: Buffer[] = [];
  let complaints = '';
  child.stdout.on('data', (chunk: Buffer) => pixels.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => {
    complaints += chunk.toString();
  });
  const sets = joinAnnexB(parameterSetsOf(track));
  for (const unit of units) {
    if (unit.isKey) child.stdin.write(sets);
    child.stdin.write(joinAnnexB(splitLengthPrefixed(unit.data)));
  }
  child.stdin.end();
  await once(child, 'close');
  const all = Buffer.concat(pixels);
  const frameBytes = track.width * track.height;
  const luma = Array.from({ length: Math.floor(all.length / frameBytes) }, (_, index) =>
    all.subarray(index * frameBytes, (index + 1) * frameBytes),
  );
  return {
    frames: luma.length,
    brightness: luma.map(mean),
    luma,
    complaints: ignoreHarmless(complaints),
  };
}

function mean(bytes: Buffer): number {
  let sum = 0;
  for (const byte of bytes) sum += byte;
  return sum / bytes.length;
}

/** ffmpeg always remarks that a raw elementary stream has no timestamps. */
const ignoreHarmless = (text: string): string =>
  text
    .split('\n')
    .filter(
      (line) =>
        line.trim() !== '' && !/timestamp|deprecated pixel format|duration|not enough frames/i.test(line),
    )
    .join('\n');

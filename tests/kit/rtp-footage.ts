/** Real footage as the RTP packets of a camera, and a wire that loses some of them, always the same for a seed. */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { footagePath } from './gst-footage.ts';
import { fragmentH264, fragmentH265, makeRtp } from './rtp-bits.ts';

const run = promisify(execFile);

export interface RtpFootage {
  readonly codec: 'h264' | 'h265';
  readonly fps: number;
  /** Packets of each frame, without gaps in their sequence numbers. */
  readonly frames: readonly (readonly Buffer[])[];
  readonly sdp: string;
}

export interface RtpFootageOptions {
  readonly codec?: 'h264' | 'h265';
  readonly kbps?: number;
  readonly seconds?: number;
  readonly gopSeconds?: number;
  /** Slices of each frame. */
  readonly slices?: number;
  /** A number of the stream that begins anew in the middle of a test is no restart. */
  readonly firstSequence?: number;
}

const fps = 15;
const payloadBytes = 1_200;

/** 640x360 at 15 frames per second; encoded once, and kept in the system's temporary folder. */
export async function rtpFootage(options: RtpFootageOptions = {}): Promise<RtpFootage> {
  const { codec = 'h264', kbps = 800, seconds = 20, gopSeconds = 2, slices = 1, firstSequence = 0 } = options;
  const stream = readFileSync(await encoded({ codec, kbps, seconds, gopSeconds, slices }));
  let sequence = firstSequence - 1;
  const frames = accessUnits(splitAnnexB(stream), codec).map((nals, frame) => {
    const payloads = nals.flatMap((nal) =>
      codec === 'h264' ? fragmentH264(nal, payloadBytes) : fragmentH265(nal, payloadBytes),
    );
    return payloads.map((payload, at) => {
      sequence += 1;
      const isMarked = at === payloads.length - 1;
      return makeRtp({ sequence, timestamp: frame * (90_000 / fps), isMarked }, payload);
    });
  });
  return { codec, fps, frames, sdp: sdpOf(codec) };
}

/** True for packets that the wire loses; `percent` of them, in the same places for the same seed. */
export function lossOf(seed: number, percent: number): () => boolean {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32 < percent / 100;
  };
}

/** Of H.264: the packet has a part of a key frame. */
export const isKeyPacket = (packet: Buffer): boolean =>
  (packet[12]! & 0x1f) === 5 || ((packet[12]! & 0x1f) === 28 && (packet[13]! & 0x1f) === 5);

const sdpOf = (codec: 'h264' | 'h265'): string =>
  [
    'v=0',
    'o=- 0 0 IN IP4 127.0.0.1',
    's=footage',
    't=0 0',
    'a=control:*',
    'm=video 0 RTP/AVP 96',
    codec === 'h264' ? 'a=rtpmap:96 H264/90000' : 'a=rtpmap:96 H265/90000',
    ...(codec === 'h264' ? ['a=fmtp:96 packetization-mode=1'] : []),
    'a=control:track1',
    '',
  ].join('\r\n');

async function encoded(options: Required<Omit<RtpFootageOptions, 'firstSequence'>>): Promise<string> {
  const { codec, kbps, seconds, gopSeconds, slices } = options;
  const folder = join(tmpdir(), 'oriel-footage');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `rtp-${kbps}k-${seconds}s-${gopSeconds}s-${slices}.${codec}`);
  if (existsSync(path)) return path;
  const partial = join(folder, `.${process.pid}-${randomUUID()}.${codec}`);
  const isH264 = codec === 'h264';
  await run('ffmpeg', [
    ...['-y', '-v', 'error', '-nostdin', '-stream_loop', '-1', '-i', footagePath, '-t', String(seconds)],
    ...['-vf', `scale=640:360,setsar=1,fps=${fps}`, '-pix_fmt', 'yuv420p', '-bf', '0'],
    ...['-b:v', `${kbps}k`, '-maxrate', `${kbps}k`, '-bufsize', `${kbps}k`, '-g', String(fps * gopSeconds)],
    ...(isH264
      ? ['-c:v', 'libx264', '-preset', 'veryfast', '-x264-params', `aud=1:slices=${slices}:scenecut=0`]
      : [
          '-c:v',
          'libx265',
          '-preset',
          'ultrafast',
          '-x265-params',
          `aud=1:slices=${slices}:scenecut=0:log-level=error`,
        ]),
    ...['-f', isH264 ? 'h264' : 'hevc', partial],
  ]);
  renameSync(partial, path);
  return path;
}

function splitAnnexB(stream: Buffer): Buffer[] {
  const starts: number[] = [];
  for (let at = stream.indexOf('\0\0\x01'); at >= 0; at = stream.indexOf('\0\0\x01', at + 3)) starts.push(at);
  return starts.map((start, index) => {
    let end = starts[index + 1] ?? stream.length;
    while (end > start + 3 && stream[end - 1] === 0) end -= 1;
    return stream.subarray(start + 3, end);
  });
}

/** Each begins with a delimiter, which is left out as cameras do. */
function accessUnits(nals: readonly Buffer[], codec: 'h264' | 'h265'): Buffer[][] {
  const units: Buffer[][] = [];
  for (const nal of nals) {
    const type = codec === 'h264' ? nal[0]! & 0x1f : (nal[0]! >> 1) & 0x3f;
    const isInfo = codec === 'h264' ? type === 6 : type === 39 || type === 40;
    if (type === (codec === 'h264' ? 9 : 35)) units.push([]);
    else if (!isInfo) units.at(-1)?.push(nal);
  }
  return units;
}

/**
 * Coded video and audio for relay tests: made by ffmpeg and split into access units here,
 * independently of the product's ingest.
 */
import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AudioTrack, VideoTrack } from '../../lib/codec/tracks.ts';
import type { AccessUnit, TrackSet } from '../../lib/media/ports.ts';

export type ClipUnit = Omit<AccessUnit, 'wallMs'>;

export interface CodedClip {
  readonly tracks: TrackSet;
  /** In order of dts, starting with a key frame. */
  readonly units: readonly ClipUnit[];
  readonly durationMs: number;
  readonly fps: number;
}

export interface ClipOptions {
  readonly seconds?: number;
  readonly fps?: number;
  readonly gopSeconds?: number;
  readonly kbps?: number;
  readonly video?: 'h264' | 'h265' | null;
  readonly audio?: 'aac' | 'pcma' | 'pcmu' | 'opus' | null;
  /** AAC sample rate, Hz. A frame has 1024 samples. */
  readonly aacRate?: 16_000 | 32_000;
  /** Frequency of the tone, Hz. */
  readonly toneHz?: number;
  readonly size?: `${number}x${number}`;
  /** A white frame and a tone in the first 120 ms of each second, otherwise black and silent. */
  readonly hasFlashes?: boolean;
}

const flashSeconds = 0.12;
const FILLER_NAL = 12;
/** Sampling frequency index of AudioSpecificConfig. */
const AAC_RATE_INDEX = { 16000: 8, 32000: 5 } as const;
const AAC_FRAME_SAMPLES = 1_024;
const G711_RATE = 8_000;
const G711_PACKET_SAMPLES = 320;
const OPUS_PACKET_MS = 20;

export function makeClip(options: ClipOptions = {}): CodedClip {
  const { seconds = 4, fps = 25, gopSeconds = 1, video = 'h264', audio = 'aac' } = options;
  const codedVideo =
    video && cutVideo(codeVideo({ ...options, seconds, fps, gopSeconds, video }), video, fps);
  const codedAudio = audio && cutAudio(codeAudio({ ...options, seconds, audio }), audio, options);
  const units = [...(codedVideo ? codedVideo.units : []), ...(codedAudio ? codedAudio.units : [])];
  const [width, height] = (options.size ?? '320x180').split('x').map(Number);
  return {
    tracks: {
      video: codedVideo ? { ...codedVideo.track, width: width!, height: height! } : null,
      audio: codedAudio ? codedAudio.track : null,
    },
    units: units.sort((one, other) => one.dtsMs - other.dtsMs),
    durationMs: seconds * 1_000,
    fps,
  };
}

/** What ffmpeg makes with these arguments, which is cached in the system's temporary folder. */
function ffmpeg(args: readonly string[]): Buffer {
  const folder = join(tmpdir(), 'oriel-clips');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, createHash('sha256').update(JSON.stringify(args)).digest('hex'));
  if (!existsSync(path)) {
    const partial = `${path}-${randomUUID()}`;
    execFileSync('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', ...args, partial]);
    renameSync(partial, path);
  }
  return readFileSync(path);
}

function codeVideo(options: Required<Pick<ClipOptions, 'seconds' | 'fps' | 'gopSeconds'>> & ClipOptions) {
  const { seconds, fps, gopSeconds, kbps = 800, size = '320x180', video } = options;
  const gop = String(fps * gopSeconds);
  const format = `size=${size}:rate=${fps}:duration=${seconds}`;
  const source = options.hasFlashes
    ? `color=black:${format},drawbox=color=white:t=fill:enable='lt(mod(t,1),${flashSeconds})'`
    : `testsrc2=${format}`;
  const rate = ['-b:v', `${kbps}k`, '-maxrate', `${kbps}k`, '-bufsize', `${kbps}k`];
  const encoder =
    video === 'h265'
      ? [
          '-c:v',
          'libx265',
          '-preset',
          'ultrafast',
          '-x265-params',
          `keyint=${gop}:min-keyint=${gop}:bframes=0:scenecut=0:log-level=none:repeat-headers=1`,
          '-f',
          'hevc',
        ]
      : [
          '-c:v',
          'libx264',
          '-preset',
          'ultrafast',
          '-profile:v',
          'main',
          '-bf',
          '0',
          '-g',
          gop,
          '-keyint_min',
          gop,
          '-sc_threshold',
          '0',
          '-nal-hrd',
          'cbr',
          '-bsf:v',
          'h264_metadata=aud=insert',
          '-f',
          'h264',
        ];
  return ffmpeg(['-f', 'lavfi', '-i', source, '-pix_fmt', 'yuv420p', ...rate, ...encoder]);
}

function codeAudio(options: Required<Pick<ClipOptions, 'seconds'>> & ClipOptions) {
  const { seconds, audio, toneHz = 440, aacRate = 16_000 } = options;
  const codec = {
    aac: ['-c:a', 'aac', '-f', 'adts'],
    pcma: ['-f', 'alaw'],
    pcmu: ['-f', 'mulaw'],
    opus: ['-c:a', 'libopus', '-frame_duration', '20', '-page_duration', '20000', '-f', 'ogg'],
  }[audio ?? 'aac'];
  const rate = { aac: aacRate, pcma: G711_RATE, pcmu: G711_RATE, opus: 48_000 }[audio ?? 'aac'];
  return ffmpeg([
    '-f',
    'lavfi',
    '-i',
    options.hasFlashes
      ? `aevalsrc='0.5*sin(2*PI*1000*t)*lt(mod(t,1),${flashSeconds})':s=${rate}:d=${seconds}`
      : `sine=frequency=${toneHz}:sample_rate=${rate}:duration=${seconds}`,
    '-ac',
    '1',
    ...codec,
  ]);
}

/** Splits at start codes; an access unit starts with a delimiter (H.264) or a first slice (H.265). */
function cutVideo(stream: Buffer, codec: 'h264' | 'h265', fps: number) {
  const nals = splitAnnexB(stream);
  const typeOf = (nal: Buffer) => (codec === 'h264' ? nal[0]! & 0x1f : (nal[0]! >> 1) & 0x3f);
  const parameterTypes = codec === 'h264' ? [7, 8] : [32, 33, 34];
  const parameters = parameterTypes.map((type) => nals.find((nal) => typeOf(nal) === type)!);
  const units: ClipUnit[] = [];
  for (const nal of nals) {
    const type = typeOf(nal);
    const isFrame = codec === 'h264' ? type === 1 || type === 5 : type < 32;
    const isFiller = codec === 'h264' && type === FILLER_NAL; // filler keeps the bit rate constant
    if (!isFrame && !isFiller) continue;
    const isFirstSlice = !isFiller && ((codec === 'h264' ? nal[1]! : nal[2]!) & 0x80) !== 0;
    const length = Buffer.alloc(4);
    length.writeUInt32BE(nal.length);
    const data = Buffer.concat([length, nal]);
    if (!isFirstSlice) {
      const open = units.pop()!;
      units.push({ ...open, data: Buffer.concat([open.data, data]) });
      continue;
    }
    const dtsMs = (units.length * 1_000) / fps;
    const isKey = codec === 'h264' ? type === 5 : type >= 16 && type <= 21;
    units.push({ kind: 'video', dtsMs, ptsMs: dtsMs, isKey, data });
  }
  const track: Omit<VideoTrack, 'width' | 'height'> =
    codec === 'h264'
      ? { codec, config: avcConfig(parameters), codecString: `avc1.${parameters[0]!.toString('hex', 1, 4)}` }
      : { codec, config: hevcConfig(parameters), codecString: 'hvc1.1.6.L60.90' };
  return { units, track };
}

function splitAnnexB(stream: Buffer): Buffer[] {
  const starts: number[] = [];
  for (let at = stream.indexOf('\0\0\x01'); at >= 0; at = stream.indexOf('\0\0\x01', at + 3))
    starts.push(at + 3);
  return starts.map((start, index) => {
    let end = (starts[index + 1] ?? stream.length + 3) - 3;
    while (stream[end - 1] === 0) end -= 1;
    return stream.subarray(start, end);
  });
}

function avcConfig([sps, pps]: readonly Buffer[]): Buffer {
  const length = (nal: Buffer) => [nal.length >> 8, nal.length & 0xff];
  return Buffer.concat([
    Buffer.from([1, sps![1]!, sps![2]!, sps![3]!, 0xff, 0xe1, ...length(sps!)]),
    sps!,
    Buffer.from([1, ...length(pps!)]),
    pps!,
  ]);
}

/** Only the parameter sets are valid: decoders in these tests read nothing else. */
function hevcConfig(parameters: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(23);
  head.set([1, 1, 0x60]);
  head[21] = 0x0f; // 4-byte lengths
  head[22] = parameters.length;
  const arrays = parameters.map((nal) =>
    Buffer.concat([Buffer.from([(nal[0]! >> 1) & 0x3f, 0, 1, nal.length >> 8, nal.length & 0xff]), nal]),
  );
  return Buffer.concat([head, ...arrays]);
}

/** Contents of the pages, each of which is one packet (RFC 3533, 6). */
function oggPages(stream: Buffer): Buffer[] {
  const pages: Buffer[] = [];
  for (let at = 0; at < stream.length; ) {
    const segments = stream.subarray(at + 27, at + 27 + stream[at + 26]!);
    const start = at + 27 + segments.length;
    at = start + segments.reduce((sum, length) => sum + length, 0);
    pages.push(stream.subarray(start, at));
  }
  return pages;
}

function cutAudio(
  stream: Buffer,
  codec: 'aac' | 'pcma' | 'pcmu' | 'opus',
  { aacRate = 16_000, hasFlashes = false }: ClipOptions,
): { units: ClipUnit[]; track: AudioTrack } {
  const units: ClipUnit[] = [];
  if (codec === 'opus') {
    // The first two pages are headers.
    for (const [index, data] of oggPages(stream).slice(2).entries()) {
      const dtsMs = index * OPUS_PACKET_MS;
      units.push({ kind: 'audio', dtsMs, ptsMs: dtsMs, isKey: true, data });
    }
    return { units, track: { codec, sampleRate: 48_000, channels: 1 } };
  }
  if (codec !== 'aac') {
    for (let at = 0; at < stream.length; at += G711_PACKET_SAMPLES) {
      const dtsMs = (at * 1_000) / G711_RATE;
      const data = stream.subarray(at, at + G711_PACKET_SAMPLES);
      units.push({ kind: 'audio', dtsMs, ptsMs: dtsMs, isKey: true, data });
    }
    return { units, track: { codec, sampleRate: G711_RATE, channels: 1 } };
  }
  // The encoder begins with a frame of silence, by which the rest is late.
  const lengthAt = (at: number): number => (stream.readUInt32BE(at + 3) >>> 13) & 0x1fff;
  for (let at = hasFlashes ? lengthAt(0) : 0; at < stream.length; ) {
    const length = lengthAt(at);
    const dtsMs = (units.length * AAC_FRAME_SAMPLES * 1_000) / aacRate;
    units.push({
      kind: 'audio',
      dtsMs,
      ptsMs: dtsMs,
      isKey: true,
      data: stream.subarray(at + 7, at + length),
    });
    at += length;
  }
  // AudioSpecificConfig: AAC-LC (2), sample rate, mono.
  const index = AAC_RATE_INDEX[aacRate];
  const config = Buffer.from([(2 << 3) | (index >> 1), ((index & 1) << 7) | (1 << 3)]);
  return { units, track: { codec, sampleRate: aacRate, channels: 1, config } };
}

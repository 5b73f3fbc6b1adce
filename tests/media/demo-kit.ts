/** Runs demo cameras on a fake clock, and decodes their output with ffmpeg. */
import { spawn } from 'node:child_process';
import { joinAnnexB, splitLengthPrefixed } from '../../lib/codec/nal.ts';
import type { AccessUnit, SourceFailure, StreamProfile, TrackSet } from '../../lib/media/ports.ts';
import { createDemoSource } from '../../lib/media/sources/demo/demo-camera.ts';
import { createDemoPtz, type DemoPtz } from '../../lib/media/sources/demo/demo-ptz.ts';
import { FakeClock } from '../kit/fake-clock.ts';

export const clipsDir = new URL('../../lib/media/sources/demo/clips', import.meta.url).pathname;

export interface Recording {
  readonly tracks: TrackSet;
  readonly video: readonly AccessUnit[];
  readonly audio: readonly AccessUnit[];
  readonly all: readonly AccessUnit[];
}

export interface RecorderSink {
  readonly tracks: TrackSet[];
  readonly units: AccessUnit[];
  readonly failures: SourceFailure[];
}

export function recordingSink() {
  const seen: RecorderSink = { tracks: [], units: [], failures: [] };
  return {
    seen,
    sink: {
      tracks: (tracks: TrackSet) => void seen.tracks.push(tracks),
      unit: (unit: AccessUnit) => void seen.units.push(unit),
      failed: (failure: SourceFailure) => void seen.failures.push(failure),
    },
  };
}

/** The units that a demo camera sends within `seconds`. */
export async function record(
  scene: string,
  profile: StreamProfile,
  seconds: number,
  startWall = 1_760_000_000_123,
): Promise<Recording> {
  const clock = new FakeClock(startWall);
  const { seen, sink } = recordingSink();
  const source = createDemoSource({ scene, profile, clock, clipsDir, hasFrameCode: true });
  source.start(sink);
  await clock.advance(seconds * 1000 - 1);
  source.stop();
  if (seen.failures.length > 0) throw new Error(seen.failures[0]!.message);
  return {
    tracks: seen.tracks[0]!,
    video: seen.units.filter(({ kind }) => kind === 'video'),
    audio: seen.units.filter(({ kind }) => kind === 'audio'),
    all: seen.units,
  };
}

/** A recording during which the camera is moved. */
export interface MovedRecording extends Recording {
  /** The units so far. */
  readonly video: AccessUnit[];
  readonly clock: FakeClock;
  readonly ptz: DemoPtz;
  stop(): void;
}

export async function startMoved(
  scene: string,
  profile: StreamProfile,
  parts: { readonly clock?: FakeClock; readonly ptz?: DemoPtz } = {},
): Promise<MovedRecording> {
  const clock = parts.clock ?? new FakeClock(1_760_000_000_123);
  const ptz = parts.ptz ?? createDemoPtz(clock).driverOf('TEST00001', 1);
  const video: AccessUnit[] = [];
  const audio: AccessUnit[] = [];
  const all: AccessUnit[] = [];
  let tracks: TrackSet | null = null;
  const source = createDemoSource({ scene, profile, clock, ptz, clipsDir, hasFrameCode: true });
  source.start({
    tracks: (set) => {
      tracks = set;
    },
    unit: (unit) => {
      all.push(unit);
      (unit.kind === 'video' ? video : audio).push(unit);
    },
    failed: (failure) => {
      throw new Error(failure.message);
    },
  });
  await clock.advance(0);
  if (tracks === null) throw new Error('the camera sent no tracks');
  return { tracks, video, audio, all, clock, ptz, stop: () => source.stop() };
}

/** The video as Annex B, parameter sets first. */
export function annexB({ tracks, video }: Recording): Uint8Array {
  const config = Buffer.from(tracks.video!.config);
  const spsLength = config.readUInt16BE(6);
  const ppsLength = config.readUInt16BE(8 + spsLength + 1);
  const sps = config.subarray(8, 8 + spsLength);
  const pps = config.subarray(8 + spsLength + 3, 8 + spsLength + 3 + ppsLength);
  return joinAnnexB([sps, pps, ...video.flatMap(({ data }) => splitLengthPrefixed(data))]);
}

/** The audio with an ADTS header before each frame. */
export function adts({ tracks, audio }: Recording): Uint8Array {
  const track = tracks.audio;
  if (track?.codec !== 'aac') throw new Error('the audio track is not AAC');
  const [first, second] = track.config as unknown as [number, number]; // two bytes of AudioSpecificConfig
  const rateIndex = ((first & 7) << 1) | (second >> 7);
  const frames = audio.map(({ data }) => {
    const length = data.length + 7;
    const header = [
      0xff,
      0xf1,
      (1 << 6) | (rateIndex << 2) | (track.channels >> 2),
      ((track.channels & 3) << 6) | (length >> 11),
      (length >> 3) & 0xff,
      ((length & 7) << 5) | 0x1f,
      0xfc,
    ];
    return Buffer.concat([Buffer.from(header), data]);
  });
  return Buffer.concat(frames);
}

/** Rejects on any message of ffmpeg. */
export function ffmpeg(args: readonly string[], input: Uint8Array): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn('ffmpeg', ['-v', 'error', '-xerror', ...args]);
    const output: Buffer[] = [];
    let complaints = '';
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => {
      complaints += chunk.toString();
    });
    child.on('error', reject);
    child.stdin.on('error', () => {
      /* ffmpeg ended before it read everything: its messages give the reason */
    });
    child.on('close', (code) => {
      if (code === 0 && complaints === '') resolve(Buffer.concat(output));
      else reject(new Error(`ffmpeg exited with ${code}: ${complaints}`));
    });
    child.stdin.end(input);
  });
}

/** The strip of every frame, 4 bytes per pixel, and luma of every `each`th frame. */
export async function decodeMoved(
  stream: Uint8Array,
  { width, height, stripHeight }: { width: number; height: number; stripHeight: number },
  each: number,
): Promise<{ strips: Buffer[]; frames: Buffer[] }> {
  const raw = (filter: string, format: string): Promise<Buffer> =>
    ffmpeg(
      [
        '-f',
        'h264',
        '-i',
        'pipe:0',
        '-vsync',
        '0',
        '-vf',
        filter,
        '-f',
        'rawvideo',
        '-pix_fmt',
        format,
        'pipe:1',
      ],
      stream,
    );
  const strips = await raw(`crop=${width}:${stripHeight}:0:0`, 'rgba');
  const frames = await raw(`select=not(mod(n\\,${each})),extractplanes=y`, 'gray');
  return { strips: slices(strips, width * stripHeight * 4), frames: slices(frames, width * height) };
}

/** Every frame, 4 bytes per pixel. */
export async function decodeRgba(stream: Uint8Array, width: number, height: number): Promise<Buffer[]> {
  const raw = await ffmpeg(
    ['-f', 'h264', '-i', 'pipe:0', '-vsync', '0', '-f', 'rawvideo', '-pix_fmt', 'rgba', 'pipe:1'],
    stream,
  );
  return slices(raw, width * height * 4);
}

/** Every frame: planes Y, U, V. */
export async function decodePlanes(stream: Uint8Array, width: number, height: number): Promise<Buffer[]> {
  const raw = await ffmpeg(
    ['-f', 'h264', '-i', 'pipe:0', '-vsync', '0', '-f', 'rawvideo', '-pix_fmt', 'yuv420p', 'pipe:1'],
    stream,
  );
  return slices(raw, (width * height * 3) / 2);
}

function slices(raw: Buffer, size: number): Buffer[] {
  return Array.from({ length: raw.length / size }, (_, index) =>
    raw.subarray(index * size, (index + 1) * size),
  );
}

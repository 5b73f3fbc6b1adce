/** Reads a recording with ffmpeg and ffprobe: its streams and its frames. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { type FrameCode, readFrameCode } from './frame-number.ts';

const run = promisify(execFile);

export interface ProbedFile {
  readonly format: string;
  readonly durationS: number;
  readonly startS: number;
  readonly video: { codec: string; width: number; height: number; durationS: number } | null;
  readonly audio: { codec: string; sampleRate: number; channels: number; durationS: number } | null;
}

export async function probe(path: string): Promise<ProbedFile> {
  const { stdout } = await run('ffprobe', [
    ...['-v', 'error', '-of', 'json', '-show_format', '-show_streams'],
    path,
  ]);
  const { format, streams } = JSON.parse(stdout) as {
    format: Record<string, string>;
    streams: Record<string, string | number>[];
  };
  const video = streams.find((stream) => stream.codec_type === 'video');
  const audio = streams.find((stream) => stream.codec_type === 'audio');
  return {
    format: format.format_name ?? '',
    durationS: Number(format.duration),
    startS: Number(format.start_time),
    video: video
      ? {
          codec: String(video.codec_name),
          width: Number(video.width),
          height: Number(video.height),
          durationS: Number(video.duration),
        }
      : null,
    audio: audio
      ? {
          codec: String(audio.codec_name),
          sampleRate: Number(audio.sample_rate),
          channels: Number(audio.channels),
          durationS: Number(audio.duration),
        }
      : null,
  };
}

/** Time in seconds and key flag of each packet in the file, including those before the first shown frame. */
export async function packets(
  path: string,
  kind: 'video' | 'audio' = 'video',
): Promise<{ timeS: number; isKey: boolean }[]> {
  const { stdout } = await run('ffprobe', [
    ...['-v', 'error', '-ignore_editlist', '1', '-select_streams', kind.charAt(0), '-of', 'csv=p=0'],
    ...['-show_entries', 'packet=pts_time,flags'],
    path,
  ]);
  return stdout
    .trim()
    .split('\n')
    .map((line) => {
      const [timeS, flags] = line.split(',');
      return { timeS: Number(timeS), isKey: flags?.includes('K') === true };
    });
}

/** Presentation time of each frame, s. */
export async function frameTimes(path: string): Promise<number[]> {
  const { stdout } = await run('ffprobe', [
    ...['-v', 'error', '-select_streams', 'v', '-of', 'csv=p=0', '-show_entries', 'frame=pts_time'],
    path,
  ]);
  return stdout.trim().split('\n').map(Number.parseFloat);
}

/** Decodes everything and stops at the first error. `codes` are the frame codes of the built-in camera. */
export async function decodeStrictly(
  path: string,
): Promise<{ code: number | null; complaints: string; codes: (FrameCode | null)[] }> {
  const [width, height] = [320, 180];
  const child = spawn('ffmpeg', [
    ...['-v', 'error', '-xerror', '-i', path],
    ...['-map', '0:v?', '-vf', `scale=${width}:${height}`, '-fps_mode', 'passthrough'],
    // As in the file: with that of the frame rate, frames that are close would have the same time.
    ...[
      '-enc_time_base',
      '-1',
      '-f',
      'rawvideo',
      '-pix_fmt',
      'rgba',
      'pipe:1',
      '-map',
      '0:a?',
      '-f',
      'null',
      '-',
    ],
  ]);
  const pixels: Buffer[] = [];
  let complaints = '';
  child.stdout.on('data', (chunk: Buffer) => pixels.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => {
    complaints += chunk.toString();
  });
  const [code] = (await once(child, 'close')) as [number | null];
  const all = Buffer.concat(pixels);
  const bytes = width * height * 4;
  const codes = Array.from({ length: Math.floor(all.length / bytes) }, (_, index) =>
    readFrameCode(all.subarray(index * bytes, (index + 1) * bytes), width, height),
  );
  return { code, complaints, codes };
}

/** Decoded audio of all channels. */
export async function audioSamples(path: string): Promise<Int16Array> {
  const options = { encoding: 'buffer', maxBuffer: 64 * 1024 * 1024 } as const;
  const { stdout } = await run('ffmpeg', ['-v', 'error', '-i', path, '-f', 's16le', 'pipe:1'], options);
  return Int16Array.from({ length: stdout.length >> 1 }, (_, index) => stdout.readInt16LE(index * 2));
}

/** Pixels by ffmpeg, four bytes each, of an image file or of each frame of a recording. */
export async function pixelsOf(path: string, width: number, height: number): Promise<Buffer[]> {
  const child = spawn('ffmpeg', [
    ...['-v', 'error', '-i', path, '-map', '0:v', '-fps_mode', 'passthrough'],
    ...['-f', 'rawvideo', '-pix_fmt', 'rgba', 'pipe:1'],
  ]);
  const pieces: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => pieces.push(chunk));
  await once(child, 'close');
  const all = Buffer.concat(pieces);
  const bytes = width * height * 4;
  return Array.from({ length: Math.floor(all.length / bytes) }, (_, index) =>
    all.subarray(index * bytes, (index + 1) * bytes),
  );
}

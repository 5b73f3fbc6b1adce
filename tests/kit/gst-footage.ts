/** Real footage in the codecs that cameras use, encoded once and cached in the system's temporary folder. */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** People crossing a street, 768x576 at 10 fps: from Debian's package opencv-doc. */
export const footagePath = '/usr/share/doc/opencv-doc/examples/data/vtest.avi';

export interface Footage {
  readonly video: 'h264' | 'h265' | null;
  readonly audio: 'aac' | 'pcma' | 'pcmu' | 'opus' | null;
  readonly seconds?: number;
  readonly width?: number;
  readonly height?: number;
  readonly fps?: number;
  readonly bFrames?: number;
  readonly videoKbps?: number;
}

const audioArgs = {
  aac: ['-c:a', 'aac', '-b:a', '48k', '-ar', '16000', '-ac', '1'],
  pcma: ['-c:a', 'pcm_alaw', '-ar', '8000', '-ac', '1'],
  pcmu: ['-c:a', 'pcm_mulaw', '-ar', '8000', '-ac', '1'],
  opus: ['-c:a', 'libopus', '-b:a', '32k', '-ar', '48000', '-ac', '1'],
} as const;

/** A key frame every second, or with every frame if there are fewer than one per second. Returns the path of a Matroska file. */
export async function footage(wanted: Footage): Promise<string> {
  const {
    video,
    audio,
    seconds = 60,
    width = 640,
    height = 360,
    fps = 15,
    bFrames = 0,
    videoKbps = 400,
  } = wanted;
  const keyEvery = Math.max(1, fps);
  const folder = join(tmpdir(), 'oriel-footage');
  mkdirSync(folder, { recursive: true });
  const name = `${video ?? 'none'}-${audio ?? 'none'}-${width}x${height}-${fps}-${bFrames}b-${videoKbps}k-${seconds}s.mkv`;
  const path = join(folder, name);
  if (existsSync(path)) return path;
  const partial = join(folder, `.${process.pid}-${randomUUID()}-${name}`);
  await run(
    'ffmpeg',
    ['-y', '-v', 'error', '-nostdin', ...inputs(video, audio), ...codecs(), '-t', String(seconds), partial],
    {
      timeout: 300_000,
    },
  );
  renameSync(partial, path);
  return path;

  function codecs(): string[] {
    const args: string[] = [];
    if (video !== null) {
      const rate = ['-b:v', `${videoKbps}k`, '-maxrate', `${videoKbps}k`, '-bufsize', `${videoKbps}k`];
      args.push('-vf', `scale=${width}:${height},setsar=1,fps=${fps}`, '-pix_fmt', 'yuv420p', ...rate);
      args.push('-preset', 'ultrafast', '-g', String(keyEvery), '-bf', String(bFrames));
      if (video === 'h264') args.push('-c:v', 'libx264', '-profile:v', 'main', '-sc_threshold', '0');
      else
        args.push(
          '-c:v',
          'libx265',
          '-x265-params',
          `log-level=error:keyint=${keyEvery}:min-keyint=${keyEvery}:scenecut=0:bframes=${bFrames}`,
        );
    }
    if (audio !== null) args.push(...audioArgs[audio]);
    return args;
  }
}

/** H.264 footage followed by H.264 footage of another resolution, as of a camera that changes it while it sends. */
export async function changingFootage(first: Footage, later: Footage): Promise<string> {
  const videos = [await footage(first), await footage(later)];
  const path = `${videos[0]}-${basename(videos[1]!)}`;
  if (existsSync(path)) return path;
  const partial = join(dirname(path), `.${process.pid}-${randomUUID()}`);
  const seconds = (first.seconds ?? 60) + (later.seconds ?? 60);
  const audio = first.audio ? ['-i', await footage({ video: null, audio: first.audio, seconds })] : [];
  // As a byte stream, the parameter sets of both are between the frames.
  for (const video of videos) {
    await run('ffmpeg', [
      '-v',
      'error',
      '-i',
      video,
      '-map',
      '0:v',
      '-c',
      'copy',
      '-f',
      'h264',
      `${partial}.part`,
    ]);
    appendFileSync(`${partial}.h264`, readFileSync(`${partial}.part`));
    rmSync(`${partial}.part`);
  }
  const video = ['-r', String(first.fps ?? 15), '-i', `${partial}.h264`];
  await run('ffmpeg', ['-v', 'error', '-nostdin', ...video, ...audio, '-c', 'copy', `${partial}.mkv`]);
  rmSync(`${partial}.h264`);
  renameSync(`${partial}.mkv`, path);
  return path;
}

function inputs(video: Footage['video'], audio: Footage['audio']): string[] {
  const args: string[] = [];
  if (video !== null) args.push('-stream_loop', '-1', '-i', footagePath);
  if (audio !== null) args.push('-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000');
  return args;
}

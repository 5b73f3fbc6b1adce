/**
 * Motion that is found in the sizes of coded frames, against motion in decoded pictures: precision and recall at each
 * sensitivity, by second, on real footage (people crossing a street, whole and in parts, clear and with noise, H.264 and
 * H.265 with a key frame each 2 s) and on the demo cameras.
 * Needs: ffmpeg, footage for the RTSP tests.
 */
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { joinAnnexB, splitLengthPrefixed } from '../../lib/codec/nal.ts';
import { MotionDetector } from '../../lib/media/motion/motion-detector.ts';
import { footagePath } from '../kit/gst-footage.ts';
import { parameterSetsOf } from '../kit/video-config.ts';
import { record } from '../media/demo-kit.ts';

/** Frame by frame; `stream` is decoded for the reference. */
interface Clip {
  readonly name: string;
  readonly fps: number;
  readonly frames: readonly { readonly bytes: number; readonly isKey: boolean }[];
  /** Grey pictures of `width` x `height`, one after another. */
  readonly pictures: Buffer;
}

const run = promisify(execFile);
const [width, height] = [160, 120];
const pictureBytes = width * height;
const fps = 10;
const target = 0.8;
/** Pictures this far apart are compared. */
const apartMs = 300;
/** Of 256 levels, after a mean over 3 x 3 pixels. */
const minDifference = 14;
/** More pixels than this share change in a second of motion: a third of a person in the whole street. */
const movingShare = 0.004;
/** Not judged: the detector learns the scene. */
const learnedSeconds = 11;
/** A report counts for the seconds beside it: it is for a second that has ended, and needs two of three. */
const tolerance = 1;

/** Parts of the street, in which people appear only now and then. */
const parts = {
  whole: 'null',
  'top left': 'crop=320:240:0:0',
  'top right': 'crop=320:240:448:0',
  lawn: 'crop=320:240:0:336',
  road: 'crop=320:240:448:336',
  path: 'crop=240:180:100:200',
} as const;
/** Strength of the noise filter: none, a camera at dusk, a camera at night. */
const noises = [0, 6, 14] as const;
const codecs = {
  h264: [
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-bf',
    '0',
    '-g',
    '20',
    '-sc_threshold',
    '0',
    '-crf',
    '25',
  ],
  h265: [
    ...['-c:v', 'libx265', '-preset', 'ultrafast', '-crf', '27', '-x265-params'],
    'bframes=0:keyint=20:min-keyint=20:scenecut=0:log-level=none',
  ],
} as const;
const demos = ['yard', 'harbour'] as const;
const demoSeconds = 80;

async function streetClip(
  part: keyof typeof parts,
  noise: number,
  codec: keyof typeof codecs,
): Promise<Clip> {
  const name = `${part}${noise > 0 ? `, noise ${noise}` : ''}, ${codec}`;
  const file = join(folder, `${name}.mp4`);
  const filter = noise > 0 ? `${parts[part]},noise=alls=${noise}:allf=t` : parts[part];
  await run('ffmpeg', ['-v', 'error', '-i', footagePath, '-an', '-vf', filter, ...codecs[codec], file]);
  const probe = ['-v', 'error', '-select_streams', 'v', '-show_entries', 'packet=size,flags', '-of', 'json'];
  const { packets } = JSON.parse((await run('ffprobe', [...probe, file])).stdout) as {
    packets: readonly { readonly size: string; readonly flags: string }[];
  };
  const frames = packets.map(({ size, flags }) => ({ bytes: Number(size), isKey: flags.includes('K') }));
  return { name, fps, frames, pictures: await decoded(['-i', file]) };
}

async function demoClip(scene: (typeof demos)[number]): Promise<Clip> {
  const { tracks, video } = await record(scene, 'sub', demoSeconds);
  const sets = joinAnnexB(parameterSetsOf(tracks.video!));
  const stream = video.flatMap((unit) => [
    ...(unit.isKey ? [sets] : []),
    joinAnnexB(splitLengthPrefixed(unit.data)),
  ]);
  return {
    name: `demo camera ${scene}`,
    fps: video.length / demoSeconds,
    frames: video.map(({ data, isKey }) => ({ bytes: data.length, isKey })),
    pictures: await decoded(['-f', 'h264', '-i', 'pipe:0'], Buffer.concat(stream)),
  };
}

/** Small grey pictures of a stream. */
async function decoded(input: readonly string[], stream: Buffer | null = null): Promise<Buffer> {
  const output = ['-vf', `scale=${width}:${height}:flags=area,format=gray`, '-fps_mode', 'passthrough'];
  const child = spawn('ffmpeg', ['-v', 'error', ...input, ...output, '-f', 'rawvideo', 'pipe:1'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(stream ?? undefined);
  const chunks: Buffer[] = [];
  for await (const chunk of child.stdout) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** By second: the mean share of pixels that have changed. */
function changedShares({ pictures, fps: rate }: Clip): number[] {
  const count = Math.floor(pictures.length / pictureBytes);
  const smooth = Array.from({ length: count }, (_, index) =>
    blurred(pictures.subarray(index * pictureBytes, (index + 1) * pictureBytes)),
  );
  const apart = Math.max(1, Math.round((apartMs / 1_000) * rate));
  const shares = smooth.map((picture, index) => {
    const before = smooth[index - apart];
    if (!before) return 0;
    let changed = 0;
    for (let pixel = 0; pixel < pictureBytes; pixel += 1)
      if (Math.abs(picture[pixel]! - before[pixel]!) > minDifference) changed += 1;
    return changed / pictureBytes;
  });
  return Array.from({ length: Math.floor(count / rate) }, (_, second) => {
    const own = shares.slice(Math.round(second * rate), Math.round((second + 1) * rate));
    return own.reduce((sum, share) => sum + share, 0) / own.length;
  });
}

/** Mean over 3 x 3 pixels. */
function blurred(picture: Uint8Array): Uint8Array {
  const result = new Uint8Array(pictureBytes);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let sum = 0;
      let count = 0;
      for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row += 1) {
        for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column += 1) {
          sum += picture[row * width + column]!;
          count += 1;
        }
      }
      result[y * width + x] = sum / count;
    }
  }
  return result;
}

/** By second: whether motion was found. */
function found({ frames, fps: rate }: Clip, sensitivity: number): boolean[] {
  const detector = new MotionDetector(sensitivity);
  const seconds: boolean[] = [];
  frames.forEach(({ bytes, isKey }, index) => {
    const isMoving = detector.frame(bytes, isKey, (index / rate) * 1_000);
    if (isMoving !== null) seconds[Math.round(index / rate) - 1] = isMoving;
  });
  return seconds;
}

interface Counts {
  /** Reported seconds, and those of them with motion. */
  readonly reported: number;
  readonly right: number;
  /** Seconds with motion, and those of them that were reported. */
  readonly moving: number;
  readonly seen: number;
}

function compare(reports: readonly boolean[], moving: readonly boolean[]): Counts {
  const isNear = (all: readonly boolean[], second: number): boolean =>
    all.slice(Math.max(0, second - tolerance), second + tolerance + 1).some(Boolean);
  const judged = moving.map((_, second) => second).slice(learnedSeconds);
  const reported = judged.filter((second) => reports[second]);
  const withMotion = judged.filter((second) => moving[second]);
  return {
    reported: reported.length,
    right: reported.filter((second) => isNear(moving, second)).length,
    moving: withMotion.length,
    seen: withMotion.filter((second) => isNear(reports, second)).length,
  };
}

function sum(counts: readonly Counts[]): Counts {
  const total = (key: keyof Counts) => counts.reduce((all, each) => all + each[key], 0);
  return { reported: total('reported'), right: total('right'), moving: total('moving'), seen: total('seen') };
}

const share = (part: number, whole: number): number =>
  whole === 0 ? 1 : Math.round((part / whole) * 1_000) / 1_000;
const rates = ({ reported, right, moving, seen }: Counts) => ({
  precision: share(right, reported),
  recall: share(seen, moving),
});

function report(clips: readonly Clip[]): void {
  const references = clips.map((clip) => changedShares(clip).map((changed) => changed > movingShare));
  const countsAt = (sensitivity: number): Counts[] =>
    clips.map((clip, index) => compare(found(clip, sensitivity), references[index]!));
  countsAt(3).forEach((counts, index) => {
    const { precision, recall } = rates(counts);
    const clip = clips[index]!.name.padEnd(26);
    console.log(`${clip} ${JSON.stringify(counts)} precision ${precision} recall ${recall}`);
  });
  for (const sensitivity of [1, 2, 3, 4, 5])
    console.log(`sensitivity ${sensitivity}:`, JSON.stringify(rates(sum(countsAt(sensitivity)))));
  const { precision, recall } = rates(sum(countsAt(3)));
  console.log(
    JSON.stringify({
      bench: 'motion',
      value: Math.min(precision, recall),
      unit: 'precision or recall at sensitivity 3, whichever is less',
      target,
      ok: Math.min(precision, recall) >= target,
      precision,
      recall,
    }),
  );
}

const folder = mkdtempSync(join(tmpdir(), 'oriel-motion-'));
try {
  const clips: Clip[] = [];
  for (const codec of ['h264', 'h265'] as const) {
    for (const part of Object.keys(parts) as (keyof typeof parts)[]) {
      for (const noise of noises) {
        // Noise changes little in the other parts, and encoding takes long.
        if (noise > 0 && part !== 'top left' && part !== 'road') continue;
        clips.push(await streetClip(part, noise, codec));
      }
    }
  }
  for (const scene of demos) clips.push(await demoClip(scene));
  report(clips);
} finally {
  rmSync(folder, { recursive: true });
}

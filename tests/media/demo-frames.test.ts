/** The demo camera's frames as decoded by ffmpeg. */
import { expect } from 'expect';
import { beforeAll, describe, it } from 'vitest';
import type { VideoClip } from '../../lib/media/sources/demo/clip-format.ts';
import { loadFrames } from '../../lib/media/sources/demo/clip-library.ts';
import { demoScenes } from '../../lib/media/sources/demo/demo-camera.ts';
import { readFrameCode } from '../kit/frame-number.ts';
import { annexB, clipsDir, decodePlanes, decodeRgba, type Recording, record } from './demo-kit.ts';

/** Longer than two loops of 12 s, so that every seam is passed at least twice. */
const seconds = 26;
const framesPerLoop = 180;

const cameras = demoScenes.flatMap(({ id }) =>
  (['main', 'sub'] as const).map((profile) => ({ scene: id, profile })),
);

describe.each(cameras)('demo camera $scene $profile', ({ scene, profile }) => {
  let recording: Recording;
  let clip: VideoClip;
  let planes: Buffer[];

  beforeAll(async () => {
    recording = await record(scene, profile, seconds);
    clip = loadFrames(clipsDir, scene, profile);
    planes = await decodePlanes(annexB(recording), clip.width, clip.height);
  });

  it('announces its actual size', () => {
    const size = profile === 'main' ? [640, 360] : [320, 180];
    expect([recording.tracks.video?.width, recording.tracks.video?.height]).toEqual(size);
    expect(recording.tracks.video?.codecString).toBe('avc1.42c01e');
  });

  it('decodes across the loop point without errors', () => {
    expect(recording.video).toHaveLength(seconds * 15);
    expect(planes).toHaveLength(recording.video.length);
  });

  it('starts with a key frame and sends one every two seconds', () => {
    const keys = recording.video.flatMap(({ isKey }, index) => (isKey ? [index] : []));
    expect(keys).toEqual(Array.from({ length: seconds / 2 }, (_, index) => index * 30));
  });

  it('numbers its frames without gaps and gives their capture time', async () => {
    const frames = await decodeRgba(annexB(recording), clip.width, clip.height);
    const codes = frames.map((rgba) => readFrameCode(rgba, clip.width, clip.height));
    const first = Math.floor((recording.video[0]!.wallMs * 15) / 1000);
    expect(codes.map((code) => code?.frame)).toEqual(frames.map((_, index) => first + index));
    expect(codes.map((code) => code?.madeAtMs)).toEqual(
      recording.video.map(({ wallMs }) => Math.floor(wallMs)),
    );
  });

  it('shows the time it was made', () => {
    for (const [index, frame] of planes.entries()) {
      if (index % 7 !== 0) continue;
      expect(readClock(clip, frame)).toBe(expectedClock(recording.video[index]!.wallMs));
    }
  });

  it('moves continuously, also across the loop point', () => {
    const steps = planes.slice(1).map((frame, index) => sceneDifference(clip, planes[index]!, frame));
    const start = recording.video[0]!.wallMs;
    const inLoop = Math.floor(((start * 15) / 1000) % framesPerLoop);
    const firstSeam = framesPerLoop - Math.floor(inLoop / 30) * 30;
    const seams = [firstSeam, firstSeam + framesPerLoop].filter((at) => at <= steps.length);
    expect(seams).toHaveLength(2);
    // Key frames are coded independently, which by itself makes a difference, so they are compared with each other.
    const others = steps.filter((_, index) => (index + 1) % 30 === 0 && !seams.includes(index + 1));
    const max = Math.max(...others);
    for (const seam of seams) expect(steps[seam - 1]!).toBeLessThanOrEqual(max);
    // The control: a loop that continued four seconds later or earlier would exceed the limit.
    for (const away of [-60, 60]) {
      const elsewhere = planes[firstSeam + framesPerLoop + away]!;
      expect(sceneDifference(clip, planes[firstSeam + framesPerLoop - 1]!, elsewhere)).toBeGreaterThan(max);
    }
    expect(median(steps)).toBeGreaterThan(0.05);
  });
});

it('main and sub frames of the same time have the same number', async () => {
  const [main, sub] = await Promise.all([record('harbour', 'main', 3), record('harbour', 'sub', 3)]);
  const numbers = async (recording: Recording, width: number, height: number) =>
    (await decodeRgba(annexB(recording), width, height)).map((rgba) => readFrameCode(rgba, width, height));
  expect(await numbers(main, 640, 360)).toEqual(await numbers(sub, 320, 180));
});

it('the scene does not depend on the strip above it', async () => {
  const now = await record('yard', 'main', 4, 1_760_000_000_000);
  const later = await record('yard', 'main', 4, 1_760_000_000_000 + 12_000 * 7_654_321);
  const [some, others] = await Promise.all([now, later].map((each) => decodePlanes(annexB(each), 640, 360)));
  let stripsDiffer = 0;
  for (const [index, frame] of some!.entries()) {
    const other = others![index]!;
    stripsDiffer += Buffer.compare(frame.subarray(0, 640 * 32), other.subarray(0, 640 * 32)) === 0 ? 0 : 1;
    expect(frame.subarray(640 * 32, 640 * 360).equals(other.subarray(640 * 32, 640 * 360))).toBe(true);
  }
  expect(stripsDiffer).toBe(60);
});

// ---- reading the clock ---------------------------------------------------------------------------

/** Finds, for each place, the glyph that matches the luma there best. */
function readClock(clip: VideoClip, frame: Uint8Array): string {
  const { text, glyphBody, width } = clip;
  return text.places
    .map((place) => {
      const scores = [...text.glyphs].map((_, glyph) => {
        let error = 0;
        for (let y = 0; y < text.cellHeight; y += 1) {
          for (let x = 0; x < place.width; x += 1) {
            const cover = glyphBody[(glyph * text.cellHeight + y) * text.cellWidth + x]!;
            const luma = frame[(text.y + y) * width + place.x + x]!;
            // Sky and shadow are below 110, lettering is above 190.
            error += Math.abs(Math.max(0, Math.min(1, (luma - 110) / 80)) - cover / 255);
          }
        }
        return error;
      });
      return text.glyphs[scores.indexOf(Math.min(...scores))]!;
    })
    .join('');
}

/** Local time, calculated independently of the camera. */
function expectedClock(time: number): string {
  const local = new Date(time - new Date(time).getTimezoneOffset() * 60_000).toISOString();
  return `${local.slice(0, 10)} ${local.slice(11, 21)}`;
}

/** Mean difference of luma below the strip, over every seventh pixel. */
function sceneDifference(clip: VideoClip, a: Uint8Array, b: Uint8Array): number {
  const from = clip.width * clip.stripRows * 16;
  const to = clip.width * clip.height;
  let sum = 0;
  let count = 0;
  for (let at = from; at < to; at += 7) {
    sum += Math.abs(a[at]! - b[at]!);
    count += 1;
  }
  return sum / count;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

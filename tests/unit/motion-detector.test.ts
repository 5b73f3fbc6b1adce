import { expect } from 'expect';
import { describe, it } from 'vitest';
import { MotionDetector } from '../../lib/media/motion/motion-detector.ts';

const fps = 10;

/** Feeds seconds of frames of these mean sizes; a key frame each 2 s. Returns the seconds with motion. */
function motionIn(
  detector: MotionDetector,
  meanBytes: readonly number[],
  keyBytes = 40_000,
): readonly number[] {
  const found: number[] = [];
  meanBytes.forEach((mean, second) => {
    for (let frame = 0; frame < fps; frame += 1) {
      const isKey = frame === 0 && second % 2 === 0;
      // Sizes vary by a fifth, as those of an encoder do.
      const size = isKey ? keyBytes : mean * (0.9 + 0.2 * ((frame * 7) % 10) * 0.1);
      if (detector.frame(size, isKey, (second + frame / fps) * 1_000)) found.push(second - 1);
    }
  });
  return found;
}
const seconds = (count: number, bytes: number) => Array.from({ length: count }, () => bytes);
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);

describe('motion from frame sizes', () => {
  it('is found in the second large second, and ends when sizes are small again', () => {
    const sizes = [...seconds(30, 500), ...seconds(10, 3_000), ...seconds(10, 500)];
    expect(motionIn(new MotionDetector(3), sizes)).toEqual(range(31, 41));
  });

  it('is not found in a single large second, which is noise or a change of light', () => {
    expect(motionIn(new MotionDetector(5), [...seconds(30, 500), 9_000, ...seconds(10, 500)])).toEqual([]);
  });

  it('is not found before the scene is known', () => {
    expect(motionIn(new MotionDetector(5), [...seconds(5, 500), ...seconds(4, 5_000)])).toEqual([]);
  });

  // A key frame has 40,000 bytes here, so 400 bytes are one per cent of the picture.
  it.each([
    [1, 2_000, false],
    [1, 2_900, true],
    [3, 400, false],
    [3, 600, true],
    [5, 120, false],
    [5, 280, true],
  ])('sensitivity %d and frames larger by %d bytes: %s', (sensitivity, more, isFound) => {
    const sizes = [...seconds(30, 500), ...seconds(10, 500 + more)];
    expect(motionIn(new MotionDetector(sensitivity), sizes).length > 0).toBe(isFound);
  });

  it('is a share of the picture: what is motion in a small picture is none in a large one', () => {
    const sizes = [...seconds(30, 500), ...seconds(10, 1_500)];
    expect(motionIn(new MotionDetector(3), sizes, 40_000)).not.toEqual([]);
    expect(motionIn(new MotionDetector(3), sizes, 400_000)).toEqual([]);
  });

  it('is not found in the noise of a dark scene, in which frames are large and alike', () => {
    const noisy = Array.from({ length: 200 }, (_, second) => 9_000 + 150 * (second % 3));
    expect(motionIn(new MotionDetector(3), noisy)).toEqual([]);
  });

  it('is not found in key frames, however different', () => {
    const detector = new MotionDetector(5);
    for (let frame = 0; frame < 900; frame += 1) {
      const isKey = frame % 20 === 0;
      expect(detector.frame(isKey ? 40_000 + 900 * frame : 500, isKey, frame * 100)).not.toBe(true);
    }
  });

  it('follows a scene that becomes busier for good, such as rain, within five minutes', () => {
    const found = motionIn(new MotionDetector(3), [...seconds(60, 500), ...seconds(600, 1_500)]);
    expect(found[0]).toBe(61);
    expect(found.at(-1)).toBeLessThan(360);
  });
});

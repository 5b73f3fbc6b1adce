import { describe, expect, it } from '@jest/globals';
import { MotionDetector } from '../../lib/media/motion/motion-detector.ts';

const fps = 10;

/** Feeds seconds of frames of these mean sizes; a key frame of 40 KB each 2 s. Returns the seconds with motion. */
function motionIn(detector: MotionDetector, meanBytes: readonly number[]): readonly number[] {
  const found: number[] = [];
  meanBytes.forEach((mean, second) => {
    for (let frame = 0; frame < fps; frame += 1) {
      const isKey = frame === 0 && second % 2 === 0;
      // Sizes vary by a fifth, as those of an encoder do.
      const size = isKey ? 40_000 : mean * (0.9 + 0.2 * ((frame * 7) % 10) * 0.1);
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

  it.each([
    [1, 3, false],
    [1, 5, true],
    [3, 1.5, false],
    [3, 2.4, true],
    [5, 1.15, false],
    [5, 1.6, true],
  ])('sensitivity %d and frames %d times larger: %s', (sensitivity, times, isFound) => {
    const sizes = [...seconds(30, 500), ...seconds(10, 500 * times)];
    expect(motionIn(new MotionDetector(sensitivity), sizes).length > 0).toBe(isFound);
  });

  it('ignores key frames, however large', () => {
    const detector = new MotionDetector(5);
    for (let frame = 0; frame < 900; frame += 1) {
      const isKey = frame % 20 === 0;
      expect(detector.frame(isKey ? 40_000 + 900 * frame : 500, isKey, frame * 100)).not.toBe(true);
    }
  });

  it('follows a scene that becomes busier for good, such as rain, within two minutes', () => {
    const found = motionIn(new MotionDetector(3), [...seconds(60, 500), ...seconds(300, 1_500)]);
    expect(found[0]).toBe(61);
    expect(found.at(-1)).toBeLessThan(180);
  });
});

import { expect } from 'expect';
import { describe, it } from 'vitest';
import { stretchLookaheadS, TimeStretch } from '../../player-frame/engines/webcodecs/time-stretch.ts';

const seconds = 6;
/** Coded AAC frames have this many samples. */
const packet = 1_024;

const sine = (hz: number, sampleRate: number, amplitude = 0.5) =>
  Float32Array.from(
    { length: seconds * sampleRate },
    (_, at) => amplitude * Math.sin((2 * Math.PI * hz * at) / sampleRate),
  );

function stretched(speed: number, sampleRate: number, ...planes: readonly Float32Array[]): Float32Array[] {
  const stretch = new TimeStretch(sampleRate, planes.length);
  stretch.speed = speed;
  const output = planes.map(({ length }) => new Float32Array(2 * length));
  let end = 0;
  for (let at = 0; at < planes[0]!.length; at += packet) {
    const made = stretch.process(planes.map((plane) => plane.subarray(at, at + packet)));
    for (const [channel, samples] of made.entries()) output[channel]!.set(samples, end);
    end += made[0]!.length;
  }
  return output.map((samples) => samples.subarray(0, end));
}

/** By its upward crossings of zero. */
function frequencyOf(samples: Float32Array, sampleRate: number): number {
  const crossings: number[] = [];
  for (let at = 1; at < samples.length; at += 1) {
    const [before, after] = [samples[at - 1]!, samples[at]!];
    if (before < 0 && after >= 0) crossings.push(at - after / (after - before));
  }
  return ((crossings.length - 1) * sampleRate) / (crossings.at(-1)! - crossings[0]!);
}

function steepest(samples: readonly number[] | Float32Array): number {
  let most = 0;
  for (let at = 1; at < samples.length; at += 1)
    most = Math.max(most, Math.abs(samples[at]! - samples[at - 1]!));
  return most;
}

const peak = (samples: Float32Array) => samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);

describe('sound at another speed', () => {
  describe.each([8_000, 48_000])('with %i Hz', (sampleRate) => {
    it.each([0.5, 0.96, 1.04, 1.5, 2])(
      'at %fx keeps the frequency of a sine within 1 %%, scales its duration within 1 %%, and has no clicks',
      (speed) => {
        for (const hz of [110, 997]) {
          const input = sine(hz, sampleRate);
          const [output] = stretched(speed, sampleRate, input);
          expect(frequencyOf(output!, sampleRate) / hz).toBeCloseTo(1, 2);
          const ratio = (output!.length * speed) / input.length;
          expect(Math.abs(ratio - 1)).toBeLessThan(0.01);
          // A click would be steeper than the sine itself.
          expect(steepest(output!)).toBeLessThan(steepest(input) * 1.1);
          // Where two blocks cancelled each other, the sound would be fainter.
          expect(peak(output!.slice(-sampleRate))).toBeGreaterThan(0.5 * 0.95);
        }
      },
    );
  });

  it('at 1x is the input, sample for sample', () => {
    const input = sine(440, 16_000);
    const [output] = stretched(1, 16_000, input);
    expect(output!.length).toBeGreaterThan(input.length - stretchLookaheadS * 16_000);
    expect(output!.every((sample, at) => sample === input[at])).toBe(true);
  });

  it('moves both channels together', () => {
    const left = sine(440, 16_000);
    const [first, second] = stretched(
      1.5,
      16_000,
      left,
      left.map((sample) => sample / 2),
    );
    expect(second!.every((sample, at) => Math.abs(sample - first![at]! / 2) < 1e-6)).toBe(true);
  });

  it('changes its speed without a click', () => {
    const sampleRate = 16_000;
    const input = sine(440, sampleRate);
    const stretch = new TimeStretch(sampleRate, 1);
    const output: number[] = [];
    const speeds = [1, 1.05, 0.95, 1, 2, 0.5];
    for (let at = 0, index = 0; at < input.length; at += packet, index += 1) {
      stretch.speed = speeds[Math.floor(index / 20) % speeds.length]!;
      output.push(...stretch.process([input.subarray(at, at + packet)])[0]!);
    }
    expect(steepest(output)).toBeLessThan(steepest(input) * 1.1);
  });
});

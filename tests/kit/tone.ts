/** Tones to send through something, and how to recognise them at the other end. */

/** A sine wave in 16-bit samples. `level`: its RMS, 0 to 1 (0.707 is the loudest possible). `fromMs`: where it starts. */
export function makeTone(rate: number, hz: number, ms: number, level = 0.2, fromMs = 0): Int16Array {
  const first = Math.round((rate * fromMs) / 1000);
  const peak = level * Math.SQRT2 * 32_767;
  return Int16Array.from({ length: Math.round((rate * ms) / 1000) }, (_, index) =>
    Math.round(peak * Math.sin((2 * Math.PI * hz * (first + index)) / rate)),
  );
}

/** RMS, 0 to 1. */
export function rms(samples: ArrayLike<number>): number {
  let sum = 0;
  for (let index = 0; index < samples.length; index += 1) sum += samples[index]! ** 2;
  return samples.length === 0 ? 0 : Math.sqrt(sum / samples.length) / 32_768;
}

/** RMS of one frequency, 0 to 1. Frequencies nearer than one divided by the duration in seconds count too. */
export const levelAt = (samples: ArrayLike<number>, rate: number, hz: number): number =>
  goertzel(windowed(samples), rate, hz);

/** The strongest frequency from 100 Hz to `upTo`, to about 1 Hz. 0 in silence. Needs at least 200 ms. */
export function dominantHz(
  samples: ArrayLike<number>,
  rate: number,
  upTo = Math.min(3_500, rate / 2),
): number {
  // Half a second from the middle is enough to separate frequencies.
  const from = Math.max(0, Math.floor((samples.length - rate / 2) / 2));
  const part = Float64Array.from(
    { length: Math.min(samples.length, rate / 2) },
    (_, i) => samples[from + i]!,
  );
  if (rms(part) < 0.001) return 0;
  const ready = windowed(part);
  let best = { hz: 0, level: 0 };
  const look = (first: number, last: number, step: number) => {
    for (let hz = first; hz <= last; hz += step) {
      const level = goertzel(ready, rate, hz);
      if (level > best.level) best = { hz, level };
    }
  };
  look(100, upTo, 3);
  look(best.hz - 3, best.hz + 3, 0.5);
  return best.hz;
}

/** A Hann window, so that a tone does not leak into distant frequencies. */
function windowed(samples: ArrayLike<number>): Float64Array {
  const { length } = samples;
  return Float64Array.from(
    { length },
    (_, i) => samples[i]! * (0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / length)),
  );
}

/** Goertzel's algorithm. No global name inside the loop: in a test each use of one takes longer than the sum. */
function goertzel(samples: Float64Array, rate: number, hz: number): number {
  const { length } = samples;
  const factor = 2 * Math.cos((2 * Math.PI * hz) / rate);
  let last = 0;
  let beforeLast = 0;
  for (let index = 0; index < length; index += 1) {
    const next = samples[index]! + factor * last - beforeLast;
    beforeLast = last;
    last = next;
  }
  const power = last * last + beforeLast * beforeLast - factor * last * beforeLast;
  // The window halves the amplitude; RMS is amplitude over the square root of 2.
  return length === 0 ? 0 : (Math.sqrt(Math.max(0, power)) * 4) / length / Math.SQRT2 / 32_768;
}

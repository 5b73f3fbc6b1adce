/** The audio of the scenes, synthesised: quiet background noise, a few soft notes, and a tick every second. */
import { randomFrom } from './page/scene.ts';

export const audioRate = 16_000;
/** Whole seconds and whole AAC frames of 64 ms. */
export const audioLoopSeconds = 16;
const length = audioRate * audioLoopSeconds;

interface Ambience {
  /** Filtered noise: slow swells (waves) or steady (traffic). */
  readonly swells: number;
  readonly noise: number;
  /** Frequencies of the notes, Hz, in order, spread over the loop. */
  readonly notes: readonly number[];
  readonly tickHz: number;
}

const ambiences: Readonly<Record<string, Ambience>> = {
  harbour: {
    swells: 4,
    noise: 0.1,
    notes: [392, 523.25, 440, 587.33, 523.25, 659.25, 440, 493.88],
    tickHz: 1760,
  },
  yard: { swells: 2, noise: 0.06, notes: [659.25, 783.99, 587.33, 880, 698.46, 783.99], tickHz: 2093 },
};

/** One loop of mono samples, -1 to 1. Tones that extend past the end continue at the start. */
export function synthesise(scene: string): Float32Array {
  const ambience = ambiences[scene];
  if (!ambience) throw new Error(`no audio for scene ${scene}`);
  const loop = new Float32Array(length);
  addNoise(loop, ambience);
  for (const [index, hz] of ambience.notes.entries()) {
    const start = ((index + 0.37) / ambience.notes.length) * audioLoopSeconds;
    addTone(loop, start, hz, 0.05, 1.1, 0.03);
    addTone(loop, start, hz / 2, 0.025, 1.6, 0.05);
  }
  for (let second = 0; second < audioLoopSeconds; second += 1) {
    addTone(loop, second, ambience.tickHz, 0.16, 0.012, 0.0008);
  }
  return loop;
}

/** A tone that rises within `attack` and decays with the time constant `decay`, both in seconds. */
function addTone(
  loop: Float32Array,
  start: number,
  hz: number,
  level: number,
  decay: number,
  attack: number,
): void {
  const first = Math.round(start * audioRate);
  const count = Math.round((attack + decay * 7) * audioRate);
  for (let index = 0; index < count; index += 1) {
    const time = index / audioRate;
    const envelope = Math.min(1, time / attack) * Math.exp(-time / decay);
    const at = (first + index) % length;
    loop[at] = loop[at]! + level * envelope * Math.sin(2 * Math.PI * hz * time);
  }
}

/** Noise through two low-pass filters that follow the swells. Runs twice, so that the end matches the start. */
function addNoise(loop: Float32Array, { swells, noise }: Ambience): void {
  const random = randomFrom(41);
  const raw = Float32Array.from({ length }, () => random() * 2 - 1);
  let first = 0;
  let second = 0;
  for (let index = 0; index < length * 2; index += 1) {
    const at = index % length;
    const swell = 0.5 + 0.5 * Math.sin((2 * Math.PI * swells * at) / length);
    const opening = 0.04 + 0.12 * swell;
    first += (raw[at]! - first) * opening;
    second += (first - second) * opening;
    if (index >= length) loop[at] = loop[at]! + second * noise * (0.5 + 1.5 * swell ** 2) * 2.2;
  }
}

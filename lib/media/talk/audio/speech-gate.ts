/** Whether somebody is speaking: by the level of the samples, and for a moment after. */
import type { Clock } from '../../../kernel/clock.ts';
import type { Ms } from '../../../kernel/units.ts';

/** RMS in 16-bit samples: -45 dB of full scale, which is above the noise of a room and below quiet speech. */
const speechLevel = 184;
/** Pauses between words are shorter. */
const holdMs: Ms = 500;

export class SpeechGate {
  #until: Ms = Number.NEGATIVE_INFINITY;

  constructor(private readonly clock: Pick<Clock, 'monotonic'>) {}

  get isSpeaking(): boolean {
    return this.clock.monotonic() < this.#until;
  }

  measure(samples: Int16Array): void {
    let sum = 0;
    for (const sample of samples) sum += sample * sample;
    if (sum > speechLevel ** 2 * samples.length) this.#until = this.clock.monotonic() + holdMs;
  }
}

import type { EpochMs, Ms } from '../../../lib/kernel/units.ts';

/** A larger difference is a gap or a skip; smaller ones are the bursts in which browsers request audio. */
const jumpMs: Ms = 60;
const smoothing = 0.1;
/** Without a report for this long, no audio is playing. */
const validMs: Ms = 1_000;

/** Which media time is audible, from the reports of the audio thread. */
export class AudioClock {
  /** Wall time minus media time. */
  #offsetMs: Ms | null = null;
  #reportedAt: EpochMs = 0;

  /** The sample of `mediaMs` is audible at `audibleAt`. */
  report(mediaMs: Ms, audibleAt: EpochMs, now: EpochMs): void {
    const offset = audibleAt - mediaMs;
    const known = this.#offsetMs;
    const isJump = known === null || Math.abs(offset - known) > jumpMs || !this.#isValid(now);
    this.#offsetMs = isJump ? offset : known + (offset - known) * smoothing;
    this.#reportedAt = now;
  }

  /** Null while no audio is playing. */
  mediaAt(now: EpochMs): Ms | null {
    return this.#offsetMs !== null && this.#isValid(now) ? now - this.#offsetMs : null;
  }

  reset(): void {
    this.#offsetMs = null;
  }

  #isValid(now: EpochMs): boolean {
    return Math.abs(now - this.#reportedAt) < validMs;
  }
}

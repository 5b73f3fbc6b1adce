import type { AudioConfig } from '../../lib/codec/decoder-config.ts';
import type { Ms } from '../../lib/kernel/units.ts';

export interface TimedSample {
  readonly ptsMs: Ms;
  readonly durationMs: Ms;
  readonly isKey: boolean;
  readonly data: Uint8Array;
}

type Pending = Omit<TimedSample, 'durationMs'> & { readonly dtsMs: Ms };

/** Timestamps are whole milliseconds; audio within this deviation is spaced evenly. */
const audioJitterMs: Ms = 25;
const aacSamples = 1_024;
/** AAC-LC, the object type with a known frame length. */
const aacLc = 'mp4a.40.2';

/** Samples of one track. Each is forwarded when the next one determines its duration. */
export class SampleQueue {
  private pending: Pending | null = null;
  private lastDurationMs: Ms = 40;
  private lastPtsMs: Ms = Number.NEGATIVE_INFINITY;
  lastDtsMs: Ms = Number.NEGATIVE_INFINITY;
  endMs: Ms = 0;

  constructor(private readonly write: (sample: TimedSample) => void) {}

  /** In decoding order. Timestamps that do not increase are adjusted. */
  add(sample: Pending): void {
    const lagMs = this.lastDtsMs - sample.dtsMs;
    // A tenth of a millisecond, because muxers require increasing timestamps.
    const pushMs = lagMs >= 0 ? lagMs + 0.1 : 0;
    const dtsMs = sample.dtsMs + pushMs;
    // A key frame is displayed after all earlier samples, as the file requires.
    const ptsMs = Math.max(sample.ptsMs + pushMs, sample.isKey ? this.lastPtsMs + 0.1 : -Infinity);
    this.lastPtsMs = Math.max(this.lastPtsMs, ptsMs);
    const placed = { ...sample, dtsMs, ptsMs };
    if (this.pending) this.pass(this.pending, placed.dtsMs - this.pending.dtsMs);
    this.pending = placed;
    this.lastDtsMs = placed.dtsMs;
  }

  /** Audio, evenly spaced if the codec's frame duration is known. */
  addAudio(ptsMs: Ms, data: Uint8Array, { codecString, sampleRate }: AudioConfig): void {
    const frameMs = codecString === aacLc ? (aacSamples * 1_000) / sampleRate : null;
    const due = frameMs === null ? ptsMs : this.lastDtsMs + frameMs;
    const timeMs = Math.abs(ptsMs - due) <= audioJitterMs ? due : ptsMs;
    this.add({ ptsMs: timeMs, dtsMs: timeMs, isKey: true, data });
  }

  /** Forwards the last sample, shown until `untilMs`, or as long as the previous one. */
  finish(untilMs: Ms | null): void {
    const { pending } = this;
    this.pending = null;
    if (pending) this.pass(pending, Math.max(this.lastDurationMs, (untilMs ?? 0) - pending.ptsMs));
  }

  private pass({ ptsMs, isKey, data }: Pending, durationMs: Ms): void {
    this.lastDurationMs = Math.min(durationMs, 1_000);
    this.endMs = Math.max(this.endMs, ptsMs + durationMs);
    this.write({ ptsMs, durationMs, isKey, data });
  }
}

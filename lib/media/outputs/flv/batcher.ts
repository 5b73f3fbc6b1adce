import type { FlvTag } from '../../../codec/flv/flv-tags.ts';
import type { Cancel, Clock } from '../../../kernel/clock.ts';
import type { Ms } from '../../../kernel/units.ts';
import type { MergeLimits } from './limits.ts';

export interface Batch {
  readonly kind: 'key' | 'delta' | 'control';
  readonly timestampMs: Ms;
  readonly pieces: readonly Uint8Array[];
}

/**
 * Groups tags into writes. A key frame always begins a batch, because viewers start there. Audio waits
 * briefly for the next frame; with many viewers, all tags of a time window are merged.
 */
export class Batcher {
  private pieces: Uint8Array[] = [];
  private kind: 'key' | 'delta' = 'delta';
  private timestampMs: Ms = 0;
  private timer: Cancel | null = null;
  private isMerging = false;

  constructor(
    private readonly clock: Clock,
    private readonly limits: MergeLimits,
    private readonly send: (batch: Batch) => void,
  ) {}

  /** Merging starts above the limit and ends below half of it (hysteresis). */
  setViewers(count: number): void {
    if (count > this.limits.aboveViewers) this.isMerging = true;
    else if (count < this.limits.aboveViewers / 2) this.isMerging = false;
  }

  /** Adds the tags of one unit. `waits`: it may wait for a frame to be written with. */
  add(tags: readonly FlvTag[], timestampMs: Ms, isKey: boolean, waits: boolean): void {
    if (tags.length === 0) return;
    if (isKey) this.flush();
    if (this.pieces.length === 0) {
      this.kind = isKey ? 'key' : 'delta';
      this.timestampMs = timestampMs;
    }
    for (const tag of tags) this.pieces.push(...tag);
    if (this.isMerging) this.flushAfter(this.limits.windowMs);
    else if (waits) this.flushAfter(this.limits.audioWaitMs);
    else this.flush();
  }

  /** Writes a script tag for all viewers immediately, after pending tags. */
  control(tag: FlvTag, timestampMs: Ms): void {
    this.flush();
    this.send({ kind: 'control', timestampMs, pieces: tag });
  }

  flush(): void {
    this.timer?.();
    this.timer = null;
    if (this.pieces.length === 0) return;
    const { kind, timestampMs, pieces } = this;
    this.pieces = [];
    this.send({ kind, timestampMs, pieces });
  }

  private flushAfter(delay: Ms): void {
    this.timer ??= this.clock.after(delay, () => this.flush());
  }
}

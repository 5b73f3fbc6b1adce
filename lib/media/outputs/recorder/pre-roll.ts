import type { EpochMs, Ms } from '../../../kernel/units.ts';
import type { MuxedPart } from './segment-muxer.ts';

/** The newest GOPs in memory, for recordings that begin before their alarm. */
export class PreRoll {
  private parts: MuxedPart[] = [];
  private bytes = 0;

  /** `maxBytes` limits it where `keepMs` would need more. */
  constructor(
    private readonly keepMs: Ms,
    private readonly maxBytes: number,
  ) {}

  add(part: MuxedPart): void {
    // Begins with a GOP.
    if (this.parts.length === 0 && !part.beginsGop) return;
    this.parts.push(part);
    this.bytes += part.bytes;
    for (let next = this.secondGop(); next > 0; next = this.secondGop()) {
      const isOld = this.parts[next]!.startMs <= part.endMs - this.keepMs;
      if (!isOld && this.bytes <= this.maxBytes) return;
      this.drop(next);
    }
    if (this.bytes > this.maxBytes) this.drop(this.parts.length);
  }

  /** GOPs that end after `from`, which are removed. */
  take(from: EpochMs): MuxedPart[] {
    for (
      let next = this.secondGop();
      next > 0 && this.parts[next]!.startMs <= from;
      next = this.secondGop()
    ) {
      this.drop(next);
    }
    const { parts } = this;
    this.clear();
    return parts;
  }

  clear(): void {
    this.parts = [];
    this.bytes = 0;
  }

  private secondGop(): number {
    return this.parts.findIndex(({ beginsGop }, index) => index > 0 && beginsGop);
  }

  private drop(count: number): void {
    for (const { bytes } of this.parts.splice(0, count)) this.bytes -= bytes;
  }
}

import type { Clock } from '../../../lib/kernel/clock.ts';
import type { Ms } from '../../../lib/kernel/units.ts';
import { RecordTap } from '../record-tap.ts';
import { type ShownPlace, type ShownSource, ShownTap, type Still } from './shown-tap.ts';

export type { ShownPlace } from './shown-tap.ts';

/** A recording that continues in another file is requested within this time. */
const continuedWithinMs: Ms = 5_000;

/** The tap of an engine of recordings: at most one at a time, for one file. */
export class ShownTaps {
  private tap: ShownTap | null = null;
  /** Where the tracks changed, which ended the last file. */
  private changed: { readonly place: ShownPlace; readonly at: Ms } | null = null;

  constructor(private readonly clock: Clock) {}

  /** Sends to this port from the shown frame on. Null ends that. Resolves when the tap before has sent everything. */
  async feed(port: MessagePort | null, source: ShownSource | null, shown: ShownPlace | null): Promise<void> {
    const before = this.tap;
    this.tap = null;
    const now = this.clock.monotonic();
    if (before?.changedAt) this.changed = { place: before.changedAt, at: now };
    if (port && source) this.open(port, source, shown, now);
    else if (port) new RecordTap(port).close();
    await before?.close();
  }

  shown(place: ShownPlace, isJump: boolean): void {
    this.tap?.shown(place, isJump);
  }

  still(frame: Still): void {
    this.tap?.still(frame);
  }

  flush(): void {
    void this.tap?.flush();
  }

  close(): Promise<void> {
    return this.feed(null, null, null);
  }

  private open(port: MessagePort, source: ShownSource, shown: ShownPlace | null, now: Ms): void {
    const { changed } = this;
    this.changed = null;
    const isContinued = changed !== null && now - changed.at < continuedWithinMs;
    this.tap = new ShownTap(port, source, isContinued ? changed.place : shown);
    if (isContinued && shown) this.tap.shown(shown, false);
  }
}

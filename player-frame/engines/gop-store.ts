import type { VideoUnit } from '../../lib/codec/flv/flv-events.ts';

/** 10 s of a 4 Mbit/s camera with one key frame in 10 s. */
const maxBytes = 6 * 1024 * 1024;
const maxUnits = 600;

/**
 * The coded pictures since the last key frame, so that a decoder that starts again (hidden tab, change of
 * decoder) has something to start from at once. One that grows beyond its bounds is dropped: then the next
 * key frame has to be waited for.
 */
export class GopStore {
  private units: VideoUnit[] = [];
  private bytes = 0;

  add(unit: VideoUnit): void {
    if (unit.isKey) this.clear();
    else if (this.units.length === 0) return;
    this.units.push(unit);
    this.bytes += unit.data.length;
    if (this.bytes > maxBytes || this.units.length > maxUnits) this.clear();
  }

  /** Starts with a key frame, or is empty. */
  all(): readonly VideoUnit[] {
    return this.units;
  }

  clear(): void {
    this.units = [];
    this.bytes = 0;
  }
}

import type { VideoUnit } from '../../lib/codec/flv/flv-events.ts';

/** 10 s at 4 Mbit/s with one key frame per 10 s. */
const maxBytes = 6 * 1024 * 1024;
const maxUnits = 600;

/**
 * Encoded frames since the last key frame, so that a restarted decoder (hidden tab, decoder change) can start
 * immediately. A GOP above the limit is dropped; the decoder then waits for the next key frame.
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

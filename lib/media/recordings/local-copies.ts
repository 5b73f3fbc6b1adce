/** Files of segments that are in the object store too: they may be removed whenever their space is needed. */
import { stat, unlink } from 'node:fs/promises';
import type { EpochMs } from '../../kernel/units.ts';
import type { RecordingKey } from '../ports.ts';
import { readMoved } from './moved-segment.ts';
import { movedPath, segmentPath } from './segment-path.ts';

interface Copy {
  readonly key: RecordingKey;
  readonly startMs: EpochMs;
  readonly bytes: number;
}

export class LocalCopies {
  /** By path, the one that was used longest ago first. */
  private readonly copies = new Map<string, Copy>();
  private sum = 0;

  constructor(
    private readonly root: string,
    private readonly maxBytes: number,
  ) {}

  get bytes(): number {
    return this.sum;
  }

  has(key: RecordingKey, startMs: EpochMs): boolean {
    return this.copies.has(segmentPath(this.root, key, startMs));
  }

  /** Whether a segment of this size may be kept at all. */
  fits(bytes: number): boolean {
    return bytes <= this.maxBytes;
  }

  add(key: RecordingKey, startMs: EpochMs, bytes: number): void {
    this.forget(key, startMs);
    this.copies.set(segmentPath(this.root, key, startMs), { key, startMs, bytes });
    this.sum += bytes;
  }

  used(key: RecordingKey, startMs: EpochMs): void {
    const path = segmentPath(this.root, key, startMs);
    const copy = this.copies.get(path);
    if (!copy) return;
    this.copies.delete(path);
    this.copies.set(path, copy);
  }

  forget(key: RecordingKey, startMs: EpochMs): void {
    const path = segmentPath(this.root, key, startMs);
    this.sum -= this.copies.get(path)?.bytes ?? 0;
    this.copies.delete(path);
  }

  /** Down to the limit. */
  shrink(): Promise<number> {
    return this.free(this.sum - this.maxBytes);
  }

  /** Removes files until this many bytes are free, or none is left. Returns how many were freed. */
  async free(bytes: number): Promise<number> {
    let freed = 0;
    for (const { key, startMs, bytes: own } of [...this.copies.values()]) {
      if (freed >= bytes) break;
      this.forget(key, startMs);
      if (await this.remove(key, startMs)) freed += own;
    }
    return freed;
  }

  /** Only if the object store has exactly this file, as its description says. */
  private async remove(key: RecordingKey, startMs: EpochMs): Promise<boolean> {
    const path = segmentPath(this.root, key, startMs);
    const moved = await readMoved(movedPath(this.root, key, startMs));
    const file = await stat(path).catch(() => null);
    if (!moved || file?.size !== moved.bytes) return false;
    return unlink(path).then(
      () => true,
      () => false, // removed by retention, or not removable: then it is not counted
    );
  }
}

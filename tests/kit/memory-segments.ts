import type { RecordedSegment, RecordingKey, SegmentIndex } from '../../lib/media/ports.ts';

/** Segments in memory instead of in a database. */
export class MemorySegments implements SegmentIndex {
  rows: RecordedSegment[] = [];

  async put(segments: readonly RecordedSegment[]): Promise<void> {
    for (const one of segments) {
      this.rows = this.rows.filter((row) => !(isOf(row, one.key) && row.startMs === one.startMs));
      this.rows.push(one);
    }
    this.rows.sort((a, b) => a.startMs - b.startMs);
  }

  async remove(key: RecordingKey, starts: readonly number[]): Promise<void> {
    this.rows = this.rows.filter((row) => !(isOf(row, key) && starts.includes(row.startMs)));
  }

  /** These totals are counted each time. */
  async recount() {
    return false;
  }

  async between(key: RecordingKey, from: number, to: number, limit = Number.POSITIVE_INFINITY) {
    const isInRange = ({ startMs, endMs }: RecordedSegment) => startMs < to && endMs > from;
    return this.rows.filter((row) => isOf(row, key) && isInRange(row)).slice(0, limit);
  }

  async oldest(of: RecordingKey | RecordedSegment['key']['store'], limit: number) {
    const matches = (row: RecordedSegment) => (typeof of === 'string' ? row.key.store === of : isOf(row, of));
    return this.rows.filter(matches).slice(0, limit);
  }

  async usage() {
    const totals = new Map<string, { key: RecordingKey; bytes: number }>();
    for (const { key, bytes } of this.rows) {
      const name = JSON.stringify([key.tenantId, key.channelId, key.store]);
      totals.set(name, { key, bytes: (totals.get(name)?.bytes ?? 0) + bytes });
    }
    return [...totals.values()];
  }
}

function isOf({ key }: RecordedSegment, other: RecordingKey): boolean {
  return key.tenantId === other.tenantId && key.channelId === other.channelId && key.store === other.store;
}

import type { Ms } from '../../kernel/units.ts';

const dayMs: Ms = 24 * 60 * 60_000;

export interface GrowingRecording {
  readonly bytes: number;
  readonly bytesPerDay: number;
  /** Age of its oldest segment. */
  readonly ageMs: Ms;
  readonly keepMs: Ms;
  readonly maxBytes: number | null;
}

/** How many days a recording still grows: then its oldest segments are deleted as fast as new ones are added. */
export function growthDays({ bytes, bytesPerDay, ageMs, keepMs, maxBytes }: GrowingRecording): number {
  if (bytesPerDay <= 0) return 0;
  const untilOld = Math.max(0, keepMs - ageMs) / dayMs;
  return Math.min(untilOld, daysUntilLimit({ bytes, bytesPerDay, maxBytes }) ?? Number.POSITIVE_INFINITY);
}

/** Days until a recording reaches its own limit. Null: it has none, or does not grow. */
export function daysUntilLimit({
  bytes,
  bytesPerDay,
  maxBytes,
}: Pick<GrowingRecording, 'bytes' | 'bytesPerDay' | 'maxBytes'>): number | null {
  if (maxBytes === null || bytesPerDay <= 0) return null;
  return Math.max(0, maxBytes - bytes) / bytesPerDay;
}

/** Days until recordings have used the free space, if they go on as before. Null: they stop growing earlier. */
export function daysUntilFull(freeBytes: number, recordings: readonly GrowingRecording[]): number | null {
  const growing = recordings
    .map((recording) => ({ until: growthDays(recording), perDay: recording.bytesPerDay }))
    .filter(({ until }) => until > 0)
    .sort((one, other) => one.until - other.until);
  let free = freeBytes;
  let from = 0;
  let perDay = growing.reduce((sum, each) => sum + each.perDay, 0);
  for (const each of growing) {
    const used = (each.until - from) * perDay;
    if (used >= free) return from + free / perDay;
    free -= used;
    from = each.until;
    perDay -= each.perDay;
  }
  return null;
}

import { recordModeOf } from '../../contracts/admin/record-modes.ts';
import { type RecordPlan, recordPlan } from '../../contracts/admin/record-plan.ts';
import type { EpochMs } from '../../kernel/units.ts';
import type { Zone } from '../../kernel/zone-time.ts';

/** The stored plan of a channel. Null: none, or one that this version does not understand. */
export function parsePlan(stored: string | null): RecordPlan | null {
  if (stored === null) return null;
  try {
    const parsed = recordPlan.safeParse(JSON.parse(stored));
    return parsed.success ? parsed.data : null;
  } catch {
    return null; // not JSON
  }
}

/**
 * True when a plan records at `now`. Spans are civil times of the zone: an hour that occurs twice is recorded twice, and
 * one that is skipped not at all.
 */
export function isRecordedNow(plan: RecordPlan, zone: Zone, now: EpochMs): boolean {
  if (!plan.enabled) return false;
  if (recordModeOf(plan) !== 'schedule') return true;
  const civil = zone.text(now);
  const day = weekdayOf(civil);
  const time = civil.slice(11, 16);
  return plan.days.some((span) => span.day === day && span.from <= time && time < span.to);
}

/** 1 Monday to 7 Sunday, of a text that begins with `yyyy-MM-dd`. */
function weekdayOf(civil: string): number {
  return new Date(`${civil.slice(0, 10)}T00:00:00Z`).getUTCDay() || 7;
}

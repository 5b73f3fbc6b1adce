import { recordModeOf } from '../../contracts/admin/record-modes.ts';
import type { RecordPlan } from '../../contracts/admin/record-plan.ts';
import type { RecordedFile } from '../../contracts/lapp/video.call.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import type { Zone } from '../../kernel/zone-time.ts';
import type { RecordStore } from '../../media/ports.ts';
import { isRecordedNow } from './record-schedule.ts';

/** A part of a day: recorded, or not. `plan`: the plan does not record then. `missing`: it should have. */
export interface DayPart {
  readonly beginMs: EpochMs;
  readonly endMs: EpochMs;
  readonly kind: 'schedule' | 'alarm' | 'plan' | 'missing';
}

/** Shorter gaps are between two segments, and are not worth a line. */
const shortestGapMs: Ms = 1_000;
const minuteMs: Ms = 60_000;

/** All of [from, to) in order. Gaps are explained by the current plan: which one was valid then is not stored. */
export function partsOfDay(given: {
  readonly from: EpochMs;
  readonly to: EpochMs;
  readonly files: readonly Pick<RecordedFile, 'startTime' | 'endTime' | 'videoType'>[];
  readonly plan: RecordPlan | null;
  readonly store: RecordStore;
  readonly zone: Zone;
}): readonly DayPart[] {
  const { from, to, files } = given;
  const parts: DayPart[] = [];
  let at = from;
  for (const { startTime, endTime, videoType } of files) {
    const begin = Math.max(startTime, at);
    const end = Math.min(endTime, to);
    if (end <= begin) continue;
    if (begin - at > shortestGapMs) parts.push(...gapParts(at, begin, given));
    parts.push({ beginMs: begin, endMs: end, kind: videoType === 2 ? 'alarm' : 'schedule' });
    at = end;
  }
  if (to - at > shortestGapMs) parts.push(...gapParts(at, to, given));
  return parts;
}

/** A gap, divided where the plan begins or ends. */
function gapParts(
  from: EpochMs,
  to: EpochMs,
  given: { readonly plan: RecordPlan | null; readonly store: RecordStore; readonly zone: Zone },
): readonly DayPart[] {
  const parts: { beginMs: EpochMs; endMs: EpochMs; kind: 'plan' | 'missing' }[] = [];
  // Plans change at whole minutes.
  for (let at = from; at < to; at = Math.floor(at / minuteMs) * minuteMs + minuteMs) {
    const kind = isPlanned(at, given) ? 'missing' : 'plan';
    const last = parts.at(-1);
    const endMs = Math.min(to, Math.floor(at / minuteMs) * minuteMs + minuteMs);
    if (last?.kind === kind) last.endMs = endMs;
    else parts.push({ beginMs: at, endMs, kind });
  }
  return parts;
}

function isPlanned(
  at: EpochMs,
  {
    plan,
    store,
    zone,
  }: { readonly plan: RecordPlan | null; readonly store: RecordStore; readonly zone: Zone },
): boolean {
  if (!plan) return false;
  if (store === 'device') return plan.card === true;
  return recordModeOf(plan) !== 'alarm' && isRecordedNow(plan, zone, at);
}

import { recordModeOf } from '../../contracts/admin/record-modes.ts';
import type { RecordPlan } from '../../contracts/admin/record-plan.ts';
import type { RecordedFile } from '../../contracts/lapp/video.call.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import type { Zone } from '../../kernel/zone-time.ts';
import type { RecordStore } from '../../media/ports.ts';
import { offCodes, type Trouble } from './gap-reasons.ts';
import { isRecordedNow } from './record-schedule.ts';

/**
 * A part of a day: recorded, or not. `plan`: nothing was to be recorded then. `missing`: it should have been. `codes`: of
 * the troubles that explain a gap, oldest first.
 */
export interface DayPart {
  readonly beginMs: EpochMs;
  readonly endMs: EpochMs;
  readonly kind: 'schedule' | 'alarm' | 'plan' | 'missing';
  readonly codes: readonly string[];
}

/** Shorter gaps are between two segments, and are not worth a line. */
const shortestGapMs: Ms = 1_000;
/**
 * What was recorded last is not known yet: a segment ends with a group of pictures, which may take 10 s and more, and its
 * row is stored every 10 s, later on a busy server.
 */
const notStoredMs: Ms = 60_000;
const minuteMs: Ms = 60_000;
/** How late a plan or camera that is switched off is noticed, and how long it takes to record again. */
const offWithinMs: Ms = 15_000;
/** Of one gap. */
const maxCodes = 5;

/**
 * All of [from, to) in order, but the time before there was a camera. `isToday`: `to` is now, and what was recorded just
 * before is not known yet. Of the plan only
 * the times at which it was off are stored, so its current schedule divides the rest.
 */
export function partsOfDay(given: {
  readonly from: EpochMs;
  readonly to: EpochMs;
  /** Since when there is a camera: it cannot have missed anything before. */
  readonly since: EpochMs;
  readonly isToday: boolean;
  readonly files: readonly Pick<RecordedFile, 'startTime' | 'endTime' | 'videoType'>[];
  /** Oldest first. */
  readonly troubles: readonly Trouble[];
  readonly plan: RecordPlan | null;
  readonly store: RecordStore;
  readonly zone: Zone;
}): readonly DayPart[] {
  const { from, to, isToday, files } = given;
  const parts: DayPart[] = [];
  let at = from;
  for (const { startTime, endTime, videoType } of files) {
    const begin = Math.max(startTime, at);
    const end = Math.min(endTime, to);
    if (end <= begin) continue;
    if (begin - at > shortestGapMs) parts.push(...gapParts(at, begin, given));
    parts.push({ beginMs: begin, endMs: end, kind: videoType === 2 ? 'alarm' : 'schedule', codes: [] });
    at = end;
  }
  const isKnown = given.troubles.some(({ toMs }) => toMs > at);
  const shortestMs = isToday && !isKnown ? notStoredMs : shortestGapMs;
  if (to - at > shortestMs) parts.push(...gapParts(at, to, given));
  return parts;
}

/** `HH:mm:ss` of its begin and end. `to`: the end of the day. A part that is shorter ends with the next second. */
export function clockTimesOf(
  { beginMs, endMs }: Pick<DayPart, 'beginMs' | 'endMs'>,
  to: EpochMs,
  zone: Zone,
): { readonly beginTime: string; readonly endTime: string } {
  const isWithinSecond = endMs - beginMs < 1_000 && zone.text(beginMs) === zone.text(endMs);
  const shownEnd = isWithinSecond ? endMs + 1_000 : endMs;
  return {
    beginTime: zone.text(beginMs).slice(11),
    endTime: shownEnd >= to ? '24:00:00' : zone.text(shownEnd).slice(11),
  };
}

type Explained = Pick<Parameters<typeof partsOfDay>[0], 'plan' | 'store' | 'zone' | 'troubles' | 'since'>;

/** A gap, divided where the plan begins or ends. */
function gapParts(begin: EpochMs, to: EpochMs, given: Explained): readonly DayPart[] {
  const from = Math.max(begin, given.since);
  const troubles = given.troubles.filter(
    ({ fromMs, toMs }) => fromMs - offWithinMs < to && toMs + offWithinMs > from,
  );
  const parts: { beginMs: EpochMs; endMs: EpochMs; kind: 'plan' | 'missing' }[] = [];
  // Plans change at whole minutes.
  for (let at = from; at < to; at = Math.floor(at / minuteMs) * minuteMs + minuteMs) {
    const kind = isMissing(at, { ...given, troubles }) ? 'missing' : 'plan';
    const last = parts.at(-1);
    const endMs = Math.min(to, Math.floor(at / minuteMs) * minuteMs + minuteMs);
    if (last?.kind === kind) last.endMs = endMs;
    else parts.push({ beginMs: at, endMs, kind });
  }
  return parts.map((part) => ({ ...part, codes: codesOf(part, troubles) }));
}

function isMissing(at: EpochMs, { plan, store, zone, troubles }: Explained): boolean {
  const isOff = troubles.some(
    ({ code, fromMs, toMs }) => offCodes.has(code) && fromMs - offWithinMs <= at && at < toMs + offWithinMs,
  );
  if (isOff) return false;
  // It was recorded then, by a plan that is not known any more.
  if (!plan) return troubles.some(({ fromMs, toMs }) => fromMs <= at && at < toMs);
  if (store === 'device') return plan.card === true;
  return recordModeOf(plan) !== 'alarm' && isRecordedNow(plan, zone, at);
}

function codesOf(
  { beginMs, endMs, kind }: Pick<DayPart, 'beginMs' | 'endMs' | 'kind'>,
  troubles: readonly Trouble[],
): readonly string[] {
  const own = troubles.filter(
    ({ code, fromMs, toMs }) => offCodes.has(code) === (kind === 'plan') && fromMs < endMs && toMs >= beginMs,
  );
  return [...new Set(own.map(({ code }) => code))].slice(0, maxCodes);
}

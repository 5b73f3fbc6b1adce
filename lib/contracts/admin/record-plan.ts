/** What is recorded of a channel, and how long it is kept. Plans stored before the modes existed are weekly schedules. */
import { z } from 'zod';
import { recordModes } from './record-modes.ts';

/** `24:00` is the end of a day; no span begins there. */
const from = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/);
const to = z.union([from, z.literal('24:00')]);

export interface RecordSpan {
  /** 1 Monday to 7 Sunday. */
  readonly day: number;
  /** `HH:mm` in the organisation's zone. */
  readonly from: string;
  /** Exclusive. Never before `from`: a span over midnight is written as two. */
  readonly to: string;
}

const span = z
  .strictObject({ day: z.number().int().min(1).max(7), from, to })
  .refine((value) => value.from < value.to, { message: '结束时间必须晚于开始时间', path: ['to'] });

export const recordPlan = z
  .strictObject({
    /** Of our own storage. */
    enabled: z.boolean(),
    /** Absent: `schedule`. */
    mode: z.enum(recordModes).optional(),
    /** At most 8 spans per day, without overlaps. */
    days: z.array(span).max(56),
    /** Retention in days; older recordings are deleted. */
    keepDays: z.number().int().min(1).max(365),
    /** The oldest recordings are deleted beyond this many GiB. Absent or null: no limit of its own. */
    maxGb: z.number().int().min(1).max(1_000_000).nullable().optional(),
    /** Mode `alarm`: seconds recorded before an alarm. */
    preRecordSec: z.number().int().min(0).max(60),
    /** Mode `alarm`: seconds recorded after an alarm. Absent: `defaultPostRecordSec`. */
    postRecordSec: z.number().int().min(1).max(600).optional(),
    /** The memory card of a demo camera, which records always and overwrites its oldest recordings. */
    card: z.boolean().optional(),
  })
  .superRefine((plan, context) => {
    const overlap = plan.days.findIndex((one, index) =>
      plan.days.some((other, at) => at < index && touches(one, other)),
    );
    if (overlap >= 0) {
      context.addIssue({ code: 'custom', message: '录像时段不能重叠', path: ['days', overlap, 'from'] });
    }
  });
export type RecordPlan = z.output<typeof recordPlan>;

/** Adjacent spans do not overlap. */
function touches(one: RecordSpan, other: RecordSpan): boolean {
  return one.day === other.day && one.from < other.to && other.from < one.to;
}

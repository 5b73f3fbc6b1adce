/** Weekly recording schedule of a channel, for a recorder. It does not start recordings here. */
import { z } from 'zod';

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
    enabled: z.boolean(),
    /** At most 8 spans per day, without overlaps. */
    days: z.array(span).max(56),
    /** Retention in days; older recordings are overwritten. */
    keepDays: z.number().int().min(1).max(365),
    /** Seconds recorded before an event. */
    preRecordSec: z.number().int().min(0).max(60),
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

/** When a channel is to be recorded, week by week. A plan for a recorder: nothing of it starts a recording here. */
import { z } from 'zod';

/** `24:00` ends a day; nothing begins there. */
const from = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/);
const to = z.union([from, z.literal('24:00')]);

export interface RecordSpan {
  /** 1 Monday to 7 Sunday. */
  readonly day: number;
  /** `HH:mm` in the organisation's zone. */
  readonly from: string;
  /** Not part of the span. Never before `from`: a night is two spans. */
  readonly to: string;
}

const span = z
  .strictObject({ day: z.number().int().min(1).max(7), from, to })
  .refine((value) => value.from < value.to, { message: '结束时间必须晚于开始时间', path: ['to'] });

export const recordPlan = z
  .strictObject({
    enabled: z.boolean(),
    /** At most 8 spans a day, none of them inside another. */
    days: z.array(span).max(56),
    /** Kept this many days; older ones make room. */
    keepDays: z.number().int().min(1).max(365),
    /** Before an event that starts a recording. */
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

/** Spans that only meet do not touch. */
function touches(one: RecordSpan, other: RecordSpan): boolean {
  return one.day === other.day && one.from < other.to && other.from < one.to;
}

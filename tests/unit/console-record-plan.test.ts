import { expect } from 'expect';
import { describe, it } from 'vitest';
import { planProblems } from '../../app/_console/pages/camera/plan-problems.ts';
import { hoursOf, withHour } from '../../app/_console/pages/camera/week-hours.ts';
import { type RecordSpan, recordPlan } from '../../lib/contracts/admin/record-plan.ts';

const span = (day: number, from: string, to: string): RecordSpan => ({ day, from, to });
const plan = (...days: RecordSpan[]) => ({ enabled: true, days, keepDays: 7, preRecordSec: 5 });

describe('time ranges of a schedule, as entered', () => {
  it.each([
    ['meet', [span(1, '08:00', '12:00'), span(1, '12:00', '24:00')], [null, null]],
    ['overlap', [span(1, '08:00', '12:00'), span(1, '11:59', '13:00')], [null, 'pages.planOverlap']],
    ['overlap on another day', [span(1, '08:00', '12:00'), span(2, '08:00', '12:00')], [null, null]],
    ['run backwards', [span(3, '18:00', '06:00')], ['pages.planOrder']],
    ['are none', [span(3, '8:00', '9:00')], ['pages.planClock']],
    ['begin where nothing begins', [span(3, '24:00', '24:00')], ['pages.planClock']],
  ])('are validated when they %s, as by the server', (_name, spans, problems) => {
    expect(planProblems(spans)).toEqual(problems);
    expect(recordPlan.safeParse(plan(...spans)).success).toBe(problems.every((one) => one === null));
  });
});

describe('the hours of a weekly plan', () => {
  const states = (spans: readonly RecordSpan[], day = 1) =>
    hoursOf(spans, day)
      .map((state, hour) => (state === 'none' ? '' : `${hour} ${state}`))
      .filter(Boolean);

  it('are recorded, in part, or not', () => {
    const spans = [span(1, '08:00', '10:30'), span(1, '23:00', '24:00'), span(2, '00:00', '01:00')];
    expect(states(spans)).toEqual(['8 all', '9 all', '10 part', '23 all']);
    expect(states(spans, 2)).toEqual(['0 all']);
    expect(states([span(1, '8', '9:00')])).toEqual([]);
  });

  it('are turned on and off one by one; times within other hours stay as they are', () => {
    const eight = withHour([], { day: 1, hour: 8 }, true);
    expect(eight).toEqual([span(1, '08:00', '09:00')]);
    const both = withHour(eight, { day: 1, hour: 9 }, true);
    expect(both).toEqual([span(1, '08:00', '10:00')]);
    const whole = [span(1, '00:00', '24:00'), span(2, '06:30', '07:15')];
    expect(withHour(whole, { day: 1, hour: 12 }, false)).toEqual([
      span(1, '00:00', '12:00'),
      span(1, '13:00', '24:00'),
      span(2, '06:30', '07:15'),
    ]);
    expect(withHour(whole, { day: 2, hour: 7 }, true)).toContainEqual(span(2, '06:30', '08:00'));
    expect(recordPlan.safeParse(plan(...withHour(whole, { day: 1, hour: 12 }, false))).success).toBe(true);
  });
});

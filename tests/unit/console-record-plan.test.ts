import { expect } from 'expect';
import { describe, it } from 'vitest';
import { planProblems } from '../../app/_console/pages/camera/plan-problems.ts';
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

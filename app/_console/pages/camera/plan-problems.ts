import type { RecordSpan } from '../../../../lib/contracts/admin/record-plan.ts';
import type { PageText } from '../../text/use-page-text.ts';

const clock = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** Validation error of each time span, as on the server; null if valid. */
export function planProblems(spans: readonly RecordSpan[]): readonly (PageText | null)[] {
  return spans.map((span, at) => {
    const { day, from, to } = span;
    if (!clock.test(from) || !(clock.test(to) || to === '24:00')) return 'pages.planClock';
    if (from >= to) return 'pages.planOrder';
    const isDuplicate = spans
      .slice(0, at)
      .some((other) => other.day === day && from < other.to && other.from < to);
    return isDuplicate ? 'pages.planOverlap' : null;
  });
}

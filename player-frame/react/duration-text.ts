import type { MessageKey } from '../../lib/i18n/translate.ts';
import type { TimeRange } from '../../lib/kernel/time-range.ts';
import type { Ms } from '../../lib/kernel/units.ts';
import { isShort } from '../recorded-time/range-text.ts';

type Text = (key: MessageKey, params: Readonly<Record<string, string | number>>) => string;

const units = [
  { key: 'duration.days', seconds: 86_400 },
  { key: 'duration.hours', seconds: 3_600 },
  { key: 'duration.minutes', seconds: 60 },
  { key: 'duration.seconds', seconds: 1 },
] as const;

/** `1 h 5 min 3 s`, `4 min`: whole seconds, without units that are zero. */
export function durationText(durationMs: Ms, text: Text): string {
  const parts = partsOf(Math.round(durationMs / 1_000));
  return (
    parts.map(({ key, count }) => text(key, { count })).join(' ') || text('duration.seconds', { count: 0 })
  );
}

/** The same of a range; below a minute with a fraction: `9.5 s`. */
export function lengthText(range: TimeRange, text: Text): string {
  const length = range.end - range.begin;
  return isShort(range)
    ? text('duration.seconds', { count: (length / 1_000).toFixed(1) })
    : durationText(length, text);
}

/** `2 d 1 h`, `1 h 5 min`, `1 min`, `35 s`: how far a video is behind, without what changes with every second. */
export function behindText(behindMs: Ms, text: Text): string {
  const seconds = Math.floor(behindMs / 1_000);
  const precision = seconds < 60 ? 1 : seconds < 86_400 ? 60 : 3_600;
  return durationText((seconds - (seconds % precision)) * 1_000, text);
}

function partsOf(total: number) {
  let rest = total;
  return units.flatMap(({ key, seconds }) => {
    const count = Math.floor(rest / seconds);
    rest -= count * seconds;
    return count > 0 ? [{ key, count }] : [];
  });
}

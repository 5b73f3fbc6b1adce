/** Preset ranges of whole days, relative to today. */
import type { Range } from '../data/list-state.ts';

export const shortcuts = ['today', 'week', 'month', 'thisMonth'] as const;
export type Shortcut = (typeof shortcuts)[number];

const dayMs = 86_400_000;
const utc = (day: string) => Date.parse(`${day}T00:00:00Z`);
const dayText = (at: number) => new Date(at).toISOString().slice(0, 10);

/** Both days are included. */
export function wholeDays(from: string, to: string): Required<Range> {
  return { from: `${from} 00:00:00`, to: `${to} 23:59:59` };
}

/** `today`: `yyyy-MM-dd`. The last N days include today. */
export function shortcutRange(shortcut: Shortcut, today: string): Required<Range> {
  const back = (days: number) => dayText(utc(today) - days * dayMs);
  switch (shortcut) {
    case 'today':
      return wholeDays(today, today);
    case 'week':
      return wholeDays(back(6), today);
    case 'month':
      return wholeDays(back(29), today);
    case 'thisMonth': {
      const [year = 0, month = 0] = today.split('-').map(Number);
      return wholeDays(`${today.slice(0, 8)}01`, dayText(Date.UTC(year, month, 0)));
    }
  }
}

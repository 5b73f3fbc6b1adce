'use client';
import { Button } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { useState } from 'react';
import type { Range } from '../data/list-state.ts';
import styles from './calendar.module.css';
import { CalendarFrame, useCalendar, useDatesText, useNow } from './calendar.tsx';
import { shortcutRange, shortcuts, wholeDays } from './shortcuts.ts';
import { dayOf } from './time-text.ts';

export interface RangeCalendarProps {
  readonly range: Range;
  /** Called when both ends are selected. */
  onChoose(range: Required<Range>): void;
}

/** Selects two days, inclusive, or a preset range. */
export default function RangeCalendar({ range, onChoose }: RangeCalendarProps) {
  const translate = useDatesText();
  const now = useNow();
  const given = [dayOf(range.from) || null, dayOf(range.to) || null] as const;
  const [picked, setPicked] = useState<[string | null, string | null]>([...given]);
  const calendar = useCalendar(given[0] ?? given[1] ?? '');
  return (
    <CalendarFrame>
      <div className={styles.shortcuts}>
        {shortcuts.map((shortcut) => {
          const preset = shortcutRange(shortcut, now().slice(0, 10));
          const isIt = preset.from === range.from && preset.to === range.to;
          return (
            <Button
              key={shortcut}
              size="compact-sm"
              variant={isIt ? 'filled' : 'default'}
              aria-pressed={isIt}
              onClick={() => onChoose(preset)}
            >
              {translate(`dates.${shortcut}`)}
            </Button>
          );
        })}
      </div>
      <DatePicker
        {...calendar}
        type="range"
        allowSingleDateInRange
        value={picked}
        onChange={([from, to]) => {
          setPicked([from, to]);
          if (from && to) onChoose(wholeDays(from, to));
        }}
      />
    </CalendarFrame>
  );
}

'use client';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { RecordSpan } from '../../../../lib/contracts/admin/record-plan.ts';
import { useLocale } from '../../text/use-locale.ts';
import { usePageText } from '../../text/use-page-text.ts';
import styles from './camera.module.css';
import { hoursOf, weekDays, withHour } from './week-hours.ts';

interface Cell {
  readonly day: number;
  readonly hour: number;
}
const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
};
/** In any week: the first of January 2024 was a Monday. */
const shortDay = (day: number, locale: string) =>
  new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }).format(Date.UTC(2024, 0, day));
const hours = Array.from({ length: 24 }, (_, hour) => hour);

/** The week as days and hours: a press turns an hour on or off, and a drag the hours that it passes. */
export function WeekGrid({
  spans,
  isDisabled,
  onChange,
}: {
  readonly spans: readonly RecordSpan[];
  readonly isDisabled: boolean;
  onChange(spans: readonly RecordSpan[]): void;
}) {
  const translate = usePageText();
  const locale = useLocale();
  const root = useRef<HTMLTableElement>(null);
  /** The cell that Tab reaches. */
  const [current, setCurrent] = useState<Cell>({ day: 1, hour: 8 });
  /** Where a drag began, and what it sets. Null: none is in progress. */
  const painting = useRef<{ readonly from: Cell; readonly isOn: boolean } | null>(null);
  /** The pointer has passed other cells, so its release on the first one is no press. */
  const hasPainted = useRef(false);
  /** A fast drag passes several hours before the plan is rendered again. */
  const latest = useRef(spans);
  latest.current = spans;
  const set = (cells: readonly Cell[], isOn: boolean) => {
    latest.current = cells.reduce((plan, cell) => withHour(plan, cell, isOn), latest.current);
    onChange(latest.current);
  };
  const move = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    const day = Math.min(7, Math.max(1, current.day + step[0]));
    const hour = Math.min(23, Math.max(0, current.hour + step[1]));
    setCurrent({ day, hour });
    root.current?.querySelector<HTMLElement>(`[data-cell="${day}/${hour}"]`)?.focus();
  };
  return (
    <table
      ref={root}
      className={styles.week}
      aria-label={translate('pages.planWeek')}
      data-disabled={isDisabled || undefined}
      onKeyDown={move}
      onPointerUp={() => {
        painting.current = null;
      }}
      onPointerLeave={() => {
        painting.current = null;
      }}
    >
      <thead>
        <tr>
          <td />
          {hours.map((hour) => (
            <th key={hour} scope="col">
              {hour % 6 === 0 ? hour : ''}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weekDays.map((day) => (
          <tr key={day}>
            <th scope="row">{shortDay(day, locale)}</th>
            {hoursOf(spans, day).map((state, hour) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: an hour is its place in the day
              <td key={hour}>
                <button
                  type="button"
                  data-cell={`${day}/${hour}`}
                  data-state={state}
                  disabled={isDisabled}
                  tabIndex={day === current.day && hour === current.hour ? 0 : -1}
                  aria-pressed={state === 'part' ? 'mixed' : state === 'all'}
                  aria-label={`${translate(`pages.day${day}`)} ${hour}:00`}
                  onFocus={() => setCurrent({ day, hour })}
                  onPointerDown={(event) => {
                    // Otherwise a touch keeps every event for this cell.
                    event.currentTarget.releasePointerCapture?.(event.pointerId);
                    painting.current = { from: { day, hour }, isOn: state !== 'all' };
                    hasPainted.current = false;
                  }}
                  onPointerEnter={() => {
                    const drag = painting.current;
                    if (!drag) return;
                    hasPainted.current = true;
                    set([drag.from, { day, hour }], drag.isOn);
                  }}
                  // Keys have no pointer (`detail` 0).
                  onClick={({ detail }) => {
                    if (detail === 0 || !hasPainted.current) set([{ day, hour }], state !== 'all');
                  }}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { nearestLocale } from '../../../lib/i18n/translate.ts';
import { addDays, type CivilDate } from '../../../lib/kernel/zone-days.ts';
import { LeftIcon, RightIcon } from '../../react/icons.tsx';
import { usePlayer, useText } from '../../react/use-player.ts';
import { selectLanguage } from '../../state/selectors.ts';
import {
  addMonths,
  addMonthsToDate,
  type CivilMonth,
  dateText,
  monthOf,
  monthText,
  startOfWeek,
  weekdayNames,
  weeksOf,
} from './month-grid.ts';

export interface DatePickerProps {
  /** Null: none, as for live video. */
  readonly selected: CivilDate | null;
  readonly today: CivilDate;
  /** Dates of this month with recordings; null while unknown. */
  readonly recordedDates: (month: CivilMonth) => ReadonlySet<CivilDate> | null;
  /** Requests the dates of a month. */
  readonly onShowMonth: (month: CivilMonth) => void;
  readonly onPick: (date: CivilDate) => void;
  readonly onClose: () => void;
  /** Below the days. */
  readonly children?: ReactNode;
}

/** Calendar that marks days with recordings. Future dates and the selected date cannot be picked. */
export function DatePicker(props: DatePickerProps) {
  const { selected, today, recordedDates, onShowMonth, onPick, onClose, children } = props;
  const language = nearestLocale(usePlayer(selectLanguage));
  const text = useText();
  const [focused, setFocused] = useState(selected ?? today);
  const grid = useRef<HTMLTableElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const month = monthOf(focused);
  const marked = recordedDates(month);

  useEffect(() => onShowMonth(month), [month, onShowMonth]);
  useEffect(() => {
    const before = document.activeElement;
    grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    return () => {
      // Unless the focus has moved on.
      if (before instanceof HTMLElement && document.activeElement === document.body) before.focus();
    };
  }, []);
  useEffect(() => {
    const onDown = (event: PointerEvent) => {
      if (event.target instanceof Node && !panel.current?.parentElement?.contains(event.target)) onClose();
    };
    window.addEventListener('pointerdown', onDown, true);
    return () => window.removeEventListener('pointerdown', onDown, true);
  }, [onClose]);

  const isRefused = (date: CivilDate) => date > today || date === selected;

  function focus(date: CivilDate): void {
    setFocused(date > today ? today : date);
    requestAnimationFrame(() => grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus());
  }

  function onKeyDown(event: KeyboardEvent): void {
    event.stopPropagation();
    if (event.key === 'Escape') {
      event.preventDefault();
      onClose();
      return;
    }
    const isInGrid = event.target instanceof Node && grid.current?.contains(event.target);
    const to = isInGrid ? moved(focused, event, language) : null;
    if (to === null) return;
    event.preventDefault();
    focus(to);
  }

  const labelOf = (date: CivilDate) => {
    const name = dateText(date, language);
    return marked?.has(date) ? text('date.recorded', { date: name }) : name;
  };
  const reasonOf = (date: CivilDate) =>
    date > today ? text('date.future') : date === selected ? text('date.selected') : undefined;

  return (
    <div
      ref={panel}
      className="oriel-dates"
      role="dialog"
      aria-label={text('date.title')}
      onKeyDown={onKeyDown}
      onBlur={({ relatedTarget }) => {
        const owner = panel.current?.parentElement;
        if (relatedTarget instanceof Node && !owner?.contains(relatedTarget)) onClose();
      }}
    >
      <div className="oriel-dates-head">
        <button
          type="button"
          className="oriel-button"
          aria-label={text('date.previousMonth')}
          onClick={() => setFocused(addMonthsToDate(focused, -1))}
        >
          <LeftIcon />
        </button>
        <strong aria-live="polite">{monthText(month, language)}</strong>
        <button
          type="button"
          className="oriel-button"
          aria-label={text('date.nextMonth')}
          aria-disabled={addMonths(month, 1) > monthOf(today)}
          onClick={() => {
            if (addMonths(month, 1) > monthOf(today)) return;
            const next = addMonthsToDate(focused, 1);
            setFocused(next > today ? today : next);
          }}
        >
          <RightIcon />
        </button>
      </div>
      <table ref={grid} className="oriel-dates-grid" aria-label={monthText(month, language)}>
        <thead>
          <tr>
            {weekdayNames(language).map(({ short, long }) => (
              <th key={long} scope="col" abbr={long}>
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month, language).map((week) => (
            <tr key={week.find((date) => date !== null)}>
              {week.map((date, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the column is the weekday
                <td key={index}>
                  {date !== null && (
                    <button
                      type="button"
                      className="oriel-date"
                      tabIndex={date === focused ? 0 : -1}
                      data-recorded={marked?.has(date) ?? false}
                      data-today={date === today}
                      aria-current={date === selected ? 'date' : undefined}
                      aria-disabled={isRefused(date)}
                      title={reasonOf(date)}
                      aria-label={labelOf(date)}
                      onClick={() => {
                        if (!isRefused(date)) onPick(date);
                      }}
                    >
                      {Number(date.slice(8))}
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="oriel-dates-legend">{text('date.legend')}</p>
      {children}
    </div>
  );
}

/** Keys of a calendar; null: not one of them. */
function moved(date: CivilDate, { key }: Pick<KeyboardEvent, 'key'>, language: string): CivilDate | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(date, -1);
    case 'ArrowRight':
      return addDays(date, 1);
    case 'ArrowUp':
      return addDays(date, -7);
    case 'ArrowDown':
      return addDays(date, 7);
    case 'PageUp':
      return addMonthsToDate(date, -1);
    case 'PageDown':
      return addMonthsToDate(date, 1);
    case 'Home':
      return startOfWeek(date, language);
    case 'End':
      return addDays(startOfWeek(date, language), 6);
    default:
      return null;
  }
}

'use client';
/** Shared by all calendars, and loaded with the first one. */
import '@mantine/dates/styles.css';
import 'dayjs/locale/zh-cn';
import { type DatePickerProps, DatesProvider, type DatesProviderSettings } from '@mantine/dates';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { datesTexts } from '../../../../lib/i18n/console/dates.ts';
import type { Locale } from '../../../../lib/i18n/translate.ts';
import { useSession } from '../../session/use-session.tsx';
import { useLocale } from '../../text/use-locale.ts';
import { useTranslations } from '../../text/use-translations.ts';
import styles from './calendar.module.css';
import { timeIn } from './time-text.ts';

export const useDatesText = () => useTranslations(datesTexts);

/**
 * Current time `yyyy-MM-dd HH:mm:ss` in the organisation's time zone, or the browser's if the server does not report
 * one.
 */
export function useNow(): () => string {
  const zone = useSession().user?.timeZone;
  return () => timeIn(zone, Date.now());
}

/** State of a calendar whose focus starts at `first` (`yyyy-MM-dd`), or today. */
export function useCalendar(first: string) {
  const locale = useLocale();
  const translate = useDatesText();
  const today = useNow()().slice(0, 10);
  const start = first || today;
  return useMemo(() => {
    const spoken = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' });
    return {
      defaultDate: start,
      hideOutsideDates: true,
      monthLabelFormat: translate('dates.monthFormat'),
      yearLabelFormat: translate('dates.yearFormat'),
      getDayAriaLabel: (day: string) => spoken.format(Date.parse(`${day}T00:00:00Z`)),
      getDayProps: (day: string) => ({
        ...(day === start ? { 'data-autofocus': true } : {}),
        ...(day === today ? { 'aria-current': 'date' as const, className: styles.today ?? '' } : {}),
      }),
      ariaLabels: {
        previousMonth: translate('dates.previousMonth'),
        nextMonth: translate('dates.nextMonth'),
        previousYear: translate('dates.previousYear'),
        nextYear: translate('dates.nextYear'),
        previousDecade: translate('dates.previousDecade'),
        nextDecade: translate('dates.nextDecade'),
      },
    } satisfies Partial<DatePickerProps>;
  }, [locale, translate, start, today]);
}

/**
 * No red weekends, which are hard to read in dark mode; a constant number of weeks, so that the layout does not jump.
 */
const everyMonth = { weekendDays: [], consistentWeeks: true };
const localSettings: Readonly<Record<Locale, DatesProviderSettings>> = {
  'zh-CN': { locale: 'zh-cn', firstDayOfWeek: 1, ...everyMonth },
  'en-US': { locale: 'en', firstDayOfWeek: 0, ...everyMonth },
};

/** Sets the language, and focuses a day, because the calendar may load after it was opened. */
export function CalendarFrame({ children }: { readonly children: ReactNode }) {
  const locale = useLocale();
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => frame.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), []);
  return (
    <DatesProvider settings={localSettings[locale]}>
      <div ref={frame}>{children}</div>
    </DatesProvider>
  );
}

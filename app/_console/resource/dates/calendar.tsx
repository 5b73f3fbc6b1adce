'use client';
/** What every calendar of the console has. Comes with the first that is opened. */
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

/** `yyyy-MM-dd HH:mm:ss` by the organisation's clocks. A server that does not tell its zone has the browser's. */
export function useNow(): () => string {
  const zone = useSession().user?.timeZone;
  return () => timeIn(zone, Date.now());
}

/** Of a picker whose focus begins at `first` (`yyyy-MM-dd`), or today. */
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

/** Days of a week-end in red are hard to read in dark pages. With as many weeks as any other, no month pushes. */
const everyMonth = { weekendDays: [], consistentWeeks: true };
const localSettings: Readonly<Record<Locale, DatesProviderSettings>> = {
  'zh-CN': { locale: 'zh-cn', firstDayOfWeek: 1, ...everyMonth },
  'en-US': { locale: 'en', firstDayOfWeek: 0, ...everyMonth },
};

/** In the page's language, and with the focus on a day: the calendar may come long after it was asked for. */
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

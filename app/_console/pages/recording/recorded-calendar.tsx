'use client';
import { DatePicker } from '@mantine/dates';
import { useState } from 'react';
import { CalendarFrame, useCalendar, useNow } from '../../resource/dates/calendar.tsx';
import styles from './recording.module.css';
import { type Store, useRecordedDays, useRecordingText } from './recording-data.ts';

/** Days with recordings are marked; days to come cannot be chosen. */
export default function RecordedCalendar({
  id,
  store,
  day,
  onChoose,
}: {
  readonly id: string;
  readonly store: Store;
  /** `yyyy-MM-dd` */
  readonly day: string;
  readonly onChoose: (day: string) => void;
}) {
  const translate = useRecordingText();
  const today = useNow()().slice(0, 10);
  const [month, setMonth] = useState(day.slice(0, 7));
  const recorded = useRecordedDays(id, store, month);
  const calendar = useCalendar(day);
  return (
    <CalendarFrame>
      <DatePicker
        {...calendar}
        aria-label={translate('recordings.day')}
        value={day}
        maxDate={today}
        onDateChange={(shown) => setMonth(shown.slice(0, 7))}
        getDayAriaLabel={(each) => {
          const name = calendar.getDayAriaLabel(each);
          return recorded.has(each) ? translate('recordings.hasRecordings', { day: name }) : name;
        }}
        getDayProps={(each) => {
          const { className, ...props }: { className?: string } = calendar.getDayProps(each);
          const marked = recorded.has(each) ? styles.recorded : '';
          return { ...props, className: `${className ?? ''} ${marked}` };
        }}
        onChange={(chosen) => chosen && onChoose(chosen)}
      />
    </CalendarFrame>
  );
}

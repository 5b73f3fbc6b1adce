'use client';
import { Button } from '@mantine/core';
import { DatePicker, TimePicker } from '@mantine/dates';
import styles from './calendar.module.css';
import { CalendarFrame, useCalendar, useDatesText, useNow } from './calendar.tsx';
import { dayOf } from './time-text.ts';

export interface TimeCalendarProps {
  /** `yyyy-MM-dd HH:mm:ss`, or invalid text. */
  readonly value: string;
  onChange(value: string): void;
  onDone(): void;
}

const midnight = '00:00:00';

/** Selects a day and a time. */
export default function TimeCalendar({ value, onChange, onDone }: TimeCalendarProps) {
  const translate = useDatesText();
  const now = useNow();
  const day = dayOf(value);
  const time = value.slice(11) || midnight;
  return (
    <CalendarFrame>
      <DatePicker
        {...useCalendar(day)}
        value={day || null}
        onChange={(chosen) => chosen && onChange(`${chosen} ${time}`)}
      />
      <TimePicker
        mt="xs"
        size="xs"
        withSeconds
        label={translate('dates.time')}
        hoursInputLabel={translate('dates.hours')}
        minutesInputLabel={translate('dates.minutes')}
        secondsInputLabel={translate('dates.seconds')}
        value={time}
        // The time is empty while one of its parts is missing.
        onChange={(given) => given && onChange(`${day || now().slice(0, 10)} ${given}`)}
      />
      <div className={styles.foot}>
        <Button flex={1} size="compact-sm" variant="default" onClick={() => onChange(now())}>
          {translate('dates.now')}
        </Button>
        <Button flex={1} size="compact-sm" onClick={onDone}>
          {translate('dates.done')}
        </Button>
      </div>
    </CalendarFrame>
  );
}

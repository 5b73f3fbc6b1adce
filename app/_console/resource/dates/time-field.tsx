'use client';
import type { TextInputProps } from '@mantine/core';
import { lazy, useState } from 'react';
import { useTexts } from '../../text/use-texts.ts';
import { CalendarButton } from './calendar-button.tsx';
import { TimeInput } from './time-input.tsx';

const TimeCalendar = lazy(() => import('./time-calendar.tsx'));

export interface TimeFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'label' | 'ref'> {
  readonly label: string;
  readonly value: string;
  onChange(value: string): void;
}

/** A time field of a form: typed or selected in a calendar. */
export function TimeField({ value, onChange, ...input }: TimeFieldProps) {
  const { translate } = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <TimeInput
      {...input}
      value={value}
      onChange={onChange}
      onOpen={() => setOpen(true)}
      rightSection={
        <CalendarButton
          label={translate('resource.calendarOf', { field: input.label })}
          isOpen={isOpen}
          isDisabled={input.disabled === true}
          height={380}
          onToggle={setOpen}
        >
          <TimeCalendar value={value} onChange={onChange} onDone={() => setOpen(false)} />
        </CalendarButton>
      }
      rightSectionPointerEvents="all"
    />
  );
}

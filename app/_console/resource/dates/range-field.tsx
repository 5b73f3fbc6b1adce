'use client';
import { Input } from '@mantine/core';
import { lazy, useId, useState } from 'react';
import { useTexts } from '../../text/use-texts.ts';
import type { Range } from '../data/list-state.ts';
import { CalendarButton } from './calendar-button.tsx';
import styles from './range-field.module.css';
import { TimeInput } from './time-input.tsx';

const RangeCalendar = lazy(() => import('./range-calendar.tsx'));

const ends = [
  { end: 'from', word: 'resource.from', edge: '00:00:00' },
  { end: 'to', word: 'resource.to', edge: '23:59:59' },
] as const;

export interface RangeFieldProps {
  readonly label: string;
  /** False: the label is for screen readers only. */
  readonly isLabelled?: boolean;
  readonly value: Range;
  onChange(range: Range): void;
}

/** A time range, inclusive: typed or selected in a calendar. */
export function RangeField({ label, isLabelled = true, value, onChange }: RangeFieldProps) {
  const { translate } = useTexts();
  const labelId = useId();
  const [open, setOpen] = useState<'from' | 'to' | null>(null);
  const set = (end: 'from' | 'to', text: string) => {
    const { [end]: _before, ...rest } = value;
    onChange(text ? { ...rest, [end]: text } : rest);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot stand in a grid of labelled inputs
    <div role="group" aria-labelledby={labelId} className={styles.range}>
      <Input.Label component="span" id={labelId}>
        {label}
      </Input.Label>
      <div className={styles.ends}>
        {ends.map(({ end, word, edge }) => (
          <TimeInput
            key={end}
            aria-label={`${label} ${translate(word)}`}
            placeholder={isLabelled ? 'yyyy-MM-dd' : `${label} ${translate(word)}`}
            value={value[end] ?? ''}
            edge={edge}
            onChange={(text) => set(end, text)}
            onOpen={() => setOpen(end)}
            rightSection={
              <CalendarButton
                label={translate('resource.calendarOf', { field: `${label} ${translate(word)}` })}
                isOpen={open === end}
                height={350}
                onToggle={(isOpen) => setOpen(isOpen ? end : null)}
              >
                <RangeCalendar
                  range={value}
                  onChoose={(range) => {
                    onChange(range);
                    setOpen(null);
                  }}
                />
              </CalendarButton>
            }
            rightSectionPointerEvents="all"
          />
        ))}
      </div>
    </div>
  );
}

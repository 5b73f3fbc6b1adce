'use client';
import { SegmentedControl, Stack } from '@mantine/core';
import type { EpochMs } from '../../../../lib/kernel/units.ts';
import { instantsOfLocal, repeatedTimeName } from '../../../../lib/kernel/zone-fold.ts';
import type { Zone } from '../../../../lib/kernel/zone-time.ts';
import { TimeField } from '../../resource/dates/time-field.tsx';
import { useRecordingText } from './recording-data.ts';

/** A local time as it was entered, `yyyy-MM-dd HH:mm:ss`, and which one is meant where it occurs twice. */
export interface LocalTime {
  readonly text: string;
  readonly isSecond: boolean;
}

export function localTimeOf(at: EpochMs, zone: Zone): LocalTime {
  const text = zone.text(at);
  const [, second] = instantsOfLocal(zone, text);
  return { text, isSecond: second !== undefined && second <= at };
}

/** Null: no such date or time. */
export function instantOf({ text, isSecond }: LocalTime, zone: Zone): EpochMs | null {
  const [first, second] = instantsOfLocal(zone, text);
  return (isSecond ? second : undefined) ?? first ?? null;
}

/** A time; where clocks are set back and it occurs twice, with a choice between both, by their names. */
export function LocalTimeField({
  label,
  zone,
  value,
  disabled,
  error,
  onChange,
}: {
  readonly label: string;
  readonly zone: Zone;
  readonly value: LocalTime;
  readonly disabled: boolean;
  readonly error?: string | null;
  readonly onChange: (value: LocalTime) => void;
}) {
  const translate = useRecordingText();
  const instants = instantsOfLocal(zone, value.text);
  return (
    <Stack gap="xs">
      <TimeField
        label={label}
        value={value.text}
        disabled={disabled}
        error={error}
        onChange={(text) => onChange({ text, isSecond: value.isSecond })}
      />
      {instants.length > 1 && (
        <SegmentedControl
          aria-label={translate('recordings.repeatedTime', { field: label })}
          data={instants.map((at, index) => ({
            value: String(index),
            label: repeatedTimeName(zone, at) ?? '',
          }))}
          value={value.isSecond ? '1' : '0'}
          disabled={disabled}
          onChange={(index) => onChange({ ...value, isSecond: index === '1' })}
        />
      )}
    </Stack>
  );
}

'use client';
import { TextInput, type TextInputProps } from '@mantine/core';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../text/use-texts.ts';
import { type DayEdge, isNoTime, readTime, timeFormat } from './time-text.ts';

export interface TimeInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'ref'> {
  /** `yyyy-MM-dd HH:mm:ss`, empty, or invalid text. */
  readonly value: string;
  readonly edge?: DayEdge;
  onChange(value: string): void;
  /** Opens the calendar from the keyboard. */
  onOpen(): void;
}

/**
 * A text input for a time. Valid input is normalized on blur. Invalid input is reported on blur, or at once if no
 * further typing can make it valid.
 */
export function TimeInput({ value, edge = '00:00:00', error, onChange, onOpen, ...input }: TimeInputProps) {
  const { translate } = useTexts();
  const [typing, setTyping] = useState<{ readonly text: string; readonly value: string } | null>(null);
  // The calendar may have set another time in the meantime.
  const typed = typing?.value === value ? typing.text : null;
  const element: RefObject<HTMLInputElement | null> = useRef(null);
  const wrong = value !== '' && readTime(value, edge) === null ? translate('resource.timeHint') : '';
  // Prevents submitting a search with an invalid time. Forms show their own message.
  useEffect(() => element.current?.setCustomValidity(wrong), [wrong]);
  return (
    <TextInput
      placeholder={timeFormat}
      {...input}
      ref={element}
      autoComplete="off"
      maxLength={30}
      value={typed ?? value}
      error={error || ((typed === null || isNoTime(typed)) && wrong) || undefined}
      onChange={({ currentTarget: { value: text } }) => {
        const given = readTime(text, edge) ?? text.trim();
        setTyping({ text, value: given });
        onChange(given);
      }}
      onBlur={() => setTyping(null)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown') return;
        event.preventDefault();
        onOpen();
      }}
    />
  );
}

'use client';
import { TextInput, type TextInputProps } from '@mantine/core';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../text/use-texts.ts';
import { type DayEdge, isNoTime, readTime, timeFormat } from './time-text.ts';

export interface TimeInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'ref'> {
  /** `yyyy-MM-dd HH:mm:ss`, empty, or what was typed and is no time. */
  readonly value: string;
  readonly edge?: DayEdge;
  onChange(value: string): void;
  /** The calendar is asked for by the keyboard. */
  onOpen(): void;
}

/**
 * A time to type. What is understood stands there as calls take it once the field is left; what is not is told then,
 * or at once where no more letters can help.
 */
export function TimeInput({ value, edge = '00:00:00', error, onChange, onOpen, ...input }: TimeInputProps) {
  const { translate } = useTexts();
  const [typing, setTyping] = useState<{ readonly text: string; readonly value: string } | null>(null);
  // A calendar may have set another time meanwhile.
  const typed = typing?.value === value ? typing.text : null;
  const element: RefObject<HTMLInputElement | null> = useRef(null);
  const wrong = value !== '' && readTime(value, edge) === null ? translate('resource.timeHint') : '';
  // A search that would leave out what was typed is not sent. Forms say it in their own words.
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

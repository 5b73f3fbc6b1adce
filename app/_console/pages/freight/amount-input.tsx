'use client';
import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { fenOf, yuanOf } from '../../resource/table/money.ts';

export interface AmountInputProps
  extends Pick<TextInputProps, 'label' | 'error' | 'aria-label' | 'onBlur' | 'withAsterisk' | 'disabled'> {
  /** A number, in fen for money; anything else is shown as empty. */
  readonly value: unknown;
  /** Entered in yuan. */
  readonly isMoney?: boolean;
  /** Null for an empty text. A text that is no number is passed on, for the checks to report. */
  onChange(value: number | string | null): void;
}

/** A number as text, so that what is being typed is not rewritten. */
export function AmountInput({ value, isMoney = false, onChange, ...props }: AmountInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const given = isMoney ? yuanOf(value) : typeof value === 'number' ? String(value) : '';
  // A value that was replaced from outside is shown instead of what was typed.
  const text = typed !== null && isSame(numberIn(typed, isMoney), value) ? typed : given || textOf(value);
  return (
    <TextInput
      {...props}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        onChange(numberIn(currentTarget.value, isMoney));
      }}
    />
  );
}

function numberIn(text: string, isMoney: boolean): number | string | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  if (isMoney) return fenOf(trimmed) ?? trimmed;
  return /^\d{1,12}(\.\d{0,9})?$/.test(trimmed) ? Number(trimmed) : trimmed;
}

const isSame = (one: unknown, other: unknown) => (one ?? null) === (other ?? null);
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

'use client';
import { MultiSelect, type MultiSelectProps } from '@mantine/core';

/** Loaded by lists that have such a filter. */
export default function SeveralChoices(props: MultiSelectProps<string>) {
  return <MultiSelect {...props} />;
}

'use client';
import { MultiSelect, type MultiSelectProps } from '@mantine/core';

/** Loaded by lists that have such a filter. */
export default function FilterMultiSelect(props: MultiSelectProps<string>) {
  return <MultiSelect {...props} />;
}

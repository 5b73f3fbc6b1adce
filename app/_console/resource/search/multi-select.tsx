'use client';
import { MultiSelect, type MultiSelectProps } from '@mantine/core';

/** Loaded on demand. */
export default function FilterMultiSelect(props: MultiSelectProps<string>) {
  return <MultiSelect {...props} />;
}

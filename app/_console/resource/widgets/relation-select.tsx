'use client';
import { Loader, MultiSelect, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { type Titles, useRelationOptions, useRelationTitles } from '../data/relations.ts';

const typingMs = 250;

export interface RelationSelectProps {
  readonly resource: string;
  readonly label: string;
  /** Ids as text. */
  readonly value: readonly string[];
  readonly isMultiple: boolean;
  readonly description?: ReactNode;
  readonly error?: ReactNode;
  readonly withAsterisk?: boolean;
  readonly disabled?: boolean;
  readonly placeholder?: string;
  readonly inputWrapperOrder?: ('label' | 'input' | 'description' | 'error')[];
  readonly max?: number;
  /** Titles that came with the row. */
  readonly titles?: Titles;
  /** Finds disabled rows too, for filters. */
  readonly findsDisabled?: boolean;
  /** Ids that are not offered. */
  readonly except?: readonly string[];
  onChange(ids: readonly string[]): void;
}

/** Select for rows of another resource, searchable by title. */
export function RelationSelect(props: RelationSelectProps) {
  const { resource, value, isMultiple, onChange, max, titles, findsDisabled, except = [], ...input } = props;
  const [search, setSearch] = useState('');
  const [keyword] = useDebouncedValue(search, typingMs);
  const titleOf = useRelationTitles(resource, value, { known: titles });
  // The input contains the title of the selected row, which is not a search.
  const isTitle = !isMultiple && value.some((id) => titleOf(id) === keyword);
  const { options, isFetching, nothing } = useRelationOptions(
    resource,
    isTitle ? '' : keyword,
    !findsDisabled,
  );
  const offered = options
    .map(({ id, title }) => ({ value: String(id), label: title }))
    .filter((option) => !except.includes(option.value));
  const missing = value
    .filter((id) => !offered.some((option) => option.value === id))
    .map((id) => ({ value: id, label: titleOf(id) }));
  const shared = {
    ...input,
    data: [...missing, ...offered],
    searchable: true,
    openOnFocus: false,
    clearable: true,
    searchValue: search,
    onSearchChange: setSearch,
    // Already filtered by the server, which searches more than the title.
    filter: ({ options: all }: { options: unknown[] }) => all as never,
    nothingFoundMessage: nothing,
    rightSection: isFetching ? <Loader size="xs" /> : undefined,
  };
  return isMultiple ? (
    <MultiSelect
      {...shared}
      value={[...value]}
      onChange={onChange}
      {...(max === undefined ? {} : { maxValues: max })}
    />
  ) : (
    <Select {...shared} value={value[0] ?? null} onChange={(id) => onChange(id === null ? [] : [id])} />
  );
}

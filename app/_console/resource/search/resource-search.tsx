'use client';
import { Button, Group, Paper, Stack, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconSearch } from '@tabler/icons-react';
import { type FormEvent, useId, useState } from 'react';
import type { ResourceDef } from '../../../../lib/contracts/admin/define-resource.ts';
import { useTexts } from '../../text/use-texts.ts';
import { CollapseButton } from '../../ui/collapse-button.tsx';
import { useIsNarrow } from '../../ui/use-is-narrow.ts';
import { useResourcePage } from '../context/resource-page-context.ts';
import {
  emptyListState,
  type FilterValue,
  isRange,
  type ListState,
  queryFields,
} from '../data/list-state.ts';
import { rangeInOrder } from '../dates/time-text.ts';
import { FilterChips } from './filter-chips.tsx';
import { FilterInput } from './filter-input.tsx';
import styles from './resource-search.module.css';

/** Filters shown when collapsed. */
const shownAtFirst = 3;

/** The keyword already searches the title, so its filter is omitted. */
export function searchFields(
  definition: ResourceDef,
  fixed: Readonly<Record<string, string>>,
  asideField?: string,
) {
  return queryFields(definition).filter(
    ([name, field]) =>
      !Object.hasOwn(fixed, name) &&
      name !== definition.tabs &&
      name !== asideField &&
      !(name === definition.titleField && field.query === 'like'),
  );
}

const isNothing = (value: FilterValue | undefined) =>
  value === undefined ||
  (isRange(value)
    ? !value.from && !value.to
    : typeof value === 'string'
      ? !value.trim()
      : value.length === 0);

type Search = Pick<ListState, 'keyword' | 'filters'>;
const isSameSearch = (one: Search, other: Search) =>
  one.keyword === other.keyword && JSON.stringify(one.filters) === JSON.stringify(other.filters);

/** Filters apply on submit, so that the list does not change while typing. */
export function ResourceSearch() {
  const { list } = useResourcePage();
  const { translate } = useTexts();
  const isNarrow = useIsNarrow();
  const [isOpen, setOpen] = useState(false);
  // Remounted when the address changes, so that navigation restores the fields.
  const form = <SearchForm key={JSON.stringify([list.keyword, list.filters])} showsAll={isNarrow} />;
  if (isNarrow)
    return (
      <Stack gap="xs" data-search-fold>
        <CollapseButton
          title={translate('resource.searchAndFilter')}
          icon={<IconSearch size={16} />}
          isOpen={isOpen}
          onToggle={() => setOpen(!isOpen)}
        />
        {isOpen && (
          <Paper withBorder p="md">
            {form}
          </Paper>
        )}
        <FilterChips />
      </Stack>
    );
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        {form}
        <FilterChips />
      </Stack>
    </Paper>
  );
}

/** `showsAll`: shows all fields. */
function SearchForm({ showsAll }: { readonly showsAll: boolean }) {
  const { resource, list, setList, fixed, slots } = useResourcePage();
  const { definition } = resource;
  const { translate, local } = useTexts();
  const [keyword, setKeyword] = useState(list.keyword);
  const [filters, setFilters] = useState(list.filters);
  const fields = searchFields(definition, fixed, slots.asideField);
  // If only one field would be hidden, it is shown instead of the expand button.
  const shownCount = showsAll || fields.length === shownAtFirst + 1 ? fields.length : shownAtFirst;
  const [isOpen, setOpen] = useState(() =>
    fields.slice(shownCount).some(([name]) => list.filters[name] !== undefined),
  );
  const regionId = useId();
  const shown = isOpen ? fields : fields.slice(0, shownCount);
  const title = definition.fields[definition.titleField];

  const inOrder = ([name, value]: readonly [string, FilterValue]) =>
    [name, isRange(value) && definition.fields[name]?.kind === 'time' ? rangeInOrder(value) : value] as const;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = Object.entries(filters)
      .filter(([, value]) => !isNothing(value))
      .map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value] as const);
    const next = { keyword: keyword.trim(), filters: Object.fromEntries(given.map(inOrder)) };
    // Repeating the same search refreshes the list.
    if (isSameSearch(next, list)) void resource.refresh();
    setList(next);
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is not known to every browser we serve
    <form role="search" aria-label={local(definition.title)} className={styles.form} onSubmit={submit}>
      <div className={styles.fields} id={regionId}>
        <TextInput
          label={translate('resource.keyword')}
          placeholder={title ? local(title.label) : ''}
          value={keyword}
          maxLength={200}
          data-resource-search
          onChange={(event) => setKeyword(event.currentTarget.value)}
        />
        {shown.map(([name, field]) => (
          <FilterInput
            key={name}
            name={name}
            field={field}
            value={filters[name]}
            onChange={(value) => setFilters((current) => ({ ...current, [name]: value }))}
          />
        ))}
      </div>
      <Group gap="xs" className={styles.buttons}>
        <Button type="submit" leftSection={<IconSearch size={16} />}>
          {translate('common.search')}
        </Button>
        <Button
          variant="default"
          onClick={() => setList({ ...emptyListState(definition), pageSize: list.pageSize })}
        >
          {translate('common.reset')}
        </Button>
        {fields.length > shownCount && (
          <Button
            variant="subtle"
            aria-expanded={isOpen}
            aria-controls={regionId}
            rightSection={isOpen ? <IconChevronUp size={16} /> : <IconChevronDown size={16} />}
            onClick={() => setOpen(!isOpen)}
          >
            {translate(isOpen ? 'resource.fewer' : 'resource.moreFilters')}
          </Button>
        )}
      </Group>
    </form>
  );
}

'use client';
import { Button, Group, Paper, Stack, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconSearch } from '@tabler/icons-react';
import { type FormEvent, lazy, Suspense, useId, useRef, useState } from 'react';
import type { ResourceDef } from '../../../../lib/contracts/admin/define-resource.ts';
import type { FieldDef } from '../../../../lib/contracts/admin/field.ts';
import { useTexts } from '../../text/use-texts.ts';
import { CollapseButton } from '../../ui/collapse-button.tsx';
import { retryWhenOnline } from '../../ui/retry-when-online.ts';
import { useIsNarrow } from '../../ui/use-is-narrow.ts';
import { useCommand, useResourcePage } from '../context/resource-page-context.ts';
import {
  emptyListState,
  type FilterValue,
  isFiltered,
  isRange,
  type ListState,
  queryFields,
} from '../data/list-state.ts';
import { rangeInOrder } from '../dates/time-text.ts';
import { FilterInput } from './filter-input.tsx';
import styles from './resource-search.module.css';

const FilterChips = lazy(retryWhenOnline(() => import('./filter-chips.tsx')));

/** Filters beside the keyword in a single line; the style sheet hides those that do not fit. */
const maxOnLine = 3;

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

/** Ranges come last, because they are the first to be hidden. */
function onOneLine<Field extends readonly [string, FieldDef]>(fields: readonly Field[]): readonly Field[] {
  const isRangeField = ([, { query }]: Field) => query === 'between';
  const first = fields.slice(0, maxOnLine);
  return [...first.filter((field) => !isRangeField(field)), ...first.filter(isRangeField)];
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
  const chips = isFiltered(list) && (
    <Suspense>
      <FilterChips />
    </Suspense>
  );
  const form = <SearchForm showsAll={isNarrow} />;
  if (isNarrow)
    return (
      <Stack gap="xs">
        <CollapseButton
          title={translate('resource.searchAndFilter')}
          icon={<IconSearch size={16} />}
          isOpen={isOpen}
          onToggle={() => setOpen(!isOpen)}
        />
        {!isOpen && <OpenBySearch onSearch={() => setOpen(true)} />}
        {isOpen && (
          <Paper withBorder p="md">
            {form}
          </Paper>
        )}
        {chips}
      </Stack>
    );
  return (
    <Paper withBorder p="sm">
      <Stack gap="xs">
        {form}
        {chips}
      </Stack>
    </Paper>
  );
}

/** The search of a folded form. The form registers its own. */
function OpenBySearch({ onSearch }: { onSearch(): void }) {
  useCommand('search', onSearch);
  return null;
}

/** `showsAll`: shows all fields. */
function SearchForm({ showsAll }: { readonly showsAll: boolean }) {
  const { resource, list, setList, fixed, slots, columns } = useResourcePage();
  const { definition } = resource;
  const { translate, local } = useTexts();
  const [keyword, setKeyword] = useState(list.keyword);
  const [filters, setFilters] = useState(list.filters);
  const [seen, setSeen] = useState<Search>(list);
  const show = (search: Search) => {
    setKeyword(search.keyword);
    setFilters(search.filters);
  };
  // Navigation restores the fields, which keep the focus.
  if (!isSameSearch(seen, list)) {
    setSeen(list);
    show(list);
  }
  const fields = searchFields(definition, fixed, slots.asideField);
  const isOpen = showsAll || columns.isSearchOpen;
  const regionId = useId();
  const keywordInput = useRef<HTMLInputElement>(null);
  useCommand('search', () => keywordInput.current?.focus());
  const shown = isOpen ? fields : onOneLine(fields);
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
    <form
      role="search"
      aria-label={local(definition.title)}
      className={styles.form}
      data-line={!isOpen || undefined}
      onSubmit={submit}
    >
      <div className={styles.fields} id={regionId}>
        <TextInput
          label={translate('resource.keyword')}
          placeholder={title ? local(title.label) : ''}
          leftSection={isOpen ? undefined : <IconSearch size={16} aria-hidden />}
          value={keyword}
          maxLength={200}
          ref={keywordInput}
          onChange={(event) => setKeyword(event.currentTarget.value)}
        />
        {shown.map(([name, field]) => (
          <FilterInput
            key={name}
            name={name}
            field={field}
            value={filters[name]}
            isLabelled={isOpen}
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
          onClick={() => {
            const empty = { ...emptyListState(definition), pageSize: list.pageSize };
            show(empty);
            setList(empty);
          }}
        >
          {translate('common.reset')}
        </Button>
        {!showsAll && fields.length > 1 && (
          <Button
            variant="subtle"
            aria-expanded={isOpen}
            aria-controls={regionId}
            rightSection={isOpen ? <IconChevronUp size={16} /> : <IconChevronDown size={16} />}
            onClick={() => columns.openSearch(!isOpen)}
          >
            {translate(isOpen ? 'resource.fewer' : 'resource.moreFilters')}
          </Button>
        )}
      </Group>
    </form>
  );
}

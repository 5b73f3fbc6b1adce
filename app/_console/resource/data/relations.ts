'use client';
/** Rows of another resource as options: by keyword for inputs, by id for titles. */
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { ResourceDef } from '../../../../lib/contracts/admin/define-resource.ts';
import {
  commonFields,
  type Row,
  type RowId,
  type RowOption,
} from '../../../../lib/contracts/admin/row-types.ts';
import { relationTexts } from '../../../../lib/i18n/console/relation.ts';
import { ApiError, api } from '../../api/request.ts';
import { useTexts } from '../../text/use-texts.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { useDefinition } from './use-resource.ts';

const staleMs = 60_000;
const none: readonly RowOption[] = [];

/** The definition may be undefined while it is loading. */
export function optionsQuery(definition: ResourceDef | undefined, query: Readonly<Record<string, string>>) {
  return {
    queryKey: [definition?.key ?? '', 'options', query],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api.get<readonly RowOption[]>(`${definition?.base}/options`, { query, signal, quiet: true }),
    enabled: definition !== undefined,
    staleTime: staleMs,
  };
}

/** At most 50; a keyword finds more. `isNew`: to be selected anew, so without disabled rows. */
export function useRelationOptions(resource: string, keyword: string, isNew = false) {
  const { data: definition } = useDefinition(resource);
  const { data, isFetching, isFetched, error } = useQuery(
    optionsQuery(definition, { ...(keyword ? { keyword } : {}), ...(isNew ? { enabled: '1' } : {}) }),
  );
  return { options: data ?? none, isFetching, isFetched, nothing: useEmptyText(error) };
}

/** One row as an option; undefined while loading, without an id, and outside the user's data scope. */
export function useOption(resource: string, id: RowId | ''): RowOption | undefined {
  const { data: definition } = useDefinition(resource);
  const { data } = useQuery({
    ...optionsQuery(definition, { ids: String(id) }),
    enabled: definition !== undefined && id !== '',
  });
  return data?.[0];
}

/** Text of an empty option list: no matches, or why the options could not be loaded. */
function useEmptyText(error: unknown): string {
  const { translate } = useTexts();
  const ofRelation = useTranslations(relationTexts);
  if (!error) return translate('resource.nothingFound');
  return error instanceof ApiError && error.code === '403'
    ? ofRelation('relation.refused')
    : ofRelation('relation.failed');
}

export type Titles = ReadonlyMap<string, string>;

/** Titles of the referenced rows, included in a row for this field. */
export function titlesIn(row: Row | null | undefined, field: string): Titles {
  return titlesOf((row && commonFields(row).titles?.[field]) ?? none);
}

const titlesOf = (options: readonly RowOption[]): Titles =>
  new Map(options.map(({ id, title }) => [String(id), title]));

/**
 * Titles of rows by id. `known` came with the row; the others are fetched. Ids without a title are outside the user's
 * data scope and shown as such, or as `orElse`.
 */
export function useRelationTitles(
  resource: string,
  ids: readonly RowId[],
  { known, orElse }: { readonly known?: Titles | undefined; readonly orElse?: (id: string) => string } = {},
): (id: string) => string {
  const { translate } = useTexts();
  const ofRelation = useTranslations(relationTexts);
  const { data: definition } = useDefinition(resource);
  const missingIds = [...new Set(ids.map(String))]
    .filter((id) => !known?.has(id))
    .sort()
    .join(',');
  const { data, isPending } = useQuery({
    ...optionsQuery(definition, { ids: missingIds }),
    enabled: definition !== undefined && missingIds !== '',
  });
  const found = useMemo(() => titlesOf(data ?? none), [data]);
  return useCallback(
    (id) =>
      known?.get(id) ??
      found.get(id) ??
      orElse?.(id) ??
      (isPending ? translate('common.loading') : ofRelation('relation.outOfReach')),
    [found, known, orElse, isPending, translate, ofRelation],
  );
}

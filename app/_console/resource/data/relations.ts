'use client';
/** Rows of another resource as choices: by a keyword for inputs, by ids for titles. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ResourceDef } from '../../../../lib/contracts/admin/define-resource.ts';
import { api } from '../../api/request.ts';
import type { Option } from './resource-client.ts';
import type { RowId } from './row.ts';
import { useDefinition } from './use-resource.ts';

const staleMs = 60_000;
const none: readonly Option[] = [];

function optionsQuery(definition: ResourceDef | undefined, query: Readonly<Record<string, string>>) {
  return {
    queryKey: [definition?.key ?? '', 'options', query],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api.get<readonly Option[]>(`${definition?.base}/options`, { query, signal, quiet: true }),
    enabled: definition !== undefined,
    staleTime: staleMs,
  };
}

/** At most 50, of which a keyword finds more. */
export function useRelationOptions(resource: string, keyword: string) {
  const { data: definition } = useDefinition(resource);
  const { data, isFetching } = useQuery(optionsQuery(definition, keyword ? { keyword } : {}));
  return { options: data ?? none, isFetching };
}

/** Titles of rows by id, for a form that has nothing but ids. What is out of reach stays an id. */
export function useRelationTitles(resource: string, ids: readonly RowId[]): ReadonlyMap<string, string> {
  const { data: definition } = useDefinition(resource);
  const asked = [...new Set(ids.map(String))].sort().join(',');
  const { data } = useQuery({
    ...optionsQuery(definition, { ids: asked }),
    enabled: definition !== undefined && asked !== '',
  });
  return useMemo(() => new Map((data ?? none).map(({ id, title }) => [String(id), title])), [data]);
}

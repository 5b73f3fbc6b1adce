'use client';
import { useQuery } from '@tanstack/react-query';
import {
  pageAddress,
  permissionOf,
  type ResourceDef,
} from '../../../../lib/contracts/admin/define-resource.ts';
import { resources } from '../../../../lib/contracts/admin/resources/index.ts';
import { api } from '../../api/request.ts';
import { useLocalText } from '../../text/use-text.ts';
import type { PageRoute } from '../menu-routes.ts';
import { writePanel } from '../page/panel-address.ts';

export interface RecordEntry {
  readonly key: string;
  readonly title: string;
  /** Type of record, and other identifying values. */
  readonly detail: string;
  readonly icon: string;
  /** Address of the record in its list, or of the filtered list if the user may not open it. */
  readonly fullPath: string;
}

interface Found {
  readonly id: number | string;
  readonly title: string;
  readonly detail?: string;
  readonly fields?: Readonly<Record<string, unknown>>;
}
interface FoundKind {
  /** Key of the definition. */
  readonly resource: string;
  readonly records: readonly Found[];
}

/** Times of a log entry, whose title is not unique. In the organisation's time zone, as in responses. */
function timesOf({ fields }: ResourceDef, option: Found): readonly unknown[] {
  return Object.entries(option.fields ?? {}).flatMap(([name, value]) =>
    fields[name]?.kind === 'time' ? [value] : [],
  );
}

function addressOf(path: string, { id, title }: Found, canOpen: boolean): string {
  const query = canOpen
    ? writePanel({ kind: 'show', id }, new URLSearchParams())
    : new URLSearchParams({ keyword: title });
  return `${path}?${query}`;
}

/** Records matching `keyword` of all kinds whose page is in the menu. No request for an empty keyword. */
export function useRecords(
  keyword: string,
  routes: readonly PageRoute[],
  can: (permission: string) => boolean,
): { readonly records: readonly RecordEntry[]; readonly isSearching: boolean } {
  const localText = useLocalText();
  const { data = [], isFetching } = useQuery({
    queryKey: ['search', keyword],
    queryFn: ({ signal }) =>
      api.get<readonly FoundKind[]>('/search', { query: { keyword }, signal, quiet: true }),
    enabled: keyword !== '',
    staleTime: 5_000,
  });
  const kinds = new Map(Object.entries<ResourceDef>(resources));
  const records = (keyword ? data : []).flatMap(({ resource: key, records }) => {
    const resource = kinds.get(key);
    const path = resource && pageAddress(resource);
    if (!resource || !path || !routes.some((route) => route.path === path)) return [];
    return records.map((record) => ({
      key: `${key} ${record.id}`,
      title: record.title,
      detail: [localText(resource.title), record.detail, ...timesOf(resource, record)]
        .filter(Boolean)
        .join('  '),
      icon: resource.icon,
      fullPath: addressOf(path, record, can(permissionOf(resource, 'query'))),
    }));
  });
  return { records, isSearching: isFetching };
}

'use client';
import { useQueries } from '@tanstack/react-query';
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

interface Option {
  readonly id: number | string;
  readonly title: string;
  readonly detail?: string;
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** Per type; the list shows more. */
const maxPerKind = 5;

/** Times of a log entry, whose title is not unique. In the organisation's time zone, as in responses. */
function timesOf({ fields }: ResourceDef, option: Option): readonly unknown[] {
  return Object.entries(option.fields ?? {}).flatMap(([name, value]) =>
    fields[name]?.kind === 'time' ? [value] : [],
  );
}

/** Types the user may list and whose page is in the menu. Sums are no records: they have no `/options`. */
function kindsOf(routes: readonly PageRoute[], can: (permission: string) => boolean) {
  return Object.values<ResourceDef>(resources).flatMap((resource) => {
    const route = routes.find(({ path }) => path === pageAddress(resource));
    return route && !resource.areSums && can(permissionOf(resource, 'list'))
      ? [{ resource, path: route.path }]
      : [];
  });
}

function addressOf(path: string, { id, title }: Option, canOpen: boolean): string {
  const query = canOpen
    ? writePanel({ kind: 'show', id }, new URLSearchParams())
    : new URLSearchParams({ keyword: title });
  return `${path}?${query}`;
}

/** Records matching `keyword` (see `/options`), of all types the user may see. No request for an empty keyword. */
export function useRecords(
  keyword: string,
  routes: readonly PageRoute[],
  can: (permission: string) => boolean,
): { readonly records: readonly RecordEntry[]; readonly isSearching: boolean } {
  const localText = useLocalText();
  const kinds = keyword ? kindsOf(routes, can) : [];
  const answers = useQueries({
    queries: kinds.map(({ resource }) => ({
      queryKey: [resource.key, 'options', { keyword }],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api.get<readonly Option[]>(`${resource.base}/options`, { query: { keyword }, signal, quiet: true }),
      staleTime: 30_000,
    })),
  });
  const records = kinds.flatMap(({ resource, path }, index) =>
    (answers[index]?.data ?? []).slice(0, maxPerKind).map((option) => ({
      key: `${resource.key} ${option.id}`,
      title: option.title,
      detail: [localText(resource.title), option.detail, ...timesOf(resource, option)]
        .filter(Boolean)
        .join('  '),
      icon: resource.icon,
      fullPath: addressOf(path, option, can(permissionOf(resource, 'query'))),
    })),
  );
  return { records, isSearching: answers.some((answer) => answer.isFetching) };
}

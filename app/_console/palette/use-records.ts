'use client';
import { useQueries } from '@tanstack/react-query';
import { permissionOf, type ResourceDef } from '../../../lib/contracts/admin/define-resource.ts';
import { resources } from '../../../lib/contracts/admin/resources/index.ts';
import { api } from '../api/request.ts';
import { useLocalText } from '../settings/use-text.ts';
import type { RoomRoute } from '../shell/routes.ts';

export interface RecordEntry {
  readonly key: string;
  readonly title: string;
  /** Of its kind: posts, devices, … */
  readonly kind: string;
  readonly icon: string;
  /** Its list, looking for it. */
  readonly fullPath: string;
}

interface Option {
  readonly id: number | string;
  readonly title: string;
}

/** Of one kind; the list itself shows more. */
const mostOfAKind = 5;

/** Kinds that somebody may list and that have a page in their menu. */
function kindsOf(routes: readonly RoomRoute[], can: (permission: string) => boolean) {
  return Object.values<ResourceDef>(resources).flatMap((resource) => {
    const route = routes.find(({ path }) => path === resource.base);
    return route && can(permissionOf(resource, 'list')) ? [{ resource, path: route.path }] : [];
  });
}

/** Rows whose title holds `keyword`, of every kind somebody may see. Nothing is asked for an empty keyword. */
export function useRecords(
  keyword: string,
  routes: readonly RoomRoute[],
  can: (permission: string) => boolean,
): { readonly records: readonly RecordEntry[]; readonly isLooking: boolean } {
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
    (answers[index]?.data ?? []).slice(0, mostOfAKind).map(({ id, title }) => ({
      key: `${resource.key} ${id}`,
      title,
      kind: localText(resource.title),
      icon: resource.icon,
      fullPath: `${path}?${new URLSearchParams({ keyword: title })}`,
    })),
  );
  return { records, isLooking: answers.some((answer) => answer.isFetching) };
}

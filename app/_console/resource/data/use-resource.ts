'use client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { permissionOf, type ResourceDef } from '../../../../lib/contracts/admin/define-resource.ts';
import type { MaskRule } from '../../../../lib/contracts/admin/field.ts';
import { type ActionKey, actionKeys } from '../../session/permission.tsx';
import { useSession } from '../../session/use-session.tsx';
import { retryWhenOnline } from '../../ui/retry-when-online.ts';
import { loadDefinition } from './definitions.ts';
import { type ResourceClient, resourceClient } from './resource-client.ts';

export interface Resource {
  readonly definition: ResourceDef;
  readonly client: ResourceClient;
  /** True if the resource supports it and the user has the permission. */
  can(verb: string): boolean;
  /** Allowed actions, for `HasAction`. */
  readonly actions: readonly ActionKey[];
  /** Refetches all data of the resource. */
  refresh(): Promise<void>;
}

const offered = ['add', 'edit', 'remove', 'export', 'import'] as const;
/** Permission required by each action. */
const verbOf: Readonly<Record<ActionKey, string>> = {
  add: 'add',
  delete: 'remove',
  edit: 'edit',
  query: 'query',
  get: 'query',
  enable: 'edit',
  disable: 'edit',
  import: 'import',
  export: 'export',
};

export function useDefinition(key: string) {
  return useQuery({
    queryKey: ['definition', key],
    queryFn: retryWhenOnline(() => loadDefinition(key)),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: 1,
  });
}

/** The server rejects filters for masked values, so they are not offered. */
function withoutMasked(definition: ResourceDef, masks: readonly MaskRule[] = []): ResourceDef {
  const fields = Object.entries(definition.fields).map(([name, field]) => {
    const { query, sortable, ...others } = field;
    return [name, field.mask && masks.includes(field.mask) ? others : field] as const;
  });
  return { ...definition, fields: Object.fromEntries(fields) };
}

/** Undefined until the definition is loaded. */
export function useResource(key: string): Resource | undefined {
  const { data: definition } = useDefinition(key);
  return useResourceOf(definition);
}

/** For a definition that is already loaded. */
export function useResourceOf(declared: ResourceDef | undefined): Resource | undefined {
  const { can, user } = useSession();
  const queries = useQueryClient();
  const masks = user?.masks;
  return useMemo(() => {
    if (!declared) return undefined;
    const definition = can(permissionOf(declared, 'reveal')) ? declared : withoutMasked(declared, masks);
    const may = (verb: string): boolean => {
      const isOffered = offered.some((one) => one === verb)
        ? definition.can.some((one) => one === verb)
        : !(verb === 'query' && definition.areSums);
      return isOffered && can(permissionOf(definition, verb));
    };
    return {
      definition,
      client: resourceClient(definition),
      can: may,
      actions: actionKeys.filter((key) => may(verbOf[key])),
      refresh: () => queries.invalidateQueries({ queryKey: [definition.key] }),
    };
  }, [declared, can, masks, queries]);
}

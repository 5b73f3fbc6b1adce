'use client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { permissionOf, type ResourceDef } from '../../../../lib/contracts/admin/define-resource.ts';
import { type ActionKey, actionKeys } from '../../session/permission.tsx';
import { useSession } from '../../session/use-session.tsx';
import { loadDefinition } from './definitions.ts';
import { type ResourceClient, resourceClient } from './resource-client.ts';

export interface Resource {
  readonly definition: ResourceDef;
  readonly client: ResourceClient;
  /** Both: the resource has it, and the user may. */
  can(verb: string): boolean;
  /** What pages ask for by `HasAction`. */
  readonly actions: readonly ActionKey[];
  /** Whatever was read of it is read again. */
  refresh(): Promise<void>;
}

const offered = ['add', 'edit', 'remove', 'export', 'import'] as const;
/** Which permission an action needs. */
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
    queryFn: () => loadDefinition(key),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: 1,
  });
}

/** Undefined until the definition has come. */
export function useResource(key: string): Resource | undefined {
  const { data: definition } = useDefinition(key);
  return useResourceOf(definition);
}

/** For a definition that is at hand already. */
export function useResourceOf(definition: ResourceDef | undefined): Resource | undefined {
  const { can } = useSession();
  const queries = useQueryClient();
  return useMemo(() => {
    if (!definition) return undefined;
    const may = (verb: string): boolean => {
      const isOffered = offered.some((one) => one === verb)
        ? definition.can.some((one) => one === verb)
        : true;
      return isOffered && can(permissionOf(definition, verb));
    };
    return {
      definition,
      client: resourceClient(definition),
      can: may,
      actions: actionKeys.filter((key) => may(verbOf[key])),
      refresh: () => queries.invalidateQueries({ queryKey: [definition.key] }),
    };
  }, [definition, can, queries]);
}

import type { ResourceDef } from '../../contracts/admin/define-resource.ts';
import type { ResourceCallName } from '../../contracts/admin/resource-calls.ts';
import type { ResourceDeps } from './resource-deps.ts';
import type { ResourceService } from './resource-service.ts';
import type { TableName } from './server-resource.ts';
import { tableService } from './table-service.ts';

/** A definition with its implementation. */
export interface BoundResource {
  readonly definition: ResourceDef;
  readonly service: ResourceService;
  /** Calls that the page implements itself. */
  readonly except?: readonly ResourceCallName[];
}

/** The definitions that name their table. */
export function boundByDefinition(
  deps: ResourceDeps,
  definitions: readonly ResourceDef[],
): readonly BoundResource[] {
  return definitions.flatMap((definition) => {
    const table = definition.table as TableName | undefined;
    if (!table) return [];
    return [{ definition, service: tableService(deps, { definition, table, dataScope: 'none' }) }];
  });
}

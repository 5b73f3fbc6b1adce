/** Queries on the department tree, for every data scope that includes subdepartments. */

import type { Actor } from '../../identity/actor.ts';
import type { TenantScope } from '../../tenancy/tenant-scope.ts';
import type { Reader } from '../system-deps.ts';

/** The department and all its subdepartments. */
export async function deptAndBelow(db: Reader, scope: TenantScope, deptId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('dept')
    .select(['id', 'ancestors'])
    .where('tenantId', '=', scope.tenantId)
    .where('ancestors', 'like', `%${deptId}%`)
    .execute();
  const below = rows.filter(({ ancestors }) => ancestors.split(',').includes(String(deptId)));
  return [deptId, ...below.map(({ id }) => id)];
}

/** The department and all its ancestors. Empty for null. */
export async function deptAndAbove(db: Reader, scope: TenantScope, deptId: number | null): Promise<number[]> {
  if (deptId === null) return [];
  const row = await db
    .selectFrom('dept')
    .select('ancestors')
    .where('tenantId', '=', scope.tenantId)
    .where('id', '=', deptId)
    .executeTakeFirst();
  const above = (row?.ancestors ?? '').split(',').map(Number);
  return [deptId, ...above.filter((id) => Number.isInteger(id) && id > 0)];
}

export function coversDept({ dataScope }: Pick<Actor, 'dataScope'>, deptId: number): boolean {
  return dataScope.kind === 'everything' || dataScope.deptIds.includes(deptId);
}

export function coversDepts(actor: Pick<Actor, 'dataScope'>, deptIds: readonly number[]): boolean {
  return deptIds.every((id) => coversDept(actor, id));
}

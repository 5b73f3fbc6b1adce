import type { Db } from '../../db/client.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';

export interface CategoryNode {
  readonly id: number;
  readonly parentId: number;
  readonly name: string;
  readonly status: string;
}

/** All of an organisation, in order: there are few. `db`: a transaction in a change. */
export const categoryRows = (
  db: Pick<Db, 'selectFrom'>,
  { tenantId }: TenantScope,
): Promise<CategoryNode[]> =>
  db
    .selectFrom('articleCategory')
    .select(['id', 'parentId', 'name', 'status'])
    .where('tenantId', '=', tenantId)
    .orderBy('sort')
    .orderBy('id')
    .execute();

/** The category and those above it, from below. Empty: it does not exist. */
export function pathTo(rows: readonly CategoryNode[], id: number): readonly CategoryNode[] {
  const path: CategoryNode[] = [];
  let next = rows.find((row) => row.id === id);
  // A circle cannot be stored; if it is nevertheless, it is left.
  while (next && !path.includes(next)) {
    path.push(next);
    const { parentId } = next;
    next = rows.find((row) => row.id === parentId);
  }
  return path;
}

/** Number of levels that it has with those below it. */
export function heightOf(rows: readonly CategoryNode[], id: number): number {
  const below = rows.filter(({ parentId }) => parentId === id);
  return 1 + Math.max(0, ...below.map((row) => heightOf(rows, row.id)));
}

/** Those that readers see, parents first: it and all above it are enabled. */
export function visibleBelow(rows: readonly CategoryNode[], parentId = 0): readonly CategoryNode[] {
  return rows
    .filter((row) => row.parentId === parentId && row.status === '0')
    .flatMap((row) => [row, ...visibleBelow(rows, row.id)]);
}

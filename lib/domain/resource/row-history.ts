/** What happened to one row, from the operation log. */
import type { ResourceDef } from '../../contracts/admin/define-resource.ts';
import type { CallContext } from '../console/actor.ts';
import { masked } from './masks.ts';
import type { FieldChange } from './operation-log.ts';
import type { ResourceDeps } from './resource-deps.ts';
import type { RowChange, RowId } from './resource-service.ts';
import type { Zone } from './zone-time.ts';

const most = 100;

/** Whoever calls has checked that the row is in reach. */
export async function rowHistory(
  { database: { db } }: Pick<ResourceDeps, 'database'>,
  resource: ResourceDef,
  { actor }: CallContext,
  id: RowId,
  zone: Zone,
): Promise<readonly RowChange[]> {
  const rows = await db
    .selectFrom('operationLog')
    .select(['id', 'businessType', 'operName', 'operAt', 'operAddress', 'traceId', 'diff'])
    .where('tenantId', '=', actor.scope.tenantId)
    .where('bizKey', '=', `${resource.key}:${id}`)
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
  const seesAddresses = actor.sees === 'everything' || actor.sees.has('ip');
  return rows.map((row) => ({
    operId: row.id,
    businessType: row.businessType,
    operName: row.operName,
    operTime: zone.text(row.operAt),
    operIp: seesAddresses ? row.operAddress : String(masked('ip', row.operAddress) ?? ''),
    traceId: row.traceId,
    diff: parseDiff(row.diff),
  }));
}

/** A diff that was too long to be kept whole is left out. */
function parseDiff(text: string | null): readonly FieldChange[] {
  if (text === null || text.endsWith('…')) return [];
  return JSON.parse(text) as FieldChange[];
}

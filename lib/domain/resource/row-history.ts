/** The changes of one row, from the operation log. */

import type { FieldChange } from '../../contracts/admin/field.ts';
import type { RowId } from '../../contracts/admin/row-types.ts';
import type { Zone } from '../../kernel/zone-time.ts';
import type { CallContext } from '../identity/actor.ts';
import { masked } from './masks.ts';
import type { ResourceDeps } from './resource-deps.ts';
import type { RowChange } from './resource-service.ts';
import type { ServerResource } from './server-resource.ts';

const max = 100;

/** The caller has checked that the row is within the data scope. */
export async function rowHistory(
  { database: { db } }: Pick<ResourceDeps, 'database'>,
  { definition: resource, shipped = {} }: ServerResource,
  { actor, locale }: CallContext,
  id: RowId,
  zone: Zone,
): Promise<readonly RowChange[]> {
  const rows = await db
    .selectFrom('operationLog')
    .select(['id', 'businessType', 'operName', 'operAt', 'operAddress', 'traceId', 'diff'])
    .where('tenantId', '=', actor.scope.tenantId)
    .where('bizKey', '=', `${resource.key}:${id}`)
    .orderBy('id', 'desc')
    .limit(max)
    .execute();
  const seesAddresses = actor.sees === 'everything' || actor.sees.has('ip');
  const inWords = ({ field, label, from, to }: FieldChange): FieldChange => ({
    field,
    label: (locale && resource.fields[field]?.label[locale]) ?? label,
    from: shipped[field]?.shown(locale, from) ?? from,
    to: shipped[field]?.shown(locale, to) ?? to,
  });
  return rows.map((row) => ({
    operId: row.id,
    businessType: row.businessType,
    operName: row.operName,
    operTime: zone.text(row.operAt),
    operIp: seesAddresses ? row.operAddress : String(masked('ip', row.operAddress) ?? ''),
    traceId: row.traceId,
    diff: parseDiff(row.diff).map(inWords),
  }));
}

/** A truncated diff is left out. */
function parseDiff(text: string | null): readonly FieldChange[] {
  if (text === null || text.endsWith('…')) return [];
  return JSON.parse(text) as FieldChange[];
}

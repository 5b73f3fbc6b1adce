import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Actor } from '../identity/actor.ts';

/** Alarms of cameras within the data scope; a condition on the table `alarm`. */
export function alarmsInScope({ scope, dataScope }: Actor): RawBuilder<SqlBool> {
  if (dataScope.kind === 'everything') return sql<SqlBool>`1 = 1`;
  if (dataScope.deptIds.length === 0) return sql<SqlBool>`1 = 0`;
  return sql<SqlBool>`${sql.ref('channelId')} in (
    select ${sql.ref('channel.id')} from ${sql.table('channel')}
    where ${sql.ref('channel.tenantId')} = ${scope.tenantId}
      and ${sql.ref('channel.deptId')} in (${sql.join([...dataScope.deptIds])})
  )`;
}

/** Logs and sessions as resources: read-only rows of users within the data scope. */

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { monitorLogininfor } from '../../../contracts/admin/resources/monitor-logininfor.resource.ts';
import { monitorOnline } from '../../../contracts/admin/resources/monitor-online.resource.ts';
import { monitorOperlog } from '../../../contracts/admin/resources/monitor-operlog.resource.ts';
import type { FilterOf, RowOf } from '../../../contracts/admin/row-types.ts';
import { contains } from '../../../db/contains.ts';
import type { Engine } from '../../../db/dialect.ts';
import type { EpochMs } from '../../../kernel/units.ts';
import { businessTypes } from '../../audit/operation-log.ts';
import type { CallContext } from '../../identity/actor.ts';
import { maxIdleMs } from '../../identity/session.service.ts';
import { type BrowserNames, describeBrowser } from '../../identity/user-agent.ts';
import type { ServerResource } from '../../resource/server-resource.ts';
import { shippedDepts, shippedOperations, shippedSignIns } from '../../seed/shipped.ts';
import type { TenantScope } from '../../tenancy/tenant-scope.ts';
import type { Reader, SystemDeps } from '../system-deps.ts';

/**
 * Rows of users within the data scope, by the column with the user id. Rows without a user require access to all data.
 */
function ofUsersInScope({ actor }: CallContext): RawBuilder<SqlBool> {
  const { dataScope } = actor;
  if (dataScope.kind === 'everything') return sql<SqlBool>`1 = 1`;
  const person = sql.ref('userId');
  const ways: RawBuilder<SqlBool>[] = [];
  if (dataScope.own) ways.push(sql<SqlBool>`${person} = ${actor.userId}`);
  if (dataScope.deptIds.length > 0) {
    ways.push(sql<SqlBool>`${person} in (
      select ${sql.ref('user.id')} from ${sql.table('user')}
      where ${sql.ref('user.tenantId')} = ${actor.scope.tenantId}
        and ${sql.ref('user.deptId')} in (${sql.join([...dataScope.deptIds])})
    )`);
  }
  return ways.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`(${sql.join(ways, sql` or `)})`;
}

export function loginLogBinding(): ServerResource<typeof monitorLogininfor> {
  return {
    definition: monitorLogininfor,
    table: 'loginLog',
    columns: { ipaddr: 'address', loginTime: 'loginAt' },
    dataScope: 'none',
    shipped: shippedSignIns,
    only: ofUsersInScope,
  };
}

/** `shown`: `asOne` leaves out the rows of an import and keeps its summary entry. */
export function operationLogBinding(shown: 'everything' | 'asOne'): ServerResource<typeof monitorOperlog> {
  return {
    definition: monitorOperlog,
    table: 'operationLog',
    columns: {
      businessType: {
        column: 'businessType',
        read: (stored) => String(stored),
        write: (value) => Number(value),
      },
      operIp: 'operAddress',
      operTime: 'operAt',
      costTime: 'costMs',
    },
    dataScope: { dept: 'deptId', owner: 'operUserId' },
    shipped: shippedOperations,
    ...(shown === 'asOne' ? { only: () => withoutParts } : {}),
  };
}

const withoutParts = sql<SqlBool>`not (${sql.ref('businessType')} = ${businessTypes.import}
  and ${sql.ref('bizKey')} is not null)`;

const ofUserAgent = (word: keyof BrowserNames) => ({
  column: 'userAgent',
  read: (stored: unknown) => describeBrowser(String(stored))[word],
  write: (value: unknown) => value,
});

/** Open sessions of users within the data scope. */
export function openInScope(call: CallContext, now: EpochMs): RawBuilder<SqlBool> {
  return sql<SqlBool>`${ofUsersInScope(call)}
    and ${sql.ref('revokedAt')} is null and ${sql.ref('expiresAt')} > ${now}
    and (${sql.ref('isRemembered')} = 1 or ${sql.ref('lastSeenAt')} > ${now - maxIdleMs})`;
}

export function onlineBinding({ database, clock }: SystemDeps): ServerResource<typeof monitorOnline> {
  return {
    definition: monitorOnline,
    table: 'session',
    columns: {
      userName: null,
      nickName: null,
      deptName: null,
      current: null,
      ipaddr: 'address',
      browser: ofUserAgent('browser'),
      os: ofUserAgent('os'),
      device: ofUserAgent('device'),
      loginTime: 'createdAt',
      lastAccess: 'lastSeenAt',
    },
    dataScope: 'none',
    shipped: { deptName: shippedDepts },
    only: (call) => openInScope(call, clock.now()),
    filters: { userName: (filter, call) => namedLike(database.engine, filter, call) },
    decorate: (call, rows) => withPeople(database.db, call, rows),
  };
}

function namedLike(engine: Engine, filter: FilterOf, { actor }: CallContext): RawBuilder<SqlBool> {
  const text = 'value' in filter ? String(filter.value) : '';
  return sql<SqlBool>`${sql.ref('userId')} in (
    select ${sql.ref('user.id')} from ${sql.table('user')}
    where ${sql.ref('user.tenantId')} = ${actor.scope.tenantId}
      and ${contains(engine, 'user.username', text)}
  )`;
}

type Session = RowOf<typeof monitorOnline>;

async function withPeople(
  db: Reader,
  { actor }: CallContext,
  rows: readonly Session[],
): Promise<readonly Session[]> {
  const people = await sessionsWithPeople(
    db,
    actor.scope,
    rows.map(({ tokenId }) => tokenId),
  );
  const byId = new Map(people.map((person) => [person.sessionId, person]));
  return rows.map((row) => {
    const person = byId.get(row.tokenId);
    return {
      ...row,
      userName: person?.username ?? null,
      nickName: person?.displayName ?? null,
      deptName: person?.deptName ?? null,
      current: row.tokenId === actor.sessionId,
    };
  });
}

export function sessionsWithPeople(db: Reader, { tenantId }: TenantScope, ids: readonly string[]) {
  return db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .leftJoin('dept', 'dept.id', 'user.deptId')
    .select(['session.id as sessionId', 'user.username', 'user.displayName', 'dept.deptName'])
    .where('session.tenantId', '=', tenantId)
    .where('session.id', 'in', [...ids])
    .execute();
}

/** Users and organisations for tests of resources, without sessions. */
import type { OpenDatabase } from '../../lib/db/client.ts';
import type { Actor, CallContext } from '../../lib/domain/identity/actor.ts';
import { tenantScope } from '../../lib/domain/tenancy/tenant-scope.ts';

export const ourTenant = 'a'.repeat(32);
export const otherTenant = 'b'.repeat(32);

/** A user of our organisation with all permissions and access to all data, except for the overrides. */
export function callBy(overrides: Partial<Actor> = {}): CallContext {
  return {
    actor: {
      scope: tenantScope(ourTenant),
      userId: 1,
      username: 'tester',
      displayName: '测试员',
      deptId: null,
      deptName: null,
      sessionId: '0'.repeat(32),
      roleIds: [],
      roleKeys: ['admin'],
      permissions: new Set(['*:*:*']),
      dataScope: { kind: 'everything' },
      sees: 'everything',
      mustChangePassword: false,
      ...overrides,
    },
    address: '192.0.2.1',
    traceId: 'trace-1',
  };
}

export async function addTenants({ db }: Pick<OpenDatabase, 'db'>): Promise<void> {
  for (const id of [ourTenant, otherTenant]) {
    await db
      .insertInto('tenant')
      .values({ id, name: id, enabled: 1, createdAt: 1_760_000_000_000 })
      .execute();
  }
}

const history = { version: 1, createdBy: '', createdAt: 1, updatedBy: '', updatedAt: 1 };

/** Three departments of ours: 1, 2, 3. */
export async function addDepts({ db }: Pick<OpenDatabase, 'db'>, tenantId = ourTenant): Promise<void> {
  for (const id of [1, 2, 3]) {
    await db
      .insertInto('dept')
      .values({
        tenantId,
        parentId: 0,
        ancestors: '0',
        deptName: `部门${id}`,
        orderNum: id,
        leaderUserId: null,
        phone: null,
        email: null,
        status: '0',
        ...history,
      })
      .execute();
  }
}

/** `count` users, some without a phone number, some with the same name. */
export async function addPeople(
  { db }: Pick<OpenDatabase, 'db'>,
  count: number,
  {
    tenantId = ourTenant,
    deptId = null,
  }: { readonly tenantId?: string; readonly deptId?: number | null } = {},
): Promise<void> {
  const rows = Array.from({ length: count }, (_, at) => ({
    tenantId,
    username: `user${at}`,
    displayName: `名${at % 7}`,
    deptId,
    phone: at % 3 === 0 ? null : `138${String(at).padStart(8, '0')}`,
    email: null,
    sex: '2',
    avatar: null,
    status: '0',
    remark: null,
    isRoot: 0 as const,
    passwordHash: null,
    passwordChangedAt: null,
    mustChangePassword: 0 as const,
    totpSealed: null,
    totpStep: null,
    loginAddress: null,
    loginAt: null,
    ...history,
  }));
  for (let at = 0; at < rows.length; at += 1_000)
    await db
      .insertInto('user')
      .values(rows.slice(at, at + 1_000))
      .execute();
}

/** People and organisations for tests of resources, without sessions. */
import type { OpenDatabase } from '../../lib/db/client.ts';
import { tenantScope } from '../../lib/domain/access/tenant-scope.ts';
import type { Actor, CallContext } from '../../lib/domain/console/actor.ts';

export const ourTenant = 'a'.repeat(32);
export const otherTenant = 'b'.repeat(32);

/** Somebody who may do and see everything in our organisation, but for what is said. */
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
      reach: { kind: 'everything' },
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

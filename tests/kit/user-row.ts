import type { Insertable } from 'kysely';
import type { Database } from '../../lib/db/schema.ts';

type UserRow = Insertable<Database['user']>;

/** The row of an enabled user without a department. */
export function userRow(
  user: Pick<UserRow, 'tenantId' | 'username' | 'passwordHash'> & Partial<UserRow>,
  now: number,
): UserRow {
  return {
    displayName: `用户${user.username}`,
    deptId: null,
    phone: null,
    email: null,
    sex: '2',
    avatar: null,
    status: '0',
    remark: null,
    isRoot: 0,
    passwordChangedAt: now,
    mustChangePassword: 0,
    totpSealed: null,
    totpStep: null,
    loginAddress: null,
    loginAt: null,
    version: 1,
    createdBy: 'test',
    createdAt: now,
    updatedBy: 'test',
    updatedAt: now,
    ...user,
  };
}

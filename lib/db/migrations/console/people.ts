import { type Kysely, sql } from 'kysely';
import {
  consoleTable,
  goesWith,
  history,
  index,
  keyText,
  newTable,
  ofTenant,
  tenantId,
  unique,
} from '../console-table.ts';

/** Departments, posts, people, and what they sign in with. */
export async function peopleTables(db: Kysely<never>): Promise<void> {
  await consoleTable(db, 'dept', {
    parentId: 'int',
    ancestors: 'text',
    deptName: 'text',
    orderNum: 'int',
    leaderUserId: 'int?',
    phone: 'text?',
    email: 'text?',
    status: 'text',
    ...history,
  }).execute();
  await unique(db, 'dept', ['parentId', 'deptName']);

  await consoleTable(db, 'post', {
    postCode: 'text',
    postName: 'text',
    postSort: 'int',
    status: 'text',
    remark: 'text?',
    deletedAt: 'big?',
    ...history,
  }).execute();
  await unique(db, 'post', ['postCode'], true);
  await unique(db, 'post', ['postName'], true);

  await consoleTable(db, 'user', {
    username: 'text',
    displayName: 'text',
    deptId: 'int?',
    phone: 'text?',
    email: 'text?',
    sex: 'text',
    avatar: 'text?',
    status: 'text',
    remark: 'text?',
    isRoot: 'int',
    passwordHash: 'text?',
    passwordChangedAt: 'big?',
    mustChangePassword: 'int',
    totpSealed: 'text?',
    totpStep: 'big?',
    loginAddress: 'text?',
    loginAt: 'big?',
    ...history,
  })
    .addForeignKeyConstraint('user_dept', ['tenantId', 'deptId'], 'dept', ['tenantId', 'id'])
    .execute();
  await db.schema.createIndex('user_name').unique().on('user').expression(sql`lower(username)`).execute();
  await index(db, 'user', ['username']);
  await unique(db, 'user', ['phone']);
  await unique(db, 'user', ['email']);
  await index(db, 'user', ['deptId', 'status']);

  await consoleTable(db, 'passwordUsed', { userId: 'int', passwordHash: 'text', usedAt: 'big' })
    .$call(goesWith('used_user', 'userId', 'user'))
    .execute();

  await newTable(db, 'session', (table) => keyText('id')(table).$call(ofTenant), {
    userId: 'int',
    tokenHash: 'text',
    address: 'text',
    userAgent: 'text',
    isRemembered: 'int',
    authenticatedAt: 'big',
    createdAt: 'big',
    lastSeenAt: 'big',
    expiresAt: 'big',
    revokedAt: 'big?',
    revokedBecause: 'text?',
  })
    .$call(goesWith('session_user', 'userId', 'user'))
    .execute();
  await db.schema.createIndex('session_token').unique().on('session').column('tokenHash').execute();
  await index(db, 'session', ['userId']);

  await newTable(db, 'avatar', (table) => keyText('id')(table).$call(tenantId), {
    userId: 'int',
    contentType: 'text',
    content: 'text',
  })
    .$call(goesWith('avatar_user', 'userId', 'user'))
    .execute();
}

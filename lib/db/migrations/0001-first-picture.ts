import type { Kysely } from 'kysely';

/**
 * Tenants, people, applications and their grants, devices and their sources. The columns are explained in
 * `../schema.ts`. A row that points at another of its tenant does so together with the tenant's id, so the
 * database itself refuses a device of one tenant on a channel of another.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const schema = db.schema;

  await schema
    .createTable('tenant')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('enabled', 'integer', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .execute();

  const owned = (table: string) =>
    schema
      .createTable(table)
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('tenantId', 'text', (column) => column.notNull().references('tenant.id').onDelete('cascade'))
      .addUniqueConstraint(`${table}_tenant_and_id`, ['tenantId', 'id']);

  await owned('user')
    .addColumn('username', 'text', (column) => column.notNull().unique())
    .addColumn('displayName', 'text', (column) => column.notNull())
    .addColumn('passwordHash', 'text')
    .addColumn('enabled', 'integer', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .execute();

  await owned('session')
    .addColumn('userId', 'text', (column) => column.notNull())
    .addColumn('tokenHash', 'text', (column) => column.notNull().unique())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('userAgent', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('lastSeenAt', 'bigint', (column) => column.notNull())
    .addColumn('expiresAt', 'bigint', (column) => column.notNull())
    .addColumn('revokedAt', 'bigint')
    .addForeignKeyConstraint(
      'session_user',
      ['tenantId', 'userId'],
      'user',
      ['tenantId', 'id'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .execute();

  await owned('application')
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('appKey', 'text', (column) => column.notNull().unique())
    .addColumn('secretHash', 'text', (column) => column.notNull())
    .addColumn('secretRotatedAt', 'bigint', (column) => column.notNull())
    .addColumn('allowedOrigins', 'text', (column) => column.notNull())
    .addColumn('tokenPolicy', 'text', (column) => column.notNull())
    .addColumn('enabled', 'integer', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .execute();

  await owned('accessTokenGrant')
    .addColumn('applicationId', 'text', (column) => column.notNull())
    .addColumn('tokenHash', 'text', (column) => column.notNull().unique())
    .addColumn('cameras', 'text')
    .addColumn('capabilities', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('expiresAt', 'bigint', (column) => column.notNull())
    .addColumn('revokedAt', 'bigint')
    .addForeignKeyConstraint(
      'grant_application',
      ['tenantId', 'applicationId'],
      'application',
      ['tenantId', 'id'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .execute();
  await schema
    .createIndex('access_token_grant_expires_at')
    .on('accessTokenGrant')
    .column('expiresAt')
    .execute();

  await schema
    .createTable('usedTicket')
    .addColumn('jti', 'text', (column) => column.primaryKey())
    .addColumn('expiresAt', 'bigint', (column) => column.notNull())
    .execute();

  await owned('company')
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .execute();

  await owned('device')
    .addColumn('companyId', 'text')
    .addColumn('serial', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('validCodeSealed', 'text')
    .addColumn('isEncrypt', 'integer', (column) => column.notNull())
    .addColumn('enabled', 'integer', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addForeignKeyConstraint('device_company', ['tenantId', 'companyId'], 'company', ['tenantId', 'id'])
    .execute();

  await owned('channel')
    .addColumn('deviceId', 'text', (column) => column.notNull())
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('enabled', 'integer', (column) => column.notNull())
    .addUniqueConstraint('channel_number', ['deviceId', 'number'])
    .addForeignKeyConstraint(
      'channel_device',
      ['tenantId', 'deviceId'],
      'device',
      ['tenantId', 'id'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .execute();

  await owned('streamSource')
    .addColumn('channelId', 'text', (column) => column.notNull())
    .addColumn('profile', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('label', 'text', (column) => column.notNull())
    .addColumn('scene', 'text')
    .addColumn('endpointSealed', 'text')
    .addColumn('hasPassword', 'integer', (column) => column.notNull())
    .addColumn('updatedAt', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('source_profile', ['channelId', 'profile'])
    .addForeignKeyConstraint(
      'source_channel',
      ['tenantId', 'channelId'],
      'channel',
      ['tenantId', 'id'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .execute();
}

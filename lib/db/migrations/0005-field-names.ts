import { type Kysely, sql } from 'kysely';
import { consoleTable, goesWith, keyText, newTable, ofTenant } from './console-table.ts';

/**
 * Tables and columns are named with the words of the field, as the code is. A renamed table is copied, because SQLite
 * cannot rename its constraints. No other table refers to one of these.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const head = { channelId: 'text', label: 'text', endpointSealed: 'text', hasPassword: 'int' } as const;
  const axes = { canPan: 'int?', canTilt: 'int?', updatedAt: 'big' } as const;
  await newTable(db, 'ptz', (table) => keyText('id')(table).$call(ofTenant), { ...head, ...axes })
    .addUniqueConstraint('ptz_tenant_and_id', ['tenantId', 'id'])
    .addUniqueConstraint('ptz_channel_id', ['channelId'])
    .$call(goesWith('ptz_channel', 'channelId', 'channel'))
    .execute();
  await moveRows(db, 'panTilt', 'ptz', ['id', 'tenantId', ...Object.keys(head), ...Object.keys(axes)]);

  const chain = { lastHash: 'text', entries: 'big', purgedHash: 'text?' } as const;
  await newTable(
    db,
    'auditChain',
    (table) =>
      table.addColumn('tenantId', 'text', (column) =>
        column.primaryKey().references('tenant.id').onDelete('cascade'),
      ),
    chain,
  ).execute();
  await moveRows(db, 'operationChain', 'auditChain', ['tenantId', ...Object.keys(chain)]);

  const record = { userId: 'int', response: 'text?', startedAt: 'big', expiresAt: 'big' } as const;
  await newTable(db, 'idempotencyRecord', keyText('key'), record).execute();
  await moveRows(db, 'submission', 'idempotencyRecord', ['key', ...Object.keys(record)], {
    renamed: { response: 'answer' },
  });

  const used = { userId: 'int', passwordHash: 'text', usedAt: 'big' } as const;
  await consoleTable(db, 'passwordHistory', used)
    .$call(goesWith('password_history_user', 'userId', 'user'))
    .execute();
  // Without the ids: those of the new table count up in the same order.
  await moveRows(db, 'passwordUsed', 'passwordHistory', ['tenantId', ...Object.keys(used)], {
    orderBy: 'id',
  });

  for (const [table, before, after] of [
    ['tenant', 'rightsVersion', 'permissionsVersion'],
    ['session', 'revokedBecause', 'revokedReason'],
    ['device', 'stateAt', 'stateCheckedAt'],
    ['channel', 'stateAt', 'stateCheckedAt'],
    ['rowEditor', 'seenAt', 'lastSeenAt'],
    ['importRun', 'holder', 'claimId'],
    ['importRun', 'heldUntil', 'claimedUntil'],
  ] as const) {
    await db.schema.alterTable(table).renameColumn(before, after).execute();
  }
}

async function moveRows(
  db: Kysely<never>,
  from: string,
  to: string,
  columns: readonly string[],
  {
    renamed = {},
    orderBy = columns[0] ?? '',
  }: {
    /** The old name of a column, by its new one. */
    readonly renamed?: Readonly<Record<string, string>>;
    readonly orderBy?: string;
  } = {},
): Promise<void> {
  const refs = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));
  await sql`insert into ${sql.table(to)} (${refs(columns)})
    select ${refs(columns.map((name) => renamed[name] ?? name))}
    from ${sql.table(from)} order by ${sql.ref(orderBy)}`.execute(db);
  await db.schema.dropTable(from).execute();
}

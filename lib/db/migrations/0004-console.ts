import { type Kysely, sql } from 'kysely';
import { consoleTable, history, type Kind, withColumns } from './console-table.ts';

/**
 * The console: people and their sessions, roles, menus, departments, posts, dictionaries, settings, notices, and
 * what is logged. Columns are explained in `../schema.ts`. People and sessions had tables that nothing filled;
 * these take their place. Ids of the console are whole numbers, as the specified paths want them.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const { schema } = db;
  const owned = (name: string, columns: Record<string, Kind>) => consoleTable(db, name, columns);

  /** Pairs of two rows of one tenant; they go with either. */
  const pairs = (
    name: string,
    [first, firstTable]: [string, string],
    [second, secondTable]: [string, string],
  ) =>
    schema
      .createTable(name)
      .addColumn('tenantId', 'text', (column) => column.notNull())
      .addColumn(first, 'integer', (column) => column.notNull())
      .addColumn(second, 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint(`${name}_pair`, [first, second] as never)
      .addForeignKeyConstraint(
        `${name}_first`,
        ['tenantId', first] as never,
        firstTable,
        ['tenantId', 'id'],
        (one) => one.onDelete('cascade'),
      )
      .addForeignKeyConstraint(
        `${name}_second`,
        ['tenantId', second] as never,
        secondTable,
        ['tenantId', 'id'],
        (one) => one.onDelete('cascade'),
      )
      .execute();

  /** Unique among the rows of a tenant that are not deleted. */
  const unique = (table: string, columns: readonly string[], isSoft = false) => {
    const index = schema
      .createIndex(`${table}_${columns.join('_')}`)
      .unique()
      .on(table)
      .columns(['tenantId', ...columns]);
    return (isSoft ? index.where(sql.ref('deletedAt'), 'is', null) : index).execute();
  };
  const index = (table: string, columns: readonly string[]) =>
    schema
      .createIndex(`${table}_by_${columns.join('_')}`)
      .on(table)
      .columns(['tenantId', ...columns])
      .execute();

  await schema.dropTable('session').execute();
  await schema.dropTable('user').execute();
  await schema
    .alterTable('tenant')
    .addColumn('rightsVersion', 'integer', (column) => column.notNull().defaultTo(1))
    .execute();

  await owned('dept', {
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
  await unique('dept', ['parentId', 'deptName']);

  await owned('post', {
    postCode: 'text',
    postName: 'text',
    postSort: 'int',
    status: 'text',
    remark: 'text?',
    deletedAt: 'big?',
    ...history,
  }).execute();
  await unique('post', ['postCode'], true);
  await unique('post', ['postName'], true);

  await owned('user', {
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
    .addForeignKeyConstraint('user_dept', ['tenantId', 'deptId'] as never, 'dept', ['tenantId', 'id'])
    .execute();
  await schema.createIndex('user_name').unique().on('user').expression(sql`lower(username)`).execute();
  await unique('user', ['phone']);
  await unique('user', ['email']);
  await index('user', ['deptId', 'status']);

  await owned('passwordUsed', { userId: 'int', passwordHash: 'text', usedAt: 'big' })
    .addForeignKeyConstraint(
      'used_user',
      ['tenantId', 'userId'] as never,
      'user',
      ['tenantId', 'id'],
      (one) => one.onDelete('cascade'),
    )
    .execute();

  await withColumns(
    schema
      .createTable('session')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('tenantId', 'text', (column) =>
        column.notNull().references('tenant.id').onDelete('cascade'),
      ),
    {
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
    },
  )
    .addForeignKeyConstraint(
      'session_user',
      ['tenantId', 'userId'] as never,
      'user',
      ['tenantId', 'id'],
      (one) => one.onDelete('cascade'),
    )
    .execute();
  await schema.createIndex('session_token').unique().on('session').column('tokenHash').execute();
  await index('session', ['userId']);

  await owned('role', {
    roleName: 'text',
    roleKey: 'text',
    roleSort: 'int',
    status: 'text',
    dataScope: 'int',
    maskScope: 'int',
    maskFields: 'text',
    menuCheckStrictly: 'int',
    deptCheckStrictly: 'int',
    isBuiltIn: 'int',
    remark: 'text?',
    ...history,
  }).execute();
  await unique('role', ['roleName']);
  await unique('role', ['roleKey']);

  await owned('menu', {
    parentId: 'int',
    menuName: 'text',
    menuNameEn: 'text?',
    menuType: 'text',
    orderNum: 'int',
    path: 'text',
    component: 'text?',
    query: 'text?',
    routeName: 'text?',
    isFrame: 'int',
    isCache: 'int',
    visible: 'text',
    status: 'text',
    perms: 'text?',
    icon: 'text?',
    hideChildren: 'int',
    hiddenHeaderContent: 'int',
    redirect: 'text?',
    remark: 'text?',
    isBuiltIn: 'int',
    ...history,
  }).execute();
  await unique('menu', ['parentId', 'menuName']);

  await pairs('userRole', ['userId', 'user'], ['roleId', 'role']);
  await pairs('userPost', ['userId', 'user'], ['postId', 'post']);
  await pairs('roleMenu', ['roleId', 'role'], ['menuId', 'menu']);
  await pairs('roleDept', ['roleId', 'role'], ['deptId', 'dept']);

  await owned('dictType', {
    dictName: 'text',
    dictType: 'text',
    status: 'text',
    isBuiltIn: 'int',
    remark: 'text?',
    ...history,
  }).execute();
  await unique('dictType', ['dictType']);
  await owned('dictData', {
    dictType: 'text',
    dictLabel: 'text',
    dictLabelEn: 'text?',
    dictValue: 'text',
    dictSort: 'int',
    listClass: 'text',
    cssClass: 'text?',
    isDefault: 'text',
    status: 'text',
    remark: 'text?',
    ...history,
  }).execute();
  await unique('dictData', ['dictType', 'dictLabel']);
  await unique('dictData', ['dictType', 'dictValue']);

  await owned('setting', {
    configName: 'text',
    configKey: 'text',
    configValue: 'text',
    valueType: 'text',
    configType: 'text',
    category: 'text?',
    visible: 'text',
    remark: 'text?',
    ...history,
  }).execute();
  await unique('setting', ['configKey']);

  await owned('notice', {
    noticeTitle: 'text',
    noticeType: 'text',
    noticeContent: 'text',
    status: 'text',
    isTop: 'text',
    publishAt: 'big?',
    expireAt: 'big?',
    targetType: 'text',
    deptId: 'int?',
    ownerId: 'int?',
    deletedAt: 'big?',
    ...history,
  }).execute();
  await withColumns(
    schema.createTable('noticeTarget').addColumn('tenantId', 'text', (column) => column.notNull()),
    { noticeId: 'int', targetId: 'int' },
  )
    .addPrimaryKeyConstraint('notice_target_pair', ['noticeId', 'targetId'] as never)
    .addForeignKeyConstraint(
      'target_notice',
      ['tenantId', 'noticeId'] as never,
      'notice',
      ['tenantId', 'id'],
      (one) => one.onDelete('cascade'),
    )
    .execute();
  await withColumns(
    schema.createTable('noticeRead').addColumn('tenantId', 'text', (column) => column.notNull()),
    { noticeId: 'int', userId: 'int', readAt: 'big' },
  )
    .addPrimaryKeyConstraint('notice_read_pair', ['noticeId', 'userId'] as never)
    .addForeignKeyConstraint(
      'read_notice',
      ['tenantId', 'noticeId'] as never,
      'notice',
      ['tenantId', 'id'],
      (one) => one.onDelete('cascade'),
    )
    .addForeignKeyConstraint(
      'read_user',
      ['tenantId', 'userId'] as never,
      'user',
      ['tenantId', 'id'],
      (one) => one.onDelete('cascade'),
    )
    .execute();

  await owned('loginLog', {
    userName: 'text',
    userId: 'int?',
    address: 'text',
    browser: 'text',
    os: 'text',
    device: 'text',
    loginType: 'text',
    status: 'text',
    msg: 'text',
    traceId: 'text',
    loginAt: 'big',
  }).execute();
  await index('loginLog', ['loginAt']);

  await owned('operationLog', {
    title: 'text',
    businessType: 'int',
    method: 'text',
    requestMethod: 'text',
    operName: 'text',
    operUserId: 'int?',
    deptId: 'int?',
    deptName: 'text?',
    operUrl: 'text',
    operAddress: 'text',
    bizKey: 'text?',
    bizName: 'text?',
    diff: 'text?',
    operParam: 'text?',
    jsonResult: 'text?',
    status: 'text',
    errorMsg: 'text?',
    operAt: 'big',
    costMs: 'int',
    traceId: 'text',
    prevHash: 'text',
    hash: 'text',
  }).execute();
  await index('operationLog', ['operAt']);
  await index('operationLog', ['bizKey']);
  await withColumns(
    schema
      .createTable('operationChain')
      .addColumn('tenantId', 'text', (column) =>
        column.primaryKey().references('tenant.id').onDelete('cascade'),
      ),
    { lastHash: 'text', entries: 'big', purgedHash: 'text?' },
  ).execute();

  await withColumns(
    schema
      .createTable('avatar')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('tenantId', 'text', (column) => column.notNull()),
    { userId: 'int', contentType: 'text', content: 'text' },
  )
    .addForeignKeyConstraint(
      'avatar_user',
      ['tenantId', 'userId'] as never,
      'user',
      ['tenantId', 'id'],
      (one) => one.onDelete('cascade'),
    )
    .execute();
  await withColumns(
    schema.createTable('captcha').addColumn('id', 'text', (column) => column.primaryKey()),
    {
      answerHash: 'text',
      purpose: 'text',
      address: 'text',
      expiresAt: 'big',
    },
  ).execute();
  await withColumns(
    schema.createTable('failureCount').addColumn('name', 'text', (column) => column.primaryKey()),
    {
      failures: 'int',
      windowEndsAt: 'big',
      blockedUntil: 'big?',
    },
  ).execute();
  await withColumns(
    schema.createTable('submission').addColumn('key', 'text', (column) => column.primaryKey()),
    {
      userId: 'int',
      answer: 'text?',
      startedAt: 'big',
      expiresAt: 'big',
    },
  ).execute();

  await withColumns(
    schema.createTable('preference').addColumn('tenantId', 'text', (column) => column.notNull()),
    { userId: 'int', name: 'text', value: 'text', updatedAt: 'big' },
  )
    .addPrimaryKeyConstraint('preference_name', ['userId', 'name'] as never)
    .addForeignKeyConstraint(
      'preference_user',
      ['tenantId', 'userId'] as never,
      'user',
      ['tenantId', 'id'],
      (one) => one.onDelete('cascade'),
    )
    .execute();
  await owned('savedView', {
    userId: 'int',
    resource: 'text',
    name: 'text',
    view: 'text',
    sharedWith: 'text',
    isDefault: 'int',
    ...history,
  })
    .addForeignKeyConstraint(
      'view_user',
      ['tenantId', 'userId'] as never,
      'user',
      ['tenantId', 'id'],
      (one) => one.onDelete('cascade'),
    )
    .execute();
  await index('savedView', ['resource']);
  await unique('savedView', ['userId', 'resource', 'name']);
  await owned('importRun', {
    resource: 'text',
    fileHash: 'text',
    userId: 'int',
    result: 'text',
    startedAt: 'big',
  }).execute();
  await unique('importRun', ['resource', 'fileHash']);

  await cameraColumns(db);
}

/** What the console keeps beside what viewing needs. Rows that are there get the value in the third place. */
async function cameraColumns(db: Kysely<never>): Promise<void> {
  const added: readonly [
    table: string,
    column: string,
    type: 'text' | 'integer' | 'bigint',
    value?: string | number,
  ][] = [
    ['company', 'shortName', 'text'],
    ['company', 'creditCode', 'text'],
    ['company', 'contactName', 'text'],
    ['company', 'contactPhone', 'text'],
    ['company', 'address', 'text'],
    ['company', 'status', 'text', '0'],
    ['company', 'deptId', 'integer'],
    ['company', 'deviceQuota', 'integer'],
    ['company', 'expireAt', 'bigint'],
    ['company', 'remark', 'text'],
    ['device', 'productType', 'text', 'camera'],
    ['device', 'model', 'text'],
    ['device', 'manufacturer', 'text'],
    ['device', 'address', 'text'],
    ['device', 'deptId', 'integer'],
    ['device', 'lastOnlineAt', 'bigint'],
    ['device', 'remark', 'text'],
    ['channel', 'ptzType', 'text', '3'],
    ['channel', 'recordPlan', 'text'],
    ['channel', 'address', 'text'],
    ['channel', 'remark', 'text'],
    ['channel', 'createdAt', 'bigint', 0],
    ['channel', 'deptId', 'integer'],
    ['channel', 'deviceSerial', 'text', ''],
    ['application', 'deptId', 'integer'],
    ['application', 'remark', 'text'],
    ['application', 'isBuiltIn', 'integer', 0],
    ['accessTokenGrant', 'deptId', 'integer'],
    ['accessTokenGrant', 'createdBy', 'text', ''],
    ['accessTokenGrant', 'sessionId', 'text'],
  ];
  const kept = ['company', 'device', 'channel', 'application'].flatMap((table) => [
    [table, 'version', 'integer', 1] as const,
    [table, 'createdBy', 'text', ''] as const,
    [table, 'updatedBy', 'text', ''] as const,
    [table, 'updatedAt', 'bigint', 0] as const,
  ]);
  for (const [table, column, type, value] of [...added, ...kept]) {
    await db.schema
      .alterTable(table)
      .addColumn(column, type, (build) => (value === undefined ? build : build.notNull().defaultTo(value)))
      .execute();
  }
  await sql`update channel set
    created_at = (select created_at from device where device.id = channel.device_id),
    device_serial = (select serial from device where device.id = channel.device_id)`.execute(db);
  for (const column of ['name', 'creditCode']) {
    await db.schema
      .createIndex(`company_${column}`)
      .unique()
      .on('company')
      .columns(['tenantId', column])
      .execute();
  }
  await db.schema
    .createIndex('accessTokenGrant_by_application')
    .on('accessTokenGrant')
    .columns(['tenantId', 'applicationId'])
    .execute();
}

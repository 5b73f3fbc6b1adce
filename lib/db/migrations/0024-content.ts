import type { Kysely } from 'kysely';
import { consoleTable, history, index, keyText, newTable, ofTenant, unique } from './console-table.ts';

/** App versions with their packages in parts, and articles with their categories. */
export async function up(db: Kysely<never>): Promise<void> {
  await consoleTable(db, 'appVersion', {
    appCode: 'text',
    platform: 'text',
    versionName: 'text',
    versionCode: 'int',
    updateType: 'text',
    minVersionCode: 'int?',
    packageUrl: 'text?',
    storeUrl: 'text?',
    packageSize: 'int?',
    sha256: 'text?',
    content: 'text',
    grayPercent: 'int',
    status: 'text',
    publishAt: 'big?',
    ...history,
  }).execute();
  await unique(db, 'appVersion', ['appCode', 'platform', 'versionCode']);
  await index(db, 'appVersion', ['packageUrl']);

  await newTable(db, 'appPackage', (table) => table.$call(keyText('id')).$call(ofTenant), {
    name: 'text',
    fileName: 'text',
    byteSize: 'int',
    parts: 'int',
    sha256: 'text?',
    ownerId: 'int',
    createdAt: 'big',
    usedAt: 'big',
  }).execute();
  await index(db, 'appPackage', ['name']);
  await newTable(
    db,
    'appPackagePart',
    (table) => table.addColumn('packageId', 'text', (column) => column.notNull()),
    { position: 'int', content: 'text' },
  )
    .addPrimaryKeyConstraint('app_package_part_position', ['packageId', 'position'])
    .addForeignKeyConstraint('app_package_part_package', ['packageId'], 'appPackage', ['id'], (build) =>
      build.onDelete('cascade'),
    )
    .execute();

  await consoleTable(db, 'articleCategory', {
    parentId: 'int',
    name: 'text',
    sort: 'int',
    status: 'text',
    ...history,
  }).execute();
  await unique(db, 'articleCategory', ['parentId', 'name']);

  await consoleTable(db, 'article', {
    categoryId: 'int',
    title: 'text',
    cover: 'text?',
    summary: 'text?',
    content: 'text',
    author: 'text?',
    source: 'text?',
    tags: 'text',
    isTop: 'text',
    isHot: 'text',
    sort: 'int',
    status: 'text',
    publishAt: 'big?',
    viewCount: 'int',
    seoTitle: 'text?',
    seoDesc: 'text?',
    ...history,
  })
    .addForeignKeyConstraint('article_category', ['tenantId', 'categoryId'], 'articleCategory', [
      'tenantId',
      'id',
    ])
    .execute();
  await index(db, 'article', ['categoryId']);
  await index(db, 'article', ['status', 'publishAt']);
}

/**
 * Names that look equal are one name: new ones are stored composed (Unicode NFC). This composes those stored before,
 * except where another row has the composed name already. Which of two rows keeps it is for people to decide.
 */
import type { Kysely } from 'kysely';

/** Null: rows may have the same. Otherwise what a name is unique within, besides the tenant. */
type Within = readonly string[] | null;

const names: Readonly<Record<string, Readonly<Record<string, Within>>>> = {
  accessTokenGrant: { name: null },
  alarmToken: { name: null },
  alertRule: { name: null },
  application: { name: null },
  article: { title: null, author: null, source: null, seoTitle: null, seoDesc: null },
  articleCategory: { name: ['parentId'] },
  channel: { name: null, address: null },
  company: { name: [], shortName: null, contactName: null, address: null },
  dept: { deptName: ['parentId'] },
  device: { name: null, manufacturer: null, model: null, address: null },
  dictData: { dictLabel: ['dictType'], dictLabelEn: null },
  dictType: { dictName: null },
  freightTemplate: { name: [] },
  job: { jobName: ['jobGroup'] },
  menu: { menuName: ['parentId'], menuNameEn: null },
  message: { title: null },
  messageTemplate: { name: null, title: null },
  notice: { noticeTitle: null },
  post: { postCode: [], postName: [] },
  recordingShare: { name: null },
  report: { name: null },
  role: { roleName: [] },
  savedWall: { name: ['ownerId'] },
  setting: { configName: null, category: null },
  theme: { name: null, intro: null },
  user: { displayName: null },
  voice: { name: null },
  webhook: { name: null },
};

const rowsAtOnce = 500;

const within = (columns: Readonly<Record<string, Within>>) =>
  Object.values(columns).flatMap((names) => names ?? []);

type Row = Readonly<Record<string, unknown>>;
/** Tables and columns are known by name only here. */
type AnyTables = Kysely<Record<string, Record<string, unknown>>>;

interface StoredName {
  readonly table: string;
  readonly column: string;
  readonly within: Within;
  readonly row: Row;
  readonly composed: string;
}

export async function up(db: Kysely<never>): Promise<void> {
  for await (const name of decomposed(db)) {
    if (await isTaken(db, name)) continue;
    const { table, column, row, composed } = name;
    await tables(db)
      .updateTable(table)
      .set({ [column]: composed })
      .where('tenantId', '=', row.tenantId)
      .where('id', '=', row.id)
      .execute();
  }
}

/** What was left, as `post 12 postName`. */
export async function left(db: Kysely<never>): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { table, column, row } of decomposed(db)) found.push(`${table} ${row.id} ${column}`);
  return found;
}

async function* decomposed(db: Kysely<never>): AsyncGenerator<StoredName> {
  for (const [table, columns] of Object.entries(names))
    for await (const row of rowsOf(db, table, [...Object.keys(columns), ...within(columns)]))
      for (const [column, within] of Object.entries(columns)) {
        const value = row[column];
        const composed = typeof value === 'string' ? value.normalize('NFC') : value;
        if (typeof composed === 'string' && composed !== value)
          yield { table, column, within, row, composed };
      }
}

/** By id, so that a changed row is not read again. Ids are unique in a tenant. */
async function* rowsOf(db: Kysely<never>, table: string, columns: readonly string[]): AsyncGenerator<Row> {
  const tenants = await tables(db).selectFrom('tenant').select('id').execute();
  for (const { id: tenantId } of tenants) {
    let last: Row | undefined;
    do {
      const rows: readonly Row[] = await tables(db)
        .selectFrom(table)
        .select(['id', 'tenantId', ...columns])
        .where('tenantId', '=', tenantId)
        .$if(last !== undefined, (build) => build.where('id', '>', last?.id))
        .orderBy('id')
        .limit(rowsAtOnce)
        .execute();
      yield* rows;
      last = rows.at(-1);
    } while (last);
  }
}

async function isTaken(
  db: Kysely<never>,
  { table, column, within, row, composed }: StoredName,
): Promise<boolean> {
  if (!within) return false;
  let others = tables(db)
    .selectFrom(table)
    .select('id')
    .where('tenantId', '=', row.tenantId)
    .where(column, '=', composed);
  for (const name of within) others = others.where(name, '=', row[name]);
  return (await others.limit(1).executeTakeFirst()) !== undefined;
}

const tables = (db: Kysely<never>) => db as unknown as AnyTables;

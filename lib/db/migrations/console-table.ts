import {
  type ColumnDefinitionBuilder,
  type CreateTableBuilder,
  type Kysely,
  PostgresAdapter,
  sql,
} from 'kysely';

/** Of a column: text, whole number, time or other 64-bit number; with `?` it may be null. */
export type Kind = 'text' | 'text?' | 'int' | 'int?' | 'big' | 'big?';

const types = { text: 'text', int: 'integer', big: 'bigint' } as const;

/** Who made and changed a row last, by account name, and how often it changed: of whatever people edit. */
export const history = {
  version: 'int',
  createdBy: 'text',
  createdAt: 'big',
  updatedBy: 'text',
  updatedAt: 'big',
} as const;

/** What migrations that were released make must stay as it is: change nothing here, add beside it. */
function withColumns<T extends { addColumn: (...args: never[]) => T }>(
  table: T,
  columns: Record<string, Kind>,
): T {
  let built = table;
  for (const [name, kind] of Object.entries(columns)) {
    // Its overloads know the columns by their types, and these are names.
    const add = built.addColumn.bind(built) as unknown as (
      name: string,
      type: string,
      build: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder,
    ) => T;
    const type = types[kind.replace('?', '') as keyof typeof types];
    built = add(name, type, (column) => (kind.endsWith('?') ? column : column.notNull()));
  }
  return built;
}

/** Columns are known by name only here. To be executed. */
type NewTable = CreateTableBuilder<string, string>;

/** A table with a key of its own. */
export function newTable(
  db: Kysely<never>,
  name: string,
  key: (table: NewTable) => NewTable,
  columns: Record<string, Kind>,
): NewTable {
  // The builder counts the columns in its type, and these come from a list.
  return withColumns(key(db.schema.createTable(name) as unknown as NewTable), columns);
}

/** A text that names the row, made elsewhere. */
export const keyText = (column: string) => (table: NewTable) =>
  table.addColumn(column, 'text', (build) => build.primaryKey());

/** The tenant's id, for a key that `keyPair` adds. */
export const tenantId = (table: NewTable) =>
  table.addColumn('tenantId', 'text', (column) => column.notNull());

/** The tenant's id; the row goes with the tenant. */
export const ofTenant = (table: NewTable) =>
  table.addColumn('tenantId', 'text', (column) =>
    column.notNull().references('tenant.id').onDelete('cascade'),
  );

/** A table whose rows a tenant owns, with ids that count up. */
export function consoleTable(db: Kysely<never>, name: string, columns: Record<string, Kind>): NewTable {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const numbered = (column: ColumnDefinitionBuilder) =>
    isPostgres ? column.primaryKey().generatedByDefaultAsIdentity() : column.primaryKey().autoIncrement();
  return newTable(
    db,
    name,
    (table) =>
      table
        .addColumn('id', 'integer', numbered)
        .$call(ofTenant)
        .addUniqueConstraint(`${name}_tenant_and_id`, ['tenantId', 'id']),
    columns,
  );
}

/** Refers to a row of the same tenant, and goes with it. */
export const goesWith = (constraint: string, column: string, other: string) => (table: NewTable) =>
  table.addForeignKeyConstraint(constraint, ['tenantId', column], other, ['tenantId', 'id'], (build) =>
    build.onDelete('cascade'),
  );

/** Pairs of two rows of one tenant; they go with either. */
export const pairs = (
  db: Kysely<never>,
  name: string,
  [first, firstTable]: [string, string],
  [second, secondTable]: [string, string],
): Promise<void> =>
  newTable(db, name, tenantId, { [first]: 'int', [second]: 'int' })
    .addPrimaryKeyConstraint(`${name}_pair`, [first, second])
    .$call(goesWith(`${name}_first`, first, firstTable))
    .$call(goesWith(`${name}_second`, second, secondTable))
    .execute();

/** Unique among the rows of a tenant; with `isSoft`, of those that are not deleted. */
export function unique(
  db: Kysely<never>,
  table: string,
  columns: readonly string[],
  isSoft = false,
): Promise<void> {
  const index = db.schema
    .createIndex(`${table}_${columns.join('_')}`)
    .unique()
    .on(table)
    .columns(['tenantId', ...columns]);
  return (isSoft ? index.where(sql.ref('deletedAt'), 'is', null) : index).execute();
}

export const index = (db: Kysely<never>, table: string, columns: readonly string[]): Promise<void> =>
  db.schema
    .createIndex(`${table}_by_${columns.join('_')}`)
    .on(table)
    .columns(['tenantId', ...columns])
    .execute();

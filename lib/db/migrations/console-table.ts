import { type ColumnDefinitionBuilder, type Kysely, PostgresAdapter } from 'kysely';

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
export function withColumns<T extends { addColumn: (...args: never[]) => T }>(
  table: T,
  columns: Record<string, Kind>,
): T {
  let built = table;
  for (const [name, kind] of Object.entries(columns)) {
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

/** A table whose rows a tenant owns, with ids that count up. To be executed. */
export function consoleTable(db: Kysely<never>, name: string, columns: Record<string, Kind>) {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const numbered = (column: ColumnDefinitionBuilder) =>
    isPostgres ? column.primaryKey().generatedByDefaultAsIdentity() : column.primaryKey().autoIncrement();
  return withColumns(
    db.schema
      .createTable(name)
      .addColumn('id', 'integer', numbered)
      .addColumn('tenantId', 'text', (column) => column.notNull().references('tenant.id').onDelete('cascade'))
      .addUniqueConstraint(`${name}_tenant_and_id`, ['tenantId', 'id']),
    columns,
  );
}

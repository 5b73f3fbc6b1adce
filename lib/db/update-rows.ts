import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Engine } from './dialect.ts';
import type { Database } from './schema.ts';

export interface BatchUpdates {
  readonly table: string;
  readonly tenantId: string;
  readonly idColumn: string;
  /** The same columns for every row; all values are texts, numbers or null. */
  readonly columns: readonly string[];
  /** The id, then the values in the order of `columns`. */
  readonly rows: readonly (readonly unknown[])[];
  /** Values or expressions that are the same for all rows, by column. */
  readonly same: Readonly<Record<string, unknown>>;
}

/** Sets different values in each of these rows with one statement: the values are passed as one JSON text. */
export async function updateRows(
  db: Kysely<Database> | Transaction<Database>,
  engine: Engine,
  { table, tenantId, idColumn, columns, rows, same }: BatchUpdates,
): Promise<void> {
  if (rows.length === 0) return;
  const own = [idColumn, ...columns];
  const isPostgres = engine === 'postgres';
  const named = own.map((column) => nameInDatabase(db, column));
  // SQLite takes types from the values; PostgreSQL from the table, by column names.
  const values = JSON.stringify(
    isPostgres ? rows.map((row) => Object.fromEntries(row.map((value, at) => [named[at], value]))) : rows,
  );
  const source = isPostgres
    ? sql`json_populate_recordset(null::${sql.table(table)}, ${values}::json)`
    : sql`json_each(${values})`;
  const given = (at: number): RawBuilder<unknown> =>
    isPostgres ? sql.ref(`given.${own[at]}`) : sql`given.value ->> ${sql.lit(at)}`;
  const sets = [
    ...columns.map((column, at) => sql`${sql.ref(column)} = ${given(at + 1)}`),
    ...Object.entries(same).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
  ];
  if (sets.length === 0) return;
  const tenantColumn = sql.ref(`${table}.tenantId`);
  // The plus prevents the use of an index: otherwise SQLite would read all rows of the tenant for each value.
  const ofTenant = isPostgres ? tenantColumn : sql`+${tenantColumn}`;
  await sql`update ${sql.table(table)} set ${sql.join(sets)} from ${source} as given
    where ${sql.ref(`${table}.${idColumn}`)} = ${given(0)}
      and ${ofTenant} = ${tenantId}`.execute(db);
}

/** Converts the name as the dialect does. */
function nameInDatabase(db: Kysely<Database> | Transaction<Database>, column: string): string {
  return sql`${sql.ref(column)}`.compile(db).sql.slice(1, -1);
}

import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Engine } from './dialect.ts';
import type { Database } from './schema.ts';

export interface BatchUpdates {
  readonly table: string;
  readonly tenantId: string;
  readonly idColumn: string;
  /** The same of every row; all values are texts, numbers or null. */
  readonly columns: readonly string[];
  /** The id, then the values in the order of `columns`. */
  readonly rows: readonly (readonly unknown[])[];
  /** What is the same for all of them: values or expressions, by column. */
  readonly same: Readonly<Record<string, unknown>>;
}

/** Gives each of these rows values of its own, in one statement: the values travel as one text. */
export async function updateRows(
  db: Kysely<Database> | Transaction<Database>,
  engine: Engine,
  { table, tenantId, idColumn, columns, rows, same }: BatchUpdates,
): Promise<void> {
  if (rows.length === 0) return;
  const own = [idColumn, ...columns];
  const isPostgres = engine === 'postgres';
  const named = own.map((column) => nameInDatabase(db, column));
  // One engine takes types from the table, by column names; the other one has them in the values.
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
  // Behind a plus no index answers it: SQLite would read all rows of the tenant for each of the values.
  const ofTenant = isPostgres ? tenantColumn : sql`+${tenantColumn}`;
  await sql`update ${sql.table(table)} set ${sql.join(sets)} from ${source} as given
    where ${sql.ref(`${table}.${idColumn}`)} = ${given(0)}
      and ${ofTenant} = ${tenantId}`.execute(db);
}

/** The dialect of this program writes names its own way. */
function nameInDatabase(db: Kysely<Database> | Transaction<Database>, column: string): string {
  return sql`${sql.ref(column)}`.compile(db).sql.slice(1, -1);
}

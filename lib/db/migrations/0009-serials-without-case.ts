import { type Kysely, sql } from 'kysely';

/**
 * Serial numbers are compared without case. The index is not unique where devices exist that differ in case only: they
 * are kept, and the product rejects further ones.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const { rows } = await sql`
    select upper(serial) from device group by upper(serial) having count(*) > 1 limit 1
  `.execute(db);
  const index = db.schema.createIndex('device_serial_upper').on('device').expression(sql`upper(serial)`);
  await (rows.length === 0 ? index.unique() : index).execute();
}

import type { Kysely } from 'kysely';
import { consoleTable, history, newTable, tenantId, unique } from './console-table.ts';

/** Shipping templates, and the areas that an organisation hides. */
export async function up(db: Kysely<never>): Promise<void> {
  await consoleTable(db, 'freightTemplate', {
    name: 'text',
    type: 'text',
    regionInfo: 'text',
    appoint: 'text',
    appointInfo: 'text',
    noDelivery: 'text',
    noDeliveryInfo: 'text',
    sort: 'int',
    status: 'text',
    ...history,
  }).execute();
  await unique(db, 'freightTemplate', ['name']);
  await newTable(db, 'hiddenArea', tenantId, { areaId: 'int' })
    .addPrimaryKeyConstraint('hidden_area_of_tenant', ['tenantId', 'areaId'])
    .addForeignKeyConstraint('hidden_area_tenant', ['tenantId'], 'tenant', ['id'], (build) =>
      build.onDelete('cascade'),
    )
    .execute();
}

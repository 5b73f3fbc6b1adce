import type { Brand } from '../../lib/contracts/brand.ts';
import type { Db } from '../../lib/db/client.ts';
import { seedConsole } from '../../lib/domain/seed/seed-console.ts';
import { systemClock } from '../../lib/kernel/clock.ts';

/** An organisation beside that of the operator, as a start of the server would find it. */
export async function otherOrganisation(db: Db, id: string, brand: Partial<Brand> = {}): Promise<void> {
  await db.insertInto('tenant').values({ id, name: id, enabled: 1, createdAt: 1 }).execute();
  await seedConsole(db, systemClock);
  const keys = { name: 'site.title', logo: 'site.logo', color: 'site.color', support: 'site.support' };
  for (const [name, configKey] of Object.entries(keys)) {
    const configValue = brand[name as keyof Brand];
    if (configValue === undefined) continue;
    await db
      .updateTable('setting')
      .set({ configValue })
      .where('tenantId', '=', id)
      .where('configKey', '=', configKey)
      .execute();
  }
}

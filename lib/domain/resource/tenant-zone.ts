import type { Ms } from '../../kernel/units.ts';
import { type Zone, zoneOf } from '../../kernel/zone-time.ts';
import type { ResourceDeps } from './resource-deps.ts';

const defaultZone = 'Asia/Shanghai';
/** Or until a change of the settings is announced. */
const rememberedFor: Ms = 5_000;

export type TenantZone = (tenantId: string) => Promise<Zone>;

const zonesOf = new WeakMap<object, TenantZone>();

/** A single instance for all resources of a database, so that a list does not read the zone each time. */
export function tenantZone(deps: ResourceDeps): TenantZone {
  const known = zonesOf.get(deps.database);
  if (known) return known;
  const made = createTenantZone(deps);
  zonesOf.set(deps.database, made);
  return made;
}

function createTenantZone(deps: ResourceDeps): TenantZone {
  const read = new Map<string, { readonly zone: Promise<Zone>; readonly until: Ms }>();
  deps.database.changes.listen('setting', {
    onReceived: (tenantId) => read.delete(tenantId),
    missed: () => read.clear(),
  });
  const readNow = async (tenantId: string) => named(await (deps.timeZone ?? storedZone(deps))(tenantId));
  return (tenantId) => {
    const now = deps.clock.monotonic();
    const known = read.get(tenantId);
    if (known && known.until > now) return known.zone;
    const entry = { zone: readNow(tenantId), until: now + rememberedFor };
    read.set(tenantId, entry);
    entry.zone.catch(() => {
      if (read.get(tenantId) === entry) read.delete(tenantId);
    });
    return entry.zone;
  };
}

const storedZone = (deps: ResourceDeps) => async (tenantId: string) => {
  const row = await deps.database.db
    .selectFrom('setting')
    .select('configValue')
    .where('tenantId', '=', tenantId)
    .where('configKey', '=', 'site.timeZone')
    .executeTakeFirst();
  return row?.configValue ?? defaultZone;
};

/** A setting may be mistyped; lists then use the default zone. */
function named(name: string): Zone {
  try {
    return zoneOf(name);
  } catch {
    return zoneOf(defaultZone);
  }
}

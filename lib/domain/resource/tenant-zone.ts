import type { Ms } from '../../kernel/units.ts';
import { type Zone, zoneOf } from '../../kernel/zone-time.ts';
import { TenantCache } from '../tenancy/tenant-cache.ts';
import type { ResourceDeps } from './resource-deps.ts';

const defaultZone = 'Asia/Shanghai';
/** Or until a change of the settings is announced. */
const rememberedFor: Ms = 5_000;
const zoneKey = 'site.timeZone';

/** The zone of an organisation. */
export type TenantZone = (tenantId: string) => Promise<Zone>;

interface Zones {
  readonly zoneOf: TenantZone;
  readonly cache: TenantCache<Zone>;
}

const zonesOf = new WeakMap<object, Zones>();

/** A single instance for all resources of a database, so that a list does not read the zone each time. */
function zones(deps: ResourceDeps): Zones {
  const known = zonesOf.get(deps.database);
  if (known) return known;
  const made = createZones(deps);
  zonesOf.set(deps.database, made);
  return made;
}

export const tenantZone = (deps: ResourceDeps): TenantZone => zones(deps).zoneOf;
/** What is kept in memory. */
export const zoneCache = (deps: ResourceDeps): TenantCache<Zone> => zones(deps).cache;

function createZones(deps: ResourceDeps): Zones {
  const cache = new TenantCache<Zone>({ clock: deps.clock, keepMs: rememberedFor, maxKeys: 1 });
  deps.database.changes.listen('setting', {
    onReceived: (tenantId) => cache.forget(tenantId),
    missed: () => cache.forgetAll(),
  });
  const readNow = async (tenantId: string) => named(await (deps.timeZone ?? storedZone(deps))(tenantId));
  return {
    cache,
    zoneOf: (tenantId) => cache.read(tenantId, zoneKey, () => readNow(tenantId)),
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

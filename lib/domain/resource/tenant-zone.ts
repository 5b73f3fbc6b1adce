import type { EpochMs, Ms } from '../../kernel/units.ts';
import type { ResourceDeps } from './resource-deps.ts';
import { type Zone, zoneOf } from './zone-time.ts';

const usualZone = 'Asia/Shanghai';
/** A changed setting is heeded after this long at the latest. */
const rememberedFor: Ms = 5_000;

export type TenantZone = (tenantId: string) => Promise<Zone>;

const zonesOf = new WeakMap<object, TenantZone>();

/** One for all resources of a database, so that a list does not ask for the zone again each time. */
export function tenantZone(deps: ResourceDeps): TenantZone {
  const known = zonesOf.get(deps.database);
  if (known) return known;
  const made = createTenantZone(deps);
  zonesOf.set(deps.database, made);
  return made;
}

function createTenantZone(deps: ResourceDeps): TenantZone {
  const read = new Map<string, { readonly zone: Zone; readonly until: EpochMs }>();
  return async (tenantId) => {
    const now = deps.clock.monotonic();
    const known = read.get(tenantId);
    if (known && known.until > now) return known.zone;
    const zone = named(await (deps.timeZone ?? storedZone(deps))(tenantId));
    read.set(tenantId, { zone, until: now + rememberedFor });
    return zone;
  };
}

const storedZone = (deps: ResourceDeps) => async (tenantId: string) => {
  const row = await deps.database.db
    .selectFrom('setting')
    .select('configValue')
    .where('tenantId', '=', tenantId)
    .where('configKey', '=', 'site.timeZone')
    .executeTakeFirst();
  return row?.configValue ?? usualZone;
};

/** A setting can be mistyped; lists go on with the usual zone then. */
function named(name: string): Zone {
  try {
    return zoneOf(name);
  } catch {
    return zoneOf(usualZone);
  }
}

/** Numbers of the dashboard, each within the caller's data scope and permissions. Null: not permitted. */

import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { OnlineState } from '../../db/schema.ts';
import type { StorageState } from '../../db/storage-fault.ts';
import { matchError } from '../../error-catalogue/match.ts';
import type { Locale, LocalText } from '../../i18n/translate.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { EpochMs } from '../../kernel/units.ts';
import { presenceByDevice } from '../devices/presence.ts';
import { type Actor, type CallContext, can, everyPermission } from '../identity/actor.ts';
import { type LiveLedger, recovered, type Seen, sampleEveryMs } from '../live/live-ledger.ts';
import type { SharedStream } from '../monitoring/figures.ts';
import type { TenantZone } from '../resource/tenant-zone.ts';
import { shippedCameras } from '../seed/shipped.ts';

/** Storage of the machine, in bytes. */
export interface StorageUsage {
  readonly dataBytes: number;
  readonly databaseBytes: number;
  readonly freeBytes: number;
  readonly totalBytes: number;
}

export interface DashboardDeps {
  readonly db: Db;
  readonly engine: 'libsql' | 'postgres';
  readonly clock: Clock;
  /** Of all processes. */
  readonly streams: () => readonly SharedStream[];
  readonly ledger: LiveLedger;
  readonly storage: () => Promise<StorageUsage>;
  readonly storageState: () => StorageState;
  /** Recordings cannot be stored. */
  readonly recordingFails: () => boolean;
  /** Whether recordings cannot be moved to the object store; null: there is none. */
  readonly objectStoreFails: () => boolean | null;
  /** The bucket of uploaded files fails. */
  readonly filesFail: () => boolean;
  readonly zoneOf: TenantZone;
}

const maxAlarms = 10;
const switchedOff = sql<number | null>`sum(case when ${sql.ref('enabled')} = 0 then 1 else 0 end)`;
const restored: LocalText = { 'zh-CN': '画面已恢复', 'en-US': 'Video restored' };

export function createDashboard(deps: DashboardDeps) {
  const { db, engine, clock, streams, ledger, storage, storageState, zoneOf } = deps;

  /** Rows of a table with departments, within the caller's data scope. */
  function inDataScope(table: 'device' | 'channel' | 'company', actor: Actor) {
    let rows = db.selectFrom(table).where('tenantId', '=', actor.scope.tenantId);
    if (actor.dataScope.kind === 'some') rows = rows.where('deptId', 'in', deptsOf(actor));
    return rows;
  }

  /** Null: all of the organisation. */
  async function seenBy(actor: Actor): Promise<Seen> {
    if (actor.dataScope.kind === 'everything') return null;
    const rows = await db
      .selectFrom('device')
      .select('serial')
      .where('tenantId', '=', actor.scope.tenantId)
      .where('deptId', 'in', deptsOf(actor))
      .execute();
    return new Set(rows.map(({ serial }) => serial));
  }

  async function devices(actor: Actor) {
    const counts = await inDataScope('device', actor)
      .select((build) => ['onlineState', build.fn.countAll<number>().as('total'), switchedOff.as('disabled')])
      .groupBy('onlineState')
      .execute();
    const companies = await inDataScope('company', actor)
      .select((build) => build.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    const of = (state: OnlineState) => Number(counts.find((row) => row.onlineState === state)?.total ?? 0);
    const found = { '0': of('0'), '1': of('1'), '2': of('2') };
    // The state of a running stream takes precedence over the stored one.
    const running = presenceByDevice(streams(), actor.scope.tenantId);
    for (const { serial, onlineState } of await watched(actor, [...running.keys()])) {
      const now = running.get(serial) === 'online' ? '1' : '2';
      found[onlineState] -= 1;
      found[now] += 1;
    }
    return {
      total: found['0'] + found['1'] + found['2'],
      online: found['1'],
      offline: found['2'],
      unknown: found['0'],
      disabled: counts.reduce((sum, { disabled }) => sum + Number(disabled ?? 0), 0),
      companies: Number(companies.total),
    };
  }

  /** Of the devices with these serial numbers, those within the data scope. */
  async function watched(actor: Actor, serials: readonly string[]) {
    const rows = [];
    for (let at = 0; at < serials.length; at += 500) {
      const some = serials.slice(at, at + 500);
      const found = inDataScope('device', actor)
        .select(['serial', 'onlineState'])
        .where('serial', 'in', some);
      rows.push(...(await found.execute()));
    }
    return rows;
  }

  async function channels(actor: Actor) {
    const counts = await inDataScope('channel', actor)
      .select((build) => [build.fn.countAll<number>().as('total'), switchedOff.as('disabled')])
      .executeTakeFirstOrThrow();
    return { total: Number(counts.total), disabled: Number(counts.disabled ?? 0) };
  }

  function streamNumbers({ scope }: Actor, seen: Seen) {
    const own = streams().filter(
      ({ key, state }) =>
        key.tenantId === scope.tenantId && state !== 'idle' && (!seen || seen.has(key.deviceSerial)),
    );
    const of = (wanted: SharedStream['state']) => own.filter(({ state }) => state === wanted).length;
    return {
      running: own.length,
      live: of('live'),
      starting: of('starting'),
      retrying: of('retrying'),
      viewers: own.reduce((sum, { viewers }) => sum + viewers, 0),
      bitrateKbps: own.reduce((sum, { bitrateKbps }) => sum + bitrateKbps, 0),
    };
  }

  async function alarms(actor: Actor, seen: Seen, locale: Locale, text: (at: EpochMs) => string) {
    const latest = ledger.alarms(actor.scope.tenantId, seen, maxAlarms);
    const names = await namesOf(actor, latest);
    return latest.map(({ at, serial, channelNo, code, count }) => {
      const { entry } = matchError(code, 'stream');
      const isOver = code === recovered;
      return {
        time: text(at),
        serial,
        channelNo,
        cameraName: shippedCameras.shown(locale, names.get(`${serial}/${channelNo}`) ?? null),
        code,
        title: isOver ? restored[locale] : entry.cause[locale],
        message: isOver ? '' : entry.advice[locale],
        count,
      };
    });
  }

  async function namesOf({ scope }: Actor, latest: readonly { serial: string }[]) {
    const serials = [...new Set(latest.map(({ serial }) => serial))];
    if (serials.length === 0) return new Map<string, string>();
    const rows = await db
      .selectFrom('channel')
      .select(['deviceSerial', 'number', 'name'])
      .where('tenantId', '=', scope.tenantId)
      .where('deviceSerial', 'in', serials)
      .execute();
    return new Map(rows.map(({ deviceSerial, number, name }) => [`${deviceSerial}/${number}`, name]));
  }

  /** Since midnight in the organisation's time zone. Sign-ins of users within the data scope. */
  async function logins(actor: Actor, midnight: EpochMs) {
    let rows = db
      .selectFrom('loginLog')
      .leftJoin('user', 'user.id', 'loginLog.userId')
      .where('loginLog.tenantId', '=', actor.scope.tenantId)
      .where('loginLog.loginAt', '>=', midnight);
    if (actor.dataScope.kind === 'some') rows = rows.where('user.deptId', 'in', deptsOf(actor));
    const counts = await rows
      .select((build) => ['loginLog.status', build.fn.countAll<number>().as('times')])
      .groupBy('loginLog.status')
      .execute();
    const { people } = await rows
      .where('loginLog.status', '=', '0')
      .select((build) => build.fn.count<number>('loginLog.userId').distinct().as('people'))
      .executeTakeFirstOrThrow();
    const times = (status: string) => Number(counts.find((row) => row.status === status)?.times ?? 0);
    return { succeeded: times('0'), failed: times('1'), people: Number(people) };
  }

  return {
    async read({ actor }: CallContext, locale: Locale) {
      const { tenantId } = actor.scope;
      const zone = await zoneOf(tenantId);
      const now = clock.now();
      const midnight = zone.instant(`${zone.text(now).slice(0, 10)} 00:00:00`) ?? now;
      const maySeeDevices = can(actor, 'iot:device:list');
      const maySeeCameras = can(actor, 'iot:camera:list');
      const seen = maySeeDevices || maySeeCameras ? await seenBy(actor) : new Set<string>();
      const failures = maySeeCameras ? ledger.failures(tenantId, seen) : [];
      return {
        time: zone.text(now),
        devices: maySeeDevices ? await devices(actor) : null,
        channels: maySeeCameras ? await channels(actor) : null,
        streams: maySeeCameras ? streamNumbers(actor, seen) : null,
        errors: maySeeCameras
          ? {
              total: failures.reduce((sum, { count }) => sum + count, 0),
              since: zone.text(Math.max(ledger.since, now - 24 * 60 * 60_000)),
              byCode: failures
                .slice(0, 20)
                .map((each) => ({ ...each, title: matchError(each.code, 'stream').entry.cause[locale] })),
            }
          : null,
        alarms: maySeeCameras ? await alarms(actor, seen, locale, zone.text) : null,
        logins: can(actor, 'monitor:logininfor:list') ? await logins(actor, midnight) : null,
        storage: maySeeStorage(actor) ? { ...(await storage()), engine, state: storageState() } : null,
      };
    },

    storageAlarm({ actor }: CallContext) {
      if (!maySeeStorage(actor)) return { state: null };
      const state = storageState();
      if (state !== 'ok' && state !== 'low') return { state };
      if (deps.recordingFails()) return { state: 'recordings' as const };
      if (state !== 'ok') return { state };
      if (deps.objectStoreFails()) return { state: 'objectStore' as const };
      return { state: deps.filesFail() ? ('files' as const) : state };
    },

    async series({ actor }: CallContext) {
      const seen = await seenBy(actor);
      return {
        everySeconds: sampleEveryMs / 1_000,
        points: [...ledger.series(actor.scope.tenantId, seen)],
      };
    },
  };
}

const maySeeStorage = (actor: Actor): boolean => actor.permissions.has(everyPermission);

/** Never empty: no department has the number 0. */
function deptsOf({ dataScope }: Actor): number[] {
  return dataScope.kind === 'some' && dataScope.deptIds.length > 0 ? [...dataScope.deptIds] : [0];
}

export type Dashboard = ReturnType<typeof createDashboard>;

/**
 * Checks cameras without viewers: each device once per interval (`iot.presence.seconds` of its organisation; 0: never).
 * A round visits the devices in the order of their ids, spread evenly over the interval, to avoid peaks on the network
 * and the database. At most four checks run at once; the channels of a device are checked one after the other, because
 * a camera may allow only a single connection.
 */
import type { Db } from '../../db/client.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { Ms } from '../../kernel/units.ts';
import type { SourceFailure, SourceSpec, StreamStatus } from '../../media/ports.ts';
import type { Settings } from '../settings/settings.ts';
import { type TenantScope, tenantScope } from '../tenancy/tenant-scope.ts';
import type { CameraService } from './camera.service.ts';
import { type DeviceStatus, loginRestMs } from './device-status.ts';

/** One check; null when the camera is online. Never rejects. */
export type ReachabilityCheck = (spec: SourceSpec, signal: AbortSignal) => Promise<SourceFailure | null>;

export const maxConcurrentPolls = 4;
const tickMs: Ms = 5_000;

interface Round {
  /** Devices up to this id have been checked. */
  after: string;
  /** Number of devices in the round; null before it begins. */
  size: number | null;
  startedAt: Ms;
  polled: number;
}

interface DueDevice {
  readonly id: string;
  readonly serial: string;
}

export interface DevicePoller {
  /** Resolves when the devices that are due now have been checked; runs every 5 s by itself. */
  tick(): Promise<void>;
  /** Closes open connections. Safe to call twice. */
  stop(): void;
}

export function devicePoller(deps: {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly settings: Pick<Settings, 'get'>;
  readonly cameras: Pick<CameraService, 'findSource'>;
  readonly streams: () => readonly StreamStatus[];
  readonly presence: Pick<DeviceStatus, 'found' | 'rests'>;
  readonly checkReachable: ReachabilityCheck;
}): DevicePoller {
  const { db, clock, log, settings, cameras, streams, presence, checkReachable } = deps;
  const rounds = new Map<string, Round>();
  const ending = new AbortController();
  let running: Promise<void> | null = null;

  async function dueOf(scope: TenantScope): Promise<readonly DueDevice[]> {
    const { tenantId } = scope;
    const seconds = await settings.get(scope, 'iot.presence.seconds');
    if (seconds <= 0) {
      rounds.delete(tenantId);
      return [];
    }
    const everyMs = Math.max(seconds * 1_000, loginRestMs);
    const now = clock.monotonic();
    const round = rounds.get(tenantId) ?? { after: '', size: null, startedAt: now, polled: 0 };
    rounds.set(tenantId, round);
    if (now - round.startedAt >= everyMs && round.size !== null && round.polled >= round.size) {
      Object.assign(round, { after: '', size: null, startedAt: now, polled: 0 });
    }
    const devices = db.selectFrom('device').where('tenantId', '=', tenantId).where('enabled', '=', 1);
    if (round.size === null) {
      const { all } = await devices
        .select((build) => build.fn.countAll<number>().as('all'))
        .executeTakeFirstOrThrow();
      round.size = Number(all);
    }
    // The number of devices that should be checked by the end of this tick.
    const share = Math.min(1, (now - round.startedAt + tickMs) / everyMs);
    const wanted = Math.ceil(round.size * share) - round.polled;
    if (wanted <= 0) return [];
    const found = await devices
      .select(['id', 'serial'])
      .where('id', '>', round.after)
      .orderBy('id')
      .limit(wanted)
      .execute();
    round.polled += wanted;
    round.after = found.at(-1)?.id ?? round.after;
    return found;
  }

  /** The state of a watched device is known from its stream. */
  const isWatched = (tenantId: string, serial: string) =>
    streams().some(
      ({ key, state }) => state !== 'idle' && key.tenantId === tenantId && key.deviceSerial === serial,
    );

  async function queryDevice(scope: TenantScope, { id, serial }: DueDevice): Promise<void> {
    const { tenantId } = scope;
    const channels = await db
      .selectFrom('channel')
      .select('number')
      .where('tenantId', '=', tenantId)
      .where('deviceId', '=', id)
      .where('enabled', '=', 1)
      .orderBy('number')
      .execute();
    for (const { number: channelNo } of channels) {
      const place = { tenantId, deviceSerial: serial, channelNo };
      if (ending.signal.aborted || isWatched(tenantId, serial)) return;
      if (presence.rests(place)) continue;
      const spec =
        (await cameras.findSource(scope, serial, channelNo, 'main')) ??
        (await cameras.findSource(scope, serial, channelNo, 'sub'));
      if (spec?.kind !== 'rtsp') continue;
      const failure = await checkReachable(spec, ending.signal);
      if (ending.signal.aborted || isWatched(tenantId, serial)) return;
      await presence.found(place, failure);
    }
  }

  async function run(): Promise<void> {
    const tenants = await db.selectFrom('tenant').select('id').where('enabled', '=', 1).execute();
    const due: (() => Promise<void>)[] = [];
    for (const { id } of tenants) {
      const scope = tenantScope(id);
      for (const device of await dueOf(scope)) due.push(() => queryDevice(scope, device));
    }
    const next = due.values();
    const worker = async () => {
      for (const run of next) {
        await run().catch((error: unknown) => log.warn({ err: error }, 'camera check failed'));
      }
    };
    await Promise.all(Array.from({ length: maxConcurrentPolls }, worker));
  }

  /** A tick during a running one does nothing; the next tick checks what is due. */
  function tick(): Promise<void> {
    if (ending.signal.aborted) return Promise.resolve();
    running ??= run()
      .catch((error: unknown) => log.error({ err: error }, 'device status check failed'))
      .finally(() => {
        running = null;
      });
    return running;
  }

  const stopTicking = clock.every(tickMs, () => void tick());
  return {
    tick,
    stop() {
      stopTicking();
      ending.abort();
    },
  };
}

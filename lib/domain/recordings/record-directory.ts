import { defaultPostRecordSec, recordModeOf } from '../../contracts/admin/record-modes.ts';
import type { RecordPlan } from '../../contracts/admin/record-plan.ts';
import type { Changes } from '../../db/changes.ts';
import type { Db } from '../../db/client.ts';
import type { Cancel, Clock } from '../../kernel/clock.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import type {
  RecordDirectory,
  RecordingKey,
  RecordRetention,
  RecordTask,
  SegmentIndex,
} from '../../media/ports.ts';
import type { TenantZone } from '../resource/tenant-zone.ts';
import { isRecordedNow, parsePlan } from './record-schedule.ts';
import { type RecorderLeases, whileHeld } from './recorder-leases.ts';

const dayMs: Ms = 24 * 60 * 60_000;
const gib = 2 ** 30;

/** The size of the memory card of a demo camera. */
export const cardBytes = gib;
/** A card keeps what fits on it. */
const cardKeepMs: Ms = 365 * dayMs;
/** How long the recordings of a channel without a plan, or of a deleted one, are kept. */
export const keepWithoutPlanMs: Ms = 7 * dayMs;

/** How often leases are extended. */
const leaseEveryMs: Ms = 3_000;
/** How often it is checked whether they are still held, without the database. */
const watchEveryMs: Ms = 500;
/** Recorders are stopped this much before their leases expire, because they still write what they have received. */
const stopBeforeMs: Ms = 3_000;

/** `stop` ends the timer and releases the leases. Safe to call twice. */
export interface OpenRecordDirectory extends RecordDirectory {
  stop(): Promise<void>;
}

/**
 * The record plans. `leases`: null where one process records everything. Then `tasks` rejects without the database, and
 * what is recorded goes on. With leases too, but only while they are certain: before they expire it resolves with no
 * tasks, also if a statement does not end, so that two processes never write the same channel.
 */
export function recordDirectory(deps: {
  readonly db: Db;
  readonly changes: Pick<Changes, 'listen'>;
  readonly clock: Clock;
  readonly zoneOf: TenantZone;
  readonly segments: Pick<SegmentIndex, 'usage'>;
  readonly leases: RecorderLeases | null;
}): OpenRecordDirectory {
  const { db, changes, clock, zoneOf, segments, leases } = deps;
  const listeners = new Set<() => void>();
  const timers: Cancel[] = [];
  /** What this process may record, and what the last list of tasks contained. */
  let held = '';
  let listed = '';

  const planned = () =>
    db
      .selectFrom('channel')
      .innerJoin('device', 'device.id', 'channel.deviceId')
      .innerJoin('tenant', 'tenant.id', 'channel.tenantId')
      .select([
        'channel.id as channelId',
        'channel.tenantId',
        'device.serial as deviceSerial',
        'channel.number as channelNo',
        'channel.recordPlan',
      ])
      .where('channel.recordPlan', 'is not', null)
      .orderBy('device.serial')
      .orderBy('channel.number');

  /** Tasks of all processes. */
  async function due(now: EpochMs): Promise<readonly RecordTask[]> {
    const rows = await planned()
      .innerJoin('streamSource', 'streamSource.channelId', 'channel.id')
      .select(['streamSource.profile', 'streamSource.kind'])
      .where('channel.enabled', '=', 1)
      .where('device.enabled', '=', 1)
      .where('tenant.enabled', '=', 1)
      // `main` first: it is recorded where there are both.
      .orderBy('streamSource.profile')
      .execute();
    const tasks: RecordTask[] = [];
    let before = '';
    for (const { recordPlan, profile, kind, ...row } of rows) {
      if (row.channelId === before) continue;
      before = row.channelId;
      const plan = parsePlan(recordPlan);
      if (!plan) continue;
      const { tenantId, deviceSerial, channelNo } = row;
      const camera = { tenantId, deviceSerial, channelNo, profile };
      if (isRecordedNow(plan, await zoneOf(tenantId), now)) {
        tasks.push({ key: keyOf(row, 'cloud'), camera, when: whenOf(plan) });
      }
      if (plan.card === true && kind === 'demo') {
        tasks.push({ key: keyOf(row, 'device'), camera, when: 'always' });
      }
    }
    return tasks;
  }

  async function ownTasks(now: EpochMs): Promise<readonly RecordTask[]> {
    const tasks = await due(now);
    if (!leases) return tasks;
    const own = new Set(await leases.take(tasks.map(({ key }) => key)));
    held = namesOf([...own]);
    return tasks.filter(({ key }) => own.has(key));
  }

  const isLost = () => leases !== null && clock.monotonic() >= leases.heldUntil - stopBeforeMs;

  async function certainTasks(now: EpochMs): Promise<readonly RecordTask[]> {
    if (!leases) return due(now);
    const tasks = await whileHeld(leases, clock, stopBeforeMs, () => ownTasks(now));
    listed = namesOf(tasks.map(({ key }) => key));
    return tasks;
  }

  const announce = () => {
    for (const listener of [...listeners]) listener();
  };

  function extendLeases(): void {
    ownTasks(clock.now()).then(
      () => {
        if (held !== listed) announce();
      },
      // Tried again; what is held meanwhile is watched.
      () => undefined,
    );
  }

  /** The recorders ask again, and stop. */
  function watchLeases(): void {
    if (listed !== '' && isLost()) announce();
  }

  if (leases) timers.push(clock.every(leaseEveryMs, extendLeases), clock.every(watchEveryMs, watchLeases));

  return {
    tasks: certainTasks,

    async retention() {
      const [rows, used] = await Promise.all([planned().execute(), segments.usage()]);
      const found = new Map<string, RecordRetention>();
      for (const { recordPlan, ...row } of rows) {
        const plan = parsePlan(recordPlan);
        if (!plan) continue;
        const [cloud, card] = [keyOf(row, 'cloud'), keyOf(row, 'device')];
        const maxBytes = plan.maxGb ? plan.maxGb * gib : null;
        found.set(nameOf(cloud), { key: cloud, keepMs: plan.keepDays * dayMs, maxBytes });
        if (plan.card) found.set(nameOf(card), { key: card, keepMs: cardKeepMs, maxBytes: cardBytes });
      }
      for (const { key } of used) {
        if (!found.has(nameOf(key)))
          found.set(nameOf(key), { key, keepMs: keepWithoutPlanMs, maxBytes: null });
      }
      return [...found.values()];
    },

    onChanged(listener) {
      listeners.add(listener);
      const topics = ['recordPlan', 'camera', 'setting'] as const;
      // Lost notifications concern all topics; report them once.
      const stops = topics.map((topic, at) =>
        changes.listen(topic, { onReceived: () => listener(), missed: at === 0 ? listener : () => {} }),
      );
      return () => {
        listeners.delete(listener);
        for (const stop of stops) stop();
      };
    },

    async stop() {
      for (const cancel of timers.splice(0)) cancel();
      await leases?.release();
    },
  };
}

const keyOf = (
  { tenantId, channelId }: Omit<RecordingKey, 'store'>,
  store: RecordingKey['store'],
): RecordingKey => ({ tenantId, channelId, store });

const nameOf = ({ tenantId, channelId, store }: RecordingKey): string => `${tenantId}/${channelId}/${store}`;

const namesOf = (keys: readonly RecordingKey[]): string => keys.map(nameOf).join();

function whenOf(plan: RecordPlan): RecordTask['when'] {
  if (recordModeOf(plan) !== 'alarm') return 'always';
  return {
    beforeMs: plan.preRecordSec * 1_000,
    afterMs: (plan.postRecordSec ?? defaultPostRecordSec) * 1_000,
  };
}

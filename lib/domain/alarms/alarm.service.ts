/**
 * Alarms: what cameras, outside systems and the motion detector report, without duplicates. Start reading at `raise`.
 */
import type { Transaction } from 'kysely';
import { defaultPostRecordSec } from '../../contracts/admin/record-modes.ts';
import type { OpenDatabase } from '../../db/client.ts';
import type { Database } from '../../db/schema.ts';
import { transact } from '../../db/transact.ts';
import type { AlarmKind } from '../../kernel/alarm-kind.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import type { CameraKey } from '../../media/ports.ts';
import { type Entropy, newId } from '../crypto/entropy.ts';
import { parsePlan } from '../recordings/record-schedule.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';
import { nextNoticeNo } from './alarm-notices.ts';
import { triggerText } from './alarm-triggers.ts';
import { queueDeliveries } from './webhook-queue.ts';

export interface AlarmReport {
  readonly channelId: string;
  readonly kind: AlarmKind;
  readonly source: 'onvif' | 'http' | 'stream';
  readonly at: EpochMs;
  /** When it ended. Absent: it lasts, or has no duration. */
  readonly until?: EpochMs | undefined;
  readonly name?: string | undefined;
  readonly externalId?: string | undefined;
}

/** An alarm that began or was prolonged, for what follows from it. */
export interface RaisedAlarm {
  readonly id: string;
  /** False: an alarm that was known is prolonged. */
  readonly isNew: boolean;
  readonly kind: AlarmKind;
  readonly camera: Omit<CameraKey, 'profile'>;
  readonly channelId: string;
  /** Of the report. */
  readonly at: EpochMs;
  readonly recordFrom: EpochMs;
  readonly recordTo: EpochMs;
  /** Frames of the device must not be stored readable. */
  readonly isEncrypted: boolean;
}

export interface AlarmService {
  /**
   * Stores an alarm, or prolongs the one of the same camera and kind that is still running. A report with a known
   * `externalId` changes nothing. Null: the channel does not exist or is disabled.
   */
  raise(scope: TenantScope, report: AlarmReport): Promise<Pick<RaisedAlarm, 'id' | 'isNew'> | null>;
  /** Called after each alarm that began or was prolonged, in the process that stored it. */
  onRaised(listener: (alarm: RaisedAlarm) => void): () => void;
}

/** Reports of one kind this far apart belong to one alarm. */
export const runningMs: Ms = 15_000;
/** A longer one is continued as another alarm, so that each has a recording of reasonable length. */
export const maxAlarmMs: Ms = 60 * 60_000;
/** Recorded around an alarm without a plan. */
const defaultBeforeMs: Ms = 5_000;
/** Smaller prolongations are not written. */
const minProlongMs: Ms = 1_000;

export interface AlarmServiceDeps {
  readonly database: Pick<OpenDatabase, 'db' | 'engine' | 'changes'>;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly log: Logger;
}

export function alarmService(deps: AlarmServiceDeps): AlarmService {
  const { clock, entropy, log } = deps;
  const { db, engine, changes } = deps.database;
  const listeners = new Set<(alarm: RaisedAlarm) => void>();

  async function channelOf(transaction: Transaction<Database>, scope: TenantScope, channelId: string) {
    const row = transaction
      .selectFrom('channel')
      .innerJoin('device', 'device.id', 'channel.deviceId')
      .select([
        'device.serial',
        'channel.number',
        'channel.recordPlan',
        'channel.alarmOptions',
        'device.isEncrypt',
      ])
      .where('channel.tenantId', '=', scope.tenantId)
      .where('channel.id', '=', channelId)
      .where('channel.enabled', '=', 1)
      .where('device.enabled', '=', 1);
    // One report of a channel after the other. The embedded database has one writer anyway.
    return (engine === 'postgres' ? row.forNoKeyUpdate('channel') : row).executeTakeFirst();
  }

  function findRunning(
    transaction: Transaction<Database>,
    { channelId, kind, name }: AlarmReport,
    at: EpochMs,
    until: EpochMs,
  ) {
    const same = transaction
      .selectFrom('alarm')
      .select(['id', 'startAt', 'endAt', 'recordFrom', 'recordTo'])
      .where('channelId', '=', channelId)
      .where('kind', '=', kind)
      .where('startAt', '<=', until + runningMs)
      .where('startAt', '>', at - maxAlarmMs)
      .where('endAt', '>=', at - runningMs)
      .orderBy('startAt', 'desc');
    return (name === undefined ? same.where('name', 'is', null) : same.where('name', '=', name))
      .limit(1)
      .executeTakeFirst();
  }

  async function findExternal(transaction: Transaction<Database>, { channelId, externalId }: AlarmReport) {
    if (externalId === undefined) return undefined;
    return transaction
      .selectFrom('alarm')
      .select(['id', 'recordFrom', 'recordTo'])
      .where('channelId', '=', channelId)
      .where('externalId', '=', externalId)
      .executeTakeFirst();
  }

  /** `change`: what follows is to be done. */
  type Stored = { readonly alarm: RaisedAlarm; readonly hasChanged: boolean };

  async function store(
    transaction: Transaction<Database>,
    scope: TenantScope,
    report: AlarmReport,
  ): Promise<Stored | null> {
    const channel = await channelOf(transaction, scope, report.channelId);
    if (!channel) return null;
    const { channelId, kind, source, name = null, externalId = null } = report;
    const now = clock.now();
    // A camera whose clock is ahead must not report alarms of the future.
    const at = Math.min(report.at, now);
    const until = Math.min(Math.max(report.until ?? at, at), now);
    const { beforeMs, afterMs } = marginsOf(channel.recordPlan);
    const around = { recordFrom: at - beforeMs, recordTo: until + afterMs };
    const common = {
      kind,
      channelId,
      at,
      camera: { tenantId: scope.tenantId, deviceSerial: channel.serial, channelNo: channel.number },
      isEncrypted: channel.isEncrypt === 1,
    };
    const known = await findExternal(transaction, report);
    if (known) return { alarm: { ...common, ...known, isNew: false }, hasChanged: false };
    const running = await findRunning(transaction, report, at, until);
    if (running) {
      const recordFrom = Math.min(running.recordFrom, around.recordFrom);
      const recordTo = Math.max(running.recordTo, around.recordTo);
      const hasChanged = until - running.endAt >= minProlongMs || at < running.startAt;
      if (hasChanged)
        await transaction
          .updateTable('alarm')
          .set({
            startAt: Math.min(running.startAt, at),
            endAt: Math.max(running.endAt, until),
            recordFrom,
            recordTo,
          })
          .where('id', '=', running.id)
          .execute();
      return { alarm: { ...common, id: running.id, recordFrom, recordTo, isNew: false }, hasChanged };
    }
    const id = newId(entropy, now);
    const { tenantId } = scope;
    const { alarmOptions } = channel;
    // Last, because it locks the counter of the organisation.
    const noticeNo = await nextNoticeNo(transaction, { tenantId, channelId, at, alarmOptions });
    await transaction
      .insertInto('alarm')
      .values({
        ...{ id, tenantId, channelId, kind, name, source, externalId, noticeNo },
        ...{ startAt: at, endAt: until, imageBytes: null, state: '0', ackAt: null, ackBy: null, ...around },
      })
      .execute();
    await queueDeliveries(transaction, entropy, scope, { id, kind, now });
    return { alarm: { ...common, ...around, id, isNew: true }, hasChanged: true };
  }

  return {
    async raise(scope, report) {
      const stored = await transact(db, async (transaction) => {
        const result = await store(transaction, scope, report);
        if (result?.hasChanged) await changes.notify(transaction, 'alarm', [triggerText(result.alarm)]);
        return result;
      });
      if (!stored) return null;
      const { alarm, hasChanged } = stored;
      if (hasChanged) for (const listener of [...listeners]) notify(listener, alarm);
      return { id: alarm.id, isNew: alarm.isNew };
    },

    onRaised(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };

  function notify(listener: (alarm: RaisedAlarm) => void, alarm: RaisedAlarm): void {
    try {
      listener(alarm);
    } catch (error) {
      // The alarm is stored, so the other listeners must still be called.
      log.error({ err: error, alarm: alarm.id }, 'could not follow an alarm');
    }
  }
}

function marginsOf(stored: string | null): { readonly beforeMs: Ms; readonly afterMs: Ms } {
  const plan = parsePlan(stored);
  return {
    beforeMs: plan ? plan.preRecordSec * 1_000 : defaultBeforeMs,
    afterMs: (plan?.postRecordSec ?? defaultPostRecordSec) * 1_000,
  };
}

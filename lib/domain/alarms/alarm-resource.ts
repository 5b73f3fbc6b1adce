/** Alarms in the console: list, acknowledgement, and what is open. */

import { type Selectable, type SqlBool, sql, type Transaction } from 'kysely';
import { alarmName } from '../../contracts/admin/alarm-kind-options.ts';
import { iotAlarm } from '../../contracts/admin/resources/iot-alarm.resource.ts';
import type { FilterOf, RowOf } from '../../contracts/admin/row-types.ts';
import { contains } from '../../db/contains.ts';
import type { Engine } from '../../db/dialect.ts';
import type { Database } from '../../db/schema.ts';
import { transact } from '../../db/transact.ts';
import type { Locale } from '../../i18n/translate.ts';
import type { AlarmKind } from '../../kernel/alarm-kind.ts';
import { recordOperations } from '../audit/operation-log.ts';
import type { Actor, CallContext } from '../identity/actor.ts';
import type { ResourceDeps } from '../resource/resource-deps.ts';
import type { ResourceService } from '../resource/resource-service.ts';
import type { ServerResource } from '../resource/server-resource.ts';
import { tableService } from '../resource/table-service.ts';
import { tenantZone } from '../resource/tenant-zone.ts';
import { shippedCameras } from '../seed/shipped.ts';
import { lastNoticeNo } from './alarm-notices.ts';
import type { AlarmPictures, StoredPicture } from './alarm-pictures.ts';
import { alarmsInScope } from './alarm-scope.ts';

type Alarm = RowOf<typeof iotAlarm>;

export interface AlarmPages {
  readonly service: ResourceService<typeof iotAlarm>;
  /** All or none; those that are acknowledged already stay as they are. Throws 404. */
  acknowledge(call: CallContext, ids: readonly string[]): Promise<void>;
  summary(call: CallContext, locale: Locale): Promise<AlarmSummary>;
  /** Null: it has none. Throws 404. */
  picture(call: CallContext, id: string): Promise<StoredPicture | null>;
  /** Alarms that were raised after another one and of which people are notified. */
  news(
    call: CallContext,
    wanted: { readonly after?: string | undefined; readonly kinds?: string | undefined },
    locale: Locale,
  ): Promise<AlarmNews>;
}

/** An alarm in a few words. */
interface AlarmHeadline {
  readonly id: string;
  readonly cameraName: string;
  readonly title: string;
  readonly time: string;
}

export interface AlarmNews {
  readonly last: number;
  /** At most `maxCounted`. */
  readonly count: number;
  readonly newest: AlarmHeadline | null;
}

export interface AlarmSummary {
  /** At most `maxCounted`. */
  readonly open: number;
  readonly newest: AlarmHeadline | null;
}

const maxCounted = 1_000;

export function alarmResource(
  deps: ResourceDeps & { readonly alarmPictures: Pick<AlarmPictures, 'read'> },
): AlarmPages {
  const { database, clock, alarmPictures } = deps;
  const { db } = database;
  const service = tableService(deps, binding(deps));
  const zoneOf = tenantZone(deps);

  return {
    service,

    async acknowledge(call, given) {
      const ids = [...new Set(given)];
      const rows: Alarm[] = [];
      for (const id of ids) rows.push(await service.get(call, id));
      const open = rows.filter(({ state }) => state === '0');
      if (open.length === 0) return;
      await transact(db, async (transaction) => {
        await setAcknowledged(transaction, call, open);
        await recordOperations(
          deps,
          open.map(({ id, cameraName }) => ({
            call,
            title: iotAlarm.title,
            type: 'update' as const,
            bizKey: `${iotAlarm.key}:${id}`,
            bizName: cameraName ?? '',
            param: { state: '1' },
          })),
          transaction,
        );
      });
    },

    async summary({ actor }, locale) {
      const open = db
        .selectFrom('alarm')
        .where('tenantId', '=', actor.scope.tenantId)
        .where('state', '=', '0')
        .where(alarmsInScope(actor));
      const counted = await db
        .selectFrom(open.select('id').limit(maxCounted).as('open'))
        .select((build) => build.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      const newest = await open
        .select(['id', 'channelId', 'kind', 'name', 'startAt'])
        .orderBy('startAt', 'desc')
        .limit(1)
        .executeTakeFirst();
      return {
        open: Number(counted.total),
        newest: newest ? await headline(actor, newest, locale) : null,
      };
    },

    async picture(call, id) {
      await service.get(call, id);
      return alarmPictures.read(call.actor.scope, id);
    },

    async news({ actor }, { after, kinds }, locale) {
      // Before the alarms are read: up to it all are visible, also those that this user may not see.
      const last = await lastNoticeNo(db, actor.scope.tenantId);
      if (after === undefined) return { last, count: 0, newest: null };
      let found = db
        .selectFrom('alarm')
        .where('tenantId', '=', actor.scope.tenantId)
        .where('noticeNo', '>', Number(after))
        .where(alarmsInScope(actor));
      if (kinds !== undefined) found = found.where('kind', 'in', kinds.split(','));
      const rows = await found
        .select(['id', 'noticeNo', 'channelId', 'kind', 'name', 'startAt'])
        .orderBy('noticeNo', 'desc')
        .limit(maxCounted)
        .execute();
      const newest = rows[0];
      return {
        // Lower than `after` if a backup was restored.
        last: Math.max(newest?.noticeNo ?? 0, last),
        count: rows.length,
        newest: newest ? await headline(actor, newest, locale) : null,
      };
    },
  };

  async function headline(
    { scope: { tenantId } }: Actor,
    alarm: Pick<Selectable<Database['alarm']>, 'id' | 'channelId' | 'kind' | 'name' | 'startAt'>,
    locale: Locale,
  ): Promise<AlarmHeadline> {
    const channel = await db
      .selectFrom('channel')
      .select('name')
      .where('tenantId', '=', tenantId)
      .where('id', '=', alarm.channelId)
      .executeTakeFirst();
    const zone = await zoneOf(tenantId);
    return {
      id: alarm.id,
      cameraName: shippedCameras.shown(locale, channel?.name ?? null) ?? '',
      title: alarmName(alarm.kind as AlarmKind, alarm.name, locale),
      time: zone.text(alarm.startAt),
    };
  }

  async function setAcknowledged(
    transaction: Transaction<Database>,
    { actor }: CallContext,
    rows: readonly Alarm[],
  ): Promise<void> {
    await transaction
      .updateTable('alarm')
      .set({ state: '1', ackAt: clock.now(), ackBy: actor.username })
      .where('tenantId', '=', actor.scope.tenantId)
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .where('state', '=', '0')
      .execute();
  }
}

function binding({ database }: ResourceDeps): ServerResource<typeof iotAlarm> {
  return {
    definition: iotAlarm,
    table: 'alarm',
    dataScope: 'none',
    only: ({ actor }) => alarmsInScope(actor),
    columns: {
      cameraName: null,
      deviceSerial: null,
      channelNo: null,
      startTime: 'startAt',
      endTime: 'endAt',
      ackTime: 'ackAt',
      hasImage: { column: 'imageBytes', read: (stored) => stored !== null, write: never },
    },
    filters: { cameraName: (filter, call) => namedLike(database.engine, filter, call) },
    async decorate({ actor, locale }, rows) {
      if (rows.length === 0) return rows;
      const ids = [...new Set(rows.map(({ channelId }) => String(channelId)))];
      const channels = await database.db
        .selectFrom('channel')
        .select(['id', 'name', 'number', 'deviceSerial'])
        .where('tenantId', '=', actor.scope.tenantId)
        .where('id', 'in', ids)
        .execute();
      const byId = new Map(channels.map((channel) => [channel.id, channel]));
      return rows.map((row) => {
        const channel = byId.get(String(row.channelId));
        return {
          ...row,
          cameraName: shippedCameras.shown(locale ?? 'zh-CN', channel?.name ?? null),
          deviceSerial: channel?.deviceSerial ?? null,
          channelNo: channel?.number ?? null,
        };
      });
    },
  };
}

/** By the name of the camera, or its serial number. */
function namedLike(engine: Engine, filter: FilterOf, { actor }: CallContext) {
  const text = 'value' in filter ? String(filter.value) : '';
  return sql<SqlBool>`${sql.ref('channelId')} in (
    select ${sql.ref('channel.id')} from ${sql.table('channel')}
    where ${sql.ref('channel.tenantId')} = ${actor.scope.tenantId}
      and (${contains(engine, 'channel.name', text)} or ${contains(engine, 'channel.deviceSerial', text)})
  )`;
}

const never = () => {
  throw new Error('alarms are not written through their resource');
};

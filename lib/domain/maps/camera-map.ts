/** The calls of maps: where cameras are, and a service that finds places, if the operator has named one. */
import type { Selectable } from 'kysely';
import type { MapTiles } from '../../contracts/admin/calls/map.calls.ts';
import { maxMapCameras } from '../../contracts/admin/map-limits.ts';
import type { OpenDatabase } from '../../db/client.ts';
import type { ChannelTable } from '../../db/schema.ts';
import type { Locale, LocalText } from '../../i18n/translate.ts';
import type { Clock } from '../../kernel/clock.ts';
import { degreesText, type Position, positionIn } from '../../kernel/geo/position.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { Result } from '../../kernel/result.ts';
import type { JsonFailure, StreamStatus } from '../../media/ports.ts';
import { onlineCode, presenceByChannel } from '../devices/presence.ts';
import { notFound, refused, tooOften } from '../errors/admin-error.ts';
import type { CallContext } from '../identity/actor.ts';
import type { FailureLimit } from '../limits/failure-limiter.ts';
import { MemoryFailureLimiter } from '../limits/memory-failure-limiter.ts';
import type { Geocoder } from './geocoder.ts';

export interface MapDeps {
  readonly database: Pick<OpenDatabase, 'db'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly streams: () => readonly StreamStatus[];
  /** Null: no map service is configured. */
  readonly tiles: MapTiles | null;
  readonly geocoder: Geocoder | null;
}

/** Per user: suggestions while an address is typed are some requests per second at most. */
const askedPerMinute: FailureLimit = { kind: 'map search', maxFailures: 60, windowMs: 60_000 };

const texts = {
  tooOften: {
    'zh-CN': '地点查询过于频繁，请一分钟后再试',
    'en-US': 'Too many searches for places. Try again in a minute.',
  },
  denied: {
    'zh-CN': '地图服务不接受密钥，请联系管理员检查地图设置',
    'en-US': 'The map service does not accept the key. Ask your administrator to check the map settings.',
  },
  limited: {
    'zh-CN': '地图服务的调用次数已用完，请稍后再试',
    'en-US': 'The map service accepts no more requests for now. Try again later.',
  },
  timeout: {
    'zh-CN': '地图服务没有及时响应，请稍后再试',
    'en-US': 'The map service did not answer in time. Try again later.',
  },
  failed: {
    'zh-CN': '无法使用地图服务，请联系管理员检查地图设置',
    'en-US': 'The map service cannot be used. Ask your administrator to check the map settings.',
  },
} as const satisfies Record<string, LocalText>;

export function cameraMap({ database, clock, log, streams, tiles, geocoder }: MapDeps) {
  const { db } = database;
  const limiter = new MemoryFailureLimiter(clock);

  /** What the service answers. Throws 404 without a service, 429, or U0200 when the service fails. */
  async function ask<Value>(
    { actor }: CallContext,
    question: (service: Geocoder) => Promise<Result<Value, JsonFailure>>,
  ): Promise<Value> {
    if (!geocoder) throw notFound();
    if (limiter.count([[askedPerMinute, `${actor.scope.tenantId}:${actor.userId}`]]) > 0)
      throw tooOften(texts.tooOften);
    const answer = await question(geocoder);
    if (answer.ok) return answer.value;
    const { error: code } = answer;
    // Neither the address of the service, which may have a key in its path, nor what was looked for.
    if (code !== 'aborted') log.warn({ code }, 'the map service failed');
    throw refused(code === 'denied' || code === 'limited' || code === 'timeout' ? texts[code] : texts.failed);
  }

  return {
    settings: () => ({ tiles, canSearch: geocoder !== null }),

    async cameras({ actor }: CallContext) {
      const { tenantId } = actor.scope;
      const { dataScope } = actor;
      let mine = db.selectFrom('channel').where('tenantId', '=', tenantId);
      if (dataScope.kind !== 'everything') {
        if (dataScope.deptIds.length === 0) return { cameras: [], unplaced: 0, isCut: false };
        mine = mine.where('deptId', 'in', [...dataScope.deptIds]);
      }
      const [rows, unplaced] = await Promise.all([
        mine
          .select(['id', 'name', 'deviceSerial', 'number', 'lng', 'lat', 'address', 'onlineState', 'enabled'])
          .where('lng', 'is not', null)
          .orderBy('name')
          .orderBy('id')
          .limit(maxMapCameras + 1)
          .execute(),
        mine
          .select(({ fn }) => fn.countAll().as('count'))
          .where('lng', 'is', null)
          .executeTakeFirstOrThrow(),
      ]);
      const running = presenceByChannel(streams(), tenantId);
      return {
        cameras: rows.slice(0, maxMapCameras).flatMap((row) => onMap(row, running) ?? []),
        unplaced: Number(unplaced.count),
        isCut: rows.length > maxMapCameras,
      };
    },

    async search(call: CallContext, text: string, locale: Locale, signal: AbortSignal) {
      const places = await ask(call, (service) => service.search(text, locale, signal));
      return places.slice(0, 10).map(({ lng, lat, name, address }) => ({
        ...{ lng: degreesText(lng), lat: degreesText(lat) },
        ...{ name: name.slice(0, 200), address: address.slice(0, 200) },
      }));
    },

    async addressOf(call: CallContext, position: Position, locale: Locale, signal: AbortSignal) {
      const address = await ask(call, (service) => service.addressOf(position, locale, signal));
      return { address: address?.slice(0, 200) ?? null };
    },
  };
}

export type CameraMap = ReturnType<typeof cameraMap>;

type Placed = Pick<
  Selectable<ChannelTable>,
  'id' | 'name' | 'deviceSerial' | 'number' | 'lng' | 'lat' | 'address' | 'onlineState' | 'enabled'
>;

function onMap(row: Placed, running: ReturnType<typeof presenceByChannel>) {
  const { id, name, deviceSerial, number: channelNo, lng, lat, address } = row;
  if (lng === null || lat === null || !positionIn({ lng, lat })) return null;
  return {
    ...{ id, name, deviceSerial, channelNo, lng, lat, address },
    onlineStatus: onlineCode(running.get(`${deviceSerial}:${channelNo}`), row.onlineState) ?? ('0' as const),
    status: row.enabled === 1 ? ('0' as const) : ('1' as const),
  };
}

/**
 * The calls of the page of one camera, which a link opens by serial number and channel. Cameras are read through their
 * resource, so within the data scope: all others are answered as missing.
 */
import { iotCamera } from '../../contracts/admin/resources/iot-camera.resource.ts';
import { matchError } from '../../error-catalogue/match.ts';
import type { CameraKey } from '../../media/ports.ts';
import type { PreviewService } from '../access/preview.service.ts';
import { recordOperation } from '../audit/operation-log.ts';
import { operationTitles } from '../audit/operation-titles.ts';
import { notFound, refused } from '../errors/admin-error.ts';
import type { CallContext } from '../identity/actor.ts';
import type { ResourceDeps } from '../resource/resource-deps.ts';
import type { ResourceService } from '../resource/resource-service.ts';
import { tenantZone } from '../resource/tenant-zone.ts';
import { cameraNotes } from './camera-notes.ts';
import { cameraViewers, type GrantViews } from './camera-viewers.ts';
import { channelFinder, type FoundChannel } from './channel-finder.ts';
import { deviceRepository } from './device.repository.ts';
import { onlineChanges } from './online-history.ts';

export interface WatchCallsDeps extends ResourceDeps {
  /** Of `iot.camera`. */
  readonly channels: ResourceService<typeof iotCamera>;
  readonly previews: PreviewService;
  /** Who receives pictures of a camera from this process. */
  readonly watching: (camera: Omit<CameraKey, 'profile'>) => readonly GrantViews[];
}

interface OpenedLink {
  readonly serial: string;
  readonly channelNo: number;
  readonly at?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const off = { 'zh-CN': '摄像头已停用', 'en-US': 'The camera is disabled' } as const;
const maxChanges = 50;

export function watchCalls(deps: WatchCallsDeps) {
  const { previews } = deps;
  const { db } = deps.database;
  const channelOf = channelFinder(deps.channels);
  const zoneOf = tenantZone(deps);
  const notes = cameraNotes(deps);
  const viewers = cameraViewers({ db, watching: deps.watching });

  /** Throws 404 for a camera that does not exist, and for one that the caller may not see. */
  async function findByAddress(call: CallContext, { serial, channelNo }: OpenedLink): Promise<FoundChannel> {
    const { scope } = call.actor;
    const device = await deviceRepository(db).findDevice(scope, serial);
    const channel = await db
      .selectFrom('channel')
      .select('id')
      .where('tenantId', '=', scope.tenantId)
      .where('deviceId', '=', device?.id ?? '')
      .where('number', '=', channelNo)
      .executeTakeFirst();
    if (!channel) throw notFound();
    return channelOf(call, channel.id);
  }

  /** `link`: what was opened, for the log; null: a token is renewed, which is logged if none is open. */
  async function start(call: CallContext, found: FoundChannel, link: OpenedLink | null) {
    const { id, name, serial, channelNo } = found;
    const device = await deviceRepository(db).findDevice(call.actor.scope, serial);
    if (!found.isOn || !device?.isEnabled) throw refused(off);
    const isLogged = link !== null || !(await previews.openOf(call.actor)).has(`${serial}:${channelNo}`);
    const operation = {
      call,
      title: operationTitles.openLink,
      type: 'other',
      bizKey: `${iotCamera.key}:${id}`,
      bizName: name,
      ...(link ? { param: link } : {}),
    } as const;
    const { accessToken, appKey, expireTime, capabilities } = await previews.start(
      call.actor,
      { serial, channelNo },
      isLogged ? (transaction) => recordOperation(deps, operation, transaction) : undefined,
      'camera',
    );
    return { accessToken, appKey, expireTime, capabilities: [...capabilities] };
  }

  return {
    async open(call: CallContext, link: OpenedLink) {
      const found = await findByAddress(call, link);
      const { id, deviceId, name, serial, channelNo } = found;
      return { ...(await start(call, found, link)), id, deviceId, name, path: `${serial}/${channelNo}` };
    },

    renew: async (call: CallContext, id: string) => start(call, await channelOf(call, id), null),

    async online(call: CallContext, id: string) {
      await channelOf(call, id);
      const { tenantId } = call.actor.scope;
      const zone = await zoneOf(tenantId);
      const { locale = 'zh-CN' } = call;
      return (await onlineChanges(db, tenantId, id, maxChanges)).map(({ id: change, state, code, at }) => ({
        id: change,
        time: zone.text(at),
        isOnline: state === '1',
        reason: code === null ? null : matchError(code, 'stream').entry.cause[locale],
      }));
    },

    async viewers(call: CallContext, id: string) {
      const { serial, channelNo } = await channelOf(call, id);
      return viewers(call.actor.scope, serial, channelNo);
    },

    async notes(call: CallContext, id: string) {
      await channelOf(call, id);
      return notes.list(call, id);
    },

    addNote: async (call: CallContext, id: string, text: string) =>
      notes.add(call, await channelOf(call, id), text),

    removeNote: async (call: CallContext, id: string, noteId: number) =>
      notes.remove(call, await channelOf(call, id), noteId),
  };
}

export type WatchCalls = ReturnType<typeof watchCalls>;

/** The calls of video walls: those of the console, and of links. Cameras are read through their resource, so within the data scope. */

import { sql } from 'kysely';
import { adminCodes } from '../../contracts/admin/envelope.ts';
import { iotCamera } from '../../contracts/admin/resources/iot-camera.resource.ts';
import { iotSavedWall } from '../../contracts/admin/resources/iot-saved-wall.resource.ts';
import { maxSavedCameras, sizeFor, type WallSize } from '../../contracts/admin/wall-layout.ts';
import type { PreviewService } from '../access/preview.service.ts';
import { recordOperation } from '../audit/operation-log.ts';
import { operationTitles } from '../audit/operation-titles.ts';
import { AdminError, notFound, refused } from '../errors/admin-error.ts';
import type { CallContext } from '../identity/actor.ts';
import type { ResourceDeps } from '../resource/resource-deps.ts';
import type { ResourceService } from '../resource/resource-service.ts';
import { channelFinder, type FoundChannel } from './channel-finder.ts';
import { deviceRepository } from './device.repository.ts';

export interface WallCallsDeps extends ResourceDeps {
  /** Of `iot.camera`. */
  readonly channels: ResourceService<typeof iotCamera>;
  readonly previews: PreviewService;
  readonly walls: ResourceService<typeof iotSavedWall>;
}

/** Of a wall that is not saved. */
const defaultRotateSec = 30;

const allOff = { 'zh-CN': '摄像头已停用', 'en-US': 'The cameras are disabled' } as const;

export function wallCalls(deps: WallCallsDeps) {
  const { previews } = deps;
  const { db } = deps.database;
  const channelOf = channelFinder(deps.channels);

  async function visible(call: CallContext, id: string): Promise<FoundChannel | null> {
    try {
      return await channelOf(call, id);
    } catch (error) {
      if (error instanceof AdminError && error.adminCode === adminCodes.notFound) return null;
      throw error;
    }
  }

  async function isOn({ actor }: CallContext, camera: FoundChannel): Promise<boolean> {
    const device = await deviceRepository(db).findDevice(actor.scope, camera.serial);
    return camera.isOn && device?.isEnabled === true;
  }

  /** The log has a row for each camera that this session has not been watching already. */
  async function newOf({ actor }: CallContext, cameras: readonly FoundChannel[]) {
    const open = await previews.openOf(actor);
    return cameras.filter(({ serial, channelNo }) => !open.has(`${serial}:${channelNo}`));
  }

  /** Of serial numbers and `SERIAL:CHANNEL`, in their order; unknown ones are left out. */
  async function idsOf({ actor }: CallContext, cameras: readonly string[]): Promise<readonly string[]> {
    if (cameras.length === 0) return [];
    const wanted = cameras.map((camera) => camera.toUpperCase().split(':'));
    const rows = await db
      .selectFrom('channel')
      .select(['id', 'deviceSerial', 'number'])
      .where('tenantId', '=', actor.scope.tenantId)
      .where(sql<string>`upper(${sql.ref('deviceSerial')})`, 'in', [
        ...new Set(wanted.map(([serial = '']) => serial)),
      ])
      .orderBy('number')
      .execute();
    const ids = wanted.flatMap(([serial, channel]) =>
      rows
        .filter(
          ({ deviceSerial, number }) =>
            deviceSerial.toUpperCase() === serial && (channel === undefined || number === Number(channel)),
        )
        .map(({ id }) => id),
    );
    return [...new Set(ids)].slice(0, maxSavedCameras);
  }

  async function openLink(
    call: CallContext,
    link: { readonly cameras?: readonly string[] | undefined; readonly wall?: number | undefined },
  ) {
    const saved = link.wall === undefined ? null : await deps.walls.get(call, link.wall);
    const wanted = saved ? (saved.cameras ?? []).map(String) : await idsOf(call, link.cameras ?? []);
    const found = (await Promise.all(wanted.map((id) => visible(call, id)))).filter(
      (camera) => camera !== null,
    );
    if (found.length === 0) throw notFound();
    await recordOperation(deps, {
      call,
      title: operationTitles.openWall,
      type: 'other',
      ...(saved ? { bizKey: `${iotSavedWall.key}:${saved.id}`, bizName: saved.name } : {}),
      param: link,
    });
    return {
      name: saved?.name ?? null,
      ids: found.map(({ id }) => id),
      size: saved ? (Number(saved.size) as WallSize) : sizeFor(found.length),
      rotateSec: saved ? Number(saved.rotateSec) : defaultRotateSec,
    };
  }

  return {
    openLink,
    broadcast: (call: CallContext, ids: readonly string[]) => open(call, ids, 'talk'),
    play: (call: CallContext, ids: readonly string[]) => open(call, ids, 'wall'),
  };

  /** One token for those of the cameras that the caller may see and that are enabled. */
  async function open(call: CallContext, ids: readonly string[], kind: 'wall' | 'talk') {
    const found = (await Promise.all([...new Set(ids)].map((id) => visible(call, id)))).filter(
      (camera) => camera !== null,
    );
    if (found.length === 0) throw notFound();
    const areOn = await Promise.all(found.map((camera) => isOn(call, camera)));
    const cameras = found.filter((_, at) => areOn[at]);
    if (cameras.length === 0) throw refused(allOff);
    const logged = await newOf(call, cameras);
    const { accessToken, appKey, expireTime, capabilities } = await previews.start(
      call.actor,
      cameras,
      async (transaction) => {
        for (const { id, name } of logged)
          await recordOperation(
            deps,
            {
              call,
              title: kind === 'wall' ? operationTitles.watchWall : operationTitles.broadcast,
              type: 'other',
              bizKey: `${iotCamera.key}:${id}`,
              bizName: name,
            },
            transaction,
          );
      },
      kind,
    );
    return {
      accessToken,
      appKey,
      expireTime,
      hasRecordings: capabilities.includes('playback.cloud'),
      cameras: cameras.map(({ id, name, serial, channelNo }) => ({
        id,
        name,
        path: `${serial}/${channelNo}`,
      })),
    };
  }
}

export type WallCalls = ReturnType<typeof wallCalls>;

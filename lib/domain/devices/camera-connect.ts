import { iotCamera } from '../../contracts/admin/resources/iot-camera.resource.ts';
import { transact } from '../../db/transact.ts';
import { recordOperation } from '../audit/operation-log.ts';
import { operationTitles } from '../audit/operation-titles.ts';
import { forbidden } from '../errors/admin-error.ts';
import { asAdminError } from '../errors/as-admin-error.ts';
import { operatorError } from '../errors/operator-errors.ts';
import { type Actor, type CallContext, can } from '../identity/actor.ts';
import { covers, settleDept } from '../resource/dept-scope.ts';
import type { ResourceDeps } from '../resource/resource-deps.ts';
import { requireCompany, takePlace } from './bindings/company-place.ts';
import type { CameraIds, CameraService } from './camera.service.ts';
import type { NewCamera } from './camera-input.ts';

const title = operationTitles.connect;

/** Where a new device belongs. */
export interface Owner {
  readonly companyId: string | null;
  /** Undefined: that of the company, else of whoever adds it. */
  readonly deptId: number | undefined;
}

/** Device, channel and sources in one go: what `camera add` does. */
export function cameraConnect(deps: ResourceDeps & { readonly cameras: CameraService }) {
  const { cameras, database } = deps;

  /** The department a new device gets; a known one keeps its own. Refuses what the caller does not reach. */
  async function deptFor(call: CallContext, serial: string | undefined, { companyId, deptId }: Owner) {
    return transact(database.db, async (transaction) => {
      const change = { call, transaction };
      const known =
        serial &&
        (await transaction
          .selectFrom('device')
          .select('deptId')
          .where('tenantId', '=', call.actor.scope.tenantId)
          .where('serial', '=', serial)
          .executeTakeFirst());
      if (known) {
        requireInScope(call.actor, known.deptId);
        return null;
      }
      const company = companyId === null ? null : await requireCompany(transaction, call.actor, companyId);
      return settleDept(change, deptId, company?.deptId ?? call.actor.deptId);
    });
  }

  return async (call: CallContext, camera: NewCamera, owner: Owner) => {
    const { actor } = call;
    // Of the last try, should the transaction be run anew.
    const made: { ids: CameraIds | null } = { ids: null };
    const view = await asAdminError(async () => {
      const deptId = await deptFor(call, camera.serial, owner);
      return cameras.add(actor.scope, camera, {
        name: actor.username,
        companyId: owner.companyId,
        deptId,
        async also(transaction, ids) {
          made.ids = ids;
          const device = await transaction
            .selectFrom('device')
            .select(['deptId', 'serial'])
            .where('id', '=', ids.deviceId)
            .executeTakeFirstOrThrow();
          requireInScope(actor, device.deptId);
          if (ids.isNewDevice && !can(actor, 'iot:device:add')) throw forbidden();
          if (ids.isNewDevice && owner.companyId !== null) {
            await takePlace(transaction, actor, owner.companyId);
          }
          const param = { serial: device.serial, channelNo: camera.channelNo, name: camera.name };
          const bizKey = `${iotCamera.key}:${ids.channelId}`;
          const entry = { call, title, type: 'insert', bizKey, bizName: camera.name, param } as const;
          await recordOperation(deps, entry, transaction);
        },
      });
    });
    const { ids } = made;
    if (!ids) throw new Error('a camera was added without being told of');
    return { id: ids.channelId, deviceId: ids.deviceId, serial: view.serial, channelNo: view.channelNo };
  };
}

/** Another department's device: its number is taken, and that is all there is to know. */
function requireInScope(actor: Actor, deptId: number | null): void {
  if (!covers(actor, deptId)) throw operatorError('camera.serialInUse');
}

export type CameraConnect = ReturnType<typeof cameraConnect>;

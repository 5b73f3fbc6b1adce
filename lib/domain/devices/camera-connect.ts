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
import { type ForbiddenAddress, type NewCamera, rejectForbidden } from './camera-input.ts';

const title = operationTitles.connect;

/** Company and department of a new device. */
export interface Owner {
  readonly companyId: string | null;
  /** Undefined: the department of the company, otherwise of the caller. */
  readonly deptId: number | undefined;
}

/** Creates device, channel and sources in one call, like `camera add`. */
export function cameraConnect(
  deps: ResourceDeps & { readonly cameras: CameraService; readonly forbiddenAddress: ForbiddenAddress },
) {
  const { cameras, database, forbiddenAddress } = deps;

  /**
   * The department of a new device; an existing device keeps its own. Throws when it is outside the caller's data
   * scope.
   */
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
    // Of the last attempt, if the transaction was retried.
    const made: { ids: CameraIds | null } = { ids: null };
    const view = await asAdminError(async () => {
      const { main, sub, onvif } = camera;
      const streams = [main, sub].map((source) => (source?.kind === 'rtsp' ? source.url : undefined));
      rejectForbidden(forbiddenAddress, [...streams, onvif?.url]);
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
    if (!ids) throw new Error('a camera was added without returning its ids');
    return { id: ids.channelId, deviceId: ids.deviceId, serial: view.serial, channelNo: view.channelNo };
  };
}

/** A device outside the data scope: the error reports only that the serial number is taken. */
function requireInScope(actor: Actor, deptId: number | null): void {
  if (!covers(actor, deptId)) throw operatorError('camera.serialInUse');
}

export type CameraConnect = ReturnType<typeof cameraConnect>;

/** Where the recordings of a camera's own storage are. */
import { AppError } from '../../kernel/app-error.ts';
import type { OnvifCamera, RecordedCameraDirectory } from '../../media/ports.ts';
import type { PtzDirectory } from '../devices/ptz-directory.ts';
import { type TenantScope, tenantScope } from '../tenancy/tenant-scope.ts';

/** `card`: the memory card of a demo camera, which is a store of ours. Null: the camera keeps none that can be read. */
export type DeviceStore = 'card' | OnvifCamera | null;

export type DeviceStoreOf = (scope: TenantScope, serial: string, channelNo: number) => Promise<DeviceStore>;

export function deviceStores(cameras: Pick<PtzDirectory, 'find'>): DeviceStoreOf {
  return async (scope, serial, channelNo) => {
    try {
      const spec = await cameras.find(scope, serial, channelNo);
      return spec.kind === 'demo' ? 'card' : spec;
    } catch (error) {
      if (error instanceof AppError && error.code === 'ptz.unsupported') return null;
      throw error;
    }
  };
}

/** For the media plane. A key comes from a verified ticket, so its tenant is verified too. */
export function recordedCameras(storeOf: DeviceStoreOf): RecordedCameraDirectory {
  return {
    async find({ tenantId, deviceSerial, channelNo }) {
      const store = await storeOf(tenantScope(tenantId), deviceSerial, channelNo);
      return store === 'card' ? null : store;
    },
  };
}

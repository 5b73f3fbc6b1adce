import type { PtzSpec } from '../../media/ports.ts';
import type { SealContext, Sealer } from '../crypto/seal.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';
import { badUrl, type CameraUrlCheck } from './camera-input.ts';
import type { Device } from './device.repository.ts';
import type { ChannelPtz, StoredPtz } from './ptz.repository.ts';

/** A decrypted ONVIF address with its login. */
export interface PtzEndpoint {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** True: it uses the login of the stream and changes with it. */
  readonly sharesLogin: boolean;
}

/** Converts between operator input, the stored form, and what the media plane connects to. */
export interface PtzSealing {
  /** Throws `camera.badUrl`. A login inside the URL is dropped; the caller extracts it before. */
  seal(scope: TenantScope, deviceId: string, channelNo: number, endpoint: PtzEndpoint): StoredPtz;
  /** Throws `secret.unreadable`. */
  open(scope: TenantScope, device: Device, ptz: ChannelPtz): PtzEndpoint;
}

export function ptzSealing(deps: {
  readonly sealer: Sealer;
  readonly checkOnvifUrl: CameraUrlCheck;
}): PtzSealing {
  const { sealer, checkOnvifUrl } = deps;
  return {
    seal(scope, deviceId, channelNo, { username, password, sharesLogin, url }) {
      const checked = checkOnvifUrl(url);
      if (!checked.ok) throw badUrl('onvif', checked.error);
      const endpoint: PtzEndpoint = { url: checked.value.url, username, password, sharesLogin };
      return {
        label: checked.value.label,
        endpointSealed: sealer.seal(ptzSealContext(scope, deviceId, channelNo), JSON.stringify(endpoint)),
        hasPassword: username !== '' || password !== '',
      };
    },

    open(scope, device, { channelNo, endpointSealed }) {
      return JSON.parse(
        sealer.open(ptzSealContext(scope, device.id, channelNo), endpointSealed),
      ) as PtzEndpoint;
    },
  };
}

export function ptzSpec({ url, username, password }: PtzEndpoint, channelNo: number): PtzSpec {
  return { kind: 'onvif', url, username, password, channelNo };
}

export function ptzSealContext(scope: TenantScope, deviceId: string, channelNo: number): SealContext {
  return { tenantId: scope.tenantId, deviceId, field: `onvif/${channelNo}` };
}

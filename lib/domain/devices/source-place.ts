import type { StreamProfile } from '../../media/ports.ts';
import type { SealPlace } from '../crypto/seal.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';

/** Where the endpoint of one source is sealed. */
export function endpointPlace(
  scope: TenantScope,
  deviceId: string,
  channelNo: number,
  profile: StreamProfile,
): SealPlace {
  return { tenantId: scope.tenantId, deviceId, field: `source/${channelNo}/${profile}` };
}

/** Where the verification code of a device is sealed. */
export function validCodePlace(scope: TenantScope, deviceId: string): SealPlace {
  return { tenantId: scope.tenantId, deviceId, field: 'validCode' };
}

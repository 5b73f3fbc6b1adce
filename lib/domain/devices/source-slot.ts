import type { StreamProfile } from '../../media/ports.ts';
import type { SealContext } from '../crypto/seal.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';

/** Where the endpoint of one source is sealed. */
export function endpointSealContext(
  scope: TenantScope,
  deviceId: string,
  channelNo: number,
  profile: StreamProfile,
): SealContext {
  return { tenantId: scope.tenantId, deviceId, field: `source/${channelNo}/${profile}` };
}

/** Where the verification code of a device is sealed. */
export function validCodeSealContext(scope: TenantScope, deviceId: string): SealContext {
  return { tenantId: scope.tenantId, deviceId, field: 'validCode' };
}

import type { StreamProfile } from '../../media/ports.ts';
import type { SealContext } from '../crypto/seal.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';

/** The seal context of a source's endpoint. */
export function endpointSealContext(
  scope: TenantScope,
  deviceId: string,
  channelNo: number,
  profile: StreamProfile,
): SealContext {
  return { tenantId: scope.tenantId, deviceId, field: `source/${channelNo}/${profile}` };
}

/** The seal context of a device's verification code. */
export function validCodeSealContext(scope: TenantScope, deviceId: string): SealContext {
  return { tenantId: scope.tenantId, deviceId, field: 'validCode' };
}

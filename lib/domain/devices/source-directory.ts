import type { SourceDirectory } from '../../media/ports.ts';
import { tenantScope } from '../tenancy/tenant-scope.ts';
import type { CameraService } from './camera.service.ts';

/**
 * What the media plane reads from the domain. A stream key comes from a verified ticket, so its tenant is verified too.
 */
export function sourceDirectory(
  cameras: Pick<CameraService, 'findSource' | 'findMediaKey' | 'onChanged'>,
): SourceDirectory {
  return {
    find: (key) =>
      cameras.findSource(tenantScope(key.tenantId), key.deviceSerial, key.channelNo, key.profile),
    encryption: ({ tenantId, deviceSerial }) => cameras.findMediaKey(tenantScope(tenantId), deviceSerial),
    onChanged: (listener) => cameras.onChanged(listener),
    onMissed: (listener) => cameras.onChanged(() => {}, listener),
  };
}

import type { CameraKey } from '../ports.ts';

type CameraName = Pick<CameraKey, 'tenantId' | 'deviceSerial' | 'channelNo'>;

/** Whatever their profiles are. */
export function isSameCamera(one: CameraName, other: CameraName): boolean {
  return (
    one.tenantId === other.tenantId &&
    one.deviceSerial === other.deviceSerial &&
    one.channelNo === other.channelNo
  );
}

import type { TenantScope } from '../tenancy/tenant-scope.ts';
import type { DeviceAccess } from './device-access.ts';
import type { Axes } from './ptz.repository.ts';

/** Whether a device is online, as far as the media plane knows. `unknown`: not watched yet. */
export type Presence = 'online' | 'offline' | 'unknown';
export type PresenceOf = (tenantId: string, deviceSerial: string) => Presence;

export interface DeviceInfo {
  readonly deviceSerial: string;
  readonly deviceName: string;
  readonly status: 0 | 1;
  readonly isEncrypt: 0 | 1;
}

/** A device counts as online until an attempt to watch it has failed: this query must not open a connection. */
export function deviceInfoOf({ device, viewer }: DeviceAccess, presenceOf: PresenceOf): DeviceInfo {
  return {
    deviceSerial: device.serial,
    deviceName: device.name,
    status: presenceOf(viewer.scope.tenantId, device.serial) === 'offline' ? 0 : 1,
    isEncrypt: device.isEncrypted ? 1 : 0,
  };
}

/**
 * What our drivers can do with the device: live video always, PTZ where its channels support it. `channelNos`: the
 * channels that the caller may know about. Each new driver changes a '0' here. Without the PTZ capability the answer is
 * no PTZ, so that a player offers nothing that would be denied.
 */
export async function deviceCapacity(
  { viewer, device }: DeviceAccess,
  channelNos: readonly number[],
  axesOf: (scope: TenantScope, serial: string, channelNo: number) => Promise<Axes>,
): Promise<Record<string, string>> {
  const turnable = viewer.grant.capabilities.includes('ptz') ? channelNos : [];
  const all = await Promise.all(turnable.map((no) => axesOf(viewer.scope, device.serial, no)));
  const canPan = all.some(({ pan }) => pan);
  const canTilt = all.some(({ tilt }) => tilt);
  return {
    support_live: '1',
    support_encrypt: '1',
    support_talk: '0',
    support_ptz: flag(canPan || canTilt),
    ptz_top_bottom: flag(canTilt),
    ptz_left_right: flag(canPan),
    support_voice: '0',
    support_cloud_rec: '0',
    support_local_rec: '0',
  };
}

const flag = (isThere: boolean): '0' | '1' => (isThere ? '1' : '0');

import type { DeviceAccess } from './device-access.ts';

/** Whether a device can be reached, as far as the media plane knows. `unknown`: nobody has watched it yet. */
export type Presence = 'online' | 'offline' | 'unknown';
export type PresenceOf = (tenantId: string, deviceSerial: string) => Presence;

export interface DeviceFacts {
  readonly deviceSerial: string;
  readonly deviceName: string;
  readonly status: 0 | 1;
  readonly isEncrypt: 0 | 1;
}

/** A device counts as online until an attempt to watch it has failed: asking must not open a connection. */
export function deviceFacts({ device, viewer }: DeviceAccess, presenceOf: PresenceOf): DeviceFacts {
  return {
    deviceSerial: device.serial,
    deviceName: device.name,
    status: presenceOf(viewer.scope.tenantId, device.serial) === 'offline' ? 0 : 1,
    isEncrypt: device.isEncrypted ? 1 : 0,
  };
}

/** What our drivers can do with any device today: live pictures. Each new driver turns a '0' here. */
export function deviceCapacity(_access: DeviceAccess): Record<string, string> {
  return {
    support_live: '1',
    support_encrypt: '1',
    support_talk: '0',
    support_ptz: '0',
    support_voice: '0',
    support_cloud_rec: '0',
    support_local_rec: '0',
  };
}

import type { Capability } from '../../contracts/lapp/capabilities.ts';
import type { Duplex } from '../../media/talk-ports.ts';
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

/** Queries of the channels of a device. */
interface ChannelQueries {
  readonly axesOf: (scope: TenantScope, serial: string, channelNo: number) => Promise<Axes>;
  /** Null: the channel has no loudspeaker, or it is not known yet. */
  readonly duplexOf: (scope: TenantScope, serial: string, channelNo: number) => Promise<Duplex | null>;
}

/**
 * What our drivers can do with the device: live video always, PTZ and talk where its channels support it. `channelNos`:
 * the channels that the caller may know about. What the token does not permit is not supported, so that a player offers
 * nothing that would be denied.
 */
export async function deviceCapacity(
  { viewer, device }: DeviceAccess,
  channelNos: readonly number[],
  { axesOf, duplexOf }: ChannelQueries,
): Promise<Record<string, string>> {
  const { scope } = viewer;
  const has = (capability: Capability) => viewer.grant.capabilities.includes(capability);
  const speaks = has('talk') || has('voice');
  const [axes, duplexes] = await Promise.all([
    Promise.all((has('ptz') ? channelNos : []).map((no) => axesOf(scope, device.serial, no))),
    Promise.all((speaks ? channelNos : []).map((no) => duplexOf(scope, device.serial, no))),
  ]);
  const canPan = axes.some(({ pan }) => pan);
  const canTilt = axes.some(({ tilt }) => tilt);
  const hasLoudspeaker = duplexes.some((duplex) => duplex !== null);
  return {
    support_live: '1',
    support_encrypt: '1',
    support_talk: has('talk') ? talkLevel(duplexes) : '0',
    support_ptz: flag(canPan || canTilt),
    ptz_top_bottom: flag(canTilt),
    ptz_left_right: flag(canPan),
    support_voice: flag(has('voice') && hasLoudspeaker),
    support_cloud_rec: '0',
    support_local_rec: '0',
  };
}

/** '1': full duplex. '3': half duplex. '0': no talk. */
function talkLevel(duplexes: readonly (Duplex | null)[]): '0' | '1' | '3' {
  if (duplexes.includes('full')) return '1';
  return duplexes.includes('half') ? '3' : '0';
}

const flag = (isThere: boolean): '0' | '1' => (isThere ? '1' : '0');

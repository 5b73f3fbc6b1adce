import type { Capability } from '../../contracts/lapp/capabilities.ts';
import { coversChannel } from '../access/camera-list.ts';
import { requireCamera, type Viewer } from '../access/token.service.ts';
import { lappError } from '../errors/lapp-errors.ts';
import type { Channel, Device, DeviceRepository } from './device.repository.ts';

declare const proven: unique symbol;

/** A device that this viewer may use. Created only in this file, so holding a value proves the permission. */
export interface DeviceAccess {
  readonly viewer: Viewer;
  readonly device: Device;
  readonly [proven]: true;
}

/** The same for one channel. */
export interface ChannelAccess extends DeviceAccess {
  readonly channel: Channel;
}

/** The checks before a call about a camera. */
export interface Doors {
  /** Throws 10002. */
  authenticate(accessToken: string): Promise<Viewer>;
  /** Throws 10031, 20002. */
  openDevice(viewer: Viewer, capability: Capability | null, serial: string): Promise<DeviceAccess>;
  /** Throws 10031, 20002, 20032. */
  openChannel(
    viewer: Viewer,
    capability: Capability | null,
    serial: string,
    channelNo: number,
  ): Promise<ChannelAccess>;
}

/**
 * Opens a device for a viewer. Throws 10031 for a device that the token does not cover, whether it exists or not, and
 * 20002 for one that is covered but not of this tenant: devices of other tenants look like missing ones.
 */
export async function openDevice(
  devices: DeviceRepository,
  viewer: Viewer,
  capability: Capability | null,
  serial: string,
): Promise<DeviceAccess> {
  requireCamera(viewer, capability, serial, null);
  // A shared recording is of one channel: nothing else is said about its device.
  if (viewer.grant.range) throw lappError('10031');
  return { viewer, device: await findEnabled(devices, viewer, serial) } as DeviceAccess; // the only place that creates one
}

/** As `openDevice`; also throws 20032 when the device has no such channel. */
export async function openChannel(
  devices: DeviceRepository,
  viewer: Viewer,
  capability: Capability | null,
  serial: string,
  channelNo: number,
): Promise<ChannelAccess> {
  requireCamera(viewer, capability, serial, channelNo);
  const device = await findEnabled(devices, viewer, serial);
  const channels = await devices.listChannels(viewer.scope, device.id);
  const channel: Channel | undefined = channels.find(
    ({ number, isEnabled }) => number === channelNo && isEnabled,
  );
  if (!channel) throw lappError('20032', { serial, channelNo });
  return { viewer, device, channel } as ChannelAccess; // the only place that creates one
}

/** The numbers of the device's enabled channels that the viewer's token covers. */
export async function coveredChannels(
  devices: DeviceRepository,
  { viewer, device }: DeviceAccess,
): Promise<readonly number[]> {
  const channels = await devices.listChannels(viewer.scope, device.id);
  const { cameras } = viewer.grant;
  return channels
    .filter(({ number, isEnabled }) => isEnabled && coversChannel(cameras, device.serial, number))
    .map(({ number }) => number);
}

async function findEnabled(devices: DeviceRepository, viewer: Viewer, serial: string): Promise<Device> {
  const device = await devices.findDevice(viewer.scope, serial);
  if (!device?.isEnabled) throw lappError('20002', { serial });
  return device;
}

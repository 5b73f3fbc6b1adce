import type { iotDevice } from '../../contracts/admin/resources/iot-device.resource.ts';
import type { RowOf } from '../../contracts/admin/row-types.ts';
import type { StreamStatus } from '../../media/ports.ts';
import type { Presence, PresenceOf } from './device-info.ts';

/** A device is offline while all its running streams fail. */
export function presenceFrom(streams: () => readonly StreamStatus[]): PresenceOf {
  return (tenantId, serial) => presenceByDevice(streams(), tenantId).get(serial) ?? 'unknown';
}

/** Devices of an organisation with running streams, by serial number. */
export const presenceByDevice = (streams: readonly RunningStream[], tenantId: string) =>
  presenceBy(streams, tenantId, ({ deviceSerial }) => deviceSerial);

/** The same of channels, by `SERIAL:CHANNEL`. */
export const presenceByChannel = (streams: readonly RunningStream[], tenantId: string) =>
  presenceBy(streams, tenantId, ({ deviceSerial, channelNo }) => `${deviceSerial}:${channelNo}`);

type RunningStream = Pick<StreamStatus, 'key' | 'state'>;

function presenceBy(
  streams: readonly RunningStream[],
  tenantId: string,
  nameOf: (key: StreamStatus['key']) => string,
): ReadonlyMap<string, Presence> {
  const found = new Map<string, Presence>();
  for (const { key, state } of streams) {
    if (key.tenantId !== tenantId) continue;
    const name = nameOf(key);
    if (state === 'live') found.set(name, 'online');
    else if (state === 'retrying' && found.get(name) !== 'online') found.set(name, 'offline');
  }
  return found;
}

const codes: Readonly<Record<Exclude<Presence, 'unknown'>, '1' | '2'>> = { online: '1', offline: '2' };

type OnlineCode = NonNullable<RowOf<typeof iotDevice>['onlineStatus']>;

/** The state of a running stream takes precedence over the stored one, which may be slightly older. */
export function onlineCode(
  running: Presence | undefined,
  stored: OnlineCode | null | undefined,
): OnlineCode | null {
  return running === undefined || running === 'unknown' ? (stored ?? null) : codes[running];
}

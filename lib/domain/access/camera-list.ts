import type { Capability } from '../../contracts/lapp/token-get.call.ts';

/** Which cameras a token opens. Null: every camera of its tenant. Items are `SERIAL` or `SERIAL:CHANNEL`. */
export type CameraList = readonly string[] | null;

/** True when the list names the channel, or the whole device it belongs to. */
export function coversChannel(cameras: CameraList, serial: string, channelNo: number): boolean {
  return cameras === null || cameras.includes(serial) || cameras.includes(`${serial}:${channelNo}`);
}

/** True when the list names the device or any channel of it. */
export function coversDevice(cameras: CameraList, serial: string): boolean {
  return cameras === null || cameras.some((camera) => camera === serial || camera.startsWith(`${serial}:`));
}

/** What a token may do at most, set per application. */
export interface TokenPolicy {
  /** A token asked for longer gets this. */
  readonly maxTokenSeconds: number;
  /** Null: all of them. */
  readonly capabilities: readonly Capability[] | null;
}

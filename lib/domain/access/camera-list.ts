import type { Capability } from '../../contracts/lapp/token-get.call.ts';

/** The cameras that a token covers. Null: every camera of its tenant. Items are `SERIAL` or `SERIAL:CHANNEL`. */
export type CameraList = readonly string[] | null;

/** True when the list names the channel, or the whole device it belongs to. */
export function coversChannel(cameras: CameraList, serial: string, channelNo: number): boolean {
  return cameras === null || cameras.includes(serial) || cameras.includes(`${serial}:${channelNo}`);
}

/** True when the list names the device or any channel of it. */
export function coversDevice(cameras: CameraList, serial: string): boolean {
  return cameras === null || cameras.some((camera) => camera === serial || camera.startsWith(`${serial}:`));
}

/** Upper limits for the tokens of an application. */
export interface TokenPolicy {
  /** A request for a longer time gets this. */
  readonly maxTokenSeconds: number;
  /** Null: all capabilities. */
  readonly capabilities: readonly Capability[] | null;
}

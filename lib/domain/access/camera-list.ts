import type { Capability } from '../../contracts/lapp/token-get.call.ts';

/** The cameras that a token covers. Null: every camera of its tenant. Items are `SERIAL` or `SERIAL:CHANNEL`. */
export type CameraList = readonly string[] | null;

/** True when the list names the channel, or the whole device it belongs to. Serial numbers have no case. */
export function coversChannel(cameras: CameraList, serial: string, channelNo: number): boolean {
  const names = [serial, `${serial}:${channelNo}`].map(withoutCase);
  return cameras === null || cameras.some((camera) => names.includes(withoutCase(camera)));
}

/** True when the list names the device or any channel of it. */
export function coversDevice(cameras: CameraList, serial: string): boolean {
  return (
    cameras === null || cameras.some((camera) => withoutCase(camera.split(':')[0]!) === withoutCase(serial))
  );
}

const withoutCase = (text: string): string => text.toUpperCase();

/** Upper limits for the tokens of an application. */
export interface TokenPolicy {
  /** A request for a longer time gets this. */
  readonly maxTokenSeconds: number;
  /** Null: all capabilities. */
  readonly capabilities: readonly Capability[] | null;
}

import { parseEzopen } from '../../lib/ezopen/address.ts';
import type { PlayerState } from '../state/player-state.ts';

export interface CameraName {
  readonly deviceSerial: string;
  readonly channelNo: number;
}

/** The camera of the address; null without a valid one. */
export function cameraOf({ address }: Pick<PlayerState, 'address'>): CameraName | null {
  const parsed = parseEzopen(address);
  return parsed.ok ? { deviceSerial: parsed.value.deviceSerial, channelNo: parsed.value.channelNo } : null;
}

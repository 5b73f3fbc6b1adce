/** Staged roll-outs: which devices a version is offered to. */
import { createHash } from 'node:crypto';

export interface Rollout {
  readonly appCode: string;
  readonly platform: string;
  readonly versionCode: number;
  /** Share of the devices, 0 to 100. */
  readonly grayPercent: number;
}

/**
 * Each device has a fixed number from 0 to 99 for each version, and is offered the version if the share is greater. So the
 * answer never changes by itself, a larger share only adds devices, and the first devices differ from version to version.
 * Null: an app that names no device is offered what all devices are.
 */
export function isOffered(version: Rollout, deviceId: string | null): boolean {
  if (version.grayPercent >= 100) return true;
  return deviceId !== null && numberOf(version, deviceId) < version.grayPercent;
}

function numberOf({ appCode, platform, versionCode }: Rollout, deviceId: string): number {
  const text = JSON.stringify([appCode, platform, versionCode, deviceId]);
  // The bias of the remainder is 100 in 2³².
  return createHash('sha256').update(text, 'utf8').digest().readUInt32BE(0) % 100;
}

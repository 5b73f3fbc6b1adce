import { expect } from 'expect';
import { describe, it } from 'vitest';
import { isOffered } from '../../lib/domain/apps/rollout.ts';

/** Staged roll-outs of app versions. */

const devices = Array.from({ length: 10_000 }, (_, at) => `device-${at}`);
const version = (grayPercent: number, versionCode = 7) => ({
  ...{ appCode: 'oriel', platform: 'android', versionCode, grayPercent },
});
const offered = (percent: number, code?: number) =>
  devices.filter((device) => isOffered(version(percent, code), device));

describe('a staged roll-out', () => {
  it('reaches its share of the devices', () => {
    for (const percent of [1, 10, 50, 90]) {
      expect(Math.abs(offered(percent).length - percent * 100)).toBeLessThan(250);
    }
    expect([offered(0).length, offered(100).length]).toEqual([0, devices.length]);
  });

  it('gives a device the same answer each time, and never takes a version away when the share grows', () => {
    let before: readonly string[] = [];
    for (const percent of [5, 6, 30, 31, 75, 100]) {
      const now = offered(percent);
      expect(offered(percent)).toEqual(now);
      const has = new Set(now);
      expect(before.filter((device) => !has.has(device))).toEqual([]);
      before = now;
    }
  });

  it('begins with other devices for each version', () => {
    const first = new Set(offered(10));
    const again = offered(10, 8).filter((device) => first.has(device));
    expect(again.length).toBeLessThan(first.size / 4);
  });

  it('excludes apps that name no device until it reaches all of them', () => {
    expect([isOffered(version(99), null), isOffered(version(100), null)]).toEqual([false, true]);
  });
});

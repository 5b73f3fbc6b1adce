import type { AnyOutput } from './operations.ts';

/** What the check found, one finding a line, and whether the camera can be watched. */
export function describeCheck(check: AnyOutput<'camera.check'>): { isGood: boolean; lines: string[] } {
  throw new Error(`not wired: ${check.serial}`);
}

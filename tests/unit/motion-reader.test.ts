import { expect } from 'expect';
import { it } from 'vitest';
import { MotionReader } from '../../lib/media/motion/motion-reader.ts';

const hourMs = 3_600_000;

it('motion is reported with the time at which its frame was received, not by the clock of the camera', () => {
  const reported: number[] = [];
  const reader = new MotionReader({
    sensitivity: 3,
    onMotion: (receivedAt) => reported.push(receivedAt),
    onEnd: () => undefined,
  });
  for (let at = 0; at < 40_000; at += 100) {
    const isKey = at % 2_000 === 0;
    const data = new Uint8Array(isKey ? 40_000 : at < 30_000 ? 500 : 3_000);
    const unit = { kind: 'video' as const, data, isKey, dtsMs: at, ptsMs: at, wallMs: at - 8 * hourMs };
    reader.unit(unit, 1_000_000 + at);
  }
  expect(reported.length).toBeGreaterThan(0);
  expect(reported[0]).toBeGreaterThanOrEqual(1_030_000);
  expect(reported[0]).toBeLessThan(1_034_000);
});

/**
 * A viewer whose connection carries only a part of the stream misses whole groups. Its lag: `npm run bench --
 * slow-viewer`.
 */
import { expect } from 'expect';
import { it } from 'vitest';
import { watchSlowly } from '../kit/slow-viewer.ts';

it('skips complete groups on a line of 40 %', async () => {
  const jumpsOf = (frames: Awaited<ReturnType<typeof watchSlowly>>) => frames.filter(({ isJump }) => isJump);
  const frames = await watchSlowly(0.4, (seen) => jumpsOf(seen).length >= 2);
  expect(jumpsOf(frames).every(({ isKey }) => isKey)).toBe(true);
});

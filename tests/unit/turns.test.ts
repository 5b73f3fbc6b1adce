import { expect } from 'expect';
import { it } from 'vitest';
import { Turns } from '../../lib/media/recordings/turns.ts';
import { FakeClock } from '../kit/fake-clock.ts';

it('a few run at a time, in order, and one that takes long does not keep the next one waiting', async () => {
  const clock = new FakeClock(0);
  const turns = new Turns(2, 1_000, clock);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const run = (number: number) =>
    turns.run(() => {
      begun.push(number);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  const all = [1, 2, 3, 4, 5].map(run);
  await clock.advance(0);
  expect(begun).toEqual([1, 2]);
  ends[0]!();
  await all[0];
  await clock.advance(0);
  expect(begun).toEqual([1, 2, 3]);
  await clock.advance(1_000);
  expect(begun).toEqual([1, 2, 3, 4, 5]);
  for (const end of ends) end();
  await Promise.all(all);
  // What had taken long gives its place back once.
  const later = [6, 7, 8].map(run);
  await clock.advance(0);
  expect(begun).toEqual([1, 2, 3, 4, 5, 6, 7]);
  for (const end of ends) end();
  await clock.advance(0);
  for (const end of ends) end();
  await Promise.all(later);
});

it('what rejects gives its place back', async () => {
  const turns = new Turns(1, 1_000, new FakeClock(0));
  await expect(turns.run(() => Promise.reject(new Error('disk')))).rejects.toThrow('disk');
  expect(await turns.run(async () => 1)).toBe(1);
});

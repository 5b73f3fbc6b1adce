import { expect } from 'expect';
import { afterEach, beforeEach, describe, it, vi } from 'vitest';
import { RenderQueue } from '../../../lib/server/http/render-queue.ts';

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  });
});
afterEach(() => {
  vi.useRealTimers();
});

const settle = async () => {
  for (let round = 0; round < 20; round += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** Renders that end when the test ends them. */
function renders() {
  const running: (() => void)[] = [];
  let max = 0;
  let started = 0;
  let current = 0;
  return {
    render: async () => {
      started += 1;
      current += 1;
      max = Math.max(max, current);
      await new Promise<void>((resolve) => running.push(resolve));
      current -= 1;
    },
    finishOne: () => running.shift()?.(),
    get started() {
      return started;
    },
    get max() {
      return max;
    },
  };
}

const always = () => true;

describe('the queue of renders', () => {
  it('runs a few at a time, in order, and all of them', async () => {
    const queue = new RenderQueue({ running: 2, waiting: 10, maxMs: 1_000 });
    const pages = renders();
    const results = Promise.all(Array.from({ length: 12 }, () => queue.run(always, pages.render)));
    for (let round = 0; round < 12; round += 1) {
      await settle();
      expect(pages.started).toBe(Math.min(round + 2, 12));
      pages.finishOne();
    }
    expect(await results).toEqual(Array(12).fill(true));
    expect(pages.max).toBe(2);
  });

  it('rejects a request when it is full, and accepts the next when it is not', async () => {
    const queue = new RenderQueue({ running: 1, waiting: 1, maxMs: 1_000 });
    const pages = renders();
    const [first, second] = [queue.run(always, pages.render), queue.run(always, pages.render)];
    expect(await queue.run(always, pages.render)).toBe(false);
    pages.finishOne();
    await first;
    const third = queue.run(always, pages.render);
    for (let round = 0; round < 3; round += 1) {
      await settle();
      pages.finishOne();
    }
    expect(await Promise.all([second, third])).toEqual([true, true]);
    expect(pages.started).toBe(3);
  });

  it('does not render for a client that has disconnected', async () => {
    const queue = new RenderQueue({ running: 1, waiting: 1, maxMs: 1_000 });
    const pages = renders();
    void queue.run(always, pages.render);
    const waiting = queue.run(() => false, pages.render);
    pages.finishOne();
    await waiting;
    expect(pages.started).toBe(1);
  });

  it('continues after a render that failed, and after one that never ends', async () => {
    const queue = new RenderQueue({ running: 1, waiting: 5, maxMs: 1_000 });
    const pages = renders();
    await expect(queue.run(always, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    void queue.run(always, pages.render);
    void queue.run(always, pages.render);
    await settle();
    expect(pages.started).toBe(1);
    vi.advanceTimersByTime(1_000);
    await settle();
    expect(pages.started).toBe(2);
    // When the timed-out render ends late, it must not free a second slot.
    pages.finishOne();
    await settle();
    void queue.run(always, pages.render);
    await settle();
    expect(pages.started).toBe(2);
  });
});

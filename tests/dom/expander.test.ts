import { expect } from 'expect';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { createExpander, type Expander } from '../../player-frame/session/expander.ts';
import type { Expansion } from '../../player-frame/state/player-state.ts';
import { FakeClock } from '../kit/fake-clock.ts';

// Specification, document 1, sections 4 and 9: entry is polled every 100 ms and exit every 50 ms, giving up after
// 2000 ms.
let clock: FakeClock;
let expander: Expander;
let requested: boolean[];
let reported: Expansion[];
/** How the browser responds to requestFullscreen. */
let browser: 'allows' | 'refuses' | 'is silent';
let fullscreenElement: Element | null;
let isHostHelpful: boolean;

beforeEach(() => {
  clock = new FakeClock();
  requested = [];
  reported = [];
  browser = 'allows';
  isHostHelpful = true;
  fullscreenElement = null;
  const change = (element: Element | null) => {
    fullscreenElement = element;
    document.dispatchEvent(new Event('fullscreenchange'));
  };
  Object.defineProperty(document, 'fullscreenEnabled', { configurable: true, get: () => true });
  Object.defineProperty(document, 'fullscreenElement', { configurable: true, get: () => fullscreenElement });
  document.documentElement.requestFullscreen = async () => {
    if (browser === 'refuses') throw new TypeError('no user activation');
    if (browser === 'allows') clock.after(30, () => change(document.documentElement));
  };
  document.exitFullscreen = async () => {
    if (browser === 'allows') clock.after(30, () => change(null));
  };
  setSize(600, 400);
  expander = createExpander({
    clock,
    requestHost: (active) => {
      requested.push(active);
      if (active && isHostHelpful) clock.after(150, () => setSize(1440, 900));
    },
    report: (expansion) => reported.push(expansion),
  });
});

afterEach(() => expander.destroy());

function setSize(width: number, height: number): void {
  Object.assign(window, { innerWidth: width, innerHeight: height });
  window.dispatchEvent(new Event('resize'));
}

async function settled<T>(promise: Promise<T>): Promise<T> {
  let value: { is: T } | null = null;
  void promise.then((is) => {
    value = { is };
  });
  for (let waitedMs = 0; waitedMs <= 5_000 && !value; waitedMs += 50) await clock.advance(50);
  return value!.is;
}

describe('full-screen', () => {
  it('uses the browser API if it is allowed', async () => {
    expect(await settled(expander.expand('none', 'fullscreen'))).toBe(true);
    expect(requested).toEqual([]);
    expect(reported).toContain('fullscreen');
    expect(await settled(expander.expand('fullscreen', 'none'))).toBe(true);
    expect(reported.at(-1)).toBe('none');
  });

  it.each(['refuses', 'is silent'] as const)(
    'is provided by the host page if the browser %s',
    async (kind) => {
      browser = kind;
      expect(await settled(expander.expand('none', 'fullscreen'))).toBe(true);
      expect(requested).toEqual([true]);
      expect(reported).toEqual(['fullscreen']);
      expect(await settled(expander.expand('fullscreen', 'none'))).toBe(true);
      expect(requested).toEqual([true, false]);
    },
  );

  it('fails after 2000 ms if the host page does nothing either', async () => {
    browser = 'refuses';
    isHostHelpful = false;
    const done = expander.expand('none', 'fullscreen');
    await clock.advance(1_900);
    expect(reported).toEqual([]);
    expect(await settled(done)).toBe(false);
    expect(requested).toEqual([true, false]);
    expect(reported).toEqual(['none']);
  });

  it('polls the entry every 100 ms and the exit every 50 ms', async () => {
    browser = 'is silent';
    const settledAfterMs = async (to: Expansion, element: Element | null): Promise<number> => {
      let isSettled = false;
      void expander.expand(to === 'none' ? 'fullscreen' : 'none', to).then(() => {
        isSettled = true;
      });
      await clock.advance(30);
      fullscreenElement = element;
      for (let waitedMs = 30; ; waitedMs += 10) {
        if (isSettled) return waitedMs;
        await clock.advance(10);
      }
    };
    expect(await settledAfterMs('fullscreen', document.documentElement)).toBe(100);
    expect(await settledAfterMs('none', null)).toBe(50);
  });

  it("is also left by the browser's key", async () => {
    await settled(expander.expand('none', 'fullscreen'));
    fullscreenElement = null;
    document.dispatchEvent(new Event('fullscreenchange'));
    expect(reported.at(-1)).toBe('none');
  });
});

describe('page-wide expand', () => {
  it('succeeds without a resize if the frame filled the page before, once the host page confirms', async () => {
    isHostHelpful = false;
    clock.after(120, () => window.dispatchEvent(new Event('resize')));
    expect(await settled(expander.expand('none', 'web'))).toBe(true);
    expect(reported).toEqual(['web']);
  });

  it('asks the host page, and succeeds when the frame has grown', async () => {
    expect(await settled(expander.expand('none', 'web'))).toBe(true);
    expect(requested).toEqual([true]);
    expect(reported).toEqual(['web']);
  });

  it('is not reported if it was left before the host page responded', async () => {
    isHostHelpful = false;
    const entered = expander.expand('none', 'web');
    await clock.advance(200);
    await settled(expander.expand('web', 'none'));
    expect(await settled(entered)).toBe(false);
    expect(reported).toEqual(['none']);
    expect(requested).toEqual([true, false]);
  });

  it('is restored when the player is destroyed', async () => {
    await settled(expander.expand('none', 'web'));
    expander.destroy();
    expander.destroy();
    expect(requested).toEqual([true, false]);
  });
});

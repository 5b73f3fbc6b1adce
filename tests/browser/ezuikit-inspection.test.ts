import { expect } from 'expect';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { FacadePage, type FacadeWindow, type Inspection, requestsIn } from '../kit/facade-page.ts';
import { eventually } from '../kit/host-page.ts';
import type { FrameRecord } from '../kit/protocol-frame.ts';

let facade: FacadePage;

beforeAll(async () => {
  facade = await FacadePage.start();
});
afterAll(() => facade?.close());
beforeEach(() => facade.open());

const cameras = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    url: `ezopen://open.ys7.com/CAM${at}/1.live`,
    width: 600,
    height: 400,
  }));

/** Creates `window.made` with ten cameras, with callbacks that write to `reported`. */
const open = (options: Record<string, unknown> = {}, height = '') =>
  facade.page.evaluate(
    ({ options, height }) => {
      const { EZUIKit, reported } = window as unknown as FacadeWindow;
      Object.assign(document.querySelector<HTMLElement>('#box')!.style, { width: '640px', height });
      const made = new EZUIKit.EZUIKitInspectionUI(document.querySelector('#box'), {
        accessToken: 'the-token',
        onPageChange: (payload: Record<string, unknown>) => reported.push({ name: 'page', payload }),
        onScreenSelect: (index: number, { options, player }: { options: unknown; player: unknown }) =>
          reported.push({ name: 'select', payload: { index, options, hasPlayer: player !== null } }),
        ...options,
      });
      Object.assign(window, { made });
    },
    { options: { list: cameras(10), ...options }, height },
  );
/** Calls one method of `window.made`; its result must be plain. */
const call = (name: keyof Inspection, ...args: unknown[]) =>
  facade.page.evaluate(
    async ({ name, args }) => {
      const { made } = window as unknown as { made: Record<string, (...args: unknown[]) => unknown> };
      const result = await made[name]!(...args);
      return typeof result === 'object' ? null : result;
    },
    { name, args },
  );
const state = () =>
  facade.page.evaluate(() => {
    const { pageIndex, pageSize, pages } = (window as unknown as FacadeWindow).made;
    return { pageIndex, pageSize, pages };
  });
const serials = async (count: number) => {
  const starts = await Promise.all((await facade.started(count)).map(requestsIn));
  return starts.map(([start]) => /CAM\d+/.exec((start!.data as { url: string }).url)?.[0]).sort();
};
const payloadsOf = async (wanted: string) =>
  (await facade.reported()).filter(({ name }) => name === wanted).map(({ payload }) => payload);
const screenHeights = () =>
  facade.page.evaluate(() =>
    [...document.querySelectorAll('#box [role=group]')].map((screen) =>
      Math.round(screen.getBoundingClientRect().height),
    ),
  );
const marked = () =>
  facade.page.evaluate(() =>
    [...document.querySelectorAll('#box [role=group]')].map(
      (screen) => screen.getAttribute('aria-current') === 'true',
    ),
  );

describe('EZUIKitInspectionUI', () => {
  it.each([1, 2, 4, 9, 12, 16])('shows %d cameras at a time', async (pageSize) => {
    await open({ pageSize }, '360px');
    const shown = Math.min(pageSize, 10);
    await facade.started(shown);
    expect(await screenHeights()).toHaveLength(pageSize);
    const boxes = await facade.page.evaluate(() =>
      [...document.querySelectorAll('#box iframe')].map((frame) => frame.getBoundingClientRect().width > 20),
    );
    expect(boxes).toEqual(Array(shown).fill(true));
  });

  it('is named EZUIKitInspection too', async () => {
    const isSame = await facade.page.evaluate(() => {
      const { EZUIKit } = window as unknown as { EZUIKit: Record<string, unknown> };
      return EZUIKit.EZUIKitInspection === EZUIKit.EZUIKitInspectionUI;
    });
    expect(isSame).toBe(true);
  });

  describe('a screen', () => {
    it('is as high as the list says in a container without height', async () => {
      await open({ pageSize: 2 });
      expect(await screenHeights()).toEqual([400, 400]);
    });

    it('shares the height of a container that has one with the others and the page buttons', async () => {
      await open({ pageSize: 4 }, '360px');
      expect(await facade.page.evaluate(() => document.querySelector('#box')!.scrollHeight)).toBe(360);
      const heights = await screenHeights();
      expect(new Set(heights).size).toBe(1);
      expect(heights[0]).toBeGreaterThan(140);
    });

    it('is selected by a click in its player, once, and its options and player are passed', async () => {
      await open({ pageSize: 4 });
      const frames = await facade.started(4);
      const requests = await Promise.all(frames.map(requestsIn));
      const third = frames[requests.findIndex(([start]) => JSON.stringify(start!.data).includes('CAM2'))]!;
      for (let click = 0; click < 2; click += 1)
        await third.evaluate(() =>
          (window as unknown as { record: FrameRecord }).record.link.emit('click', {}),
        );
      await eventually('a choice', async () => (await payloadsOf('select')).length > 0);
      expect(await payloadsOf('select')).toEqual([{ index: 2, options: cameras(10)[2], hasPlayer: true }]);
      expect(await marked()).toEqual([false, false, true, false]);
    });

    it('is selected by keyboard, by screenSelect and at first, and getScreen returns it', async () => {
      await open({ pageSize: 4, defaultSelect: 1 });
      expect(await marked()).toEqual([false, true, false, false]);
      await call('screenSelect', 3);
      const selected = await facade.page.evaluate(() => {
        const { made } = window as unknown as FacadeWindow;
        return [made.getScreen().options?.url, made.getScreen(0).options?.url, made.getScreenList().length];
      });
      expect(selected).toEqual([cameras(10)[3]!.url, cameras(10)[0]!.url, 4]);
      await facade.page.locator('#box [role=group]').nth(2).focus();
      await facade.page.keyboard.press('Enter');
      expect((await payloadsOf('select')).map(({ index }) => index)).toEqual([3, 2]);
    });

    it('shows text and image of the page where nothing plays, and is marked by its style', async () => {
      await open({ pageSize: 4, list: [], selectStyle: '.screen-select { border: 2px solid red; }' });
      const look = () =>
        facade.page.evaluate(() => {
          const screen = document.querySelector<HTMLElement>('#box [role=group]')!;
          return [screen.innerText, screen.style.backgroundImage, getComputedStyle(screen).borderTopColor];
        });
      expect(await look()).toEqual(['请选择播放设备', '', 'rgb(255, 0, 0)']);
      await call('setText', '无设备');
      await call('setBackground', 'javascript:alert(1)');
      expect((await look()).slice(0, 2)).toEqual(['无设备', '']);
      await call('setBackground', 'data:image/png;base64,');
      expect((await look())[1]).toContain('data:image/png');
    });
  });

  describe('pages', () => {
    it('stop hidden players, end without loop, and are reported', async () => {
      await open({ pageSize: 4 });
      expect(await serials(4)).toEqual(['CAM0', 'CAM1', 'CAM2', 'CAM3']);
      await call('nextPage');
      await call('nextPage');
      expect(await serials(2)).toEqual(['CAM8', 'CAM9']);
      const screens = facade.page.locator('#box [role=group]');
      expect(await screens.last().innerText()).toBe('请选择播放设备');
      await call('nextPage');
      await call('setLoop', true);
      await call('nextPage');
      await call('lastPage');
      const change = (code: number, pageIndex: number) => ({
        eventType: 'pageChange',
        code,
        msg: code === 0 ? 'success' : 'this is the last page',
        data: { pageSize: 4, pageIndex },
      });
      expect(await payloadsOf('page')).toEqual([
        change(0, 1),
        change(0, 2),
        change(-1, 2),
        change(0, 0),
        change(0, 2),
      ]);
      expect(await facade.page.getAttribute('#box [role=region]', 'aria-label')).toBe('3 / 3');
    });

    it('are turned by buttons, which are disabled at the ends', async () => {
      await open({ pageSize: 4, language: 'en', pageIndex: 1 });
      const next = facade.page.getByRole('button', { name: 'Next page' });
      await next.click();
      expect(await state()).toEqual({ pageIndex: 2, pageSize: 4, pages: 3 });
      expect(await next.isDisabled()).toBe(true);
      await facade.page.getByRole('button', { name: 'Previous page' }).click();
      expect(await facade.page.locator('#box').innerText()).toContain('2 / 3');
    });

    it('have no buttons if there is only one', async () => {
      await open({ pageSize: 16 });
      expect(await facade.page.getByRole('button', { name: '下一页' }).isVisible()).toBe(false);
    });

    it('are reached by pageTo, changePageSize and setList', async () => {
      await open({ pageSize: 4 });
      await call('pageTo', 2);
      expect(await serials(2)).toEqual(['CAM8', 'CAM9']);
      await call('pageTo', 7);
      expect(await state()).toEqual({ pageIndex: 2, pageSize: 4, pages: 3 });
      await call('changePageSize', 2);
      expect(await serials(2)).toEqual(['CAM8', 'CAM9']);
      expect(await state()).toEqual({ pageIndex: 4, pageSize: 2, pages: 5 });
      await call('setList', cameras(1));
      expect(await serials(1)).toEqual(['CAM0']);
      expect((await payloadsOf('page')).map(({ code }) => code)).toEqual([0, -1, 0, 0]);
      const list = await facade.page.evaluate(() => (window as unknown as FacadeWindow).made.getDeviceList());
      expect(list).toEqual(cameras(1));
    });

    it('change every delay milliseconds, until stopTurn or destroy', async () => {
      await open({ pageSize: 9, autoTurn: true, delay: 1_000, loop: true });
      await facade.page.waitForFunction(() => (window as unknown as FacadeWindow).made.pageIndex === 1);
      await call('stopTurn');
      const at = await facade.page.evaluate(async () => {
        const { made } = window as unknown as FacadeWindow;
        const before = made.pageIndex;
        await new Promise((next) => setTimeout(next, 1_400));
        return [before, made.pageIndex];
      });
      expect(at[0]).toBe(at[1]);
      await call('startTurn');
      await call('destroy');
      await call('destroy');
      await call('nextPage');
      expect(await facade.page.evaluate(() => document.querySelector('#box')!.childElementCount)).toBe(0);
    });

    it('change 10 s after the last by default, and delay is in milliseconds', async () => {
      // Paused: time passes in fastForward only, however slow the machine is.
      await facade.page.clock.install({ time: 0 });
      await facade.page.clock.pauseAt(1_000);
      await open({ pageSize: 4, autoTurn: true });
      await facade.page.clock.fastForward(9_900);
      expect((await state()).pageIndex).toBe(0);
      await facade.page.clock.fastForward(200);
      expect((await state()).pageIndex).toBe(1);
      await call('setDelay', 30_000);
      await facade.page.clock.fastForward(29_900);
      expect((await state()).pageIndex).toBe(1);
      await facade.page.clock.fastForward(200);
      expect((await state()).pageIndex).toBe(2);
    });
  });

  describe('initPlayer', () => {
    const shownUrls = () =>
      facade.page.evaluate(() =>
        (window as unknown as FacadeWindow).made.getScreenList().map(({ options }) => options?.url),
      );

    it('plays an item of the list on the selected screen, or on the named one', async () => {
      await open({ pageSize: 2 });
      await call('initPlayer', 5);
      await call('initPlayer', 6, 1);
      expect(await shownUrls()).toEqual([cameras(10)[5]!.url, cameras(10)[6]!.url]);
      expect(await serials(2)).toEqual(['CAM5', 'CAM6']);
    });

    it('plays other options on the named screen, and nothing on one that does not exist', async () => {
      await open({ pageSize: 2, list: [] });
      await call('initPlayer', 0, 1, cameras(10)[9]);
      await call('initPlayer', 0, 7, cameras(10)[8]);
      await call('initPlayer', 3);
      expect(await shownUrls()).toEqual([undefined, cameras(10)[9]!.url]);
      expect(await serials(1)).toEqual(['CAM9']);
    });
  });

  it('controls all of its players, and ends one or all of them', async () => {
    await open({ pageSize: 2 });
    await facade.started(2);
    await call('stopAll');
    await call('playAll');
    const names = (await Promise.all((await facade.started(2)).map(requestsIn))).map((requests) =>
      requests.map(({ name }) => name).filter((name) => name !== 'autoResize'),
    );
    expect(names).toEqual([
      ['start', 'stop', 'play'],
      ['start', 'stop', 'play'],
    ]);
    await call('destroyScreen', 0);
    expect(await serials(1)).toEqual(['CAM1']);
    expect(await facade.page.locator('#box [role=group]').first().innerText()).toBe('请选择播放设备');
    await call('destroy', true);
    expect([(await screenHeights()).length, facade.complaints]).toEqual([2, []]);
    expect(await facade.page.evaluate(() => document.querySelectorAll('iframe').length)).toBe(0);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FacadePage, type FacadeWindow, requestsIn } from '../kit/facade-page.ts';
import { eventually } from '../kit/host-page.ts';
import type { FrameRecord } from '../kit/protocol-frame.ts';

let facade: FacadePage;

beforeAll(async () => {
  facade = await FacadePage.start();
});
afterAll(() => facade?.close());
beforeEach(() => facade.open());

describe('EZUIKitInspectionUI', () => {
  const open = (options: Record<string, unknown>) =>
    facade.page.evaluate((options) => {
      const { EZUIKit, reported } = window as unknown as FacadeWindow;
      const list = Array.from({ length: 10 }, (_, at) => ({ url: `ezopen://open.ys7.com/CAM${at}/1.live` }));
      const made = new EZUIKit.EZUIKitInspectionUI('box', {
        accessToken: 'the-token',
        list,
        onPageChange: (page: number, pages: number) =>
          reported.push({ name: 'page', payload: { page, pages } }),
        onScreenSelect: (index: number) => reported.push({ name: 'select', payload: { index } }),
        ...options,
      });
      Object.assign(window, { made });
      Object.assign(document.querySelector<HTMLElement>('#box')!.style, { width: '640px', height: '360px' });
    }, options);
  const serials = async (count: number) => {
    const starts = await Promise.all((await facade.started(count)).map(requestsIn));
    return starts.map(([start]) => /CAM\d+/.exec((start!.data as { url: string }).url)?.[0]).sort();
  };

  it.each([1, 2, 4, 9, 12, 16])('shows %d cameras at a time', async (pageSize) => {
    await open({ pageSize });
    const shown = Math.min(pageSize, 10);
    await facade.started(shown);
    const cells = await facade.page.evaluate(() => document.querySelectorAll('#box [role=group]').length);
    expect(cells).toBe(pageSize);
    const boxes = await facade.page.evaluate(() =>
      [...document.querySelectorAll('#box iframe')].map((frame) => frame.getBoundingClientRect().width > 20),
    );
    expect(boxes).toEqual(Array(shown).fill(true));
  });

  it('selects the camera that was clicked, once, with its index in the list', async () => {
    await open({ pageSize: 4 });
    const frames = await facade.started(4);
    const requests = await Promise.all(frames.map(requestsIn));
    const third = frames[requests.findIndex(([start]) => JSON.stringify(start!.data).includes('CAM2'))]!;
    for (let click = 0; click < 2; click += 1)
      await third.evaluate(() =>
        (window as unknown as { record: FrameRecord }).record.link.emit('click', {}),
      );
    await eventually('a choice', async () => (await facade.reported()).some(({ name }) => name === 'select'));
    const chosen = (await facade.reported()).filter(({ name }) => name === 'select');
    expect(chosen.map(({ payload }) => payload)).toEqual([{ index: 2 }]);
    const marked = await facade.page.evaluate(() =>
      [...document.querySelectorAll('#box [role=group]')].map((cell) => cell.getAttribute('aria-current')),
    );
    expect(marked).toEqual(['false', 'false', 'true', 'false']);
  });

  it('stops hidden players, changes pages with and without wrapping, and reports the page', async () => {
    await open({ pageSize: 4, loop: false });
    expect(await serials(4)).toEqual(['CAM0', 'CAM1', 'CAM2', 'CAM3']);
    await facade.page.evaluate(() => {
      const { made } = window as unknown as FacadeWindow;
      made.nextPage();
      made.nextPage();
    });
    expect(await serials(2)).toEqual(['CAM8', 'CAM9']);
    await facade.page.evaluate(() => (window as unknown as FacadeWindow).made.nextPage());
    expect(await facade.page.evaluate(() => (window as unknown as FacadeWindow).made.page)).toBe(3);
    await facade.page.evaluate(() => {
      const { made } = window as unknown as FacadeWindow;
      made.setLoop(true);
      made.nextPage();
      made.lastPage();
    });
    expect(
      (await facade.reported()).filter(({ name }) => name === 'page').map(({ payload }) => payload),
    ).toEqual([2, 3, 1, 3].map((page) => ({ page, pages: 3 })));
    expect(await facade.page.getAttribute('#box [role=region]', 'aria-label')).toBe('3 / 3');
  });

  it('changes pages automatically, until stopTurn or destroy', async () => {
    await open({ pageSize: 9, autoTurn: true, delay: 1 });
    await facade.page.waitForFunction(() => (window as unknown as FacadeWindow).made.page === 2);
    await facade.page.evaluate(() => (window as unknown as FacadeWindow).made.stopTurn());
    const at = await facade.page.evaluate(async () => {
      const { made } = window as unknown as FacadeWindow;
      const before = made.page;
      await new Promise((next) => setTimeout(next, 1_400));
      return [before, made.page];
    });
    expect(at[0]).toBe(at[1]);
    const left = await facade.page.evaluate(async () => {
      const { made } = window as unknown as FacadeWindow;
      made.startTurn();
      await made.destroy();
      await made.destroy();
      made.nextPage();
      return document.querySelector('#box')!.childElementCount;
    });
    expect(left).toBe(0);
  });

  it('controls all of its players, accepts new ones, and supports the keyboard', async () => {
    await open({ pageSize: 4, list: [{ url: 'ezopen://open.ys7.com/CAM0/1.live' }] });
    await facade.started(1);
    await facade.page.evaluate(async () => {
      const { made } = window as unknown as FacadeWindow;
      await made.stopAll();
      await made.playAll();
      made.setBackground('javascript:alert(1)');
      made.initPlayer(2, 'ezopen://open.ys7.com/NEW/1.live');
    });
    const all = await facade.started(2);
    const names = (await Promise.all(all.map(requestsIn))).map((requests) =>
      requests.map(({ name }) => name),
    );
    expect(names.map((each) => each.filter((name) => name !== 'autoResize'))).toContainEqual([
      'start',
      'stop',
      'play',
    ]);
    await facade.page.locator('#box [role=group]').nth(2).focus();
    await facade.page.keyboard.press('Enter');
    expect((await facade.reported()).filter(({ name }) => name === 'select').at(-1)!.payload).toEqual({
      index: 2,
    });
    const background = await facade.page.evaluate(
      () => document.querySelector<HTMLElement>('#box [role=group]')!.style.backgroundImage,
    );
    expect(background).toBe('');
  });
});

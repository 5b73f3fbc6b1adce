import { join } from 'node:path';
import { expect } from 'expect';
import type { Frame } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { type FrameCode, frameCodeReaderSource } from '../kit/frame-number.ts';
import { eventually } from '../kit/host-page.ts';
import { type LivePlayer, LiveStage } from '../kit/live-player.ts';
import { recordMinutes } from '../kit/recorded-minutes.ts';
import { shownFrame } from '../kit/shown-frame.ts';

const noon = Date.UTC(2025, 2, 1, 4);
const live = 'ezopen://oriel/DEMO00001/1.live';
const recorded = 'ezopen://oriel/DEMO00001/1.cloud.rec?begin=20250301120000';

/** As in browsers without Document Picture-in-Picture. */
const withoutDocument = 'delete globalThis.documentPictureInPicture;';
const withoutWebCodecs = 'delete globalThis.VideoDecoder; delete globalThis.AudioDecoder;';
/** Keeps the handlers that the player gives to the browser, which calls them for the buttons of the window. */
const keepActions = `globalThis.actions = {};
MediaSession.prototype.setActionHandler = (name, run) => { globalThis.actions[name] = run; };`;

let stage: LiveStage;
let player: LivePlayer;
let inPage: Frame;

beforeAll(async () => {
  stage = await LiveStage.start();
  const root = join(stage.oriel.dataDir, 'recordings');
  const key = await stage.recordedKey('DEMO00001');
  await recordMinutes({ root, key, from: noon, durationMs: 90_000 });
}, 240_000);
afterAll(() => stage?.close());
afterEach(() => player?.context.close());

async function open(script: string, options: Readonly<Record<string, unknown>> = {}) {
  player = await stage.open({ url: live, ...options }, { script: script + keepActions });
  inPage = await player.document();
}

const button = () => player.button('画中画');
const isOpen = async (): Promise<unknown> => (await player.state()).pictureInPicture;
const opened = () => eventually('the window', async () => (await isOpen()) === true);
const closed = () => eventually('no window', async () => (await isOpen()) === false);

/** Number burnt into the frame that the window shows; null: no window, or no frame. */
const pictured = (): Promise<number | null> =>
  inPage.evaluate((reader) => {
    const video = window.document.pictureInPictureElement as HTMLVideoElement | null;
    if (!video?.videoWidth) return null;
    const { videoWidth: width, videoHeight: height } = video;
    const context = new OffscreenCanvas(width, height).getContext('2d')!;
    context.drawImage(video, 0, 0);
    const read = new Function(`${reader}; return globalThis.readFrameCode`)() as (
      ...args: unknown[]
    ) => FrameCode | null;
    return read(context.getImageData(0, 0, width, height).data, width, height)?.frame ?? null;
  }, frameCodeReaderSource);

/** The window shows newer frames than now. */
async function moves(): Promise<void> {
  await eventually('a frame in the window', async () => (await pictured()) !== null);
  const first = (await pictured()) ?? 0;
  await eventually('a newer frame in the window', async () => ((await pictured()) ?? 0) > first + 5);
}

describe('picture-in-picture of the video', () => {
  it.each([
    ['webcodecs', ''],
    ['flv', withoutWebCodecs],
  ])(
    'shows live video, also of a player out of view, and closes when it stops: %s',
    async (engine, script) => {
      await open(withoutDocument + script);
      expect((await player.state()).engine).toBe(engine);
      await button().click();
      await opened();
      expect(await button().getAttribute('aria-pressed')).toBe('true');
      await moves();
      await player.page.addStyleTag({ content: 'body{padding-top:3000px}' });
      await moves();
      // The same window: another one would need a click.
      expect(await player.call('changePlayUrl', 'ezopen://oriel/DEMO00002/1.live')).toEqual({});
      await moves();
      await player.call('stop');
      await closed();
      expect(await pictured()).toBeNull();
      expect((await player.reported('pictureInPicture')).map(({ active }) => active)).toEqual([true, false]);
    },
    120_000,
  );

  it.each([
    ['recorded', ''],
    ['hls', withoutWebCodecs],
  ])(
    'shows recordings, also paused, with the buttons of the window: %s',
    async (engine, script) => {
      await open(withoutDocument + script, { url: recorded, template: 'pcRec' });
      expect((await player.state()).engine).toBe(engine);
      expect(await player.call('pause')).toEqual({});
      await button().click();
      await opened();
      await eventually('the paused frame', async () => (await pictured()) !== null);
      const act = (name: string) =>
        inPage.evaluate(
          (wanted) => (globalThis as unknown as { actions: Record<string, () => void> }).actions[wanted]!(),
          name,
        );
      await act('play');
      await moves();
      const before = Number((await player.call('getOSDTime')) as unknown);
      await act('seekforward');
      await eventually('10 s later', async () => Number(await player.call('getOSDTime')) > before + 9_000);
      await act('pause');
      await eventually('a pause', async () => (await player.state()).paused === true);
      expect(await player.call('pictureInPicture', false)).toEqual({});
      await closed();
    },
    120_000,
  );

  it('is hidden by its option', async () => {
    await open(withoutDocument, { pictureInPicture: false });
    expect(await button().count()).toBe(0);
  }, 60_000);
});

describe('picture-in-picture of the player', () => {
  /** The frame in the window, which is a page of its own. */
  async function inWindow(): Promise<Frame> {
    let found: Frame | undefined;
    await eventually('a player in the window', async () => {
      const pages = player.context.pages().filter((page) => page !== player.page);
      found = pages.flatMap((page) => page.frames()).find((frame) => frame.url().includes('/player/'));
      return found !== undefined && (await isOpen()) === true;
    });
    return found!;
  }
  const windows = () => player.context.pages().length - 1;
  const osd = async () => Number(await player.call('getOSDTime'));
  const moving = async (frame: Frame): Promise<void> => {
    await eventually('a frame', async () => (await shownFrame(frame)) !== null);
    const first = (await shownFrame(frame)) ?? 0;
    await eventually('a newer frame', async () => ((await shownFrame(frame)) ?? 0) > first + 5);
  };
  const back = async (): Promise<void> => {
    await closed();
    await player.phase('playing');
    expect(windows()).toBe(0);
    await moving(await player.document());
  };

  it('has its buttons, is commanded by the page, and leads back', async () => {
    await open('');
    await button().click();
    const frame = await inWindow();
    await moving(frame);
    expect(await player.page.getByText('画中画播放中').count()).toBe(1);
    await frame.getByRole('button', { name: '声音' }).click();
    await eventually('sound', async () => (await player.state()).muted === false);
    expect(await player.call('changePlayUrl', 'ezopen://oriel/DEMO00002/1.live')).toEqual({});
    // Which closes the page that is clicked.
    await frame
      .getByRole('button', { name: '画中画' })
      .click()
      .catch(() => undefined);
    await back();
    const { address, muted } = await player.state();
    expect({ address, muted }).toEqual({ address: 'ezopen://oriel/DEMO00002/1.live', muted: false });
    expect((await player.reported('pictureInPicture')).map(({ active }) => active)).toEqual([true, false]);
  }, 120_000);

  it('continues a recording where it was, there and back, after a click in the page', async () => {
    await open('', { url: recorded, template: 'pcRec' });
    await eventually('some time', async () => (await osd()) > noon + 3_000);
    await player.page.evaluate(() => {
      const open = window.document.body.appendChild(window.document.createElement('button'));
      open.id = 'open';
      open.style.cssText = 'position:fixed;z-index:9;left:0;top:0';
      open.textContent = 'open';
      const { player: opened } = window as unknown as {
        player: { pictureInPicture(active: boolean): unknown };
      };
      open.onclick = () => opened.pictureInPicture(true);
    });
    const before = await osd();
    await player.page.click('#open');
    const frame = await inWindow();
    await player.phase('playing');
    await moving(frame);
    expect(await osd()).toBeGreaterThanOrEqual(before - 1_500);
    await eventually('some time', async () => (await osd()) > before + 4_000);
    const inside = await osd();
    // As a viewer closes it.
    await frame.page().close();
    await back();
    expect(await osd()).toBeGreaterThanOrEqual(inside - 1_500);
  }, 120_000);

  it('closes with the player', async () => {
    await open('');
    await button().click();
    await moving(await inWindow());
    expect(await player.call('destroy')).toMatchObject({ left: 0 });
    await eventually('no window', async () => windows() === 0);
    expect(await player.page.getByText('画中画播放中').count()).toBe(0);
    expect(await player.page.locator('iframe').count()).toBe(0);
  }, 60_000);
});

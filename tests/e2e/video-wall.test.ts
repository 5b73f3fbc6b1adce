import { expect } from 'expect';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { launchChromium } from '../kit/chromium.ts';
import { eventually, type HostSite, startHostSite } from '../kit/host-page.ts';
import { type OrielInstance, startOriel } from '../kit/start-oriel.ts';
import { openWall, phasesOf, type WallOptions, type WallWindow } from '../kit/wall-page.ts';

let oriel: OrielInstance;
let site: HostSite;
let browser: Browser;
let app: string;
let token: string;
let page: Page;

beforeAll(async () => {
  oriel = await startOriel();
  site = await startHostSite({ server: () => oriel.origin, token: async () => token });
  const made = await oriel.oriel(['app', 'create', '--name', 'wall', '--origin', site.origin]);
  app = (made as { appKey: string }).appKey;
  token = ((await oriel.oriel(['token', 'issue', '--app', app])) as { accessToken: string }).accessToken;
  browser = await launchChromium();
}, 180_000);

afterAll(async () => {
  await browser?.close();
  await site?.close();
  await oriel?.stop();
});

afterEach(() => page?.context().close());

const wall = (options: Omit<WallOptions, 'server' | 'app'>) =>
  openWall(browser, site, { server: oriel.origin, app, ...options });

const playersOf = <T>(read: (players: WallWindow['players']) => T | Promise<T>): Promise<T> =>
  page.evaluate(`(${read})(window.players)`);

const allPlay = (count: number) =>
  eventually(`${count} players`, async () => (await phasesOf(page)).playing === count, 30_000);

/** As on plain http in a LAN. */
const withoutWebCodecs = 'delete globalThis.VideoDecoder; delete globalThis.AudioDecoder;';

describe('many players on one page', () => {
  it('plays 12, and releases all resources', async () => {
    page = await wall({ count: 12, tileWidth: 340, columns: 4 });
    await allPlay(12);
    const left = await playersOf((players) =>
      Promise.all(players.map(async (player) => (await player.destroy()).left)),
    );
    expect(left).toEqual(Array(12).fill(0));
  }, 150_000);

  // Browsers open six connections per host, and a stream over HTTP occupies one permanently.
  it('plays 9 through Media Source despite the connection limit of the browser', async () => {
    page = await wall({ count: 9, tileWidth: 340, columns: 4, script: withoutWebCodecs });
    await allPlay(9);
    expect(await playersOf((players) => [...new Set(players.map(({ state }) => state?.engine))])).toEqual([
      'flv',
    ]);
  }, 150_000);

  it('uses the sub stream in small tiles if the integrator allows it', async () => {
    page = await wall({ count: 4, tileWidth: 340, columns: 4, player: { adaptiveQuality: true } });
    await allPlay(4);
    expect(await playersOf((players) => players.map(({ state }) => state?.quality))).toEqual(
      Array(4).fill('sd'),
    );
    await page.evaluate(() => {
      for (const tile of document.querySelectorAll<HTMLElement>('body > div > div'))
        tile.style.width = '700px';
    });
    await eventually('the main stream', () =>
      playersOf((players) =>
        players.every(({ state }) => state?.quality === 'hd' && state.phase === 'playing'),
      ),
    );
  }, 150_000);

  it('has one audible player by default', async () => {
    page = await wall({ count: 3, tileWidth: 340, columns: 3 });
    await allPlay(3);
    const mutedOf = () => playersOf((players) => players.map(({ state }) => state?.muted));
    for (const index of [0, 2, 1]) {
      await page.evaluate((at) => (window as unknown as WallWindow).players[at]?.openSound(), index);
      await eventually(`audio of ${index} only`, async () =>
        (await mutedOf()).every((isMuted, at) => isMuted === (at !== index)),
      );
    }
    await page.context().close();
    page = await wall({ count: 2, tileWidth: 340, columns: 2, player: { sharedSound: true } });
    await allPlay(2);
    await playersOf((players) => Promise.all(players.map((player) => player.openSound())).then(() => null));
    await new Promise((next) => setTimeout(next, 500));
    expect(await mutedOf()).toEqual([false, false]);
  }, 150_000);

  it.each([
    ['webcodecs', ''],
    ['flv', withoutWebCodecs],
  ])(
    'does not decode hidden video, and continues when it is visible: %s',
    async (engine, script) => {
      page = await wall({ count: 6, tileWidth: 640, columns: 1, script });
      // Players that start out of view are not failures: they have a frame and are paused.
      await allPlay(6);
      expect(await playersOf((players) => players.map(({ state }) => state?.engine))).toEqual(
        Array(6).fill(engine),
      );
      const shown = () =>
        playersOf((players) =>
          Promise.all(players.map(async (player) => (await player.getStats()).framesShown ?? 0)),
        );
      const passedIn = async (ms: number) => {
        const before = await shown();
        await new Promise((next) => setTimeout(next, ms));
        return (await shown()).map((frames, index) => frames - (before[index] ?? 0));
      };
      await new Promise((next) => setTimeout(next, 1_500));
      const atTop = await passedIn(3_000);
      expect(atTop[0]).toBeGreaterThan(8);
      // At 15 fps it would be 45; Media Source still advances occasionally.
      expect(atTop[5]).toBeLessThan(4);
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      await eventually('the last tile', async () => ((await passedIn(300))[5] ?? 0) > 1, 3_000);
      await eventually('the pause of the first tile', async () => ((await passedIn(2_000))[0] ?? 99) < 8);
      expect(await phasesOf(page)).toEqual({ playing: 6 });
    },
    150_000,
  );
});

describe('players in frames within frames, of two applications', () => {
  it('play audio one at a time', async () => {
    const other = await startHostSite({ server: () => oriel.origin, token: async () => otherToken });
    const origins = ['--origin', other.origin, '--origin', site.origin];
    const made = await oriel.oriel(['app', 'create', '--name', 'inner', ...origins]);
    const otherApp = (made as { appKey: string }).appKey;
    const issued = await oriel.oriel(['token', 'issue', '--app', otherApp]);
    const otherToken = (issued as { accessToken: string }).accessToken;
    try {
      page = await wall({ count: 1, tileWidth: 340, columns: 1 });
      await page.evaluate((url) => {
        const iframe = document.createElement('iframe');
        iframe.src = url;
        iframe.allow = 'autoplay';
        iframe.style.cssText = 'width:700px;height:400px';
        document.body.append(iframe);
      }, other.origin);
      const inner = await eventually(
        'the inner page',
        async () => page.frames().find((frame) => frame.url() === `${other.origin}/`) ?? null,
      );
      await inner.waitForFunction(() => (window as unknown as { ready?: boolean }).ready === true);
      await inner.evaluate(
        (player) => (window as unknown as { open1(options: object): void }).open1(player),
        { app: otherApp, template: 'simple', url: 'ezopen://oriel/DEMO00002/1.live', audio: false },
      );
      type Inner = { player: WallWindow['players'][number] };
      const states = async () => [
        await playersOf((players) => players[0]?.state),
        await inner.evaluate(() => (window as unknown as Inner).player.state),
      ];
      await eventually('both play', async () =>
        (await states()).every((state) => state?.phase === 'playing'),
      );
      const received = async () => (await states()).map((state) => state?.muted === false);
      await playersOf((players) => players[0]?.openSound());
      await eventually('audio of the outer player only', async () => `${await received()}` === 'true,false');
      await inner.evaluate(() => (window as unknown as Inner).player.openSound());
      await eventually('audio of the inner player only', async () => `${await received()}` === 'false,true');
      await playersOf((players) => players[0]?.openSound());
      await eventually(
        'audio of the outer player only, again',
        async () => `${await received()}` === 'true,false',
      );
    } finally {
      await other.close();
    }
  }, 120_000);
});

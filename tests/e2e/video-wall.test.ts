import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
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
  eventually(`${count} players`, async () => (await phasesOf(page))['playing'] === count, 90_000);

describe('many players on one page', () => {
  it('plays 16, and lets go of everything', async () => {
    page = await wall({ count: 16, tileWidth: 340, columns: 4 });
    await allPlay(16);
    const left = await playersOf((players) =>
      Promise.all(players.map(async (player) => (await player.destroy()).left)),
    );
    expect(left).toEqual(Array(16).fill(0));
  }, 150_000);

  // Without WebCodecs, as on plain http in a LAN: browsers open six connections to one host, and a stream over HTTP
  // takes one for good.
  it('plays 9 through Media Source, whatever connections the browser allows', async () => {
    const script = 'delete globalThis.VideoDecoder; delete globalThis.AudioDecoder;';
    page = await wall({ count: 9, tileWidth: 340, columns: 4, script });
    await allPlay(9);
    expect(await playersOf((players) => [...new Set(players.map(({ state }) => state?.engine))])).toEqual([
      'flv',
    ]);
  }, 150_000);

  it('takes the small stream in small tiles, where the integrator allows it', async () => {
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

  it('has one audible player, unless asked', async () => {
    page = await wall({ count: 3, tileWidth: 340, columns: 3 });
    await allPlay(3);
    const mutedOf = () => playersOf((players) => players.map(({ state }) => state?.muted));
    for (const index of [0, 2, 1]) {
      await page.evaluate((at) => (window as unknown as WallWindow).players[at]?.openSound(), index);
      await eventually(`only ${index} heard`, async () =>
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

  it('does not decode what nobody sees', async () => {
    page = await wall({ count: 8, tileWidth: 640, columns: 1 });
    await allPlay(8);
    const shown = () =>
      playersOf((players) =>
        Promise.all(players.map(async (player) => (await player.getStats()).framesShown ?? 0)),
      );
    // Tiles told that they are out of view stop with the picture they have.
    await new Promise((next) => setTimeout(next, 1_500));
    const before = await shown();
    await new Promise((next) => setTimeout(next, 2_000));
    const passed = (await shown()).map((frames, index) => frames - (before[index] ?? 0));
    expect(passed[0]).toBeGreaterThan(5);
    expect(passed[7]).toBe(0);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await eventually('the last tile', async () => ((await shown())[7] ?? 0) > (before[7] ?? 0) + 5);
    expect((await phasesOf(page))['playing']).toBe(8);
  }, 150_000);
});

import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Frame, Page } from 'playwright-core';
import { launchChromium } from '../kit/chromium.ts';
import {
  eventually,
  type HostSite,
  hostEvents,
  openHostPage,
  playerFrame,
  startHostSite,
} from '../kit/host-page.ts';
import { watchScreen } from '../kit/screen-watch.ts';
import { type OrielInstance, startOriel } from '../kit/start-oriel.ts';

/**
 * docs/guide/embed.md promises a new token without visible interruption. The shortest token is valid for one minute.
 */
const tokenSeconds = 60;
/** Response time of the integrator's backend for every token but the first. */
const backendMs = 3_000;

interface IssuedToken {
  readonly accessToken: string;
  readonly grantId: string;
  readonly expireTime: number;
}

let oriel: OrielInstance;
let site: HostSite;
let browser: Browser;
let appKey: string;
let context: BrowserContext;
let page: Page;
let issued: IssuedToken[];

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

beforeAll(async () => {
  oriel = await startOriel();
  site = await startHostSite({ server: () => oriel.origin, token: () => issue() });
  const app = await oriel.oriel(['app', 'create', '--name', 'shop', '--origin', site.origin]);
  appKey = (app as { appKey: string }).appKey;
  browser = await launchChromium();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await site?.close();
  await oriel?.stop();
});

afterEach(() => context?.close());

async function issue(): Promise<string> {
  if (issued.length > 0) await wait(backendMs);
  const args = ['token', 'issue', '--app', appKey, '--expire-seconds', String(tokenSeconds)];
  const token = (await oriel.oriel(args)) as IssuedToken;
  issued.push(token);
  return token.accessToken;
}

/** Resolves with the first frame on the screen. `script` runs in every document before its own. */
async function play(script = ''): Promise<Frame> {
  issued = [];
  site.tokenReasons.length = 0;
  context = await browser.newContext();
  await context.addInitScript(script);
  page = await openHostPage(context, site, {
    app: appKey,
    template: 'standard',
    url: 'ezopen://oriel/DEMO00001/1.hd.live',
    autoplay: true,
  });
  await eventually('playing', async () => (await phases()).at(-1) === 'playing');
  return playerFrame(page);
}

async function phases(): Promise<string[]> {
  const states = (await hostEvents(page)).filter(({ name }) => name === 'state');
  return states.map(({ detail }) => (detail as { phase: string }).phase);
}

const forgetEvents = () => page.evaluate('window.events.length = 0');
const count = async (name: string) => (await hostEvents(page)).filter((event) => event.name === name).length;

describe('a token with a lifetime of a minute', () => {
  it('is renewed without interruption, and only the new one can end the stream', async () => {
    const frame = await play();
    const screen = await watchScreen(frame);
    const [first] = issued as [IssuedToken];
    await wait(first.expireTime - Date.now() - 17_000);
    await forgetEvents();
    await screen.take();

    await eventually('a second token', async () => issued.length === 2, 12_000);
    await wait(1_000);
    const [, second] = issued as [IssuedToken, IssuedToken];
    expect(first.expireTime - Date.now()).toBeGreaterThan(1_000);
    await oriel.oriel(['token', 'revoke', first.grantId]);
    await wait(first.expireTime - Date.now() + 6_000);

    const seen = await screen.take();
    const gaps = seen.slice(1).map((one, index) => one.seenAtMs - (seen[index]?.seenAtMs ?? 0));
    const widest = Math.max(...gaps);
    process.stderr.write(`widest gap across renewal, revocation and expiry: ${widest} ms\n`);
    expect(seen.length).toBeGreaterThan(100);
    expect(seen.every((one, index) => index === 0 || one.frame > (seen[index - 1]?.frame ?? 0))).toBe(true);
    expect((await phases()).filter((phase) => phase !== 'playing')).toEqual([]);
    expect([await count('handleError'), await count('handleSuccess')]).toEqual([0, 0]);
    expect(site.tokenReasons).toEqual(['start', 'expired']);

    await oriel.oriel(['token', 'revoke', second.grantId]);
    await eventually('cut', async () => (await phases()).at(-1) !== 'playing');
    expect(site.tokenReasons).toEqual(['start', 'expired', 'expired']);
  }, 240_000);

  it('is renewed without interruption with Media Source too', async () => {
    // mpegts.js plays where VideoDecoder does not exist.
    const frame = await play('delete globalThis.VideoDecoder');
    const screen = await watchScreen(frame);
    const [first] = issued as [IssuedToken];
    await wait(first.expireTime - Date.now() - 17_000);
    const engines = (await hostEvents(page)).map(({ detail }) => (detail as { engine?: string }).engine);
    expect(engines).toContain('flv');
    await forgetEvents();
    await screen.take();
    await eventually('a second token', async () => issued.length === 2, 12_000);
    await wait(first.expireTime - Date.now() + 6_000);

    const seen = await screen.take();
    const gaps = seen.slice(1).map((one, index) => one.seenAtMs - (seen[index]?.seenAtMs ?? 0));
    const widest = Math.max(...gaps);
    process.stderr.write(`widest gap of Media Source across the expiry: ${widest} ms\n`);
    expect(seen.length).toBeGreaterThan(100);
    expect((await phases()).filter((phase) => phase !== 'playing')).toEqual([]);
    expect([await count('handleError'), await count('handleSuccess')]).toEqual([0, 0]);
    expect(site.tokenReasons).toEqual(['start', 'expired']);
  }, 240_000);
});

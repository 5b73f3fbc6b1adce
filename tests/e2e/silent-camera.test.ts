import { expect } from 'expect';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { launchChromium } from '../kit/chromium.ts';
import { type GstRtspServer, startGstRtspServer } from '../kit/gst-rtsp-server.ts';
import { eventually, type HostSite, hostEvents, openHostPage, startHostSite } from '../kit/host-page.ts';
import { type SharedOriel, sharedOriel } from '../kit/start-oriel.ts';

let camera: GstRtspServer;
let oriel: SharedOriel;
let site: HostSite;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  camera = await startGstRtspServer({ video: 'h264', audio: null, width: 320, height: 180 });
  oriel = await sharedOriel();
  let appKey = '';
  site = await startHostSite({
    server: () => oriel.origin,
    token: async () =>
      ((await oriel.oriel(['token', 'issue', '--app', appKey])) as { accessToken: string }).accessToken,
  });
  const app = await oriel.oriel(['app', 'create', '--name', 'shop', '--origin', site.origin]);
  ({ appKey } = app as { appKey: string });
  await oriel.oriel(['camera', 'add', camera.url, '--serial', 'FROZEN1']);
  browser = await launchChromium();
  page = await openHostPage(browser, site, {
    app: appKey,
    template: 'standard',
    url: 'ezopen://oriel/FROZEN1/1.hd.live',
    autoplay: true,
  });
}, 180_000);

afterAll(async () => {
  await browser?.close();
  await site?.close();
  await oriel?.stop();
  await camera?.stop('SIGKILL');
});

interface State {
  readonly phase: string;
  readonly code?: string;
}

const states = async (since: number) =>
  (await hostEvents(page))
    .filter(({ name, at }) => name === 'state' && at >= since)
    .map(({ detail, at }) => ({ ...(detail as State), at }));

describe('a camera that freezes without closing the connection, in Chromium', () => {
  it('is reported, is not shown as playing until it is back, and recovers automatically', async () => {
    await eventually('playing', async () => (await states(0)).at(-1)?.phase === 'playing', 90_000);

    const frozenAt = Date.now();
    process.kill(camera.pid, 'SIGSTOP');
    const isReported = ({ phase }: State) => phase === 'reconnecting';
    await eventually('reconnecting', async () => (await states(frozenAt)).some(isReported));
    // Long enough for another attempt to connect to the camera, which accepts the connection and sends nothing.
    await page.waitForTimeout(3_000);
    const seen = await states(frozenAt);
    expect(seen.slice(seen.findIndex(isReported)).map(({ phase }) => phase)).not.toContain('playing');

    process.kill(camera.pid, 'SIGCONT');
    const backAt = Date.now();
    await eventually('playing', async () => (await states(backAt)).at(-1)?.phase === 'playing');
  });
});

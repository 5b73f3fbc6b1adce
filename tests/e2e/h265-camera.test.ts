import { expect } from 'expect';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { launchChromium } from '../kit/chromium.ts';
import { type GstRtspServer, startGstRtspServer } from '../kit/gst-rtsp-server.ts';
import {
  eventually,
  grabFrame,
  type HostSite,
  hostEvents,
  measureFrame,
  openHostPage,
  playerFrame,
  startHostSite,
} from '../kit/host-page.ts';
import { type SharedOriel, sharedOriel } from '../kit/start-oriel.ts';

let camera: GstRtspServer;
let oriel: SharedOriel;
let site: HostSite;
let browser: Browser;
let appKey: string;

beforeAll(async () => {
  camera = await startGstRtspServer({ video: 'h265', audio: 'aac', width: 320, height: 180 });
  oriel = await sharedOriel();
  site = await startHostSite({
    server: () => oriel.origin,
    token: async () =>
      ((await oriel.oriel(['token', 'issue', '--app', appKey])) as { accessToken: string }).accessToken,
  });
  const app = await oriel.oriel(['app', 'create', '--name', 'shop', '--origin', site.origin]);
  appKey = (app as { appKey: string }).appKey;
  await oriel.oriel(['camera', 'add', camera.url, '--serial', 'HEVC1']);
  browser = await launchChromium();
}, 180_000);

afterAll(async () => {
  await browser?.close();
  await site?.close();
  await oriel?.stop();
  await camera?.stop();
});

describe('an H.265 camera in a browser that cannot decode H.265', () => {
  it('plays transcoded to H.264, and the state reports it', async () => {
    const page = await openHostPage(browser, site, {
      app: appKey,
      template: 'standard',
      url: 'ezopen://oriel/HEVC1/1.hd.live',
      autoplay: true,
    });
    const frame = await playerFrame(page);
    const states = async () =>
      (await hostEvents(page))
        .filter(({ name }) => name === 'state')
        .map(({ detail }) => JSON.stringify(detail));
    await eventually('playing', async () => (await states()).at(-1)?.includes('"playing"') ?? false, 50_000);
    expect((await states()).at(-1)).toContain(
      'Fallback after media.unsupported: no engine plays what the camera sends',
    );
    const grabbed = await eventually('a frame', () => grabFrame(frame));
    expect([grabbed.width, grabbed.height]).toEqual([320, 180]);
    expect(measureFrame(grabbed).spread).toBeGreaterThan(25);
    await page.close();
  });
});

import { expect } from 'expect';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { launchChromium } from '../kit/chromium.ts';
import { type GstRtspServer, startGstRtspServer } from '../kit/gst-rtsp-server.ts';
import {
  changedShare,
  collectConsoleErrors,
  eventually,
  grabFrame,
  type HostSite,
  hostEvents,
  measureFrame,
  openHostPage,
  playerFrame,
  startHostSite,
} from '../kit/host-page.ts';
import { type OrielInstance, startOriel } from '../kit/start-oriel.ts';

const password = 'p@ss w0rd/?#';
let camera: GstRtspServer;
let oriel: OrielInstance;
let site: HostSite;
let browser: Browser;
let appKey: string;

beforeAll(async () => {
  camera = await startGstRtspServer({
    video: 'h264',
    audio: 'pcma',
    auth: 'digest',
    username: 'admin',
    password,
  });
  oriel = await startOriel();
  site = await startHostSite({
    server: () => oriel.origin,
    token: async () => {
      const { accessToken } = (await oriel.oriel(['token', 'issue', '--app', appKey])) as {
        accessToken: string;
      };
      return accessToken;
    },
  });
  const app = (await oriel.oriel(['app', 'create', '--name', 'shop', '--origin', site.origin])) as {
    appKey: string;
  };
  appKey = app.appKey;
  await oriel.oriel(
    ['camera', 'add', camera.url, '--serial', 'STREET1', '--name', 'Street', '--username', 'admin'],
    `${password}\n`,
  );
  browser = await launchChromium();
}, 180_000);

afterAll(async () => {
  await browser?.close();
  await site?.close();
  await oriel?.stop();
  await camera?.stop();
});

function watch(template: string): Promise<Page> {
  return openHostPage(browser, site, {
    app: appKey,
    template,
    url: 'ezopen://oriel/STREET1/1.hd.live',
    autoplay: true,
  });
}

const phases = async (page: Page) =>
  (await hostEvents(page))
    .filter(({ name }) => name === 'state')
    .map(({ detail }) => (detail as { phase: string }).phase);

describe("a camera behind GStreamer's RTSP server, added with `camera add`", () => {
  it.each(['standard', 'simple'])('plays live through the SDK with template %s', async (template) => {
    const page = await watch(template);
    const errors = collectConsoleErrors(page);
    const frame = await playerFrame(page);
    await eventually('playing', async () => (await phases(page)).includes('playing'));

    const first = await eventually('a frame', () => grabFrame(frame));
    expect([first.width, first.height]).toEqual([640, 360]);
    const { mean, spread, colour } = measureFrame(first);
    // A street in daylight: neither black nor white, full of edges, with some colour.
    expect(mean).toBeGreaterThan(60);
    expect(mean).toBeLessThan(200);
    expect(spread).toBeGreaterThan(25);
    expect(colour).toBeGreaterThan(3);

    await eventually('motion', async () => {
      const next = await grabFrame(frame);
      return next !== null && changedShare(first, next) > 0.001;
    });
    expect(errors).toEqual([]);
    await page.close();
  });

  it('is described by `camera check`: codec, size, key frames, audio, and no password in the output', async () => {
    const report = JSON.stringify(await oriel.oriel(['camera', 'check', 'STREET1']));
    expect(report).toContain('h264');
    expect(report).toContain('640');
    expect(report).toContain('pcma');
    expect(report).not.toContain(password);
  });

  it('leaves no password in the output of the server', () => {
    expect(oriel.output()).not.toContain(password);
    expect(oriel.output()).not.toContain(encodeURIComponent(password));
  });

  it('plays again without a click after its RTSP server was killed and restarted', async () => {
    const page = await watch('standard');
    const frame = await playerFrame(page);
    await eventually('playing', async () => (await phases(page)).includes('playing'));
    await camera.stop('SIGKILL');
    await eventually('the failure reported to the viewer', async () =>
      (await phases(page)).includes('reconnecting'),
    );
    expect(await grabFrame(frame)).not.toBeNull();
    camera = await startGstRtspServer({
      video: 'h264',
      audio: 'pcma',
      auth: 'digest',
      username: 'admin',
      password,
      port: camera.port,
    });
    await eventually('playing again', async () => (await phases(page)).at(-1) === 'playing');
    const after = await eventually('a frame', () => grabFrame(frame));
    await eventually('motion again', async () => {
      const next = await grabFrame(frame);
      return next !== null && changedShare(after, next) > 0.001;
    });
    await page.close();
  });
});

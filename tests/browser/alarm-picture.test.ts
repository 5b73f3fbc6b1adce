/** The picture of an alarm, from a demo camera to pixels, in a page with the console's security policy. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { build } from 'esbuild';
import { expect } from 'expect';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import { silentLogger } from '../../lib/kernel/logger.ts';
import { createLivePlane } from '../../lib/media/live-plane.ts';
import { createAlarmPictureTaker } from '../../lib/media/outputs/pictures/alarm-pictures.ts';
import { createDemoSource } from '../../lib/media/sources/demo/demo-camera.ts';
import { pagePolicy } from '../../lib/server/http/page-policy.ts';
import { launchChromium } from '../kit/chromium.ts';
import { FakeClock } from '../kit/fake-clock.ts';

declare global {
  interface Window {
    pictureOf(content: string): Promise<string>;
  }
}

let browser: Browser;
let server: Server;

beforeAll(async () => {
  const bundle = await build({
    stdin: {
      contents: "import { pictureOf } from './picture-of.ts'; window.pictureOf = pictureOf;",
      resolveDir: new URL('../../app/_console/pages/alarm', import.meta.url).pathname,
      loader: 'ts',
    },
    ...({ bundle: true, write: false, format: 'iife' } as const),
  });
  server = createServer((_request, response) => {
    const policy = pagePolicy({ isDevelopment: false, consoleApi: '/api/admin' });
    const [, nonce] = /'nonce-([^']+)'/.exec(policy) ?? [];
    response.setHeader('Content-Security-Policy', policy);
    response.setHeader('Content-Type', 'text/html');
    response.end(`<script nonce="${nonce}">${bundle.outputFiles[0]!.text}</script>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  server?.close();
});

/** Of a demo camera whose clock the test moves. */
async function takenPicture(): Promise<Uint8Array> {
  const clock = new FakeClock();
  const spec = { kind: 'demo', scene: 'harbour', profile: 'sub' } as const;
  const common = { clock, logger: silentLogger };
  const live = createLivePlane({
    ...common,
    random: () => 0.5,
    sources: () => createDemoSource({ scene: 'harbour', profile: 'sub', clock }),
    directory: { find: async () => spec, onChanged: () => () => {}, onMissed: () => () => {} },
  });
  const take = createAlarmPictureTaker({ ...common, live, recordings: { keyFrame: async () => null } });
  const camera = { tenantId: 't', deviceSerial: 'DEMO00001', channelNo: 1, profile: 'sub' } as const;
  const taken = take({ id: 'a', channelId: 'c', camera, at: clock.now() });
  await clock.advance(20_000);
  const picture = await taken;
  live.close();
  return picture!.bytes;
}

it('a key frame of a camera becomes a picture in the page, and what is no picture is rejected', async () => {
  const content = Buffer.from(await takenPicture()).toString('base64');
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const shown = await page.evaluate(async (file) => {
    const image = new Image();
    image.src = await window.pictureOf(file);
    await image.decode();
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: image.width, height: image.height });
    const context = canvas.getContext('2d')!;
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    return { width: image.width, height: image.height, colours: new Set(data).size };
  }, content);
  expect(shown).toMatchObject({ width: 320, height: 180 });
  // A street, not an empty picture.
  expect(shown.colours).toBeGreaterThan(100);
  expect(complaints).toEqual([]);
  const rejected = page.evaluate((file) => window.pictureOf(file), Buffer.from('none').toString('base64'));
  await expect(rejected).rejects.toThrow();
});

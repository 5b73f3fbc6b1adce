import { expect } from 'expect';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { launchChromium } from '../kit/chromium.ts';
import {
  defaultAnswer,
  type FakeCamera,
  type FakeCameraOptions,
  reply,
  startFakeCamera,
} from '../kit/fake-camera.ts';
import {
  eventually,
  type HostSite,
  hostEvents,
  openHostPage,
  playerFrame,
  startHostSite,
} from '../kit/host-page.ts';
import { interleaved, makeRtp } from '../kit/rtp-bits.ts';
import { type SharedOriel, sharedOriel } from '../kit/start-oriel.ts';

const sdp = (media: string) => `v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=x\r\nt=0 0\r\na=control:*\r\n${media}`;
const onDescribe =
  (answer: string): NonNullable<FakeCameraOptions['answer']> =>
  (request) =>
    request.method === 'DESCRIBE' ? reply(request, answer, ['Location: rtsp://127.0.0.1:1/x']) : undefined;

interface Cause {
  readonly name: string;
  readonly camera: FakeCameraOptions;
  readonly code: string;
  readonly message: string;
  readonly advice: RegExp;
}

const causes: readonly Cause[] = [
  {
    name: 'does not send over TCP',
    camera: {
      answer: (request) =>
        request.method === 'SETUP' ? reply(request, '461 Unsupported Transport') : undefined,
    },
    code: 'source.udpOnly',
    message: '摄像机不通过 TCP 发送画面',
    advice: /RTP over RTSP/,
  },
  {
    name: 'sends audio only',
    camera: {
      answer: (request) =>
        defaultAnswer(request, sdp('m=audio 0 RTP/AVP 8\r\na=rtpmap:8 PCMA/8000\r\na=control:track1\r\n')),
      playing(connection) {
        let count = 0;
        connection.every(40, () => {
          const packet = makeRtp(
            { sequence: count, timestamp: count * 320, payloadType: 8 },
            Buffer.alloc(320, 0xd5),
          );
          connection.socket.write(interleaved(0, packet));
          count += 1;
        });
      },
    },
    code: 'source.noVideo',
    message: '摄像机只发送声音，没有画面',
    advice: /启用摄像机的视频/,
  },
  {
    name: 'sends Motion JPEG',
    camera: {
      answer: (request) =>
        defaultAnswer(request, sdp('m=video 0 RTP/AVP 26\r\na=rtpmap:26 JPEG/90000\r\na=control:track1\r\n')),
    },
    code: 'source.unsupported',
    message: '摄像机的编码无法播放',
    advice: /H\.264 或 H\.265/,
  },
  {
    name: 'redirects',
    camera: { answer: onDescribe('302 Moved Temporarily') },
    code: 'source.redirected',
    message: '摄像机要求改用另一个地址',
    advice: /检查摄像机的地址/,
  },
];

const cameras: FakeCamera[] = [];
let oriel: SharedOriel;
let site: HostSite;
let browser: Browser;
let appKey = '';

beforeAll(async () => {
  oriel = await sharedOriel();
  site = await startHostSite({
    server: () => oriel.origin,
    token: async () =>
      ((await oriel.oriel(['token', 'issue', '--app', appKey])) as { accessToken: string }).accessToken,
  });
  const app = await oriel.oriel(['app', 'create', '--name', 'shop', '--origin', site.origin]);
  ({ appKey } = app as { appKey: string });
  browser = await launchChromium();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await site?.close();
  await oriel?.stop();
  await Promise.all(cameras.map((camera) => camera.stop()));
});

describe('a camera that', () => {
  it.each(causes)(
    '$name is reported with its cause to page and viewer, and not tried again',
    async (cause) => {
      const camera = await startFakeCamera(cause.camera);
      cameras.push(camera);
      const serial = `CAUSE${cameras.length}`;
      await oriel.oriel(['camera', 'add', camera.url, '--serial', serial]);
      const before = camera.requests.filter(({ method }) => method === 'DESCRIBE').length;
      const page = await openHostPage(browser, site, {
        app: appKey,
        template: 'standard',
        language: 'zh-CN',
        url: `ezopen://oriel/${serial}/1.hd.live`,
      });
      const events = async (name: string) =>
        (await hostEvents(page)).filter((event) => event.name === name).map(({ detail }) => detail);
      await eventually('the failure', async () =>
        (await events('state')).some((state) => (state as { phase: string }).phase === 'failed'),
      );
      await eventually('the message', async () => (await events('handleError')).length > 0);
      expect(await events('handleError')).toEqual([
        {
          code: cause.code,
          message: cause.message,
          source: 'device',
          retryable: false,
          detail: { solution: expect.stringMatching(cause.advice) },
        },
      ]);
      const last = (await events('state')).at(-1) as { attempt: number };
      // The main stream, and once the sub stream, which could be different.
      expect(last.attempt).toBeLessThanOrEqual(2);
      expect(
        camera.requests.filter(({ method }) => method === 'DESCRIBE').length - before,
      ).toBeLessThanOrEqual(2);
      const card = (await playerFrame(page)).locator('.oriel-card');
      await card.getByText(cause.message).waitFor();
      expect(await card.innerText()).toMatch(cause.advice);
      if (process.env.SCREENSHOTS)
        await page.screenshot({ path: `${process.env.SCREENSHOTS}/${cause.code}.png` });
      await page.close();
    },
  );
});

import { mkdirSync } from 'node:fs';
import { expect } from 'expect';
import type { Browser, Frame, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { launchChromium } from '../kit/chromium.ts';
import { ConsolePage } from '../kit/console-page.ts';
import { startConsoleSite } from '../kit/console-site.ts';
import { type GstRtspServer, startGstRtspServer } from '../kit/gst-rtsp-server.ts';
import { changedShare, eventually, grabFrame, measureFrame } from '../kit/host-page.ts';
import type { OrielInstance } from '../kit/start-oriel.ts';

/** A third-party camera, added, watched and lost, using the pages of the console only. */

const cameraPassword = 'p@ss w0rd/?#';
const footage = {
  video: 'h264',
  audio: 'pcma',
  auth: 'digest',
  username: 'viewer',
  password: cameraPassword,
} as const;

let camera: GstRtspServer;
let oriel: OrielInstance;
let browser: Browser;
let admin: ConsolePage;
let page: Page;
/** A page of the same user that stays on the first page. */
let numbers: Page;

beforeAll(async () => {
  const shots = process.env.ORIEL_SHOTS;
  if (shots) mkdirSync(shots, { recursive: true });
  [oriel, browser, camera] = await Promise.all([
    startConsoleSite(),
    launchChromium(),
    startGstRtspServer(footage),
  ]);
  admin = await ConsolePage.signedIn(browser, oriel);
  page = admin.page;
  page.setDefaultTimeout(20_000);
  numbers = await admin.context.newPage();
  await numbers.goto(`${oriel.origin}/index`);
}, 400_000);
afterAll(async () => {
  try {
    await admin?.close();
  } finally {
    await browser?.close();
    await oriel?.stop();
    await camera?.stop();
  }
});

const serial = 'STREET1';

const button = (name: string | RegExp, inside: Page | Locator = page) => inside.getByRole('button', { name });
const field = (name: string | RegExp, inside: Page | Locator = page) => inside.getByRole('textbox', { name });

async function add(): Promise<Locator> {
  await button('新增').first().click();
  if (page.url().includes('/iot/camera')) await page.getByRole('menuitem', { name: '添加通道' }).click();
  const drawer = page.getByRole('dialog', { name: /^新增/ });
  await drawer.waitFor();
  return drawer;
}
async function save(drawer: Locator): Promise<void> {
  await button('保存', drawer).click();
  await drawer.waitFor({ state: 'hidden' });
}
async function choose(inside: Locator, label: string, option: string): Promise<void> {
  await inside.getByRole('combobox', { name: label }).first().click();
  await page.getByRole('option', { name: option }).first().click();
}

/** The large number of a card on the first page, and the small ones below it. */
async function card(title: string): Promise<string> {
  return (await numbers.getByRole('region', { name: title, exact: true }).innerText()).replace(/\s+/g, ' ');
}
const countOf = async (title: string) => Number(/ (\d+) /.exec(await card(title))?.[1]);
const untilCardShows = (title: string, words: string) =>
  eventually(
    `${title}: ${words}`,
    async () => {
      if ((await card(title)).includes(words)) return true;
      // Earlier than the page, which requests its figures every 10 s.
      await numbers.waitForTimeout(1_500);
      await numbers.reload();
      await numbers.getByRole('region', { name: title, exact: true }).filter({ hasText: /\d/ }).waitFor();
      return false;
    },
    60_000,
  );

async function playerOf(dialog: Locator): Promise<Frame> {
  const handle = await dialog.locator('iframe').elementHandle();
  const frame = await handle?.contentFrame();
  if (!frame) throw new Error('no player on the page');
  return frame;
}

async function expectStreet(frame: Frame): Promise<void> {
  // An empty canvas has a default size.
  const first = await eventually(
    'a frame of 640 by 360',
    async () => {
      const grabbed = await grabFrame(frame);
      return grabbed?.width === 640 && grabbed.height === 360 && grabbed;
    },
    60_000,
  );
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
}

describe('a real camera', () => {
  it('is added page by page, checked, played, lost and found again; the dashboard counts it', async () => {
    // The demo cameras exist from the start, and are online.
    const channels = await countOf('摄像头');
    const first = await eventually('device states', async () =>
      /在线 ([1-9]\d*) · 离线 (\d+) · 从未上线 (\d+)/.exec(await card('设备')),
    );
    const [online = 0, offline = 0, unseen = 0] = first.slice(1).map(Number);
    /** Counts with the new camera in the given state. */
    const counts = (as: '在线' | '离线' | '从未上线') =>
      untilCardShows(
        '设备',
        `在线 ${online + Number(as === '在线')} · 离线 ${offline + Number(as === '离线')} · 从未上线 ${unseen + Number(as === '从未上线')}`,
      );

    await admin.openPage('/iot/company');
    const company = await add();
    await field('企业名称', company).fill('青松物业');
    await save(company);
    await admin.row('青松物业').waitFor();

    await admin.openPage('/iot/device');
    const device = await add();
    await field('设备序列号', device).fill(serial);
    await field('设备名称', device).fill('街角摄像机');
    await choose(device, '所属企业', '青松物业');
    await save(device);
    await admin.row('街角摄像机').getByText('从未上线').waitFor();
    await counts('从未上线');

    await admin.openPage('/iot/camera');
    const channel = await add();
    await field('摄像头名称', channel).fill('街角');
    await choose(channel, '所属设备', '街角摄像机');
    await save(channel);
    const row = admin.row('街角').filter({ hasText: serial });
    await row.waitFor();
    await untilCardShows('摄像头', `摄像头 ${channels + 1} `);

    // A camera that sends nothing fails its probe.
    await admin.act('街角', '取流来源');
    const sources = admin.dialog('街角 的取流来源');
    const main = sources.getByRole('region', { name: '主码流（高清）' });
    await button(/^更改/, main).click();
    await field('地址', main).fill(camera.url);
    await field('用户名', main).fill('viewer');
    await main.getByLabel('密码', { exact: true }).fill('not-this-one');
    await button('保存', main).click();
    await button(/^更改/, main).waitFor();
    await button('检测', sources).click();
    await sources.getByText('主码流（高清）：摄像头响应异常').waitFor({ timeout: 60_000 });
    await counts('离线');
    await admin.shot('real-camera-refused');
    await button(/^更改/, main).click();
    await field('地址', main).fill(camera.url);
    await field('用户名', main).fill('viewer');
    await main.getByLabel('密码', { exact: true }).fill(cameraPassword);
    await button('保存', main).click();
    await button(/^更改/, main).waitFor();
    await button('检测', sources).click();
    await sources.getByText('主码流（高清）：摄像头响应正常').waitFor({ timeout: 60_000 });
    await sources.getByText(/h264 640×360 · 15 fps · .*pcma 8 kHz/i).waitFor();
    await counts('在线');
    await admin.shot('real-camera-checked');
    expect(await admin.findings()).toEqual([]);
    expect(await page.content()).not.toContain(cameraPassword);
    await page.keyboard.press('Escape');
    await sources.waitFor({ state: 'hidden' });

    await admin.act('街角', '预览');
    const preview = admin.dialog('预览 街角');
    const frame = await playerOf(preview);
    await expectStreet(frame);
    await admin.shot('real-camera-preview');
    await untilCardShows('正在观看', '正在观看 1 ');
    await untilCardShows('码流', '正常 1 · 启动 0 · 重试 0');
    const list = await admin.context.newPage();
    await list.goto(`${oriel.origin}/iot/camera`);
    const listed = list.getByRole('row').filter({ hasText: serial });
    await listed.getByText('在线', { exact: true }).waitFor();

    await camera.stop('SIGKILL');
    await counts('离线');
    await untilCardShows('码流', '重试 1');
    await list.reload();
    await listed.getByText('离线', { exact: true }).waitFor();
    await admin.shot('real-camera-lost');
    if (process.env.ORIEL_SHOTS)
      await numbers.screenshot({ path: `${process.env.ORIEL_SHOTS}/real-camera-dashboard.png` });

    // Back at the same address, its video returns without any action.
    const before = await grabFrame(frame);
    camera = await startGstRtspServer({ ...footage, port: camera.port });
    await counts('在线');
    await eventually(
      'moving again',
      async () => {
        const next = await grabFrame(frame);
        return before !== null && next !== null && changedShare(before, next) > 0.001;
      },
      60_000,
    );
    await list.close();
    await page.keyboard.press('Escape');
    await preview.waitFor({ state: 'hidden' });
    await untilCardShows('正在观看', '正在观看 0 ');
    expect(oriel.output()).not.toContain(cameraPassword);
  }, 400_000);

  it('opens for an application with an allowed origin and a token for this camera', async () => {
    const portal = '物业门户';
    await admin.openPage('/iot/application');
    const application = await add();
    await field('应用名称', application).fill(portal);
    await application.getByRole('combobox', { name: '允许的来源' }).fill('https://portal.example');
    await page.keyboard.press('Enter');
    await button('保存', application).click();
    const once = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: '复制' }) });
    expect((await once.getByLabel('appSecret').inputValue()).length).toBeGreaterThan(15);
    await button('关闭', once).last().click();
    await button('已保存，关闭', once).click();
    await once.waitFor({ state: 'hidden' });
    const appKey = await admin.row(portal).locator('code').first().innerText();

    await admin.openPage('/iot/token');
    const token = await add();
    await choose(token, '应用', portal);
    await token.getByRole('combobox', { name: '选择摄像头' }).fill('街角');
    await page.getByRole('option', { name: '街角（通道 1）' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('listbox').waitFor({ state: 'hidden' });
    await button('保存', token).click();
    const made = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: '复制' }) });
    const accessToken = await made.getByLabel('访问令牌', { exact: true }).inputValue();
    await admin.shot('real-camera-token');
    await button('关闭', made).last().click();
    await button('已保存，关闭', made).click();
    await made.waitFor({ state: 'hidden' });
    await admin.row(portal).getByText('有效').waitFor();

    // Only that page may embed the frame, and the token is valid for this camera.
    const answer = await fetch(`${oriel.origin}/player/standard/${appKey}`);
    expect(answer.headers.get('content-security-policy')).toMatch(
      /frame-ancestors https:\/\/portal\.example(?:;|$)/,
    );
    const device = await fetch(`${oriel.origin}/api/lapp/device/info`, {
      method: 'POST',
      body: new URLSearchParams({ accessToken, deviceSerial: serial }),
    });
    expect(await device.json()).toMatchObject({ data: { deviceName: '街角摄像机' } });
  }, 120_000);
});

import { expect } from 'expect';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { ceilingFault } from '../ceilings.ts';
import { launchChromium } from '../kit/chromium.ts';
import { ConsolePage } from '../kit/console-page.ts';
import { adminPassword } from '../kit/console-site.ts';
import { type GstRtspServer, startGstRtspServer } from '../kit/gst-rtsp-server.ts';
import { changedShare, eventually, grabFrame, measureFrame, playerFrame } from '../kit/host-page.ts';
import { weighedPages, weighScripts } from '../kit/page-scripts.ts';
import { type OrielInstance, startOriel } from '../kit/start-oriel.ts';

/** An administrator of a new server: from its setup code to the picture of the first camera of their own. */

const login = { username: 'viewer', password: 'p@ss w0rd/?#' };
const camera = '街角';

let device: GstRtspServer;
let oriel: OrielInstance;
let browser: Browser;
let admin: ConsolePage;
let page: Page;

beforeAll(async () => {
  [oriel, browser, device] = await Promise.all([
    startOriel({ isFirstStart: true }),
    launchChromium(),
    startGstRtspServer({ video: 'h264', audio: 'pcma', auth: 'digest', ...login }),
  ]);
  admin = await ConsolePage.open(browser, oriel);
  ({ page } = admin);
}, 180_000);
afterAll(async () => {
  try {
    await admin?.close();
  } finally {
    await browser?.close();
    await oriel?.stop();
    await device?.stop();
  }
});

/** Starts a check of the sources, and waits for its result. */
async function check(result: RegExp): Promise<void> {
  const sources = admin.dialog(`${camera} 的取流来源`);
  await sources.getByRole('button', { name: '检测' }).click();
  await sources.getByText(result).first().waitFor({ timeout: 60_000 });
}

describe('the administrator of a new server', () => {
  it('creates the first account with the setup code; invalid values are reported at their fields', async () => {
    await page.goto(`${oriel.origin}/`);
    await page.getByRole('link', { name: '进入管理平台' }).click();
    await page.getByLabel('初始化代码').waitFor();
    await page.getByLabel('账号').fill('a');
    await page.getByRole('button', { name: '创建并登录' }).click();
    await page.getByText('初始化代码不能为空').waitFor();
    await page.getByText(/账号须以字母开头/).waitFor();
    await page.getByLabel('初始化代码').fill(oriel.setupCode?.code ?? '');
    await page.getByLabel('账号').fill('admin');
    await page.getByLabel('昵称').fill('管理员');
    await page.getByLabel('密码', { exact: true }).fill(adminPassword);
    await page.getByLabel('确认密码').fill(adminPassword);
    await page.getByRole('button', { name: '创建并登录' }).click();
    await page.waitForURL('**/index');
    // The demo cameras exist.
    const devices = page.getByRole('region', { name: '设备', exact: true });
    await devices.getByText('2', { exact: true }).waitFor();
  });

  it('loads no more JavaScript than the ceilings permit', async () => {
    const state = await page.context().storageState();
    const login = await weighScripts(browser, oriel.origin, weighedPages.login);
    const list = await weighScripts(browser, oriel.origin, weighedPages.list, state);
    expect([ceilingFault('login', login.bytes), ceilingFault('list', list.bytes)]).toEqual(['', '']);
  });

  it('adds a camera by its address, and is told that the camera refuses the password', async () => {
    await admin.visit('/iot/camera');
    await page.getByRole('button', { name: '接入摄像头' }).click();
    const dialog = admin.dialog('接入摄像头');
    await dialog.getByRole('textbox', { name: '名称' }).fill(camera);
    await dialog.getByRole('textbox', { name: '地址' }).first().fill(device.url);
    await dialog.getByRole('textbox', { name: '用户名' }).fill(login.username);
    await dialog.getByLabel('密码', { exact: true }).fill('not-this-one');
    await dialog.getByRole('button', { name: '接入摄像头' }).click();
    await admin.reported(`已添加摄像头「${camera}」，尚未检测能否取流`);
    await dialog.waitFor({ state: 'hidden' });
    await admin.act(camera, '取流来源');
    await check(/^主码流（高清）：摄像头响应异常/);
    await admin
      .dialog(`${camera} 的取流来源`)
      .getByText(/^摄像机拒绝了登录/)
      .waitFor();
  });

  it('corrects the password, and the check finds what the camera sends', async () => {
    const sources = admin.dialog(`${camera} 的取流来源`);
    const main = sources.getByRole('region', { name: '主码流（高清）' });
    await main.getByRole('button', { name: /^更改/ }).click();
    await main.getByRole('textbox', { name: '用户名' }).fill(login.username);
    await main.getByLabel('密码', { exact: true }).fill(login.password);
    await main.getByRole('button', { name: '保存' }).click();
    await main.getByRole('button', { name: /^更改/ }).waitFor();
    await check(/^主码流（高清）：摄像头响应正常/);
    await sources.getByText(/h264 640×360 · 15 fps · .*pcma 8 kHz/i).waitFor();
    expect(await page.content()).not.toContain(login.password);
    await page.keyboard.press('Escape');
    await sources.waitFor({ state: 'hidden' });
  });

  it('sees the camera live', async () => {
    await admin.act(camera, '预览');
    const preview = admin.dialog(`预览 ${camera}`);
    await preview.waitFor();
    const player = await playerFrame(page);
    // An empty canvas has a default size.
    const first = await eventually(
      'a frame of 640 by 360',
      async () => {
        const frame = await grabFrame(player);
        return frame?.width === 640 && frame.height === 360 && frame;
      },
      60_000,
    );
    // A street in daylight: neither black nor white, full of edges, with some colour.
    const { mean, spread, colour } = measureFrame(first);
    expect(mean).toBeGreaterThan(60);
    expect(mean).toBeLessThan(200);
    expect(spread).toBeGreaterThan(25);
    expect(colour).toBeGreaterThan(3);
    await eventually('motion', async () => {
      const next = await grabFrame(player);
      return next !== null && changedShare(first, next) > 0.001;
    });
    await page.keyboard.press('Escape');
    await preview.waitFor({ state: 'hidden' });
    expect(oriel.output()).not.toContain(login.password);
  });
});

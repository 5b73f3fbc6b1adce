import { join } from 'node:path';
import { expect } from 'expect';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { launchChromium } from '../kit/chromium.ts';
import { ConsoleCalls } from '../kit/console-calls.ts';
import { ConsolePage, soon } from '../kit/console-page.ts';
import { adminPassword, startConsoleSite } from '../kit/console-site.ts';
import { eventually, playerFrame } from '../kit/host-page.ts';
import { overflowFaults } from '../kit/list-layout.ts';
import { demoFps, demoFrameAt, recordMinutes } from '../kit/recorded-minutes.ts';
import { shownFrame } from '../kit/shown-frame.ts';
import type { OrielInstance } from '../kit/start-oriel.ts';

/** A support agent opens the link of a ticket: sign-in, the camera at the time of the link, and what is known of it. */

const second = 1_000;
const hour = 3_600 * second;
/** 10:15 of yesterday in Shanghai, the zone of a new installation. */
const today = Math.floor((Date.now() + 8 * hour) / (24 * hour)) * 24 * hour - 8 * hour;
const quarterPast = today - 24 * hour + 10.25 * hour;
const civil = (at: number) => new Date(at + 8 * hour).toISOString().slice(0, 19).replace('T', ' ');
const serial = 'DEMO00001';
const name = 'Demo 1 · 演示 1';
const link = `/watch/${serial}/1?at=${civil(quarterPast).replace(' ', 'T')}`;
const password = 'Purple-elephant-rides-9';
const permissions = [
  ...['iot:camera:play', 'iot:recording:play', 'iot:camera:query', 'iot:camera:viewers', 'iot:device:query'],
  ...['iot:camera:notes', 'iot:camera:addNote', 'iot:alarm:list', 'monitor:operlog:list'],
  ...['iot:savedWall:list', 'iot:savedWall:add', 'iot:camera:list'],
];

interface Menu {
  readonly menuId: number;
  readonly perms: string | null;
}

let oriel: OrielInstance;
let browser: Browser;
let agent: ConsolePage;
let page: Page;

beforeAll(async () => {
  [oriel, browser] = await Promise.all([startConsoleSite(), launchChromium()]);
  const oneTime = await ConsoleCalls.as(oriel, 'admin', adminPassword, async (calls) => {
    const { records } = await calls.call('GET', `/iot/camera/page?deviceSerial=${serial}`);
    const key = { tenantId: 'default', channelId: records[0].id, store: 'cloud' } as const;
    const root = join(oriel.dataDir, 'recordings');
    await recordMinutes({ root, key, from: quarterPast - 30 * second, durationMs: 150 * second });
    const menus = (await calls.call('GET', '/system/menu/list')).records as Menu[];
    const menuIds = menus
      .filter(({ perms }) => permissions.includes(perms ?? ''))
      .map(({ menuId }) => menuId);
    const role = { roleName: '客服', roleKey: 'support', roleSort: 9, status: '0' };
    const { roleId } = await calls.call('POST', '/system/role', { ...role, menuIds });
    await calls.call('PUT', '/system/role/dataScope', { roleId, version: 1, dataScope: '1' });
    return calls.user('support', '客服一', [roleId]);
  });
  await ConsoleCalls.as(oriel, 'support', oneTime, (calls) =>
    calls.call('PUT', '/system/user/profile/updatePwd', { oldPassword: oneTime, newPassword: password }),
  );
  agent = await ConsolePage.open(browser, oriel);
  page = agent.page;
  await agent.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: oriel.origin });
}, 300_000);
afterAll(async () => {
  await agent?.close();
  await browser?.close();
  await oriel?.stop();
});

const button = (label: string | RegExp) => page.getByRole('button', { name: label });
const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
/** A frame of the time of the link. */
const shown = () =>
  eventually('a frame of 10:15', async () => {
    const frame = await shownFrame(await playerFrame(page));
    const first = demoFrameAt(quarterPast);
    return frame !== null && frame >= first - 1 && frame < first + 60 * demoFps;
  });

it('leads through the sign-in to the camera at 10:15 of yesterday', async () => {
  const answer = await page.goto(`${oriel.origin}${link}`);
  expect(answer?.headers()).toMatchObject({ 'referrer-policy': 'same-origin' });
  await page.getByLabel('账号').fill('support');
  await page.getByLabel('密码', { exact: true }).fill(password);
  await button('登录').click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  expect(decodeURIComponent(page.url())).toBe(`${oriel.origin}${link}`);
  await shown();
}, 120_000);

it('shows playback, device, online history, viewers and log beside the player', async () => {
  const part = (title: string) => page.getByRole('region', { name: title });
  await part('播放').getByText('播放中').waitFor();
  await part('播放').getByText(civil(quarterPast).slice(0, 15)).first().waitFor();
  await part('设备信息').getByText(serial).first().waitFor();
  await part('在线历史').getByText('上线').first().waitFor();
  await part('报警').getByText('没有报警').waitFor();
  await part('正在观看').getByText('客服一').waitFor();
  await part('操作日志').getByText('打开摄像头链接').waitFor();
});

it('takes a note, which is deleted after a question', async () => {
  const notes = page.getByRole('region', { name: '备注' });
  await notes.getByText('还没有备注').waitFor();
  await notes.getByRole('textbox', { name: '添加备注' }).fill('画面发白，已请现场擦拭镜头');
  await button('添加备注').click();
  await notes.getByText('画面发白，已请现场擦拭镜头').waitFor();
  await notes.getByRole('button', { name: /^删除 客服一/ }).click();
  await button('确定').click();
  await notes.getByText('还没有备注').waitFor();
});

it('copies the diagnosis, without a secret, and a link to the moment on the screen', async () => {
  await button('复制诊断信息').click();
  await agent.reported('诊断信息已复制');
  const diagnosis = await clipboard();
  expect(diagnosis).toContain(`camera: ${name} (${serial}/1)`);
  expect(diagnosis).toContain('phase: playing');
  expect(diagnosis).toMatch(/link: http:\S+\/watch\/DEMO00001\/1\?at=\S+T10:1[5-7]:\d\d/);
  expect(diagnosis).not.toMatch(/at\.[0-9a-z]{20,}|token|ticket/i);
  await button('复制链接').click();
  await agent.reported('链接已复制');
  expect(new URL(await clipboard()).pathname).toBe(`/watch/${serial}/1`);
});

it('saves a snapshot', async () => {
  const saving = page.waitForEvent('download');
  await button('截图').click();
  expect((await saving).suggestedFilename()).toMatch(/\.jpe?g$/);
});

describe('is shown', () => {
  it.each([
    [1440, 900],
    [1024, 768],
    [390, 844],
  ])('at %i px without overflow and without findings of axe', async (width, height) => {
    await agent.resize(width, height);
    expect(await overflowFaults(agent)).toEqual([]);
    expect(await agent.findings()).toEqual([]);
    await agent.shot(`watch-zh-${width}`);
  });

  it('in the language of the link, which is not stored', async () => {
    await page.goto(`${oriel.origin}${link}&language=en-US&template=security`);
    await button('Copy diagnosis').waitFor();
    await page
      .getByRole('region', { name: 'Online history' })
      .getByText('Online', { exact: true })
      .first()
      .waitFor();
    for (const [width, height] of [
      [390, 844],
      [1440, 900],
    ] as const) {
      await agent.resize(width, height);
      expect(await overflowFaults(agent)).toEqual([]);
      await agent.shot(`watch-en-${width}`);
    }
    expect(await page.evaluate(() => localStorage.getItem('app_language'))).not.toBe('en-US');
  }, 60_000);
});

it('can be used with the keyboard alone: buttons, player, panel', async () => {
  await page.goto(`${oriel.origin}/watch/${serial}/1`);
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await eventually('live video', async () => (await shownFrame(await playerFrame(page))) !== null);
  await soon(button('截图')).toBeEnabled();
  const wanted = ['复制链接', '复制诊断信息', '截图', '管理平台', 'IFRAME'];
  const reached: string[] = [];
  // The player in the frame has buttons of its own.
  for (let presses = 0; presses < 40 && !wanted.every((one) => reached.includes(one)); presses += 1) {
    await page.keyboard.press('Tab');
    reached.push(
      await page.evaluate(() => document.activeElement?.textContent || document.activeElement?.tagName || ''),
    );
  }
  expect(reached).toEqual(expect.arrayContaining(wanted));
});

describe('a wall', () => {
  const tile = (of: string) => page.getByRole('article', { name: new RegExp(of) });

  it('shows the cameras of its address, without overflow and without findings of axe', async () => {
    await page.goto(`${oriel.origin}/watch?cameras=DEMO00002,${serial}`);
    await tile(name).waitFor();
    await tile('Demo 2')
      .getByRole('link', { name: /的完整页面$/ })
      .waitFor();
    await eventually('video on both tiles', async () => {
      const frames = page.frames().filter((frame) => frame.url().includes('/player/'));
      const shownFrames = await Promise.all(frames.map((frame) => shownFrame(frame).catch(() => null)));
      return shownFrames.length === 2 && shownFrames.every((frame) => frame !== null);
    });
    for (const [width, height] of [
      [390, 844],
      [1440, 900],
    ] as const) {
      await agent.resize(width, height);
      expect(await overflowFaults(agent)).toEqual([]);
      expect(await agent.findings()).toEqual([]);
      await agent.shot(`wall-zh-${width}`);
    }
  }, 90_000);

  it('is saved, listed in the console, and opened from there', async () => {
    await button('保存视频墙').click();
    const dialog = agent.dialog('保存视频墙');
    await dialog.getByRole('textbox', { name: '名称' }).fill('夜班');
    await agent.shot('wall-save');
    await dialog.getByRole('button', { name: '保存', exact: true }).click();
    await agent.reported('视频墙已保存');
    await agent.openPage('/iot/savedWall');
    const opening = agent.context.waitForEvent('page');
    await agent.act('夜班', '打开');
    const opened = await opening;
    await opened.getByRole('heading', { level: 1, name: '夜班' }).waitFor();
    await opened.getByRole('article', { name: new RegExp(name) }).waitFor();
    await opened.close();
    await agent.shot('wall-list');
  }, 60_000);
});

describe('answers', () => {
  const visit = async (path: string) => {
    await page.goto(`${oriel.origin}${path}`);
    await page.getByRole('main').getByRole('alert').waitFor();
    return page.getByRole('main').innerText();
  };

  it('the same for a camera that does not exist and for one that the person may not see', async () => {
    await ConsoleCalls.as(oriel, 'admin', adminPassword, async (calls) => {
      const { records } = await calls.call('GET', '/system/role/page?roleKey=support');
      const { roleId, version } = records[0];
      await calls.call('PUT', '/system/role/dataScope', { roleId, version, dataScope: '5' });
    });
    const [foreign, missing, never] = [
      await visit(`/watch/${serial}/1`),
      await visit('/watch/NOSUCH01/1'),
      await visit('/watch/NOSUCH01/x'),
    ];
    expect(foreign).toContain('摄像头不存在，或您无权查看');
    expect([missing, never]).toEqual([foreign, foreign]);
    await agent.shot('watch-missing');
  });

  it('with what is wrong in the address, as text', async () => {
    const text = await visit(
      `/watch/${serial}/1?at=<img src=x onerror=alert(1)>&quality=4k&template=security`,
    );
    expect(text).toContain('时间“<img src=x onerror=alert(1)>”无效');
    expect(text).toContain('清晰度“4k”无效');
    await page.getByRole('link', { name: '观看实时画面' }).waitFor();
    expect(await page.getByRole('link', { name: '观看实时画面' }).getAttribute('href')).toBe(
      `/watch/${serial}/1?template=security`,
    );
    await agent.shot('watch-invalid');
  });
});

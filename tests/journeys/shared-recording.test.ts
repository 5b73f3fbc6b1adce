import { expect } from 'expect';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { ConsolePage, soon } from '../kit/console-page.ts';
import { eventually, playerFrame } from '../kit/host-page.ts';
import { recordIndexed } from '../kit/indexed-minutes.ts';
import { LiveStage } from '../kit/live-player.ts';
import { demoFrameAt } from '../kit/recorded-minutes.ts';
import { shownFrame } from '../kit/shown-frame.ts';

/** A user of the console shares a part of a recording, a visitor without an account watches it, and the user ends it. */

const second = 1_000;
const hour = 3_600 * second;
const day = 24 * hour;
/** 12:00 of yesterday in Shanghai, the zone of a new installation. */
const noon = Math.floor((Date.now() + 8 * hour) / day) * day - 20 * hour;
const forward = (count: number): string[] => Array(count).fill('Shift+ArrowRight');
const civil = (at: number) => new Date(at + 8 * hour).toISOString().slice(0, 19).replace('T', ' ');

let stage: LiveStage;
let admin: ConsolePage;
let visitor: BrowserContext;
let page: Page;
let link: string;
/** What is shared. */
let begin: number;
let end: number;

beforeAll(async () => {
  stage = await LiveStage.start();
  await recordIndexed(stage, [{ serial: 'DEMO00001', from: noon, durationMs: 90 * second }]);
  admin = await ConsolePage.signedIn(stage.browser, stage.oriel);
  visitor = await stage.browser.newContext({ locale: 'zh-CN', viewport: { width: 1_000, height: 700 } });
  page = await visitor.newPage();
}, 180_000);
afterAll(async () => {
  await visitor?.close();
  await admin?.close();
  await stage?.close();
});

const shown = async () => shownFrame(await playerFrame(page));

describe('a part of a recording that is shared', () => {
  it('is selected on the timeline of the console, and becomes a link', async () => {
    await admin.openPage('/iot/recording');
    await admin.page.getByRole('button', { name: /^查看 Demo 1.*的录像/ }).click();
    const recordings = admin.dialog(/^Demo 1.*的录像/);
    const [, month, date] = civil(noon).slice(0, 10).split('-').map(Number);
    await recordings.getByRole('button', { name: new RegExp(`${month}月${date}日.*有录像`) }).click();
    await recordings.getByRole('button', { name: '从 12:00:00 播放' }).click();
    const player = admin.page.frameLocator('iframe');
    await player.getByRole('button', { name: '暂停', exact: true }).click();
    const timeline = player.getByRole('slider', { name: '录像时间轴' });
    await soon(timeline).toHaveAttribute('aria-valuetext', /定时录像/);
    // The begin of the recording, then ten seconds each.
    const keys = ['Control+ArrowLeft', ...forward(2), 'i', ...forward(4), 'o'];
    for (const key of keys) await timeline.press(key);
    await player.getByRole('button', { name: '分享', exact: true }).click();
    const dialog = admin.dialog('分享录像');
    await dialog.getByLabel('名称').fill('门口');
    const range = await dialog.getByText(/^[-\d]+ [:\d]+ – [-\d]+ [:\d]+$/).innerText();
    // In whole seconds: the frames at both ends are part of it.
    [begin, end] = range.split(' – ').map((text) => Date.parse(`${text.replace(' ', 'T')}+08:00`)) as [
      number,
      number,
    ];
    expect(Math.abs(begin - (noon + 20 * second))).toBeLessThanOrEqual(second);
    expect(Math.abs(end - (noon + 60 * second))).toBeLessThanOrEqual(second);
    await dialog.getByRole('button', { name: '创建链接' }).click();
    link = await admin.page.getByLabel('链接', { exact: true }).inputValue();
    expect(link).toMatch(new RegExp(`^${stage.oriel.origin}/s/[0-9A-Z]{16}$`));
  });

  it('plays to a visitor who has the link and no account, without live video', async () => {
    await page.goto(link);
    await page.getByRole('heading', { name: '门口' }).waitFor();
    await page.getByText(`${civil(begin)} – ${civil(end).slice(11)}`).waitFor();
    const first = await eventually('a frame', shown);
    expect(first).toBeGreaterThanOrEqual(demoFrameAt(begin) - 1);
    const later = await eventually('a later frame', async () => {
      const frame = await shown();
      return frame !== null && frame > first && frame;
    });
    expect(later).toBeLessThan(demoFrameAt(end));
    expect(await visitor.cookies()).toEqual([]);
    const buttons = page.frameLocator('iframe').getByRole('button', { name: /回到实时画面|选择日期/ });
    expect(await buttons.count()).toBe(0);
  });

  it('ends for its visitor when the link is deleted in the console, and cannot be opened again', async () => {
    await admin.openPage('/iot/share');
    await admin.act('门口', '删除');
    await admin
      .dialog(/./)
      .getByRole('button', { name: /删除|确定/ })
      .click();
    await page.getByText('链接已过期或已被取消，请向分享者索取新的链接').waitFor();
    await soon(page.locator('iframe')).toHaveCount(0);
    await page.reload();
    await page.getByText('链接无效或已结束，或 PIN 不正确，请向分享者确认').waitFor();
    expect(await page.locator('iframe').count()).toBe(0);
    expect(stage.oriel.output()).not.toContain(link.slice(-16));
  });
});

import { expect as expectPage } from '@playwright/test';
import { expect } from 'expect';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { type LivePlayer, LiveStage } from '../kit/live-player.ts';
import type { SharedOriel } from '../kit/start-oriel.ts';

const soon = expectPage.configure({ timeout: 30_000 });

let stage: LiveStage<SharedOriel>;
let player: LivePlayer;

beforeAll(async () => {
  stage = await LiveStage.startShared();
}, 180_000);
afterAll(() => stage?.close());
afterEach(() => player?.close());

const row = (name: string) => player.frame.locator('.oriel-stats-row', { hasText: name }).locator('dd');

async function open(width = 800, height = 450, options: Record<string, unknown> = {}): Promise<void> {
  player = await stage.open(options, { width, height });
  await player.page.mouse.click(width / 2, height / 2);
  await player.page.keyboard.press('i');
  await soon(player.frame.locator('.oriel-stats')).toBeVisible();
}

describe('the statistics overlay', () => {
  it('shows engine, codec, size, rates and latency of the current stream', async () => {
    await open();
    await soon(row('播放引擎')).toHaveText('webcodecs');
    await soon(row('视频')).toHaveText(/^avc1\./);
    await soon(row('音频')).toHaveText(/^mp4a\./);
    await soon(row('画面尺寸')).toHaveText('320×180');
    await soon(row('帧率')).toHaveText(/^[1-9]\d*$/);
    await soon(row('码率')).toHaveText(/^[1-9]\d* kbit\/s$/);
    await soon(row('延迟')).toHaveText(/^(< )?\d+ ms$/);
    await soon(row('首帧用时')).toHaveText(/^[1-9]\d* ms$/);
    await soon(row('关键帧间隔')).toHaveText(/^[1-9]\d* ms$/);
    await soon(player.frame.locator('.oriel-stats polyline')).not.toHaveAttribute('points', '');
    await soon(player.frame.locator('.oriel-stats-verdict')).not.toBeEmpty();
    expect(await player.faults()).toEqual([]);
    await player.shoot('stats-800');
    await player.page.keyboard.press('i');
    await soon(player.frame.locator('.oriel-stats')).toHaveCount(0);
  }, 120_000);

  it('opens with a long press on the video or a tap on the live badge', async () => {
    player = await stage.open({}, { width: 390, height: 219 });
    const badge = player.button('直播 · 诊断信息');
    await soon(badge).toBeVisible();
    expect((await badge.boundingBox())!.height).toBeGreaterThanOrEqual(32);
    const fingers = await player.page.context().newCDPSession(player.page);
    const touch = (type: 'touchStart' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
      fingers.send('Input.dispatchTouchEvent', { type, touchPoints });
    const overlay = player.frame.locator('.oriel-stats');
    await touch('touchStart', { x: 195, y: 110 });
    await soon(overlay).toBeVisible();
    await touch('touchEnd');
    await player.page.waitForTimeout(300);
    await soon(overlay).toBeVisible();
    await player.shoot('stats-by-finger-390');
    expect(await player.faults()).toEqual([]);
    await player.button('关闭诊断').click();
    await soon(overlay).toHaveCount(0);
    await badge.click();
    await soon(overlay).toBeVisible();
  }, 120_000);

  it('can be copied', async () => {
    await open();
    await player.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const outcome = await player.receive('.oriel-stats-copied');
    await player.button('复制诊断信息').click();
    await soon.poll(outcome).toContain('已复制');
    const copied = JSON.parse((await player.page.evaluate('navigator.clipboard.readText()')) as string);
    expect(copied).toMatchObject({ player: { engine: 'webcodecs', phase: 'playing' } });
    expect(await player.faults()).toEqual([]);
  }, 120_000);

  it('is selected if the frame may not write to the clipboard', async () => {
    await open();
    const inside = await player.document();
    await inside.evaluate("navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))");
    await player.button('复制诊断信息').click();
    const text = player.frame.getByRole('textbox', { name: '播放诊断' });
    await soon(text).toBeVisible();
    const diagnosis = JSON.parse(await text.inputValue());
    expect(diagnosis).toMatchObject({
      player: { engine: 'webcodecs', phase: 'playing' },
      stats: { width: 320 },
    });
    expect(await text.evaluate((area: HTMLTextAreaElement) => area.selectionEnd - area.selectionStart)).toBe(
      (await text.inputValue()).length,
    );
    await player.shoot('stats-copy-800');
  }, 120_000);

  it.each([
    [1440, 810],
    [600, 338],
    [390, 219],
  ])(
    'fits %i x %i, in English',
    async (width, height) => {
      await open(width, height, { language: 'en-US' });
      await soon(player.frame.getByRole('heading', { name: 'Diagnostics' })).toBeVisible();
      const box = (await player.frame.locator('.oriel-stats').boundingBox())!;
      expect(box.x + box.width).toBeLessThanOrEqual(width);
      expect(box.y + box.height).toBeLessThanOrEqual(height);
      await player.page.waitForTimeout(1_500);
      await player.shoot(`stats-${width}`);
    },
    60_000,
  );
});

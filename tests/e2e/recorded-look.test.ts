import { expect as expectPage } from '@playwright/test';
import { expect } from 'expect';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { ConsoleCalls } from '../kit/console-calls.ts';
import { adminPassword } from '../kit/console-data.ts';
import { recordIndexed } from '../kit/indexed-minutes.ts';
import { type LivePlayer, LiveStage } from '../kit/live-player.ts';

/**
 * The recorded player in both languages and three widths: axe finds nothing serious, and nothing is cut off. With
 * ORIEL_SHOTS, a picture of each state for review.
 */

const soon = expectPage.configure({ timeout: 30_000 });
const minute = 60_000;
const serial = 'DEMO00001';
/** Of two hours ago, because older alarms are not accepted. In Shanghai, the zone of a new installation. */
const begin = Math.floor(Date.now() / (10 * minute)) * 10 * minute - 120 * minute;
const civil = (at: number) => new Date(at + 480 * minute).toISOString().replace(/[-:T]/g, '').slice(0, 14);
const url = `ezopen://oriel/${serial}/1.cloud.rec?begin=${civil(begin + minute)}`;

const texts = {
  'zh-CN': {
    timeline: '录像时间轴',
    shorter: '缩短时间范围',
    longer: '加长时间范围',
    select: '选择时段',
    date: '选择日期',
    gap: /此处无录像/,
    clear: '取消选择',
  },
  'en-US': {
    timeline: 'Recording timeline',
    shorter: 'Show a shorter period',
    longer: 'Show a longer period',
    select: 'Select a range',
    date: 'Choose a date',
    gap: /No recording here/,
    clear: 'Clear selection',
  },
} as const;
type Language = keyof typeof texts;

let stage: LiveStage;
beforeAll(async () => {
  stage = await LiveStage.start();
  await recordIndexed(stage, [
    { serial, from: begin, durationMs: 4 * minute },
    { serial, from: begin + 6 * minute, durationMs: 3 * minute, kind: 'alarm' },
  ]);
  const { alarmToken } = await ConsoleCalls.as(stage.oriel, 'admin', adminPassword, (calls) =>
    calls.call('POST', '/iot/alarmToken', { name: '门禁' }),
  );
  for (const at of [1.5, 6.5, 6.6, 7.5])
    await fetch(`${stage.oriel.origin}/api/lapp/alarm/report`, {
      method: 'POST',
      headers: { authorization: `Bearer ${alarmToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ deviceSerial: serial, channelNo: 1, alarmType: '门被强行打开' },
        time: begin + at * minute,
      }),
    });
}, 240_000);
afterAll(() => stage?.close());

/** Texts and buttons that reach over the edge of the player. */
async function cutOff(player: LivePlayer): Promise<readonly string[]> {
  return (await player.document()).evaluate(() =>
    [...document.querySelectorAll('button, .oriel-timeline-card, .oriel-dates, .oriel-panel *')]
      .map((one) => ({ one, box: one.getBoundingClientRect() }))
      .filter(({ one, box }) => box.width > 0 && !one.closest('.oriel-ruler-scroll'))
      .filter(
        ({ box }) =>
          box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1,
      )
      .map(({ one }) => one.outerHTML.slice(0, 120)),
  );
}

async function check(player: LivePlayer, name: string): Promise<void> {
  await player.shoot(name);
  expect(await cutOff(player)).toEqual([]);
}

const sizes = [
  [1440, 810],
  [640, 408],
  [390, 300],
] as const;

/** Each size in one language, the narrow ones in the longer one; for pictures in both. */
function sizesIn(language: Language): readonly (readonly [number, number])[] {
  if (process.env.ORIEL_SHOTS) return sizes;
  return sizes.filter(([width]) => (language === 'zh-CN') === width > 1_000);
}

describe.each(Object.keys(texts) as Language[])('recordings in %s', (language) => {
  const text = texts[language];

  it.each(sizesIn(language))(
    'pcRec of %i px: levels, a gap, alarms, a selection, the calendar, stopped',
    async (width, height) => {
      const player = await stage.open(
        { url, template: 'pcRec', language, isMobile: false, seekFrequency: 0 },
        { width, height },
      );
      const { frame, page } = player;
      const name = (state: string) => `rec-${width}-${language.slice(0, 2)}-${state}`;
      await player.call('pause');
      const slider = frame.getByRole('slider', { name: text.timeline });
      await soon(slider).toBeVisible();
      const y = height - 24;
      const card = frame.locator('.oriel-timeline-card');
      const away = () => page.mouse.move(width / 2, 60);
      await player.button(text.shorter).click();
      await away();
      await check(player, name('level0'));
      for (const level of [1, 2, 3]) {
        await player.button(text.longer).click();
        await away();
        await check(player, name(`level${level}`));
        if (level !== 1) continue;
        // Four minutes after the line is the gap, at 3 s per pixel; six and a half is an alarm.
        const line = (width - 100) / 2;
        await soon(async () => {
          await page.mouse.move(line + 79, y);
          await page.mouse.move(line + 80, y);
          await soon(card).toContainText(text.gap, { timeout: 2_000 });
        }).toPass({ timeout: 30_000 });
        await check(player, name('gap'));
        await page.mouse.move(line + 110, y);
        await soon(card).toContainText('门被强行打开');
        await player.page.waitForTimeout(300);
        await check(player, name('alarm'));
        for (const x of [2, width - 104]) {
          await page.mouse.move(x, y);
          await soon(card).toBeVisible();
          await soon.poll(() => cutOff(player)).toEqual([]);
        }
        await check(player, name('edge'));
        await away();
      }
      await player.button(text.shorter).click();
      await player.button(text.select).click();
      const middle = (width - 100) / 2;
      await page.mouse.move(middle - 60, y);
      await page.mouse.down();
      await page.mouse.move(middle + 20, y, { steps: 4 });
      await page.mouse.up();
      await page.mouse.move(middle, y);
      await check(player, name('selection'));
      await soon(card).toHaveCount(0);
      await away();
      await player.button(text.date).click();
      await soon(frame.locator('.oriel-date').first()).toBeVisible();
      // With the time zones below it, except above very low video.
      if (height > 400) await soon(frame.getByRole('radio').last()).toBeInViewport({ ratio: 1 });
      await check(player, name('calendar'));
      const faults = await player.faults();
      await page.keyboard.press('Escape');
      await player.call('stop');
      // A time can be chosen, with which it starts again, and the selection can be exported.
      await soon(slider).toHaveAttribute('aria-readonly', 'false');
      await soon(player.button(text.clear)).toBeVisible();
      await check(player, name('stopped'));
      expect([...faults, ...(await player.faults())]).toEqual([]);
      await player.close();
    },
    90_000,
  );

  it('mobileRec of 390 px: the hours of the day, a selection, the calendar', async () => {
    const player = await stage.open(
      { url, template: 'mobileRec', language, isMobile: true, seekFrequency: 0 },
      { width: 390, height: 700, context: { hasTouch: true } },
    );
    const { frame } = player;
    const name = (state: string) => `rec-390-${language.slice(0, 2)}-mobile-${state}`;
    await player.call('pause');
    await soon(frame.getByRole('slider', { name: text.timeline })).toBeVisible();
    await player.page.waitForTimeout(500);
    await check(player, name('ruler'));
    await frame.getByRole('button', { name: text.select }).tap();
    await soon(frame.locator('.oriel-ruler-handle').first()).toBeVisible();
    await check(player, name('selection'));
    const faults = await player.faults();
    await player.close();
    // Without a time, the player shows today, which has no recording during the two hours after midnight.
    const other = await stage.open(
      { url: url.replace(/\?.*/, ''), template: 'mobileRec', language, isMobile: true },
      { width: 390, height: 700, context: { hasTouch: true }, isPlaying: false },
    );
    await other.frame.locator('.oriel-panel-date').tap();
    await soon(other.frame.locator('.oriel-date').first()).toBeVisible();
    await check(other, name('calendar'));
    expect([...faults, ...(await other.faults())]).toEqual([]);
    await other.close();
  }, 90_000);
});

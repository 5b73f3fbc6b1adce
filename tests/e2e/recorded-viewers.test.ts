import { expect as expectPage } from '@playwright/test';
import { expect } from 'expect';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { encryptedKeyOf } from '../kit/encrypted-key.ts';
import { eventually } from '../kit/host-page.ts';
import { recordIndexed } from '../kit/indexed-minutes.ts';
import { type LivePlayer, LiveStage } from '../kit/live-player.ts';
import { demoFrameAt } from '../kit/recorded-minutes.ts';
import { watchScreen } from '../kit/screen-watch.ts';
import { shownFrame } from '../kit/shown-frame.ts';

/** Who watches recordings: on a phone with a code, beside others, and in a tab that was left for a while. */

const soon = expectPage.configure({ timeout: 30_000 });
const minute = 60_000;
const zoneMs = 8 * 60 * minute;
/** Noon of yesterday in Shanghai, the zone of a new installation. */
const noon = Math.floor((Date.now() + zoneMs) / (1_440 * minute)) * 1_440 * minute - 20 * 60 * minute;
const civil = (at: number) => new Date(at + zoneMs).toISOString().replace(/[-:T]/g, '').slice(0, 14);
const clockOf = (at: number) => new Date(at + zoneMs).toISOString().slice(11, 19);
const address = (serial: string, from = noon) =>
  `ezopen://oriel/${serial}/1.cloud.rec?begin=${civil(from)}&end=${civil(noon + 10 * minute - 1_000)}`;
const code = 'ABCDEF';

let stage: LiveStage;
let players: LivePlayer[] = [];

beforeAll(async () => {
  stage = await LiveStage.start();
  await recordIndexed(stage, [{ serial: 'DEMO00001', from: noon, durationMs: 10 * minute }]);
  await stage.oriel.oriel(['camera', 'update', 'DEMO00002', '--encrypted'], `${code}\n`);
  const encrypted = await encryptedKeyOf(stage, 'DEMO00002', code);
  await recordIndexed(stage, [{ serial: 'DEMO00002', from: noon, durationMs: 10 * minute, encrypted }]);
}, 240_000);
afterAll(() => stage?.close());
afterEach(async () => {
  for (const player of players) await player.close();
  players = [];
});

async function open(...[options, view]: Parameters<LiveStage['open']>): Promise<LivePlayer> {
  const player = await stage.open({ template: 'pcRec', seekFrequency: 0, ...options }, view);
  players.push(player);
  return player;
}

const osd = (player: LivePlayer): Promise<number> =>
  player.page.evaluate(() =>
    (window as unknown as { player: { getOSDTime(): Promise<number> } }).player.getOSDTime(),
  );
const frameOf = async (player: LivePlayer) => shownFrame(await player.document());
const showsFrameOf = async (player: LivePlayer, at: number) =>
  soon.poll(async () => Math.abs(((await frameOf(player)) ?? 0) - demoFrameAt(at))).toBeLessThanOrEqual(1);

describe('a recording of an encrypted camera on a phone', () => {
  it('asks for the code, again for a wrong one, and is sought by finger', async () => {
    const player = await open(
      { template: 'mobileRec', isMobile: true, url: address('DEMO00002') },
      { width: 390, height: 844, isPlaying: false, context: { hasTouch: true } },
    );
    const { frame } = player;
    await soon(frame.getByRole('dialog', { name: '请输入设备验证码' })).toBeVisible();
    await player.shoot('phone-code');
    const field = frame.getByLabel('验证码', { exact: true });
    await field.fill('WRONG1');
    await player.button('确定').tap();
    await soon(frame.getByRole('alert').getByText('验证码错误，请重新输入')).toBeVisible();
    await player.shoot('phone-code-wrong');
    await field.fill(code);
    await player.button('确定').tap();
    await player.phase('playing');
    const slider = frame.getByRole('slider', { name: '录像时间轴' });
    await soon(slider).toHaveAttribute('aria-valuetext', /定时录像/);
    await player.call('pause');
    await player.shoot('phone-code-playing');
    const before = await osd(player);
    // One row of the hours is half an hour, so that a key is more exact than a finger.
    await slider.focus();
    await player.page.keyboard.press('ArrowDown');
    await soon.poll(async () => (await osd(player)) - before).toBeGreaterThan(500);
    await showsFrameOf(player, await osd(player));
    expect(await player.state()).toMatchObject({ paused: true, phase: 'playing' });
    expect((await player.reported('handleError')).map(({ code }) => code)).toEqual(['400035', '400036']);
  }, 120_000);
});

it('two viewers of one range are independent of each other', async () => {
  const [calm, restless] = [
    await open({ url: address('DEMO00001') }),
    await open({ url: address('DEMO00001') }),
  ];
  const [from, began] = [await osd(calm), performance.now()];
  for (const at of [5, 1, 9, 3].map((minutes) => noon + minutes * minute)) {
    expect(await restless.call('seek', civil(at).slice(8))).toEqual({});
    await eventually('the frame of the seek', async () => {
      const frame = await frameOf(restless);
      return frame !== null && frame >= demoFrameAt(at) && frame < demoFrameAt(at + 8_000);
    });
  }
  await restless.call('pause');
  await restless.call('seek', civil(noon + 7 * minute).slice(8));
  const [reached, ended] = [await osd(calm), performance.now()];
  expect((reached - from) / (ended - began)).toBeGreaterThan(0.85);
  expect((reached - from) / (ended - began)).toBeLessThan(1.15);
  expect(Math.abs((await frameOf(calm))! - demoFrameAt(await osd(calm)))).toBeLessThanOrEqual(
    demoFrameAt(1_000),
  );
  await showsFrameOf(restless, noon + 7 * minute);
  expect((await calm.state()).paused).toBe(false);
  for (const player of [calm, restless]) expect(await player.reported('handleError')).toEqual([]);
}, 120_000);

it('a camera that has no recordings says so on its buttons, before playback', async () => {
  const player = await open(
    { url: 'ezopen://oriel/DEMO00001/1.live', autoplay: false },
    { isPlaying: false },
  );
  await soon(player.button('本地存储录像')).toHaveAttribute('aria-disabled', 'true');
  await soon(player.button('本地存储录像')).toHaveAttribute('title', /该设备没有可读取的本地录像/);
  await soon(player.button('云存储录像')).toHaveAttribute('aria-disabled', 'false');
  await player.shoot('no-recordings');
  expect((await player.state()).phase).toBe('idle');
}, 60_000);

/** Fakes that the tab is in the background, in the page and in the player. */
async function setHidden(player: LivePlayer, isHidden: boolean): Promise<void> {
  for (const frame of player.page.frames())
    await frame.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
      document.dispatchEvent(new Event('visibilitychange'));
    }, isHidden);
}

async function leave(player: LivePlayer): Promise<void> {
  await setHidden(player, true);
  await player.page.waitForTimeout(6_000);
  await setHidden(player, false);
}

const phases = async (player: LivePlayer) =>
  (await player.reported('state')).map(({ phase }) => phase as string);

// A page that the browser freezes is in unit/recorded-session.
describe.each([
  ['WebCodecs', ''],
  ['Media Source', 'delete globalThis.VideoDecoder; delete globalThis.AudioDecoder;'],
])('a page that was hidden for a while, with %s', (_, script) => {
  it('shows the recording that has played on, at the time that it shows, and at its speed', async () => {
    const player = await open({ url: address('DEMO00001') }, { script });
    const document = await player.document();
    const slider = player.frame.getByRole('slider', { name: '录像时间轴' });
    await soon(slider).toHaveAttribute('aria-valuetext', /定时录像/);
    const [before, left] = [await osd(player), performance.now()];
    await leave(player);
    const [after, returned] = [await osd(player), performance.now()];
    expect(after - before).toBeLessThan(returned - left + 500);
    // The viewer has not missed less than was recorded in the meantime, unless the machine is too slow to play.
    expect(after - before).toBeGreaterThan((returned - left) / 2);
    const frame = await shownFrame(document);
    expect(Math.abs(frame! - demoFrameAt(await osd(player)))).toBeLessThanOrEqual(demoFrameAt(1_000));
    await player.page.waitForTimeout(2_000);
    const [later, waited] = [await osd(player), performance.now() - returned];
    expect(later).toBeGreaterThan(after);
    expect(later - after).toBeLessThan(waited * 1.2 + 200);
    await player.call('pause');
    const shown = await osd(player);
    await soon(slider).toHaveAttribute('aria-valuetext', new RegExp(clockOf(shown)));
    await showsFrameOf(player, shown);
    expect(await phases(player)).not.toContain('reconnecting');
    expect(await player.reported('handleError')).toEqual([]);
  }, 120_000);

  it('shows what the camera sends now', async () => {
    const player = await open({ url: 'ezopen://oriel/DEMO00001/1.live', template: 'pcLive' }, { script });
    await leave(player);
    const watch = await watchScreen(await player.document());
    await player.page.waitForTimeout(2_000);
    const frames = await watch.take();
    expect(frames.length).toBeGreaterThan(5);
    for (const { madeAtMs, seenAtMs } of frames.slice(1)) expect(seenAtMs - madeAtMs).toBeLessThan(5_000);
    const numbers = frames.map(({ frame }) => frame);
    expect(numbers.at(-1)).toBe(Math.max(...numbers));
    expect(await phases(player)).not.toContain('reconnecting');
    expect(await player.reported('handleError')).toEqual([]);
  }, 120_000);
});

import { expect as expectPage } from '@playwright/test';
import { expect } from 'expect';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { launchChromium } from '../kit/chromium.ts';
import { readFrameCode } from '../kit/frame-number.ts';
import {
  eventually,
  grabFrame,
  type HostSite,
  hostEvents,
  openHostPage,
  playerFrame,
  startHostSite,
} from '../kit/host-page.ts';
import { type RecordedCamera, startRecordedCamera } from '../kit/recorded-camera.ts';
import { decodeStrictly } from '../kit/recorded-file.ts';
import { type OrielInstance, startOriel } from '../kit/start-oriel.ts';
import { record } from '../media/demo-kit.ts';

/** Two recorded stretches of one day, whose frames show when they were made. */
const begin = Date.UTC(2026, 2, 1, 6);
const later = Date.UTC(2026, 2, 1, 18);
const address = (serial: string) =>
  `ezopen://oriel/${serial}/1.rec?begin=20260301T060000Z&end=20260301T235959Z&timeZone=0`;

let camera: RecordedCamera;
let plain: RecordedCamera;
let oriel: OrielInstance;
let site: HostSite;
let browser: Browser;
let appKey: string;
let accessToken: string;

/** Calls a method of the player. */
const call = (page: Page, name: string, ...values: readonly unknown[]): Promise<number> =>
  page.evaluate(
    ([method, given]) => {
      const { player } = window as unknown as {
        player: Record<string, (...all: unknown[]) => Promise<number>>;
      };
      return player[method]!(...given);
    },
    [name, values] as const,
  );

/** When the frame on the screen was made. */
async function shownAt(page: Page): Promise<number | null> {
  const frame = await grabFrame(await playerFrame(page));
  return frame && (readFrameCode(frame.rgba, frame.width, frame.height)?.madeAtMs ?? null);
}

const shown = (page: Page, what: string, isMet: (at: number) => boolean): Promise<number> =>
  eventually(what, async () => {
    const at = await shownAt(page);
    return at !== null && isMet(at) ? at : null;
  });

async function lapp(path: string, form: Record<string, string>): Promise<{ code: string; data: unknown }> {
  const body = new URLSearchParams({ accessToken, ...form });
  const response = await fetch(`${oriel.origin}/api/lapp/${path}`, { method: 'POST', body });
  return (await response.json()) as { code: string; data: unknown };
}

beforeAll(async () => {
  const recorded = [await record('yard', 'sub', 60, begin), await record('yard', 'sub', 6, later)];
  const clips = recorded.map(({ tracks, all }) => ({ tracks, units: all }));
  camera = await startRecordedCamera({ clips, scales: [2], maxSessions: 1 });
  plain = await startRecordedCamera({ clips, services: { has: [] } });
  oriel = await startOriel({ env: {} });
  site = await startHostSite({ server: () => oriel.origin, token: async () => accessToken });
  const app = await oriel.oriel(['app', 'create', '--name', 'shop', '--origin', site.origin]);
  appKey = (app as { appKey: string }).appKey;
  const issued = await oriel.oriel(['token', 'issue', '--app', appKey]);
  accessToken = (issued as { accessToken: string }).accessToken;
  for (const [serial, { address: onvif, replay }] of Object.entries({ GATE1: camera, GATE2: plain })) {
    const login = ['--username', onvif.username, '--onvif', onvif.url, '--onvif-user', onvif.username];
    await oriel.oriel(
      ['camera', 'add', `rtsp://127.0.0.1:${replay.port}/live`, '--serial', serial, ...login],
      `${onvif.password}\n${onvif.password}\n`,
    );
  }
  browser = await launchChromium();
}, 180_000);

afterAll(async () => {
  await browser?.close();
  await site?.close();
  await oriel?.stop();
  await camera?.stop();
  await plain?.stop();
});

const watch = (serial: string): Promise<Page> =>
  openHostPage(browser, site, { app: appKey, template: 'pcRec', url: address(serial), autoplay: true });

describe('recordings that a camera keeps itself (ONVIF profile G)', () => {
  it('are listed by video/by/time with recType 2', async () => {
    const range = { startTime: String(begin - 3_600_000), endTime: String(later + 3_600_000) };
    const form = { deviceSerial: 'GATE1', channelNo: '1', recType: '2', version: '2.0', ...range };
    const { code, data } = await lapp('video/by/time', form);
    const { files, isAll } = data as { files: { startTime: number; endTime: number }[]; isAll: boolean };
    expect({ code, isAll }).toEqual({ code: '200', isAll: true });
    expect(files.map(({ startTime }) => startTime)).toEqual([begin, later]);
    expect(files[0]!.endTime - begin).toBeGreaterThan(59_000);
    expect(files[0]!.endTime - begin).toBeLessThan(61_000);
  });

  it('play from the requested time, pause, continue, seek and change speed at the right frame', async () => {
    const page = await watch('GATE1');
    await page.evaluate(() => {
      const { player, events } = window as unknown as {
        player: { on(name: string, listener: (detail: unknown) => void): void };
        events: object[];
      };
      for (const name of ['playbackEnd', 'rateChange', 'gap'])
        player.on(name, (detail) => events.push({ name, detail }));
    });
    const first = await shown(page, 'the first frame', () => true);
    expect(first - begin).toBeGreaterThanOrEqual(0);
    expect(first - begin).toBeLessThan(4_000);
    await shown(page, 'playback', (at) => at > first + 1_000);
    const [osd, at] = [await call(page, 'getOSDTime'), await shownAt(page)];
    expect(Math.abs(osd - at!)).toBeLessThan(500);

    await call(page, 'pause');
    const paused = await shownAt(page);
    await eventually('the end of the session in the camera', async () => camera.replay.sessions === 0);
    await new Promise((resolve) => setTimeout(resolve, 800));
    expect(await shownAt(page)).toBe(paused);
    expect(Math.abs((await call(page, 'getOSDTime')) - paused!)).toBeLessThan(100);
    await call(page, 'resume');
    const resumed = await shown(page, 'playback after the pause', (now) => now > paused!);
    expect(resumed - paused!).toBeLessThan(4_000);

    // In the middle of a GOP, which begins earlier.
    await call(page, 'seek', '060031');
    const sought = await shown(page, 'the requested frame', (now) => now >= begin + 31_000 - 1);
    expect(sought - begin - 31_000).toBeLessThan(4_000);

    // A file of what is shown: the pause and what the seek leaves out take no time in it.
    await call(page, 'startSave');
    const savedFrom = await shownAt(page);
    await shown(page, 'a second', (now) => now >= savedFrom! + 1_000);
    await call(page, 'seek', '060040');
    await shown(page, 'the next stretch', (now) => now >= begin + 41_000);
    await call(page, 'pause');
    await new Promise((resolve) => setTimeout(resolve, 800));
    const downloading = page.waitForEvent('download');
    await call(page, 'stopSave');
    const saved = await decodeStrictly(await (await downloading).path());
    expect(saved).toMatchObject({ code: 0, complaints: '' });
    const times = saved.codes.flatMap((code) => (code ? [code.madeAtMs] : []));
    expect(times).toEqual([...times].sort((one, other) => one - other));
    expect(times[0]! - savedFrom!).toBeLessThan(1_000);
    expect(times.at(-1)! - begin).toBeGreaterThan(40_900);
    const leftOut = times.findIndex((time, index) => time - (times[index - 1] ?? time) > 4_000);
    expect(leftOut).toBeGreaterThan(10);
    await call(page, 'resume');

    await call(page, 'setRate', 2);
    const startAt = await shown(page, 'playback at twice the speed', (now) => now > sought + 1_000);
    const startedAt = performance.now();
    const endAt = await shown(page, 'eight seconds later', (now) => now > startAt + 8_000);
    const speed = (endAt - startAt) / (performance.now() - startedAt);
    expect(speed).toBeGreaterThan(1.6);
    expect(speed).toBeLessThan(2.4);
    expect(camera.replay.plays.at(-1)!.get('scale')).toBe('2.0');

    // The camera does not support this one.
    await call(page, 'setRate', 4);
    await eventually('normal speed', async () => {
      const changes = (await hostEvents(page)).filter(({ name }) => name === 'rateChange');
      return (changes.at(-1)?.detail as { rate?: number } | undefined)?.rate === 1;
    });
    const normal = await shownAt(page);
    await shown(page, 'playback at normal speed', (now) => now > normal! + 1_000);

    await call(page, 'seek', '060058');
    await shown(page, 'the end of the morning', (now) => now >= begin + 58_000 - 1 && now < later);
    await shown(page, 'the evening', (now) => now >= later);
    const gap = await eventually(
      'the gap',
      async () => (await hostEvents(page)).findLast(({ name }) => name === 'gap') ?? null,
    );
    expect(gap.detail).toEqual({ begin: expect.any(Number), end: later });
    const { begin: gapFrom } = gap.detail as { begin: number };
    expect(Math.abs(gapFrom - begin - 60_000)).toBeLessThan(200);
    const end = await eventually(
      'the end',
      async () => (await hostEvents(page)).find(({ name }) => name === 'playbackEnd') ?? null,
    );
    expect(end.detail).toMatchObject({ reason: 'noMoreSegment' });
    expect(await shownAt(page)).toBeGreaterThan(later + 5_000);
    await page.close();
  }, 120_000);

  it('are chosen on the timeline, before playback and while it plays', async () => {
    const options = { app: appKey, template: 'pcRec', url: address('GATE1'), autoplay: false };
    const page = await openHostPage(browser, site, { ...options, seekFrequency: 0 });
    const frame = page.frameLocator('iframe');
    const slider = frame.getByRole('slider', { name: /录像时间轴|timeline/i });
    await expectPage(slider).toHaveAttribute('aria-valuetext', /2026-03-01 06:00:00/, { timeout: 30_000 });
    await slider.focus();
    await page.keyboard.press('Shift+ArrowRight');
    await expectPage(slider).toHaveAttribute('aria-valuetext', /2026-03-01 06:00:10/);
    expect(camera.replay.sessions).toBe(0);
    await call(page, 'play');
    const first = await shown(page, 'the chosen moment', () => true);
    expect(first - begin).toBeGreaterThanOrEqual(10_000 - 1);
    expect(first - begin).toBeLessThan(14_000);

    await slider.focus();
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    const sought = await shown(page, 'two steps later', (at) => at >= first + 15_000);
    expect(sought - first).toBeLessThan(30_000);
    await expectPage(slider).toHaveAttribute('aria-valuetext', /2026-03-01 06:00:[345]\d/);

    // To the next recording, twelve hours later.
    await page.keyboard.press('Control+ArrowRight');
    const evening = await shown(page, 'the evening', (at) => at >= later);
    expect(evening - later).toBeLessThan(4_000);
    const errors = (await hostEvents(page)).filter(({ name }) => name === 'handleError');
    expect(errors).toEqual([]);
    await page.close();
    await eventually('the end of the session in the camera', async () => camera.replay.sessions === 0);
  }, 120_000);

  it('are reported as unsupported if the camera has no profile G', async () => {
    const page = await watch('GATE2');
    // On a busy machine, an earlier attempt may have timed out.
    const failure = await eventually('the failure', async () => {
      const events = await hostEvents(page);
      const all = events.filter(({ name }) => name === 'handleError').map(({ detail }) => detail);
      return (
        (all as { code: string; message: string }[]).find(({ code }) => code !== 'network.timeout') ?? null
      );
    });
    expect(failure).toMatchObject({
      code: 'recordings.unsupported',
      message: expect.stringMatching(/does not offer search and replay|不支持查找和回放/),
    });
    const form = { deviceSerial: 'GATE2', channelNo: '1', recType: '2', startTime: '1', endTime: '2' };
    expect(await lapp('video/by/time', form)).toMatchObject({ code: '20015' });
    await page.close();
  });
});

/** Pages for recordings in the shape of EZUIKit's public demos, with the real server, player and recordings. */
import { join } from 'node:path';
import { expect } from 'expect';
import { afterAll, afterEach, beforeAll, it } from 'vitest';
import { ConsoleCalls } from '../kit/console-calls.ts';
import { adminPassword } from '../kit/console-data.ts';
import type { EzuikitPage } from '../kit/ezuikit-page.ts';
import { type EzuikitWorld, startEzuikitWorld } from '../kit/ezuikit-world.ts';
import { frameCodeReaderSource } from '../kit/frame-number.ts';
import { eventually } from '../kit/host-page.ts';
import { demoFps, demoFrameAt, recordMinutes } from '../kit/recorded-minutes.ts';
import { shownFrame } from '../kit/shown-frame.ts';
import { startOriel } from '../kit/start-oriel.ts';

// Noon in Shanghai, the zone of a new installation.
const noon = Date.UTC(2025, 2, 1, 4);
const second = 1_000;
const cloud = 'ezopen://open.ys7.com/DEMO00001/1.cloud.rec?begin=20250301120000&end=20250301120129';

let world: EzuikitWorld;
let page: EzuikitPage;

beforeAll(async () => {
  // Demo cameras get their recording plan at the first start.
  const oriel = await startOriel({ isFirstStart: true, env: { ORIEL_DEMO_RECORDINGS: '1' } });
  await ConsoleCalls.setUp(oriel);
  world = await startEzuikitWorld(oriel);
  const root = join(world.oriel.dataDir, 'recordings');
  const { tenantId, channelId } = await world.recordedKey('DEMO00001');
  for (const store of ['cloud', 'device'] as const)
    await recordMinutes({ root, key: { tenantId, channelId, store }, from: noon, durationMs: 90 * second });
  await eventually('recordings of today', async () => (await listed('1')) && (await listed('2')), 90_000);
}, 240_000);
afterAll(() => world?.close());
afterEach(() => page?.page.context().close());

/** Something was recorded within the last hour. */
async function listed(recType: string): Promise<boolean> {
  const [startTime, endTime] = [Date.now() - 3_600 * second, Date.now()].map(String);
  const camera = { deviceSerial: 'DEMO00001', channelNo: '1' };
  const files = await world.lapp('video/by/time', {
    ...camera,
    recType,
    startTime: startTime!,
    endTime: endTime!,
  });
  return Array.isArray(files) && files.length > 0;
}

/** Seconds of the frame on the screen since noon of the recorded day. */
const osd = async () =>
  (((await page.call('getOSDTime')) as { data: number }).data - noon / second) as number;

/** The frame of this time is on the screen. */
const shows = (seconds: number) =>
  eventually(`the frame at ${seconds} s`, async () => {
    const frame = await shownFrame(await page.frame());
    return frame !== null && Math.abs(frame - demoFrameAt(noon + seconds * second)) <= 1;
  });

/** Playback continued here, at most 10 s ago, and the frame on the screen is that of the time that the call gives. */
async function showsFrom(seconds: number): Promise<void> {
  // Seeking in a camera's storage ends a pause.
  expect(await page.call('pause')).toBe(true);
  await eventually(`a frame after ${seconds} s`, async () => {
    const frame = await shownFrame(await page.frame());
    const shownS = ((frame ?? 0) - demoFrameAt(noon) + 0.5) / demoFps;
    return shownS > seconds && shownS < seconds + 10 && Math.floor(shownS) === (await osd());
  });
}

it('pcRec of 7.x: seek, pause, resume, fast, slow, time and snapshot', async () => {
  page = await world.open();
  await page.make({
    url: cloud,
    template: 'pcRec',
    width: 600,
    height: 400,
    params: { seekFrequency: 0 },
    env: { domain: 'https://open.ys7.com' },
    staticPath: './ezuikit_static',
  });
  expect(await page.call('pause')).toBe(true);
  expect(await page.call('seek', '120030')).toBe(true);
  await shows(30);
  expect(await osd()).toBe(30);
  expect(await page.call('seek', '20250301T120045Z')).toBe(true);
  await shows(45);
  expect(await page.call('resume', '120010')).toBe(true);
  expect(await osd()).toBeGreaterThanOrEqual(10);
  expect(await osd()).toBeLessThan(20);
  const limit = (speed: number, result: string) => ({ rejected: { code: -1, data: { speed, result } } });
  expect(await page.call('fast')).toEqual({ code: 0, data: { speed: 2, result: 'success' } });
  expect(await page.call('fast')).toEqual({ code: 0, data: { speed: 4, result: 'success' } });
  expect(await page.call('fast')).toEqual(limit(4, '播放速度最大为4倍速度'));
  expect(await page.call('getPlayRate')).toBe(4);
  await page.call('slow');
  expect(await page.call('slow')).toEqual({ code: 0, data: { speed: 1, result: 'success' } });
  expect(await page.call('slow')).toEqual(limit(1, '播放速度最小为1倍速度'));
  expect(await page.call('seek', '1200')).toMatchObject({ rejected: { message: 'seek时间格式错误' } });
  expect(await page.call('seek', '20250302T120000Z')).toMatchObject({
    rejected: { message: 'seek时间不能跨日期' },
  });
  expect(await page.call('capturePicture', 'door')).toMatchObject({
    code: 0,
    data: { fileName: 'door.jpg' },
  });
  expect(await page.call('startSave', 'gate')).toMatchObject({ code: 0 });
  expect(await page.call('seek', '120050')).toBe(true);
  await eventually('a second of it', async () => (await osd()) >= 51);
  expect(await page.call('stopSave')).toMatchObject({ code: 0, data: { fileName: 'gate.mp4' } });
  expect(await page.heard('handleError', 2)).toMatchObject([{ retcode: 1003 }, { retcode: 1003 }]);
  expect((await page.heard('speedChange', 4)).map((payload) => (payload as { speed: number }).speed)).toEqual(
    [2, 4, 2, 1],
  );
  for (const name of ['pause', 'resume', 'seek', 'fast', 'slow']) await page.heard(name);
  const times = (await page.heard('recTimeChange', 3)) as { time: number }[];
  for (const { time } of times) expect(Math.abs(time - noon / second)).toBeLessThan(90);
  expect(await page.call('stop')).toBe(true);
  expect(await page.call('stop')).toMatchObject({ rejected: { message: '当前非播放状态' } });
});

it.each([
  ['cloud', cloud],
  ['local', cloud.replace('cloud.rec', 'rec')],
])('pcRec: the frames of %s recordings are exported with exportRecording', async (_, url) => {
  page = await world.open();
  await page.make({ url, template: 'pcRec', width: 600, height: 400 });
  expect(await page.call('seek', '120025')).toBe(true);
  await showsFrom(25);
  const first = noon + 30 * second;
  const exported = await page.page.evaluate(exportedFrame, {
    range: { begin: first, end: first + 2 * second },
    reader: frameCodeReaderSource,
  });
  // A file begins with a key frame.
  expect(exported.firstFrame).toBeLessThanOrEqual(first);
  expect(exported.firstFrame).toBeGreaterThan(first - 2 * second);
  expect(exported.lastFrame).toBeGreaterThanOrEqual(first + 1.9 * second);
  expect(Math.abs(exported.frame! - demoFrameAt(exported.at))).toBeLessThanOrEqual(1);
});

/** Runs in the page: what the call gives, and the number in the first frame of the file. */
async function exportedFrame({ range, reader }: { range: object; reader: string }) {
  interface Exported {
    files: { blob: Blob; firstFrame: number; lastFrame: number }[];
  }
  const { made } = window as unknown as { made: { exportRecording(range: object): Promise<Exported> } };
  const [file] = (await made.exportRecording(range)).files;
  const video = document.createElement('video');
  video.muted = true;
  video.src = URL.createObjectURL(file!.blob);
  const mediaTime = await new Promise<number>((resolve) => {
    video.requestVideoFrameCallback((_now, shown) => resolve(shown.mediaTime));
    void video.play();
  });
  const { videoWidth: width, videoHeight: height } = video;
  const context = new OffscreenCanvas(width, height).getContext('2d')!;
  context.drawImage(video, 0, 0);
  const read = new Function(`${reader}; return globalThis.readFrameCode`)() as (
    pixels: Uint8ClampedArray,
    width: number,
    height: number,
  ) => { frame: number } | null;
  const frame = read(context.getImageData(0, 0, width, height).data, width, height)?.frame ?? null;
  const { firstFrame, lastFrame } = file!;
  return { firstFrame, lastFrame, at: firstFrame + mediaTime * 1_000, frame };
}

it('alarmId selects the time around an alarm', async () => {
  const { alarmToken } = await ConsoleCalls.as(world.oriel, 'admin', adminPassword, (calls) =>
    calls.call('POST', '/iot/alarmToken', { name: '门禁' }),
  );
  const time = Date.now() - 5 * second;
  const report = await fetch(`${world.oriel.origin}/api/lapp/alarm/report`, {
    method: 'POST',
    headers: { authorization: `Bearer ${alarmToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ deviceSerial: 'DEMO00001', channelNo: 1, alarmType: '门被强行打开', time }),
  });
  const { alarmId } = ((await report.json()) as { data: { alarmId: string } }).data;
  const url = `ezopen://open.ys7.com/DEMO00001/1.cloud.rec?alarmId=${alarmId}`;
  const { range } = (await world.lapp('live/url/ezopen', { ezopen: url })) as {
    range: { begin: number; end: number };
  };
  expect(range.begin).toBeLessThanOrEqual(time);
  expect(range.end).toBeGreaterThan(time);
  expect(range.end - range.begin).toBeLessThan(120 * second);
  page = await world.open();
  await page.make({ url, template: 'pcRec', width: 600, height: 400 });
  const shown = (await osd()) * second + noon;
  expect(shown).toBeGreaterThanOrEqual(range.begin - 2 * second);
  expect(shown).toBeLessThan(range.end);
});

it('9.x: from live video to recordings and back, by changePlayUrl and changeTheme', async () => {
  page = await world.open();
  await page.make({
    url: 'ezopen://open.ys7.com/DEMO00001/1.live',
    template: 'pcLive',
    width: '100%',
    height: 400,
    language: 'zh',
    scaleMode: 1,
  });
  // Today, in the zone of the camera.
  const date = new Date(Date.now() + 8 * 3_600 * second).toISOString().slice(0, 10).replaceAll('-', '');
  const change = { type: 'cloud.rec', begin: `${date}000000`, end: `${date}235959` };
  expect(await page.call('changePlayUrl', change)).toBe(
    `ezopen://open.ys7.com/DEMO00001/1.cloud.rec?begin=${date}T000000Z&end=${date}T235959Z`,
  );
  await page.call('changeTheme', 'pcRec');
  const shown = (await osd()) * second + noon;
  expect(Date.now() - shown).toBeLessThan(3_600 * second);
  const [list] = (await page.heard('getCloudRecTimes')) as { startTime: number; endTime: number }[][];
  expect(list!.some(({ startTime, endTime }) => startTime <= shown + second && shown <= endTime)).toBe(true);
  const frame = await page.frame();
  await frame.getByRole('button', { name: '加长时间范围' }).click();
  expect(await page.heard('timeWidthChange')).toEqual([2]);
  await frame.getByRole('button', { name: '选择日期' }).click();
  await page.heard('openDatePanel');
  await frame.locator('.oriel-date[aria-disabled=false]').first().click();
  await page.heard('closeDatePanel');
  await page.heard('recStartTimeChange');
  expect(await page.call('changePlayUrl', { ...change, type: 'rec' })).toContain('1.rec?');
  await page.heard('getLocalRecTimes');
  expect(await page.call('changePlayUrl', { ...change, begin: 'noon' })).toMatchObject({
    rejected: { message: '回放时间格式有误，请确认' },
  });
  expect(await page.call('changePlayUrl', 'ezopen://open.ys7.com/DEMO00001/1.hd.live')).toContain('hd.live');
  expect(Math.abs((await osd()) - (Date.now() - noon) / second)).toBeLessThan(5);
  expect(await page.call('pause')).toMatchObject({ rejected: { code: 'player.noPause' } });
});

const button = (iconId: string, part: string) => ({ iconId, part, isrender: 1 });

it('the share page of 9.x: a theme of its own, and nothing outside of playbackRange is played', async () => {
  page = await world.open();
  await page.make({
    url: 'ezopen://open.ys7.com/DEMO00001/1.cloud.rec',
    playbackRange: { begin: '20250301120010', end: '20250301120013' },
    width: 800,
    height: 450,
    language: 'zh',
    themeData: {
      autoFocus: 0,
      header: { btnList: [button('recDropdown', 'right')] },
      footer: { btnList: [button('play', 'left'), button('sound', 'left'), button('expend', 'right')] },
    },
    mobileExtendOptions: null,
    dateOptions: null,
    ptzOptions: null,
    talkOptions: null,
    dblClickFullscreen: false,
  });
  const range = { begin: noon + 10 * second, end: noon + 14 * second };
  expect(await page.heard('playbackEnd')).toMatchObject([
    { reason: 'reachRangeEnd', range, data: { reason: 'reachRangeEnd', range } },
  ]);
  const frame = await page.frame();
  for (const id of ['cloudRec', 'rec', 'play', 'sound', 'expend'])
    expect(await frame.locator(`[data-id="${id}"]`).count()).toBe(1);
  await frame.locator('.oriel-timeline').waitFor();
  await frame.locator('[data-id="rec"]').click();
  expect(await page.heard('recTypeChange')).toMatchObject([{ recType: 'rec', data: { recType: 'rec' } }]);
  await page.heard('playbackEnd', 2);
});

const of7 = { params: { seekFrequency: 0 }, env: { domain: 'https://open.ys7.com' } };
const of9 = { language: 'zh', scaleMode: 1, isMobile: true, seekFrequency: 0, mobileExtendOptions: {} };

it.each([
  ['7.x', 'cloud', cloud, of7],
  ['7.x', 'local', cloud.replace('cloud.rec', 'rec'), of7],
  ['9.x', 'cloud', cloud, of9],
  ['9.x', 'local', cloud.replace('cloud.rec', 'rec'), of9],
])(
  'mobileRec of %s: %s recordings show the frame of each time that is sought',
  async (_, store, url, options) => {
    page = await world.open({ width: 375, height: 700 });
    await page.page.setViewportSize({ width: 375, height: 700 });
    await page.make({ url, template: 'mobileRec', width: 375, height: 600, ...options });
    const frame = await page.frame();
    const pressed = frame.getByRole('button', { name: store === 'cloud' ? '云录像' : '存储卡录像' });
    await pressed.waitFor();
    expect(await pressed.getAttribute('aria-pressed')).toBe('true');
    for (const [time, seconds] of [
      ['120050', 50],
      ['120005', 5],
    ] as const) {
      expect(await page.call('seek', time)).toBe(true);
      await showsFrom(seconds);
    }
  },
);

it('mobileRec of 7.x and 9.x: today’s recordings of the memory card, with the hours of the day', async () => {
  page = await world.open({ width: 375, height: 700 });
  await page.page.setViewportSize({ width: 375, height: 700 });
  await page.make({
    url: 'ezopen://open.ys7.com/DEMO00001/1.rec',
    template: 'mobileRec',
    width: 375,
    height: 600,
  });
  const { data } = (await page.call('getOSDTime')) as { data: number };
  expect(Math.abs(data - Date.now() / second)).toBeLessThan(600);
  const frame = await page.frame();
  await frame.getByText('今日录像').waitFor();
  expect(await frame.getByRole('slider').count()).toBeGreaterThan(0);
  await page.heard('getLocalRecTimes');
  expect(await page.call('destroy')).toBeNull();
});

it('themeDataRec of 9.x: the values of its form are texts, cloud recording is played like cloud storage', async () => {
  page = await world.open();
  await page.make({
    url: `${cloud}&busType=7&spaceId=8`,
    isCloudRecord: true,
    scaleMode: 1,
    themeData: {
      autoFocus: '3',
      poster: '',
      header: {
        color: '#FFFFFF',
        activeColor: '#1890ff',
        backgroundColor: '#000000',
        btnList: [
          button('deviceID', 'left'),
          button('deviceName', 'left'),
          button('cloudRec', 'right'),
          button('rec', 'right'),
        ],
      },
      footer: {
        color: '#FFFFFF',
        activeColor: '#1890FF',
        backgroundColor: '#000000',
        btnList: [button('play', 'left'), button('speed', 'right'), button('webExpend', 'right')],
      },
    },
  });
  const frame = await page.frame();
  await frame.locator('.oriel-timeline').waitFor();
  expect(await frame.locator('[data-id="cloudRec"]').getAttribute('aria-pressed')).toBe('true');
  expect(await osd()).toBeLessThan(30);
  expect(await page.call('seek', '120060')).toMatchObject({ rejected: {} });
  expect(await page.call('seek', '120100')).toBe(true);
  await eventually('the frame', async () => (await osd()) >= 60);
});

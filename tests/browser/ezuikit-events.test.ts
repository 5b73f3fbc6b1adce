/** Events and fields of EZUIKit 9, with a frame that reports what the test lets it report. */
import { expect } from 'expect';
import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { FacadePage } from '../kit/facade-page.ts';

type Listener = (payload: Record<string, unknown>) => void;
type Made = { on(name: string | undefined, listener: Listener): void } & Record<
  string,
  (...args: unknown[]) => Promise<unknown>
>;
type Page = Window & {
  made: Made;
  seen: { name: string; payload: Record<string, unknown> }[];
  EZUIKit: { EZUIKitPlayer: { EVENTS: Record<string, string | Record<string, string>> } };
};

let facade: FacadePage;
let frame: Frame;

beforeAll(async () => {
  facade = await FacadePage.start();
});
afterAll(() => facade?.close());

/** A player whose page listens to all events of EVENTS. */
async function open(options: Record<string, unknown> = {}): Promise<void> {
  await facade.open();
  await facade.make(options);
  await facade.page.evaluate(() => {
    const page = window as unknown as Page;
    page.seen = [];
    // One name is in two groups.
    const heard = new Set<string>();
    const listen = (names: Record<string, string | Record<string, string>>) => {
      for (const name of Object.values(names)) {
        if (typeof name === 'object') listen(name);
        else if (!heard.has(name)) {
          heard.add(name);
          page.made.on(name, ({ target: _, ...payload }) => {
            page.seen.push({ name, payload });
          });
        }
      }
    };
    listen(page.EZUIKit.EZUIKitPlayer.EVENTS);
  });
  [frame] = (await facade.started()) as [Frame];
}

/** Lets the frame report, in this order, and waits until the page has received the last report. */
async function report(...events: [name: string, data: object][]): Promise<void> {
  const clicks = () =>
    facade.page.evaluate(
      () => (window as unknown as Page).seen.filter(({ name }) => name === 'click').length,
    );
  const before = await clicks();
  await frame.evaluate((events) => {
    for (const [name, data] of [...events, ['click', {}]])
      window.record.link.emit(name as 'click', data as never);
  }, events);
  await facade.page.waitForFunction(
    (count) => (window as unknown as Page).seen.filter(({ name }) => name === 'click').length > count,
    before,
  );
}
const seen = async (name: string) => {
  const all = await facade.page.evaluate(() => (window as unknown as Page).seen);
  return all.filter((each) => each.name === name).map(({ payload }) => payload);
};
/** The frame of the tests is muted and has no volume until the first of these. */
const state = (change: object): [string, object] => [
  'state',
  { phase: 'playing', muted: true, attempt: 1, volume: 80, quality: 'sd', ...change },
];

describe('the events of EZUIKit 9', () => {
  beforeEach(() => open());

  it.each<[string, [string, object][], object]>([
    ['volumechange', [state({})], { volume: 0.8, muted: true, data: { volume: 0.8, muted: true } }],
    ['recordingChange', [state({}), state({ recording: true })], { recording: true }],
    ['openPtz', [state({}), state({ ptz: true })], { code: 0 }],
    ['closePtz', [state({ ptz: true }), state({})], { code: 0 }],
    ['ptzBtnClick', [['ptz', { direction: 2, code: '200' }]], { code: 0, data: { direction: 2 } }],
    ['openZoom', [['enableZoom', { scale: 2 }]], { code: 0 }],
    ['onZoomChange', [['enableZoom', { scale: 2 }]], { zoom: 2, data: { zoom: 2 } }],
    ['currentVideoLevel', [state({})], { data: { level: 0, name: '流畅', streamTypeIn: 2 } }],
    ['changeVideoLevel', [state({}), state({ quality: 'hd' })], { data: { level: 2 } }],
    ['setVideoLevel', [state({}), state({ quality: 'hd' })], { data: { level: 2 } }],
    ['definitionChange', [state({}), state({ quality: 'hd' })], { data: { level: 2 } }],
    ['openDatePanel', [['timeline', { isCalendarOpen: true }]], { code: 0 }],
    ['closeDatePanel', [['timeline', { isCalendarOpen: false }]], { code: 0 }],
    [
      'recStartTimeChange',
      [['timeline', { date: '2025-03-01' }]],
      { date: '2025-03-01', data: { date: '2025-03-01' } },
    ],
    ['recTimeChange', [['stats', { recordedAt: 1_760_000_000_999 }]], { time: 1_760_000_000 }],
    ['fullscreen', [['fullScreen', { to: 'fullscreen' }]], { code: 0 }],
    [
      'fullscreenChange',
      [['fullScreen', { to: 'fullscreen' }]],
      { isCurrentFullscreen: true, isMobile: false },
    ],
    [
      'exitFullscreen',
      [
        ['fullScreen', { to: 'fullscreen' }],
        ['fullScreen', { to: 'none' }],
      ],
      { code: 0 },
    ],
  ])('%s', async (name, events, payload) => {
    await report(...events);
    expect(await seen(name)).toMatchObject([payload]);
  });

  it('of the timeline: its level, and what is recorded', async () => {
    await facade.page.evaluate(() => {
      const page = window as unknown as Page & { plain: unknown[] };
      page.plain = [];
      for (const name of ['timeWidthChange', 'getCloudRecTimes', 'getLocalRecTimes'])
        page.made.on(name, (payload) => page.plain.push([name, payload]));
    });
    const files = [{ begin: 1_760_000_000_000, end: 1_760_000_060_000 }];
    await report(
      ['timeline', { level: 3 }],
      ['recordings', { recType: 'cloud.rec', files }],
      ['recordings', { recType: 'rec', files: [] }],
    );
    const plain = await facade.page.evaluate(() => (window as unknown as { plain: unknown[] }).plain);
    expect(plain).toEqual([
      ['timeWidthChange', 3],
      ['getCloudRecTimes', [{ startTime: 1_760_000_000_000, endTime: 1_760_000_060_000 }]],
      ['getLocalRecTimes', []],
    ]);
  });

  it('decoderLoad, decoderLoaded, init and setVideoLevelList at the start', async () => {
    const names = await facade.page.evaluate(async () => {
      const { EZUIKit } = window as unknown as { EZUIKit: { EZUIKitPlayer: new (options: object) => Made } };
      const player = new EZUIKit.EZUIKitPlayer({ id: 'box', accessToken: 'the-token' });
      const names: string[] = [];
      await new Promise<void>((done) => {
        for (const name of ['init', 'setVideoLevelList', 'decoderLoad', 'decoderLoaded'])
          player.on(name, ({ eventType }) => {
            names.push(eventType as string);
            if (name === 'setVideoLevelList') done();
          });
      });
      return names;
    });
    expect(names).toEqual(['decoderLoad', 'decoderLoaded', 'init', 'setVideoLevelList']);
  });

  it('resize, when the player has another size', async () => {
    await facade.page.evaluate(() => (window as unknown as Page).made.resize!(320, 180));
    await facade.page.waitForFunction(() =>
      (window as unknown as Page).seen.some(({ name }) => name === 'resize'),
    );
    expect(await seen('resize')).toMatchObject([
      { width: 320, height: 180, isCurrentFullscreen: false, orientationAngle: 0, data: { width: 320 } },
    ]);
  });

  it('of a talk, as the demos of 8.x and 9.x listen to it', async () => {
    const answers = await facade.page.evaluate(async () => {
      const { made } = window as unknown as Page;
      const { res } = (await made.getMicrophonesList!()) as { res: { deviceId: string }[] };
      return [
        await made.getMicrophonePermission!(),
        await made.setProfile!({ microphoneId: res[0]!.deviceId }),
        await made.setVolumeGain!(5),
        await made.startTalk!(),
        await made.stopTalk!(),
        await made.queryVoiceList!(),
        await made.sendVoice!('https://v/1'),
        await made.sendVoiceOnce!(new Blob(['wav'])),
      ];
    });
    expect(answers).toMatchObject([
      { code: 0, res: 'granted' },
      { code: 0 },
      { code: 0 },
      true,
      true,
      { code: 0, data: [{ voiceName: 'Leave', fileUrl: 'https://v/1', duration: 3 }] },
      { code: 0 },
      { code: 0 },
    ]);
    await report(
      ['talkVolume', { microphone: 40, camera: 0 }],
      ['handleTalkError', { code: '400904', message: '设备正在对讲中', source: 'device', retryable: true }],
    );
    const names = ['startTalk', 'talkSuccess', 'stopTalk', 'sendVoice', 'sendVoiceOnce'];
    for (const name of names) expect([name, (await seen(name)).map(({ code }) => code)]).toEqual([name, [0]]);
    expect(await seen('talkingChange')).toMatchObject([{ talking: true }, { talking: false }]);
    for (const name of ['volumeChange', 'talkVolumeChange'])
      expect(await seen(name)).toMatchObject([{ data: 0.4 }]);
    expect(await seen('talkError')).toMatchObject([{ code: 400_904, msg: '设备正在对讲中' }]);
  });

  it('getVideoLevel and getVideoLevelList, with the result of the call', async () => {
    await facade.page.evaluate(async () => {
      const { made } = window as unknown as Page;
      await made.getVideoLevel!();
      await made.getVideoLevelList!();
    });
    expect(await seen('getVideoLevel')).toMatchObject([{ code: 0, data: { level: 0 } }]);
    expect(await seen('getVideoLevelList')).toMatchObject([{ code: 0, data: [{ level: 0 }, { level: 2 }] }]);
  });

  it('a name that does not exist is a warning', async () => {
    const warned = facade.page.waitForEvent('console', (message) => message.type() === 'warning');
    await facade.page.evaluate(() => {
      const { made } = window as unknown as Page;
      made.on(undefined, () => {});
    });
    expect((await warned).text()).toContain('[EZUIKit] on(undefined)');
  });
});

describe('the fields of a player', () => {
  it('follow its state', async () => {
    await open({ width: 320, height: 180 });
    await report(state({ muted: false, recording: true }), [
      'stats',
      { videoCodec: 'avc1.4d401f', width: 640, height: 360, fps: 25 },
    ]);
    const fields = await facade.page.evaluate(() => {
      const { id, url, playing, volume, muted, speed, width, height, videoInfo, recording } = (
        window as unknown as { made: Record<string, unknown> }
      ).made;
      return { id, url, playing, volume, muted, speed, width, height, videoInfo, recording };
    });
    expect(fields).toEqual({
      id: 'box',
      url: 'ezopen://open.ys7.com/DEMO00001/1.live',
      playing: true,
      volume: 0.8,
      muted: false,
      speed: 1,
      width: 320,
      height: 180,
      videoInfo: { videoFormatName: 'H264', width: 640, height: 360, frameRate: 25 },
      recording: true,
    });
  });

  it('are those of an emitter too', async () => {
    await open();
    const received = await facade.page.evaluate(() => {
      const player = (window as unknown as { made: Record<string, (...args: unknown[]) => unknown> }).made;
      const received: unknown[] = [];
      const listener = (payload: unknown) => received.push(payload);
      player.addListener!('mine', listener);
      player.emit!('mine', 1);
      player.removeListener!('mine', listener);
      player.emit!('mine', 2);
      return received;
    });
    expect(received).toEqual([1]);
  });
});

describe('a click in the player', () => {
  it.each(['click', 'dblclick', 'mousemove', 'touchstart'])(
    'reaches listeners of the container: %s',
    async (name) => {
      await open();
      await facade.page.evaluate((name) => {
        const page = window as unknown as { reached: unknown[] };
        page.reached = [];
        document.querySelector('#box')!.addEventListener(name, ({ target, isTrusted }) => {
          page.reached.push([(target as Element).tagName, isTrusted]);
        });
      }, name);
      await frame.evaluate((name) => window.record.link.emit(name as 'click', {}), name);
      await facade.page.waitForFunction(
        () => (window as unknown as { reached: unknown[] }).reached.length > 0,
      );
      const reached = await facade.page.evaluate(() => (window as unknown as { reached: unknown[] }).reached);
      expect(reached).toEqual([['IFRAME', false]]);
    },
  );
});

describe('a player that cannot be created', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['in Chinese', {}, '未指定应用的 key'],
    ['in English', { language: 'en' }, 'No application key'],
  ])('says what to do in the container, on the console and by handleError, %s', async (_, options, text) => {
    await facade.open();
    await facade.load('?', null);
    const logged = facade.page.waitForEvent('console', (message) => message.type() === 'error');
    await facade.make({ env: { domain: 'https://open.ys7.com' }, ...options });
    expect(await facade.page.locator('#box [role=alert]').innerText()).toContain(text);
    expect((await logged).text()).toContain(`[EZUIKit] ${text}`);
    expect((await facade.reported())[0]).toMatchObject({
      name: 'handleError',
      payload: { code: 'app.missing' },
    });
    expect(facade.requested.filter((url) => url.includes('ys7.com'))).toEqual([]);
  });
});

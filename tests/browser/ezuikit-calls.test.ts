import { expect } from 'expect';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { FacadePage, type FacadeWindow, requestsIn } from '../kit/facade-page.ts';

let facade: FacadePage;

beforeAll(async () => {
  facade = await FacadePage.start();
});
afterAll(() => facade?.close());
beforeEach(() => facade.open());

describe('the options of a page', () => {
  it('create a player: Chinese, with audio, in the named element', async () => {
    await facade.make();
    const [frame] = await facade.started();
    expect(await requestsIn(frame!)).toEqual([
      {
        name: 'start',
        data: {
          url: 'ezopen://open.ys7.com/DEMO00001/1.live',
          autoplay: true,
          audio: true,
          language: 'zh-CN',
          // By the SDK.
          pictureWindow: 'can',
        },
      },
    ]);
    const iframe = await facade.page.evaluate(() => {
      const { id, allow, clientHeight, clientWidth } = document.querySelector('iframe')!;
      return { id, allow, clientHeight, clientWidth };
    });
    expect(iframe).toMatchObject({ id: 'EZUIKitPlayer-box', clientHeight: 400 });
    expect(iframe.clientWidth).toBeGreaterThan(300);
    expect((await facade.reported())[0]).toEqual({
      name: 'handleInitSuccess',
      payload: { retcode: 0, id: 'box', type: 'handleInitSuccess' },
    });
    expect(facade.complaints).toEqual([]);
  });

  it('of 9.x are accepted too, also from params', async () => {
    await facade.make({
      params: { language: 'en', isMobile: true },
      template: 'pcLive',
      autoplay: false,
      muted: true,
      volume: 0.4,
      scaleMode: 2,
      quality: 4,
      poster: 'data:image/png;base64,',
      disabledPTZ: true,
      plugin: ['talk'],
    });
    const [frame] = await facade.started();
    expect((await requestsIn(frame!))[0]!.data).toEqual({
      url: 'ezopen://open.ys7.com/DEMO00001/1.hd.live',
      autoplay: false,
      autoplayByTheme: false,
      audio: false,
      language: 'en-US',
      volume: 40,
      scaleMode: 'fill',
      isMobile: true,
      disabledPTZ: true,
      poster: 'data:image/png;base64,',
      // By the SDK.
      pictureWindow: 'can',
    });
    expect(frame!.url()).toContain(`${facade.pages.player.origin}/player/pcLive/app?`);
    expect(await facade.page.evaluate(() => document.querySelector('iframe')!.allow)).toContain('microphone');
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['no element of this id', { id: 'nowhere' }, 'container.missing'],
    ['something that is no id', { id: 42 }, 'container.missing'],
  ])('with %s end in handleError, not in an exception', async (_, options, code) => {
    await facade.make(options);
    const failed = await facade.page.evaluate(async () => {
      const { made } = window as unknown as { made: { play(): Promise<unknown> } };
      return made.play().catch((error) => [error.name, error.code]);
    });
    expect(failed).toEqual(['PlayerError', code]);
    expect((await facade.reported())[0]).toMatchObject({
      name: 'handleError',
      payload: { retcode: -1, code },
    });
  });

  it('require the application key once: by data-app, in the address of the script, or as an option', async () => {
    await facade.load('?', null);
    await facade.make();
    expect((await facade.reported()).map(({ payload }) => payload.code)).toEqual(['app.missing']);
    await facade.make({ app: 'app' });
    await facade.started();
    await facade.load('?app=app', null);
    await facade.make();
    await facade.started();
  });
});

describe('a call', () => {
  it('that starts playback is made once per burst, with the last arguments', async () => {
    await facade.make({ autoplay: false });
    const [frame] = await facade.started();
    const results = await facade.page.evaluate(async () => {
      const { made } = window as unknown as { made: Record<string, (arg?: unknown) => Promise<unknown>> };
      const burst = ['A', 'B', 'C'].map((serial) => made.changePlayUrl!({ deviceSerial: serial }));
      return [...(await Promise.all(burst)), await made.play!()];
    });
    const url = 'ezopen://open.ys7.com/C/1.live';
    expect(results).toEqual([url, url, url, true]);
    expect((await requestsIn(frame!)).map(({ name, data }) => [name, data])).toEqual([
      ['start', expect.anything()],
      ['changePlayUrl', { url }],
      ['play', {}],
    ]);
  });

  it('resolves as in 7.x', async () => {
    await facade.make();
    await facade.started();
    const answers = await facade.page.evaluate(async () => {
      const { made } = window as unknown as {
        made: Record<string, (...args: unknown[]) => Promise<unknown>>;
      };
      const given = await new Promise((done) => {
        void made.capturePicture!('door', done);
      });
      const taken = (await made.capturePicture!()) as { data: { fileUint8Array: Uint8Array } };
      return {
        time: await made.getOSDTime!(),
        given: { ...(given as object), fileUint8Array: [...(given as typeof taken.data).fileUint8Array] },
        taken: { ...taken, data: Object.keys(taken.data).sort() },
        save: await made.startSave!('film'),
      };
    });
    expect(answers).toEqual({
      time: { code: 0, retcode: 0, data: 1_760_000_000 },
      given: {
        fileName: 'door',
        fileUint8Array: [0xff, 0xd8, 0xff, 0xd9],
        base64: 'data:image/jpeg;base64,/9j/2Q==',
      },
      taken: {
        id: 'box',
        code: 0,
        type: 'handleCapturePicture',
        data: ['base64', 'fileName', 'fileUint8Array'],
      },
      save: { id: 'box', type: 'startSave', code: 0 },
    });
  });

  it('downloads a snapshot, unless a callback receives it', async () => {
    await facade.make();
    const [frame] = await facade.started();
    await facade.page.evaluate(async () => {
      const { made } = window as unknown as {
        made: Record<string, (...args: unknown[]) => Promise<unknown>>;
      };
      await made.capturePicture!('a');
      await made.capturePicture!('b', () => {});
    });
    const options = (await requestsIn(frame!)).filter(({ name }) => name === 'capturePicture');
    expect(options.map(({ data }) => data)).toEqual([
      { fileName: 'a', format: 'jpeg', download: true },
      { fileName: 'b', format: 'jpeg', download: false },
    ]);
  });

  it.each([
    [{ download: false }, { noDownload: true }, false],
    [{ downloadRecord: false }, { noRecordingDownload: true }, true],
    [{ download: true, downloadRecord: true }, {}, true],
  ])('with %j keeps files from the disk of the viewer', async (options, start, download) => {
    await facade.make(options);
    const [frame] = await facade.started();
    await facade.page.evaluate(() =>
      (window as unknown as { made: Record<string, () => Promise<unknown>> }).made.capturePicture!(),
    );
    const [started, captured] = (await requestsIn(frame!)).map(({ data }) => data as Record<string, unknown>);
    const { noDownload, noRecordingDownload } = started!;
    expect(JSON.parse(JSON.stringify({ noDownload, noRecordingDownload }))).toEqual(start);
    expect(captured).toMatchObject({ download });
  });

  it('that is not supported rejects with its name, notifies handleError, and throws nothing', async () => {
    await facade.make();
    await facade.started();
    const names = ['enable3DZoom', 'getSpaceList', 'setFECCorrectType', 'setAntialias', 'getDeviceCapacity'];
    const failures = await facade.page.evaluate(async (names) => {
      const { made } = window as unknown as { made: Record<string, () => Promise<unknown>> };
      return Promise.all(names.map((name) => made[name]!().catch((error) => [error.code, error.message])));
    }, names);
    for (const [at, name] of names.entries())
      expect(failures[at]).toEqual(['unsupported', expect.stringContaining(`${name}: `)]);
    const errors = (await facade.reported()).filter(({ name }) => name === 'handleError');
    expect(errors.map(({ payload }) => payload.msg)).toEqual(
      failures.map((failure) => (failure as string[])[1]),
    );
    expect(errors[0]!.payload).toMatchObject({
      retcode: -1,
      id: 'box',
      type: 'handleError',
      code: 'unsupported',
    });
    expect(facade.complaints).toEqual([]);
  });

  it('of a recording resolves as in 7.x, and rejects above 4x with code 1003', async () => {
    await facade.make({
      url: 'ezopen://open.ys7.com/DEMO00001/1.cloud.rec?begin=20250301',
      playbackRange: { begin: '20250301080000', end: '20250301180000' },
      params: { seekFrequency: 500 },
      speedOptions: { list: [1, { label: '2x', value: 2 }] },
      disabledTimeLine: true,
    });
    const [frame] = await facade.started();
    const answers = await facade.page.evaluate(async () => {
      const { made, reported } = window as unknown as FacadeWindow & {
        made: { on(name: string, listener: unknown): void } & Record<
          string,
          (arg?: unknown) => Promise<unknown>
        >;
      };
      const names = [
        'pause',
        'resume',
        'seek',
        'fast',
        'slow',
        'speedChange',
        'recTypeChange',
        'playbackEnd',
      ];
      for (const name of names)
        made.on(name, ({ code, data }: { code: number; data: unknown }) =>
          reported.push({ name, payload: { code, data } }),
        );
      const results: unknown[] = [];
      for (const call of [
        () => made.pause!(),
        () => made.resume!('083000'),
        () => made.seek!('20250301T083000Z'),
        () => made.fast!(),
        () => made.fast!(),
        () => made.fast!().catch((error: unknown) => error),
        () => made.slow!(),
        () => made.getPlayRate!(),
        () => made.supportSeek!(),
        () => made.supportPauseResume!(),
      ])
        results.push(await call());
      return results;
    });
    const done = (speed: number) => ({ code: 0, data: { speed, result: 'success' } });
    expect(answers).toEqual([
      ...[true, true, true, done(2), done(4)],
      { code: -1, data: { speed: 1, result: '播放速度最大为4倍速度' } },
      ...[done(2), 1, true, true],
    ]);
    const { data: start } = (await requestsIn(frame!))[0]!;
    expect(start).toMatchObject({
      playbackRange: { begin: '20250301080000', end: '20250301180000' },
      seekFrequency: 500,
      speedOptions: [1, 2],
      disabledTimeLine: true,
    });
    const reported = await facade.reported();
    const payloads = (name: string) =>
      reported.filter((each) => each.name === name).map((each) => each.payload);
    expect(payloads('pause')).toEqual([{ code: 0 }]);
    expect(payloads('speedChange').map(({ data }) => data)).toEqual([2, 4, 2].map((speed) => ({ speed })));
    expect(payloads('fast').map(({ code }) => code)).toEqual([0, 0, 1003]);
    expect(payloads('handleError')).toMatchObject([{ retcode: 1003, msg: '播放速度最大为4倍速度' }]);
  });

  it('that queries a capability is answered, not rejected', async () => {
    await facade.make();
    await facade.started();
    const answers = await facade.page.evaluate(() => {
      const { made } = window as unknown as { made: Record<string, () => Promise<unknown>> };
      return Promise.all([made.supportSeek!(), made.supportPauseResume!()]);
    });
    expect(answers).toEqual([false, false]);
    expect((await facade.reported()).filter(({ name }) => name === 'handleError')).toEqual([]);
  });

  it.each<[string, Record<string, unknown>, string[]]>([
    ['in Chinese', {}, ['流畅', '高清']],
    ['in English', { language: 'en' }, ['Standard definition', 'High definition']],
    [
      'as the page names them',
      {
        language: 'en',
        videoLevelList: [
          { level: 1, name: 'Thumb' },
          { level: 3, name: 'Cinema' },
        ],
      },
      ['Thumb', 'Cinema'],
    ],
  ])('for the levels names them %s', async (_, options, names) => {
    await facade.make(options);
    await facade.started();
    const listed = await facade.page.evaluate(async () => {
      const { made } = window as unknown as { made: Record<string, () => Promise<{ name: string }[]>> };
      return (await made.getDefinitionList!()).map(({ name }) => name);
    });
    expect(listed).toEqual(names);
  });

  it('for an unknown theme is rejected, and changes nothing', async () => {
    await facade.make();
    const [frame] = await facade.started();
    const refusals = await facade.page.evaluate(async () => {
      type Made = { Theme: { changeTheme(name: string): Promise<unknown> } };
      const { Theme } = (window as unknown as { made: Made }).made;
      const names = ['nope', 'pclive', '__proto__'];
      return Promise.all(
        names.map((name) => Theme.changeTheme(name).catch(({ code, message }) => [code, message])),
      );
    });
    expect(refusals).toEqual(
      ['nope', 'pclive', '__proto__'].map((name) => ['template.unknown', expect.stringContaining(name)]),
    );
    expect((await requestsIn(frame!)).map(({ name }) => name)).toEqual(['start']);
  });

  it('is no unhandled rejection if the page ignores its promise, or only waits for success', async () => {
    await facade.make();
    await facade.started();
    const played = await facade.page.evaluate(async () => {
      const { made } = window as unknown as { made: Record<string, (change?: unknown) => Promise<unknown>> };
      let successes = 0;
      void made.play!();
      void made.play!().then(() => (successes += 1));
      void made.changePlayUrl!({ type: 'rec' }).then(() => (successes += 1));
      void made.resume!().finally(() => {});
      void made.getOSDTime!().then(() => (successes += 1));
      void made.fast!().then(() => (successes += 1));
      void made.getSpaceList!();
      await made.destroy!();
      await new Promise((done) => setTimeout(done, 800));
      return successes;
    });
    expect([played, facade.complaints]).toEqual([0, []]);
  });

  it('after destroy rejects, and the element is empty', async () => {
    await facade.make();
    await facade.started();
    const [code, left] = await facade.page.evaluate(async () => {
      const { made } = window as unknown as { made: Record<string, () => Promise<unknown>> };
      await made.destroy!();
      const code = await made.stop!().catch((error) => error.code);
      await made.destroy!();
      return [code, document.querySelectorAll('iframe').length];
    });
    expect([code, left]).toEqual(['destroyed', 0]);
  });
});

describe('the parser of stream addresses', () => {
  it.each([
    [
      'ezopen://open.ys7.com/C1/2.hd.live',
      { deviceSerial: 'C1', channelNo: 2, validCode: '', hd: true, type: 'live' },
    ],
    [
      'ezopen://ABC@host/C1/1.cloud.rec?begin=20240101',
      { deviceSerial: 'C1', channelNo: 1, validCode: 'ABC', hd: false, type: 'cloud.rec' },
    ],
    ['https://open.ys7.com/C1/1.live', null],
    [null, null],
  ])('%s', async (url, parts) => {
    const parsed = await facade.page.evaluate(
      (url) => (window as unknown as FacadeWindow).EZUIKit.parseStreamAddress(url),
      url,
    );
    expect(parsed).toEqual(parts);
  });
});

/**
 * Typical scripts of EZUIKit pages, written after its documented calls, run in the page. Each step records its result.
 * They contain nothing specific to our player.
 */

// biome-ignore format: one line per name
interface Facade {
  EZUIKitPlayer: (new (options: object) => Called) & { EVENTS: Record<string, string>; version: string; LOCALES: string[]; TEMPLATES: string[] };
}
type Called = Record<string, (...args: unknown[]) => Promise<unknown>> & {
  eventEmitter: { on(name: string, listener: (payload: { code: number }) => void): void };
  Theme: { changeTheme(theme: unknown): Promise<unknown> };
};

export interface Journal {
  /** By step: `ok` and the resolved value, or the rejection code. */
  readonly steps: Record<string, unknown>;
  /** Callbacks in order. */
  readonly callbacks: { name: string; payload: Record<string, unknown> }[];
  /** Emitted events in order: `name code`. */
  readonly events: string[];
}

export interface Journey {
  readonly accessToken: string;
  readonly url: string;
  readonly otherUrl: string;
  /** Longest wait for the first frame, ms. */
  readonly firstFrameMs: number;
  /** Duration of the recording, ms. */
  readonly recordingMs: number;
}

/** A page of version 7.x, with all the options that its service required. */
export async function journeyOf7({
  accessToken,
  url,
  otherUrl,
  firstFrameMs,
  recordingMs,
}: Journey): Promise<Journal> {
  const { EZUIKit } = window as unknown as { EZUIKit: Facade };
  const journal: Journal = { steps: {}, callbacks: [], events: [] };
  const names = [
    'handleInitSuccess',
    'handleSuccess',
    'handleError',
    'handleThemeChange',
    'handleCapturePicture',
    'capturePictureCallBack',
    'startSaveCallBack',
    'stopSaveCallBack',
    'openSoundCallBack',
    'closeSoundCallBack',
    'fullScreenCallBack',
    'cancelFullScreenCallBack',
    'fullScreenChangeCallBack',
    'getOSDTimeCallBack',
  ];
  const callbacks = Object.fromEntries(
    names.map((name) => [
      name,
      (payload: Record<string, unknown>) => journal.callbacks.push({ name, payload: { ...payload } }),
    ]),
  );
  const player = new EZUIKit.EZUIKitPlayer({
    id: 'video-container',
    accessToken,
    url,
    template: 'pcLive',
    width: 640,
    height: 360,
    audio: true,
    plugin: ['talk'],
    env: {
      domain: 'https://open.ys7.com',
      filePathDomain: 'https://static.example',
      wsUrl: 'wss://ws.example',
    },
    staticPath: 'https://static.example/ezuikit_static',
    decoderVersion: 'v3',
    enableSharedArrayBufferGuide: true,
    disabledTimeLine: false,
    params: { seekFrequency: 1_000 },
    ...callbacks,
  });
  for (const name of [
    'openSound',
    'capturePicture',
    'startSave',
    'stopSave',
    'changePlayUrl',
    'stop',
    'startZoom',
    'closeZoom',
    'destroy',
  ])
    player.eventEmitter.on(name, ({ code }) => journal.events.push(`${name} ${code}`));

  const until = async (what: string, isSo: () => boolean, withinMs: number) => {
    const end = performance.now() + withinMs;
    while (!isSo()) {
      if (performance.now() > end)
        throw new Error(`timeout after ${withinMs} ms: ${what}; ${JSON.stringify(journal)}`);
      await new Promise((next) => setTimeout(next, 50));
    }
  };
  const plain = (value: unknown): unknown =>
    JSON.parse(
      JSON.stringify(value ?? null, (_, part) =>
        part instanceof Uint8Array
          ? { bytes: part.length, first: part[0] }
          : part instanceof Blob
            ? { size: part.size, type: part.type }
            : typeof part === 'string' && part.length > 60
              ? `${part.slice(0, 28)}…`
              : part,
      ),
    );
  const step = async (name: string, call: () => unknown) => {
    try {
      const promise = call();
      if (!(promise instanceof Promise)) throw Object.assign(new Error(), { code: 'no promise' });
      journal.steps[name] = { ok: plain(await promise) };
    } catch (error) {
      journal.steps[name] = { code: (error as { code: unknown }).code, message: (error as Error).message };
    }
  };

  await until(
    'handleSuccess',
    () => journal.callbacks.some(({ name }) => name === 'handleSuccess'),
    firstFrameMs,
  );
  await step('openSound', () => player.openSound!());
  await step('closeSound', () => player.closeSound!());
  await step('getOSDTime', () => player.getOSDTime!());
  await step('capturePicture', () => player.capturePicture!('door'));
  await step('capturePicture for the page', () => {
    const reported = new Promise((done) => {
      player.capturePicture!('default', done).catch(done);
    });
    return reported;
  });
  await step('startSave', () => player.startSave!('film'));
  await new Promise((next) => setTimeout(next, recordingMs));
  await step('stopSave', () => player.stopSave!());
  await step('enableZoom', () => player.enableZoom!());
  await step('zoomAdd', () => player.zoomAdd!());
  await step('zoomSub', () => player.zoomSub!());
  await step('closeZoom', () => player.closeZoom!());
  await step('openPtz', () => player.openPtz!());
  await step('closePtz', () => player.closePtz!());
  await step('getDefinitionList', () => player.getDefinitionList!());
  await step('getDefinition', () => player.getDefinition!());
  await step('browserFullscreen', () => player.browserFullscreen!());
  await step('exitBrowserFullscreen', () => player.exitBrowserFullscreen!());
  await step('fullScreen', () => player.fullScreen!().then(() => 'full'));
  await step('cancelFullScreen', () => player.cancelFullScreen!());
  await step('reSize', () => player.reSize!(480, 270));
  await step('setPoster', () => player.setPoster!(''));
  await step('Theme.changeTheme', () => player.Theme.changeTheme('security'));
  await step('reSetTheme', () => player.reSetTheme!());
  await step('getPlayRate', () => player.getPlayRate!());
  for (const name of ['enable3DZoom', 'setFECCorrectType', 'setWaterMarkFont'])
    await step(name, () => player[name]!('120000'));
  await step('changePlayUrl', () => {
    player.changePlayUrl!({ url: `${otherUrl}?first` }).catch(() => {});
    return player.changePlayUrl!({ url: otherUrl, accessToken });
  });
  await step('stop', () => player.stop!());
  await step('stop again', () => player.stop!());
  await step('play', () => player.play!());
  await step('changeVideoLevel', () => player.changeVideoLevel!(0));
  await step('destroy', () => player.destroy!());
  await step('destroy again', () => player.destroy!());
  await step('play when it is gone', () => player.play!());
  return { ...journal, callbacks: plain(journal.callbacks) as Journal['callbacks'] };
}

/** A page of version 9.x. */
export async function journeyOf9({
  accessToken,
  url,
  otherUrl,
  firstFrameMs,
  recordingMs,
}: Journey): Promise<Journal> {
  const { EZUIKit } = window as unknown as { EZUIKit: Facade };
  const { EZUIKitPlayer } = EZUIKit;
  const journal: Journal = { steps: {}, callbacks: [], events: [] };
  // A static method that the facade's type does not declare.
  await (EZUIKitPlayer as unknown as { preInit(): Promise<void> }).preInit();
  const player = new EZUIKitPlayer({
    id: document.getElementById('video-container'),
    accessToken,
    url,
    template: 'simple',
    width: 640,
    height: 360,
    language: 'en',
    quality: 4,
    scaleMode: 1,
    volume: 0.5,
    muted: true,
    loggerOptions: { level: 'INFO', name: 'ezuikit', showTime: true },
    decoderType: 'auto',
    reconnect: { enabled: true, maxRetry: 3 },
    timeLineOptions: null,
    mobileExtendOptions: { controls: ['play'] },
    dblClickFullscreen: true,
    rtcUrl: 'wss://rtc.example',
    env: { domain: 'https://open.ys7.com' },
    handleError: (payload: Record<string, unknown>) =>
      journal.callbacks.push({ name: 'handleError', payload }),
  });
  const { EVENTS } = EZUIKitPlayer;
  let frames = 0;
  for (const name of [
    'init',
    'firstFrameDisplay',
    'videoInfo',
    'audioInfo',
    'openSound',
    'capturePicture',
    'stopSave',
    'changePlayUrl',
    'changeTheme',
  ])
    player.on!(EVENTS[name], ((payload: { code: number }) => {
      if (name === 'firstFrameDisplay') frames += 1;
      journal.events.push(
        name.endsWith('Info') ? `${name} ${JSON.stringify(payload)}` : `${name} ${payload.code}`,
      );
    }) as never);
  player.on!(EVENTS.streamInfoCB, (({ bytes }: { bytes: number }) => {
    journal.events.push(`streamInfoCB ${bytes > 0}`);
  }) as never);
  const receivedOnce: number[] = [];
  player.once!(EVENTS.changePlayUrl, (() => receivedOnce.push(1)) as never);

  const end = performance.now() + firstFrameMs;
  while (frames === 0) {
    if (performance.now() > end) throw new Error(`no first frame: ${JSON.stringify(journal)}`);
    await new Promise((next) => setTimeout(next, 50));
  }
  const step = async (name: string, call: () => unknown) => {
    try {
      const promise = call();
      if (!(promise instanceof Promise)) throw Object.assign(new Error(), { code: 'no promise' });
      journal.steps[name] = { ok: JSON.parse(JSON.stringify((await promise) ?? null)) };
    } catch (error) {
      journal.steps[name] = { code: (error as { code: unknown }).code, message: (error as Error).message };
    }
  };
  await step('openSound', () => player.openSound!());
  await step('setVolume', () => player.setVolume!(0.3));
  await step('setScaleMode', () => player.setScaleMode!(2));
  await step('getVideoLevelList', () => player.getVideoLevelList!());
  await step('getVideoLevel', () => player.getVideoLevel!());
  await step('startRecord', () => player.startRecord!('film'));
  await new Promise((next) => setTimeout(next, recordingMs));
  await step('stopRecord', async () => {
    const { data } = (await player.stopRecord!()) as { data: { url: string; file: Blob } };
    const sameBytes = (await (await fetch(data.url)).blob()).size === data.file.size;
    return { isBlobUrl: data.url.startsWith('blob:'), sameBytes, type: data.file.type };
  });
  await step('capturePicture', async () => {
    const { code, type } = (await player.capturePicture!('door')) as Record<string, unknown>;
    return { code, type };
  });
  await step('changeTheme', () => player.changeTheme!('pcLive'));
  await step('fullscreen', () => player.fullscreen!());
  await step('exitFullscreen', () => player.exitFullscreen!());
  await step('resize', () => player.resize!(480, 270));
  await step('displayStreamInfo', async () => typeof (await player.displayStreamInfo!()));
  for (const name of ['setDisplayRegion', 'setAntialias', 'captureCamera', 'getSpaceList', 'setMirrorFlip'])
    await step(name, () => player[name]!({}));
  await step('changePlayUrl', () => player.changePlayUrl!({ url: otherUrl }));
  await step('received once', async () => receivedOnce.length);
  await step('destroy', () => player.destroy!());
  return journal;
}

import { expect } from 'expect';
import { beforeEach, describe, it, vi } from 'vitest';
import { builtInThemes } from '../../lib/contracts/theme/built-in-themes.ts';
import { err, ok } from '../../lib/kernel/result.ts';
import type {
  EngineEvent,
  EngineRecording,
  LiveTarget,
  MediaEngine,
  Pausable,
  Rateable,
  Seekable,
} from '../../player-frame/engines/engine.ts';
import { lappPaths } from '../../player-frame/session/lapp-client.ts';
import type { LappLink } from '../../player-frame/session/lapp-link.ts';
import type { EngineMaker } from '../../player-frame/session/playback-attempt.ts';
import { PlayerSession } from '../../player-frame/session/player-session.ts';
import { selectFailure } from '../../player-frame/state/early-selectors.ts';
import { noAbilities } from '../../player-frame/state/player-state.ts';
import { selectCanPause, selectCanSeek, selectCanSetRate } from '../../player-frame/state/selectors.ts';
import { FakeClock } from '../kit/fake-clock.ts';

const url = 'ezopen://SECRETCODE@open.example.com/CAM1/1.hd.live';
const other = 'ezopen://open.example.com/CAM2/1.live';

/** An engine whose events are emitted by the test. */
class FakeEngine implements MediaEngine {
  seekable?: Seekable;
  rateable?: Rateable;
  pausable?: Pausable;
  readonly can = { snapshot: true, record: true };
  target: LiveTarget | null = null;
  isMuted = false;
  isDestroyed = false;
  time: number | null = null;
  readonly renewals: string[] = [];
  #listener: (event: EngineEvent) => void = () => {};
  constructor(readonly kind: 'webcodecs' | 'flv') {}
  load(target: LiveTarget, signal: AbortSignal): Promise<void> {
    this.target = target;
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  }
  renew(ticket: string) {
    this.renewals.push(ticket);
    return this.kind === 'webcodecs';
  }
  setMuted(muted: boolean) {
    this.isMuted = muted;
  }
  setVolume() {}
  setVisible() {}
  currentTime() {
    return this.time;
  }
  async snapshot() {
    return new Blob(['picture']);
  }
  async record(): Promise<EngineRecording> {
    throw new Error('the fake engine cannot record');
  }
  onEvent(listener: (event: EngineEvent) => void) {
    this.#listener = listener;
    return () => {};
  }
  notify(event: EngineEvent) {
    this.#listener(event);
  }
  async destroy() {
    this.isDestroyed = true;
  }
}

let clock: FakeClock;
let engines: FakeEngine[];
/** The optional abilities of the next engine. */
let abilities: Pick<MediaEngine, 'seekable' | 'rateable' | 'pausable'>;
let reasons: string[];
let reported: { name: string; data: unknown }[];
let requested: { ezopen: string; accessToken: string }[];
let answer: LappLink['liveUrl'];
let session: PlayerSession;
let loadFeatures: () => Promise<typeof import('../../player-frame/session/features/index.ts')>;

beforeEach(() => {
  clock = new FakeClock();
  engines = [];
  abilities = {};
  reasons = [];
  reported = [];
  requested = [];
  answer = async () => ok(address());
  loadFeatures = () => import('../../player-frame/session/features/index.ts');
  const makeEngine: EngineMaker = async (position) => {
    const engine = new FakeEngine(position === 0 ? 'webcodecs' : 'flv');
    engines.push(Object.assign(engine, abilities));
    return { engine, choice: { kind: engine.kind, why: 'because' } };
  };
  session = new PlayerSession({
    clock,
    random: () => 0.5,
    lapp: {
      liveUrl: (form, options) => {
        requested.push(form);
        return answer(form, options);
      },
      ask: async (path) => (path === lappPaths.deviceCapacity ? ok({ support_ptz: '1' }) : refused('20002')),
    },
    stage: { element: document.createElement('div') },
    root: document.createElement('div'),
    template: 'pcLive',
    theme: builtInThemes.pcLive,
    app: 'app',
    imageOrigins: [],
    loadFeatures: () => loadFeatures(),
    makeEngine,
    loadTexts: () => import('../../player-frame/session/explain.ts'),
    language: 'zh-CN',
    isMobile: false,
    host: {
      requestToken: async (reason) => {
        reasons.push(reason);
        return `SECRETTOKEN-${reason}`;
      },
      notify: (name, data) => reported.push({ name, data }),
    },
  });
});

const address = (expireInMs = 7 * 24 * 3_600_000) => ({
  url: 'https://oriel.example.com/live/CAM1/1/main.flv',
  token: 'SECRETTICKET',
  deviceName: 'Harbour',
  expireInMs,
});
const live = () => engines.filter((engine) => !engine.isDestroyed);
const engine = () => live().at(-1)!;
const settle = async () => {
  for (let round = 0; round < 8; round += 1) await clock.advance(0);
};
/** Ignores the rejection of a call that a later call replaces; other tests cover it. */
const changeUrl = (next: string) =>
  void Promise.resolve(session.handlers.changePlayUrl({ url: next }, never)).catch(() => {});
const never = new AbortController().signal;

async function start(options: { autoplay?: boolean; audio?: boolean } = {}): Promise<void> {
  await session.handlers.start(
    { url, autoplay: options.autoplay ?? true, audio: options.audio ?? false },
    never,
  );
  await settle();
}

async function showFrame(): Promise<void> {
  engine().notify({ type: 'firstFrame', at: 0 });
  await settle();
}

/** Polls, because texts are loaded in real time. */
async function expectSoon(isSo: () => boolean): Promise<void> {
  for (let round = 0; round < 100 && !isSo(); round += 1) await new Promise((next) => setTimeout(next, 10));
  expect(isSo()).toBe(true);
}

const refused = (code: string) => err({ kind: 'other', code, stage: 'address', message: null } as const);

describe('a session', () => {
  it('resolves the token and the address and shows the first frame', async () => {
    await start();
    expect(reasons).toEqual(['start']);
    expect(requested).toEqual([{ ezopen: url, accessToken: 'SECRETTOKEN-start' }]);
    expect(engine().target).toEqual({
      url: 'https://oriel.example.com/live/CAM1/1/main.flv',
      ticket: 'SECRETTICKET',
    });
    await showFrame();
    expect(reported.map(({ name }) => name)).toContain('handleSuccess');
    expect(session.state.device).toEqual({ deviceSerial: 'CAM1', deviceName: 'Harbour' });
  });

  it.each([
    ['on at first', 1, true, 'resolving'],
    ['off at first', 0, true, 'idle'],
    ['on at first, which the page forbids', 1, false, 'idle'],
  ])('leaves its start to the play button of the theme: %s', async (_how, defaultActive, autoplay, phase) => {
    const btnList = [{ iconId: 'play', part: 'left', isrender: 1, defaultActive }];
    const themeData = JSON.stringify({ footer: { btnList } });
    await session.handlers.start({ url, autoplay, audio: false, themeData }, never);
    expect(session.state.playback.phase).toBe(phase);
    expect(session.state.theming.theme?.footer.btnList).toHaveLength(1);
  });

  it('rejects its start for invalid options, names each of them, and plays without them', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const given = {
      url,
      autoplay: true,
      volume: 300,
      language: 'de',
      audio: 'yes',
      width: 'wide',
      extra: {},
    };
    const starting = session.handlers.start as (...args: unknown[]) => Promise<void>;
    await expect(starting({}, never, given)).rejects.toMatchObject({
      code: 'option.invalid',
      message:
        '选项 volume 的值 300 无效，可用：0 到 100 的整数；选项 language 的值 "de" 无效，可用：zh-CN、en-US；选项 audio 的值 "yes" 无效，可用：true 或 false；选项 width 的值 "wide" 无效，可用：像素数或百分比，例如 640 或 "100%"',
    });
    expect(warn).toHaveBeenCalledTimes(1);
    expect(session.state.playback.phase).toBe('loading');
    expect(session.state.audio).toMatchObject({ volume: 80, isOpen: false });
    warn.mockRestore();
  });

  it('rejects its start for a playbackRange of more than 24 hours, and plays without it', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const playbackRange = { begin: '20250301120000', end: '20250302120001' };
    const starting = session.handlers.start as (...args: unknown[]) => Promise<void>;
    await expect(starting({}, never, { url, playbackRange })).rejects.toMatchObject({
      code: 'option.invalid',
      message: expect.stringContaining('选项 playbackRange 的值无效'),
    });
    expect(session.state.playback.phase).not.toBe('idle');
    warn.mockRestore();
  });

  it('starts whatever the theme says if the page decides alone', async () => {
    const btnList = [{ iconId: 'play', part: 'left', isrender: 1, defaultActive: 0 }];
    const themeData = JSON.stringify({ footer: { btnList } });
    await session.handlers.start(
      { url, autoplay: true, autoplayByTheme: false, audio: false, themeData },
      never,
    );
    expect(session.state.playback.phase).toBe('resolving');
  });

  describe('with a range, whose rules are loaded later', () => {
    const playbackRange = { begin: '20250301T080000Z', end: '20250301T180000Z' };
    const begin = async () =>
      session.handlers.start({ url: other, autoplay: true, audio: false, playbackRange }, never);
    const unreachable = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

    it('starts with the options of the page after a load that failed', async () => {
      const load = loadFeatures;
      loadFeatures = unreachable;
      const started = begin();
      await settle();
      await expect(session.handlers.changePlayUrl({ url }, never)).rejects.toMatchObject({
        code: 'network.unreachable',
      });
      loadFeatures = load;
      await session.loadFeatures();
      await started;
      expect(session.state).toMatchObject({ address: other, recorded: { pageRange: playbackRange } });
      expect(session.state.playback.phase).not.toBe('idle');
    });

    it('does not start for a page that has gone meanwhile', async () => {
      const load = loadFeatures;
      loadFeatures = unreachable;
      const started = expect(begin()).rejects.toMatchObject({ code: 'aborted' });
      await settle();
      await session.reset();
      await started;
      loadFeatures = load;
      await session.loadFeatures();
      expect(session.state).toMatchObject({ address: '', playback: { phase: 'idle' } });
    });
  });

  it('starts muted, and unmutes 500 ms after the first frame', async () => {
    await start({ audio: true });
    expect(engine().isMuted).toBe(true);
    await showFrame();
    await clock.advance(499);
    expect(engine().isMuted).toBe(true);
    await clock.advance(1);
    expect(engine().isMuted).toBe(false);
  });

  it('receives messages of other audible players before the features are loaded', async () => {
    const neighbour = document.body.appendChild(document.createElement('iframe'));
    const posted = vi.spyOn(neighbour.contentWindow!, 'postMessage').mockImplementation(() => {});
    await start({ audio: true });
    await showFrame();
    expect(posted).toHaveBeenCalledTimes(1);
    const data = posted.mock.calls[0]?.[0];
    const { origin } = location;
    window.dispatchEvent(new MessageEvent('message', { data, origin, source: neighbour.contentWindow }));
    expect(session.state.audio.isOpen).toBe(false);
    neighbour.remove();
    await session.destroy();
  });

  it('requests a token from the host page only once while it is valid', async () => {
    await start();
    await showFrame();
    await session.handlers.stop({}, never);
    void session.handlers.play({}, never);
    await settle();
    expect(reasons).toEqual(['start']);
  });

  it('renews a rejected token, then rejects play() with its code and text', async () => {
    answer = async () => refused('10002');
    await start({ autoplay: false });
    await expect(session.handlers.play({}, never)).rejects.toMatchObject({
      name: 'RequestError',
      code: '10002',
      source: 'service',
      retryable: true,
      message: '播放凭证（accessToken）无效或已过期',
    });
    expect(reasons).toEqual(['start', 'expired', 'denied']);
    expect(live()).toEqual([]);
  });

  it('rejects each play() after 25 s with the reason, and keeps trying', async () => {
    answer = async () =>
      err({ kind: 'network', code: 'network.unreachable', stage: 'address', message: null } as const);
    await start({ autoplay: false });
    const codes: string[] = [];
    const play = () =>
      void Promise.resolve(session.handlers.play({}, never)).catch(({ code }: { code: string }) =>
        codes.push(code),
      );
    play();
    await clock.advance(10_000);
    play();
    await clock.advance(14_999);
    expect(codes).toEqual([]);
    await clock.advance(1);
    await expectSoon(() => codes.length === 1);
    await clock.advance(10_000);
    await expectSoon(() => codes.length === 2);
    expect(codes).toEqual(['network.unreachable', 'network.unreachable']);
    answer = async () => ok(address());
    for (let round = 0; round < 40 && !live().some((one) => one.target); round += 1) await clock.advance(500);
    await showFrame();
    expect(session.state.playback.phase).toBe('playing');
  });

  it('rejects stop with 当前非播放状态 when nothing is playing', async () => {
    await expect(session.handlers.stop({}, never)).rejects.toMatchObject({
      code: 'player.notPlaying',
      message: '当前非播放状态',
    });
  });

  it('uses the language of the page', async () => {
    await session.handlers.start({ url, autoplay: false, audio: false, language: 'en-GB' }, never);
    await expect(session.handlers.stop({}, never)).rejects.toMatchObject({ message: 'Nothing is playing' });
  });

  it('keeps one engine at a time when the address changes quickly', async () => {
    await start();
    for (const next of [other, url, other]) changeUrl(next);
    await settle();
    expect(live()).toHaveLength(1);
    await showFrame();
    expect(session.state.playback).toMatchObject({ phase: 'playing', address: other });
  });

  it('reads the capabilities of the stream from the engine, and clears them when the stream ends', async () => {
    await start();
    expect(session.state.can).toEqual({ ...noAbilities, record: true });
    abilities = {
      pausable: { pause() {}, resume: async () => {} },
      rateable: { rates: [1, 2], setRate() {} },
      seekable: { seek: async () => {}, range: () => null },
    };
    changeUrl(other);
    await settle();
    expect([selectCanSeek, selectCanSetRate, selectCanPause].map((can) => can(session.state))).toEqual([
      true,
      true,
      true,
    ]);
    const stopping = session.handlers.stop({}, never);
    await settle();
    await stopping;
    expect(session.state.can).toEqual(noAbilities);
  });

  it.each(['rec', 'cloud.rec'])("fails for a .%s address with the server's code", async (mode) => {
    answer = async () => refused('10001');
    await start({ autoplay: false });
    changeUrl(`ezopen://open.example.com/CAM1/1.${mode}`);
    await settle();
    expect(requested).toMatchObject([{ ezopen: `ezopen://open.example.com/CAM1/1.${mode}` }]);
    expect(selectFailure(session.state)).toMatchObject({ code: '10001', stage: 'address' });
  });

  it('ignores a destroyed engine', async () => {
    await start();
    const old = engine();
    changeUrl(other);
    await settle();
    old.notify({ type: 'failed', failure: { kind: 'network', code: 'network.closed', message: '' } });
    expect(session.state.playback).toMatchObject({ phase: 'loading', address: other });
  });

  it('requests the sub stream, then a transcoded one, if the browser cannot play the others', async () => {
    await start();
    const unsupported = { kind: 'media', code: 'media.unsupported', message: '' } as const;
    for (const [kind, ezopen, target] of [
      ['flv', url, /main\.flv$/],
      ['webcodecs', 'ezopen://SECRETCODE@open.example.com/CAM1/1.live', /main\.flv$/],
      ['webcodecs', url, /main\.h264\.flv$/],
    ] as const) {
      engine().notify({ type: 'failed', failure: unsupported });
      await settle();
      expect([engine().kind, requested.at(-1)!.ezopen]).toEqual([kind, ezopen]);
      expect(engine().target!.url).toMatch(target);
    }
  });

  it('returns the time of the frame, and rejects without one', async () => {
    await expect(session.handlers.getOSDTime({}, never)).rejects.toMatchObject({ code: 'player.notPlaying' });
    await start();
    engine().time = 1_760_000_000_123.4;
    expect(await session.handlers.getOSDTime({}, never)).toBe(1_760_000_000_123);
  });

  it('reports when the connection broke and when it retries', async () => {
    await start();
    await showFrame();
    engine().notify({ type: 'failed', failure: { kind: 'network', code: 'network.closed', message: 'x' } });
    await settle();
    expect(reported.find(({ name }) => name === 'handleError')?.data).toMatchObject({
      code: 'network.closed',
      message: '连接断开，请重试',
      retryable: true,
      detail: { retryInMs: 300 },
    });
  });

  it('releases everything', async () => {
    await start({ audio: true });
    await showFrame();
    engine().notify({ type: 'stalled', forMs: 2_000, limitMs: 2_500 });
    await session.destroy();
    await session.destroy();
    expect(live()).toEqual([]);
    expect(clock.pending).toBe(0);
  });

  it('drops the token when the host page sends bye', async () => {
    await start();
    await session.reset();
    expect(live()).toEqual([]);
    await start();
    expect(reasons).toEqual(['start', 'start']);
  });

  it('reports each new address, without the verification code', async () => {
    await start();
    await showFrame();
    const addresses = () =>
      reported.flatMap(({ name, data }) => (name === 'changePlayUrl' ? [(data as { url: string }).url] : []));
    expect(addresses()).toEqual([]);
    changeUrl(other);
    await settle();
    await showFrame();
    session.store.send({ type: 'request.setQuality', quality: 'hd' });
    changeUrl(url);
    await settle();
    expect(addresses()).toEqual([other, other.replace('.live', '.hd.live'), url.replace('SECRETCODE@', '')]);
  });

  it('never exposes a token, a ticket or a verification code', async () => {
    await start();
    await showFrame();
    answer = async () => refused('400036');
    engine().notify({
      type: 'failed',
      failure: { kind: 'network', code: 'network.closed', message: 'SECRETTICKET' },
    });
    await clock.advance(5_000);
    expect(session.state.playback.phase).toBe('failed');
    expect(reported.length).toBeGreaterThan(4);
    expect(JSON.stringify([reported, session.snapshot()])).not.toContain('SECRET');
  });

  describe('with a token that lasts a minute', () => {
    beforeEach(async () => {
      answer = async () => ok(address(60_000));
      await start();
      await showFrame();
    });
    /** With `random` at 0.5, renewal starts a quarter of the lead time before the latest possible moment. */
    const renewedAfterMs = 47_500;

    it('sends a renewed token on the running stream before it expires', async () => {
      await clock.advance(renewedAfterMs - 1);
      expect(reasons).toEqual(['start']);
      const before = reported.length;
      await clock.advance(1);
      expect(reasons).toEqual(['start', 'expired']);
      expect(requested.at(-1)).toEqual({ ezopen: url, accessToken: 'SECRETTOKEN-expired' });
      expect(engine().renewals).toEqual(['SECRETTICKET']);
      await clock.advance(renewedAfterMs);
      expect(engine().renewals).toHaveLength(2);
      expect([engines.length, reported.length]).toEqual([1, before]);
    });

    it('reconnects silently with the renewed token if the engine cannot send it', async () => {
      await clock.advance(renewedAfterMs);
      const before = reported.length;
      engine().notify({ type: 'failed', failure: { kind: 'denied', code: 'grant.expired', message: '' } });
      await settle();
      await showFrame();
      expect(engines).toHaveLength(2);
      expect(reasons).toEqual(['start', 'expired']);
      expect(session.state.playback.phase).toBe('playing');
      expect(
        reported.slice(before).map(({ name, data }) => [name, (data as { phase: string }).phase]),
      ).toEqual([['state', 'playing']]);
    });

    it('continues with the old token if renewal fails, and retries once if time allows', async () => {
      answer = async () => refused('10002');
      await clock.advance(59_999);
      expect(reasons).toEqual(['start', 'expired', 'expired', 'expired']);
      expect(engine().renewals).toEqual([]);
      expect(session.state.playback.phase).toBe('playing');
    });

    it('does not renew after playback has stopped', async () => {
      await session.handlers.stop({}, never);
      await clock.advance(120_000);
      expect(reasons).toEqual(['start']);
    });
  });

  describe('the latency', () => {
    const latencies = () =>
      reported.flatMap(({ name, data }) =>
        name === 'state' ? [(data as { latencyMs?: number }).latencyMs] : [],
      );
    const measure = (latencyMs: number) => {
      const unknown = { fps: null, bitsPerSecond: null, keyFrameIntervalMs: null, stalls: null };
      const counted = { framesShown: 1, framesDropped: 0, bytes: 1, firstFrameMs: null, bufferedMs: null };
      const stats = { ...unknown, ...counted, wallMs: null, latencyMs, networkDelayMs: null };
      engine().notify({ type: 'stats', stats });
    };

    it('is reported during steady playback: the first value, then changes, at most every 3 s', async () => {
      await start();
      await showFrame();
      reported.length = 0;
      measure(100);
      measure(300);
      await clock.advance(2_999);
      measure(300);
      expect(latencies()).toEqual([100]);
      await clock.advance(1);
      measure(300);
      expect(latencies()).toEqual([100, 300]);
      await clock.advance(60_000);
      measure(315);
      expect(latencies()).toEqual([100, 300]);
      measure(321);
      expect(latencies()).toEqual([100, 300, 321]);
    });
  });
});

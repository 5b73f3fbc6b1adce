import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'expect';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { type GstRtspServer, startGstRtspServer } from '../kit/gst-rtsp-server.ts';
import { eventually, type HostSite, startHostSite } from '../kit/host-page.ts';
import type { BrowserOptions, OtherBrowser } from '../kit/other-browsers.ts';
import { differenceOf, OtherPlayer, type SeenFrame } from '../kit/other-player.ts';
import { recordedKeyOf } from '../kit/recorded-key.ts';
import { recordMinutes } from '../kit/recorded-minutes.ts';
import { rounds } from '../kit/soak.ts';
import { type SoundCard, startSoundCard } from '../kit/sound-card.ts';
import { type OrielInstance, startOriel } from '../kit/start-oriel.ts';
import { recordedNoon, recordedPlayback } from './other-browsers-recorded.ts';

// The playback suite in browsers other than Chromium: decoders, audio, pointer, keyboard, full screen and network of a
// browser. Logic inside the player is tested in Chromium only. The player is controlled as by an integrator, through
// the SDK. docs/ref/browsers.md lists the differences between browsers.

type Engine = 'webcodecs' | 'flv';

export interface BrowserUnderTest {
  readonly name: string;
  readonly start: (options?: BrowserOptions) => Promise<OtherBrowser>;
  /** The engine that plays an H.265 camera without transcoding. */
  readonly h265: Engine;
}

const demo = 'ezopen://oriel/DEMO00001/1.hd.live';

let dataDir: string;
let oriel: OrielInstance;
let site: HostSite;
let camera: GstRtspServer;
let app: string;
let token: string;

async function startWorld(): Promise<void> {
  dataDir = await mkdtemp(join(tmpdir(), 'oriel-browsers-'));
  oriel = await startOriel({ dataDir });
  site = await startHostSite({
    server: () => oriel.origin,
    token: async () => token,
  });
  const created = await oriel.oriel(['app', 'create', '--name', 'browsers', '--origin', site.origin]);
  app = (created as { appKey: string }).appKey;
  const issued = await oriel.oriel(['token', 'issue', '--app', app]);
  token = (issued as { accessToken: string }).accessToken;
  const root = join(dataDir, 'recordings');
  const key = await recordedKeyOf(oriel.origin, token, 'DEMO00001');
  await recordMinutes({ root, key, from: recordedNoon, durationMs: 90_000 });
  camera = await startGstRtspServer({ video: 'h265', audio: 'aac', width: 320, height: 180 });
  await oriel.oriel(['camera', 'add', camera.url, '--serial', 'HEVC1']);
}

async function endWorld(): Promise<void> {
  await camera?.stop();
  await site?.close();
  await oriel?.stop();
  if (dataDir) await rm(dataDir, { recursive: true, force: true });
}

export function otherBrowserSuite(tested: BrowserUnderTest): void {
  beforeAll(startWorld, 180_000);
  afterAll(endWorld, 60_000);

  describe(tested.name, () => {
    const view = started(tested, undefined);
    videoAndAudio(view, 'webcodecs', tested.name);
    recordedPlayback(view, 'recorded');
    controls(view, tested.name);
    restart(view);
    cleanUp(view, rounds(5, 20));
    otherCameras(view, tested);
  });

  // In a separate browser: a headless Firefox sends keys to another document after about a dozen page loads.
  describe(`${tested.name} with the keyboard`, () => {
    keyboard(started(tested, undefined));
  });

  describe(`${tested.name} with Media Source alone`, () => {
    const view = started(tested, 'flv');
    videoAndAudio(view, 'flv', tested.name);
    recordedPlayback(view, 'hls');
  });

  describe(`${tested.name} with WebCodecs alone`, () => {
    const view = started(tested, 'webcodecs');

    it('plays, and shows an H.265 camera too', async () => {
      const { player } = view;
      expect(await player.play()).toMatchObject({ engine: 'webcodecs', width: 640, height: 360 });
      const state = await player.play({ url: 'ezopen://oriel/HEVC1/1.hd.live' });
      expect(state).toMatchObject({ engine: 'webcodecs', width: 320, height: 180 });
      await showsPicture(player);
    }, 90_000);
  });
}

/** A browser and a sound card for the tests of one group. */
function started(
  tested: BrowserUnderTest,
  only: Engine | undefined,
): { player: OtherPlayer; card: SoundCard } {
  const view = {} as ReturnType<typeof started>; // set before the first test
  let browser: OtherBrowser | undefined;
  const begun = new Set<string | undefined>();

  async function startBrowser(): Promise<void> {
    await browser?.close();
    browser = await tested.start({ only, env: view.card.env });
    view.player = new OtherPlayer(browser, site.origin, {
      app,
      url: demo,
      template: 'pcLive',
      language: 'en-US',
      audio: false,
    });
  }

  beforeAll(async () => {
    view.card = await startSoundCard();
    await startBrowser();
  }, 120_000);
  beforeEach(async () => {
    const { currentTestName } = expect.getState();
    if (begun.has(currentTestName)) await startBrowser();
    begun.add(currentTestName);
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await view.card?.stop();
  }, 30_000);
  return view;
}

type View = ReturnType<typeof started>;

function videoAndAudio(view: View, engine: Engine, name: string): void {
  it('shows the live video continuously', async () => {
    const { player } = view;
    expect(await player.play()).toMatchObject({ engine, width: 640, height: 360 });
    // The first shown frame may be older than its number.
    const first = await eventually('a frame and its number', async () => {
      const taken = await player.take({ format: 'png' });
      return taken.frame === null ? null : taken;
    });
    expect(first).toMatchObject({ type: 'image/png', width: 640, height: 360 });
    const second = await eventually('a later frame', async () => {
      const taken = await player.take({ format: 'jpeg' });
      return Number(taken.frame) > Number(first.frame) + 5 ? taken : null;
    });
    expect(second).toMatchObject({ type: 'image/jpeg', width: 640, height: 360 });
    expect(spread(second)).toBeGreaterThan(20);
    await player.shoot(`${name}-${engine}`);
  }, 90_000);

  it('takes a snapshot of the region shown by electronic zoom, at full resolution', async () => {
    const { player } = view;
    await player.playing();
    expect(await player.call('enableZoom(2)')).toBe(2);
    // WebKit may draw nothing yet from a video that has just started, and the picture changes between two snapshots.
    const { whole, part } = await eventually('the same part in both', async () => {
      const whole = await player.take({ format: 'png' });
      const part = await player.take({ format: 'png', zoomed: true });
      // The middle cells of the whole frame cover the same part, four to one.
      const isSame = Math.abs(mean(part.cells) - mean(middleOf(whole))) < 6;
      return whole.frame !== null && isSame ? { whole, part } : null;
    });
    expect(whole).toMatchObject({ width: 640, height: 360 });
    expect(part).toMatchObject({ width: 320, height: 180, frame: null });
    await player.shoot(`${name}-${engine}-zoom`);
    await player.call('closeZoom()');
    await player.becomes('zoom off', 'state.zoom == null');
  }, 120_000);

  it('reports statistics of the stream', async () => {
    const { player } = view;
    await player.playing();
    const stats = await eventually('statistics', async () => {
      const reported = await player.call<Record<string, unknown>>('getStats()');
      return Number(reported.framesShown) > 5 && Number(reported.fps) > 0 ? reported : null;
    });
    expect(stats).toMatchObject({ engine, width: 640, height: 360, videoCodec: expect.any(String) });
    expect(stats.videoCodec).toMatch(/^avc1\./);
  }, 90_000);

  it('unmutes and mutes the audio', async () => {
    const { player, card } = view;
    await player.playing();
    expect(await card.loudness()).toBe(0);
    await player.call('openSound()');
    await player.becomes('sound', 'state.muted === false');
    await eventually('audio output', async () => (await card.loudness()) > 0.001, 20_000);
    expect((await player.state()).audioBlocked ?? false).toBe(false);
    await player.call('closeSound()');
    await player.becomes('silence', 'state.muted === true');
    await eventually('no audio output', async () => (await card.loudness()) === 0, 20_000);
  }, 120_000);

  it('records a video that ffprobe reads', async () => {
    await view.player.playing();
    const recording = await view.player.record(4_000);
    expect(recording.codecs).toEqual(recording.hasAudio ? ['h264', 'aac'] : ['h264']);
    expect(recording.hasAudio).toBe(true);
    expect(Math.abs(recording.probedMs - recording.durationMs)).toBeLessThan(200);
    expect(recording.durationMs).toBeGreaterThan(2_500);
  }, 120_000);
}

function controls(view: View, name: string): void {
  it('fits its controls within 1000 and 390 px, in both languages', async () => {
    const { player } = view;
    await player.play({ language: 'en-US' });
    await player.shows('the control bars', "document.querySelectorAll('.oriel-button').length > 3");
    for (const language of ['en-US', 'zh-CN']) {
      await player.call(`setLanguage('${language}')`);
      await player.shows(language, `document.documentElement.lang === '${language}'`);
      for (const width of [1000, 390]) {
        await player.resize(width, Math.round((width * 9) / 16));
        await player.shows('the new size', `innerWidth === ${width}`);
        await player.click('.oriel-stage');
        const bars = await eventually('controls inside', async () => {
          const seen = await player.browser.evaluateInPlayer<{ labels: string[]; outside: number }>(`(() => {
            const buttons = [...document.querySelectorAll('.oriel-button')].filter((one) => one.offsetWidth > 0);
            const outside = buttons.filter((one) => {
              const { left, right, top, bottom } = one.getBoundingClientRect();
              return left < 0 || right > innerWidth + 0.5 || top < 0 || bottom > innerHeight + 0.5;
            });
            return { labels: buttons.map((one) => one.getAttribute('aria-label')), outside: outside.length };
          })()`);
          return seen.outside === 0 && seen.labels.length > 0 && seen;
        });
        await player.shoot(`${name}-bars-${width}-${language}`);
        const words = language === 'zh-CN' ? /[\u4e00-\u9fff]/ : /^[\u0020-\u007e]+$/;
        expect(bars.labels.filter((label) => !words.test(label) && !/^(HD|SD)$/.test(label))).toEqual([]);
      }
    }
  }, 120_000);

  it('fits, fills and stretches the video', async () => {
    const { player } = view;
    await player.play({}, { width: 400, height: 400 });
    const fits: string[] = [];
    for (const mode of ['fit', 'fill', 'stretch']) {
      await player.call(`setScaleMode('${mode}')`);
      await eventually(mode, async () => {
        const fit = await player.browser.evaluateInPlayer<string>(
          "getComputedStyle(document.querySelector('.oriel-view canvas, .oriel-view video')).objectFit",
        );
        if (fits.includes(fit)) return false;
        fits.push(fit);
        return true;
      });
      // WebKit shows nothing from the change to the next frame.
      const { frame } = await player.take();
      await eventually('the next frame', async () => (await player.take()).frame !== frame);
      await player.shoot(`${name}-scale-${mode}`);
    }
    expect(fits).toEqual(['contain', 'cover', 'fill']);
  }, 120_000);

  it('fills the page, and the screen after a click of the viewer', async () => {
    const { player } = view;
    await player.playing();
    const fills = () =>
      player.browser.evaluate<boolean>(
        "document.querySelector('iframe').getBoundingClientRect().width === innerWidth",
      );
    expect(await fills()).toBe(false);
    expect(await player.call("fullScreen('web')")).toBeNull();
    await player.becomes('page-wide', 'state.webFullScreen === true');
    await eventually('a frame as wide as the page', fills);
    await player.shoot(`${name}-page-wide`);
    expect(await player.call("fullScreen('none')")).toBeNull();
    await player.becomes('as before', 'state.webFullScreen !== true');
    expect(await fills()).toBe(false);

    await player.click('.oriel-stage');
    await player.click('[data-id="expend"]');
    await player.becomes('full screen', 'state.fullScreen === true');
    // By itself, or with the help of the page where the browser rejects it.
    await eventually('a frame as wide as the screen or the page', async () => {
      const isOnScreen = 'document.fullscreenElement !== null && innerWidth === screen.width';
      return (await player.browser.evaluateInPlayer<boolean>(isOnScreen)) || fills();
    });
    await player.shoot(`${name}-full-screen`);
    expect(await player.call("fullScreen('none')")).toBeNull();
    await player.becomes('as before', 'state.fullScreen !== true');
    await eventually('the original frame size', async () => !(await fills()));
  }, 120_000);

  it('moves the camera while the pad is pressed', async () => {
    const { player } = view;
    await player.playing();
    expect(await player.call('openPtz()')).toBeNull();
    await player.shows('the PTZ pad', "document.querySelector('.oriel-ptz')");
    const before = await player.take();
    await player.click('.oriel-ptz', 1_500, { x: 0.9, y: 0.5 });
    const after = await eventually('a different view', async () => {
      const taken = await player.take();
      return differenceOf(before, taken) > 8 ? taken : null;
    });
    await player.shoot(`${name}-pad`);
    // After release the movement ends. Boats and waves still move, which is less than half of the change by panning.
    await eventually('the end of the movement', async () => {
      const [one, two] = [await player.take(), await pause(700).then(() => player.take())];
      return differenceOf(one, two) < 4;
    });
    expect(differenceOf(before, after)).toBeGreaterThan(8);
    await player.call('closePtz()');
  }, 90_000);
}

function keyboard(view: View): void {
  it('supports keyboard shortcuts', async () => {
    const { player } = view;
    await player.play();
    await player.shows('the control bars', `document.querySelector('[data-id="zoom"]')`);
    await player.click('.oriel-stage');
    await player.browser.press('m');
    await player.becomes('audio on by M', 'state.muted === false');
    await player.browser.press('m');
    await player.becomes('audio off by M', 'state.muted === true');
    await player.browser.press('z');
    await player.becomes('zoom on by Z', 'state.zoom === 1');
    await player.browser.press('+');
    await player.becomes('a higher zoom by +', 'state.zoom === 2');
    await player.browser.press('ArrowLeft');
    await player.browser.press('0');
    await player.becomes('zoom reset by 0', 'state.zoom === 1');
    await player.browser.press('z');
    await player.becomes('zoom off by Z', 'state.zoom == null');
  }, 120_000);
}

function restart(view: View): void {
  it('recovers after the server was killed and restarted', async () => {
    const { player } = view;
    await player.play();
    // The scripts of the controls and calls are loaded before the server stops.
    await player.shows('the control bars', "document.querySelectorAll('.oriel-button').length > 3");
    await player.take();
    await player.watchReads();
    const port = new URL(oriel.origin).port;
    await oriel.kill();
    try {
      await player.becomes('reconnecting', "state.phase === 'reconnecting'", 30_000);
      await player.shows('the last frame', "document.querySelector('.oriel-last-frame')?.width === 640");
    } finally {
      oriel = await startOriel({ dataDir, env: { ORIEL_PORT: port } });
    }
    await player.becomes('playing again', "state.phase === 'playing'", 60_000);
    const first = await player.take();
    await eventually('a new frame', async () => Number((await player.take()).frame) > Number(first.frame));
    expect(await player.readsOfWorkers()).toEqual([]);
  }, 120_000);
}

function cleanUp(view: View, cycles: number): void {
  it(`is created and destroyed ${cycles} times without leaving resources behind`, async () => {
    const { player } = view;
    await player.play();
    expect(await player.call('destroy()')).toMatchObject({ engines: 1, left: 0 });
    for (let cycle = 1; cycle < cycles; cycle += 1) {
      await player.browser.evaluate(
        `window.open1(${JSON.stringify({ app, url: demo, template: 'pcLive' })}), 0`,
      );
      await player.becomes('playing', "state.phase === 'playing'", 30_000);
      expect(await player.call('destroy()')).toMatchObject({ engines: 1, left: 0 });
    }
    expect(await player.browser.evaluate("document.querySelectorAll('iframe').length")).toBe(0);
  }, 120_000);
}

function otherCameras(view: View, { name, h265 }: BrowserUnderTest): void {
  it('shows an H.265 camera without transcoding', async () => {
    const { player } = view;
    const state = await player.play({ url: 'ezopen://oriel/HEVC1/1.hd.live' });
    expect(state).toMatchObject({ engine: h265, width: 320, height: 180 });
    expect((await player.call<Record<string, string>>('getStats()')).videoCodec).toMatch(/^h(vc|ev)1\./);
    await showsPicture(player);
    await player.shoot(`${name}-h265`);
    const recording = await player.record(3_000);
    expect(recording.codecs).toEqual(['hevc', 'aac']);
  }, 90_000);
}

const pause = (ms: number) => new Promise((next) => setTimeout(next, ms));
const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;

/** Browsers may draw nothing yet from a video that has just started. */
const showsPicture = (player: OtherPlayer) =>
  eventually('a picture', async () => {
    const taken = await player.take().catch(() => null);
    return taken !== null && spread(taken) > 20;
  });

/** Spread of the colours, 0 to 127: a plain colour has 0. */
function spread({ cells }: SeenFrame): number {
  const middle = mean(cells);
  return Math.sqrt(mean(cells.map((value) => (value - middle) ** 2)));
}

/** The cells of the middle half of a frame, which are columns 4 to 11 and rows 2.25 to 6.75. */
function middleOf({ cells }: SeenFrame): number[] {
  const rows: readonly (readonly [row: number, weight: number])[] = [
    [2, 3],
    [3, 4],
    [4, 4],
    [5, 4],
    [6, 3],
  ];
  return rows.flatMap(([row, weight]) => {
    const line = cells.slice((row * 16 + 4) * 3, (row * 16 + 12) * 3);
    return Array.from({ length: weight }, () => line).flat();
  });
}

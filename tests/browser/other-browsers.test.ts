import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { frameCodeReaderSource } from '../kit/frame-number.ts';
import { eventually, type HostSite, startHostSite } from '../kit/host-page.ts';
import { type OtherBrowser, startFirefox, startWebKit } from '../kit/other-browsers.ts';
import { type OrielInstance, startOriel } from '../kit/start-oriel.ts';

// The playing suite in browsers other than Chromium. It knows the player as an integrator does: by the SDK. What
// differs between them is named in docs/ref/browsers.md.

let oriel: OrielInstance;
let site: HostSite;
let app: string;

beforeAll(async () => {
  oriel = await startOriel();
  site = await startHostSite({
    server: () => oriel.origin,
    token: async () => {
      const issued = await oriel.oriel(['token', 'issue', '--app', app]);
      return (issued as { accessToken: string }).accessToken;
    },
  });
  const created = await oriel.oriel(['app', 'create', '--name', 'browsers', '--origin', site.origin]);
  app = (created as { appKey: string }).appKey;
}, 180_000);

afterAll(async () => {
  await site?.close();
  await oriel?.stop();
});

const url = 'ezopen://oriel/DEMO00001/1.hd.live';

function playingSuite(
  start: () => Promise<OtherBrowser>,
  expected: { engine: string; soundByItself: boolean },
) {
  let browser: OtherBrowser;
  let shots: string;

  beforeAll(async () => {
    browser = await start();
    shots = process.env['ORIEL_SHOTS'] ?? '';
    if (shots) await mkdir(shots, { recursive: true });
    await browser.open(site.origin);
    await eventually('the host page', () => browser.evaluate<boolean>('window.ready === true'));
    const options = { app, url, template: 'pcLive', language: 'en-US', audio: false };
    await browser.evaluate(`window.open1(${JSON.stringify(options)}), 0`);
  }, 60_000);

  afterAll(async () => {
    await browser?.close();
  });

  /** Picture number of a snapshot, by the line burnt into it. */
  const snapshotFrame = () =>
    browser.evaluate<{ width: number; height: number; frame: number | null }>(`(async () => {
      ${frameCodeReaderSource};
      const { blob, width, height } = await player.capturePicture({ format: 'png' });
      const canvas = document.createElement('canvas');
      canvas.width = width;
      canvas.height = height;
      const context = canvas.getContext('2d');
      context.drawImage(await createImageBitmap(blob), 0, 0);
      const { data } = context.getImageData(0, 0, width, height);
      return { width, height, frame: readFrameCode(data, width, height)?.frame ?? null };
    })()`);

  it('shows the live picture', async () => {
    await eventually('playing', () => browser.evaluate<boolean>("player.state?.phase === 'playing'"), 30_000);
    expect(await browser.evaluate('player.state.engine')).toBe(expected.engine);
    expect(await browser.evaluate('[player.state.width, player.state.height]')).toEqual([640, 360]);
  }, 60_000);

  it('shows picture after picture of the camera', async () => {
    const first = await snapshotFrame();
    expect(first).toMatchObject({ width: 640, height: 360, frame: expect.any(Number) });
    await new Promise((next) => setTimeout(next, 1_000));
    const second = await snapshotFrame();
    const passed = Number(second.frame) - Number(first.frame);
    expect(passed).toBeGreaterThan(3);
    expect(passed).toBeLessThan(90);
  }, 30_000);

  it('tells how the stream does', async () => {
    const stats = await browser.evaluate<Record<string, unknown>>('player.getStats()');
    expect(stats).toMatchObject({ engine: expected.engine, width: 640, height: 360 });
    expect(stats['videoCodec']).toMatch(/^avc1\./);
    expect(Number(stats['framesShown'])).toBeGreaterThan(5);
  });

  it('opens and closes the sound', async () => {
    await browser.evaluate('player.openSound().then(() => 0)');
    await eventually('sound', () => browser.evaluate<boolean>('player.state.muted === false'));
    if (expected.soundByItself) expect(await browser.evaluate('!!player.state.audioBlocked')).toBe(false);
    await browser.evaluate('player.closeSound().then(() => 0)');
    await eventually('silence', () => browser.evaluate<boolean>('player.state.muted === true'));
  }, 30_000);

  it('zooms, and gives the part that is seen', async () => {
    expect(await browser.evaluate('player.enableZoom(4)')).toBe(4);
    const part = await browser.evaluate<{ width: number }>(
      '(async () => { const { width } = await player.capturePicture({ zoomed: true }); return { width }; })()',
    );
    expect(part.width).toBe(160);
    if (shots) await writeFile(join(shots, `${expected.engine}-zoom.png`), await browser.screenshot());
    await browser.evaluate('player.closeZoom().then(() => 0)');
  }, 30_000);

  it('records a film that ffprobe reads', async () => {
    await browser.evaluate('player.startSave().then(() => 0)');
    await new Promise((next) => setTimeout(next, 4_000));
    const file = await browser.evaluate<{
      durationMs: number;
      hasAudio: boolean;
      base64: string;
    }>(`(async () => {
      const { blob, durationMs, hasAudio } = await player.stopSave();
      const bytes = new Uint8Array(await blob.arrayBuffer());
      let text = '';
      for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
      return { durationMs, hasAudio, base64: btoa(text) };
    })()`);
    const folder = await mkdtemp(join(tmpdir(), 'oriel-film-'));
    try {
      const path = join(folder, 'film.mp4');
      await writeFile(path, Buffer.from(file.base64, 'base64'));
      const probed = spawnSync(
        'ffprobe',
        [...['-v', 'error', '-show_entries', 'stream=codec_name:format=duration'], ...['-of', 'json', path]],
        { encoding: 'utf8' },
      );
      const { streams, format } = JSON.parse(probed.stdout) as {
        streams: { codec_name: string }[];
        format: { duration: string };
      };
      expect(streams.map(({ codec_name }) => codec_name)).toContain('h264');
      expect(streams).toHaveLength(file.hasAudio ? 2 : 1);
      expect(Math.abs(Number(format.duration) * 1_000 - file.durationMs)).toBeLessThan(200);
      expect(file.durationMs).toBeGreaterThan(2_500);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }, 60_000);

  it('speaks both languages', async () => {
    const messages: string[] = [];
    for (const language of ['zh-CN', 'en-US']) {
      await browser.evaluate(`player.setLanguage('${language}').then(() => 0)`);
      messages.push(
        await browser.evaluate(
          `player.changePlayUrl('ezopen://nothing').catch((error) => error.message).then(String)`,
        ),
      );
    }
    expect(messages[0]).toMatch(/[\u4e00-\u9fff]/);
    expect(messages[1]).toMatch(/^[\u0020-\u007e]+$/);
    if (shots) await writeFile(join(shots, `${expected.engine}-bars.png`), await browser.screenshot());
  }, 30_000);

  it('stops, plays again, and leaves nothing behind', async () => {
    await browser.evaluate('player.stop().then(() => 0)');
    expect(await browser.evaluate('player.state.phase')).toBe('idle');
    await browser.evaluate('player.play().then(() => 0)');
    expect(await browser.evaluate('player.state.phase')).toBe('playing');
    expect(await browser.evaluate('player.destroy()')).toMatchObject({ engines: 1, left: 0 });
    expect(await browser.evaluate("document.querySelectorAll('iframe').length")).toBe(0);
  }, 60_000);
}

describe('Firefox ESR', () => {
  playingSuite(startFirefox, { engine: 'webcodecs', soundByItself: true });
});

describe('WebKitGTK', () => {
  playingSuite(startWebKit, { engine: 'flv', soundByItself: true });
});

/** Requirements on recording with every engine, in real Chromium on a real stream. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'expect';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import type { EngineKind } from '../../player-frame/engines/engine-kinds.ts';
import { launchChromium } from '../kit/chromium.ts';
import type { EnginePage, RecordingInfo } from '../kit/engine-page.ts';
import { eventually } from '../kit/host-page.ts';
import {
  type LiveTestServer,
  prepareCamera,
  startLiveTestServer,
  type TestCamera,
} from '../kit/live-test-server.ts';
import { decodeStrictly, frameTimes, packets, probe } from '../kit/recorded-file.ts';
import { rounds } from '../kit/soak.ts';

declare global {
  interface Window {
    enginePage: EnginePage;
  }
}

export function describeRecording(kind: EngineKind): void {
  describe(`recording with ${kind}`, () => {
    let server: LiveTestServer;
    let browser: Browser;
    let page: Page;
    let folder: string;
    const problems: string[] = [];

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'oriel-recording-'));
      [server, browser] = await Promise.all([startLiveTestServer(), launchChromium()]);
      page = await browser.newPage();
      page.on('pageerror', (error) => problems.push(String(error)));
      await page.goto(server.pageUrl());
      await page.waitForFunction(() => 'enginePage' in window);
    }, 120_000);

    afterEach(async () => {
      await page.evaluate(async () => {
        await window.enginePage.discardRecording();
        await window.enginePage.close();
      });
      await eventually('no connected viewer', async () => server.viewers === 0);
      expect(await page.evaluate(() => window.enginePage.census())).toEqual({
        workers: 0,
        contexts: 0,
        elements: 0,
      });
      expect(await page.evaluate(() => window.enginePage.storedFiles())).toEqual([]);
      expect(problems.splice(0)).toEqual([]);
    });

    afterAll(async () => {
      await browser?.close();
      await server?.close();
      await rm(folder, { recursive: true, force: true });
    });

    async function watch(camera: TestCamera): Promise<void> {
      prepareCamera(camera);
      await page.evaluate(([of, target]) => window.enginePage.open(of, target), [
        kind,
        server.target(camera),
      ] as const);
      await eventually('a first frame', () =>
        page.evaluate(() => window.enginePage.events().some(({ event }) => event.type === 'firstFrame')),
      );
    }

    const record = (fileName?: string) => page.evaluate((name) => window.enginePage.record(name), fileName);

    async function stop(): Promise<RecordingInfo> {
      const made = await page.evaluate(() => window.enginePage.stopRecording());
      if (typeof made === 'string') throw new Error(made);
      return made;
    }

    async function save(): Promise<string> {
      const path = join(folder, `${Math.random()}.mp4`);
      const text = await page.evaluate(() => window.enginePage.recordedBytes());
      await writeFile(path, Buffer.from(text, 'base64'));
      return path;
    }

    const ends = () => page.evaluate(() => window.enginePage.recordingEnds());

    const number = async (): Promise<number> =>
      (await eventually('a frame number', () => page.evaluate(() => window.enginePage.readCode()))).frame;

    /** Waits until the screen shows a frame number that is `count` higher. */
    const passed = (since: number, count: number): Promise<number> =>
      eventually(`frame ${since + count}`, async () => {
        const shown = await number();
        return shown >= since + count ? shown : null;
      });

    /** The number of the last frame of a stream that has ended: what was received is shown to its end. */
    const lastShown = async (): Promise<number> => {
      for (let before = await number(); ; ) {
        await page.waitForTimeout(1_000);
        const shown = await number();
        if (shown === before) return shown;
        before = shown;
      }
    };

    const statsOf = () =>
      page.evaluate(() =>
        window.enginePage.events().flatMap(({ event }) => (event.type === 'stats' ? [event.stats] : [])),
      );
    /** Waits for `count` more stats events of the engine, one per second. */
    async function reported(count: number): Promise<void> {
      const wanted = (await statsOf()).length + count;
      await eventually(`${count} stats events`, async () => (await statsOf()).length >= wanted);
    }
    /** The same for frames without numbers. */
    async function shown(count: number): Promise<void> {
      const before = (await statsOf()).at(-1)?.framesShown ?? 0;
      await eventually(
        `${count} frames`,
        async () => ((await statsOf()).at(-1)?.framesShown ?? 0) >= before + count,
      );
    }

    it('creates a file that ffprobe, ffmpeg and a video element read, with the duration from start to stop', async () => {
      await watch('DEMO');
      // In the middle of a 2 s group, so that the file needs frames before the start.
      const firstShown = await passed(await number(), 20);
      expect(await record()).toBeNull();
      const lastShown = await passed(firstShown, 45);
      const made = await stop();
      expect(made).toMatchObject({
        width: 640,
        height: 360,
        hasAudio: true,
        type: 'video/mp4',
        storage: 'disk',
      });
      expect(made.fileName).toMatch(/^\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d\.mp4$/);

      const path = await save();
      const probed = await probe(path);
      expect(probed.format).toContain('mp4');
      expect(probed.video).toMatchObject({ codec: 'h264', width: 640, height: 360 });
      expect(probed.audio?.codec).toBe('aac');
      expect(Math.abs(probed.durationS * 1_000 - made.durationMs)).toBeLessThan(200);
      // One of the streams may be further ahead when the recording stops.
      expect(Math.abs(probed.video!.durationS - probed.audio!.durationS)).toBeLessThan(0.5);
      expect(Math.abs(probed.startS)).toBeLessThan(0.05);
      expect((await packets(path))[0]?.isKey).toBe(true);

      const decoded = await decodeStrictly(path);
      expect(decoded).toMatchObject({ code: 0, complaints: '' });
      const numbers = decoded.codes.map((code) => code?.frame ?? Number.NaN);
      const [first = Number.NaN] = numbers;
      expect(numbers).toEqual(numbers.map((_, index) => first + index));
      // It contains every frame that was shown between start and stop, and starts within the group that was live then.
      expect(first - firstShown).toBeLessThan(30);
      expect(firstShown - first).toBeLessThan(60);
      expect(numbers.at(-1)).toBeGreaterThanOrEqual(lastShown);

      const played = await page.evaluate(() => window.enginePage.playRecorded());
      expect(played).toMatchObject({ end: 'ended', width: 640, height: 360 });
      expect(Math.abs(played.duration * 1_000 - made.durationMs)).toBeLessThan(200);
      expect(played.seen).toBeGreaterThan(10);
      // Neither shows the frames before the start.
      expect(Math.abs((played.first ?? 0) - first)).toBeLessThan(8);
    }, 120_000);

    it('contains G.711 as FLAC', async () => {
      await watch('G711');
      expect(await record()).toBeNull();
      await shown(20);
      await stop();
      const path = await save();
      const probed = await probe(path);
      expect(probed.audio).toMatchObject({ codec: 'flac', sampleRate: 8_000, channels: 1 });
      expect(await decodeStrictly(path)).toMatchObject({ code: 0, complaints: '' });
      expect(await page.evaluate(() => window.enginePage.playRecorded())).toMatchObject({ end: 'ended' });
    }, 120_000);

    it('contains Opus unchanged, as long as the video', async () => {
      await watch('OPUS');
      expect(await record()).toBeNull();
      await shown(60);
      expect(await stop()).toMatchObject({ hasAudio: true });
      const path = await save();
      const probed = await probe(path);
      expect(probed.video?.codec).toBe('h264');
      expect(probed.audio).toMatchObject({ codec: 'opus', sampleRate: 48_000 });
      // One of the streams may be further ahead when the recording stops.
      expect(Math.abs(probed.video!.durationS - probed.audio!.durationS)).toBeLessThan(0.5);
      expect(await decodeStrictly(path)).toMatchObject({ code: 0, complaints: '' });
      expect(await page.evaluate(() => window.enginePage.playRecorded())).toMatchObject({ end: 'ended' });
    }, 120_000);

    it('records a stream without audio, under the given name', async () => {
      await watch('MUTE');
      expect(await record('gate.mp4')).toBeNull();
      await shown(20);
      expect(await stop()).toMatchObject({ hasAudio: false, fileName: 'gate.mp4' });
      const path = await save();
      expect(await probe(path)).toMatchObject({ audio: null, video: { codec: 'h264' } });
      expect(await decodeStrictly(path)).toMatchObject({ code: 0, complaints: '' });
    }, 120_000);

    it('continues while the tab is hidden', async () => {
      await watch('DEMO');
      expect(await record()).toBeNull();
      await passed(await number(), 5);
      await page.evaluate(() => window.enginePage.setVisible(false));
      await reported(3);
      await page.evaluate(() => window.enginePage.setVisible(true));
      await stop();
      const { codes, ...decoded } = await decodeStrictly(await save());
      expect(decoded).toEqual({ code: 0, complaints: '' });
      const numbers = codes.map((code) => code?.frame ?? Number.NaN);
      expect(numbers).toEqual(numbers.map((_, index) => numbers[0]! + index));
      expect(numbers.length).toBeGreaterThan(30);
    }, 120_000);

    it('keeps wall time across a lost and restored connection', async () => {
      await watch('DEMO');
      expect(await record()).toBeNull();
      await passed(await number(), 15);
      server.cut();
      const lastNumber = await lastShown();
      // More than a group of 30 frames later, so that the server's cached group does not fill the gap.
      do {
        await page.waitForTimeout(2_000);
        await page.evaluate(() => window.enginePage.close());
        await watch('DEMO');
      } while ((await number()) < lastNumber + 60);
      expect(await page.evaluate(() => window.enginePage.resumeRecording())).toBeNull();
      await passed(await number(), 15);
      const made = await stop();
      const path = await save();
      expect(Math.abs((await probe(path)).durationS * 1_000 - made.durationMs)).toBeLessThan(200);
      const { codes, ...decoded } = await decodeStrictly(path);
      expect(decoded).toEqual({ code: 0, complaints: '' });
      const numbers = codes.map((code) => code?.frame ?? Number.NaN);
      // No frame twice, none out of order, and each at its time: the camera makes 15 per second.
      const times = await frameTimes(path);
      expect(times).toHaveLength(numbers.length);
      const expected = numbers.map((value) => times[0]! + (value - numbers[0]!) / 15);
      for (const [index, timeS] of times.entries())
        expect(Math.abs(timeS - expected[index]!)).toBeLessThan(0.2);
      expect(
        Math.max(...numbers.map((value, index) => value - (numbers[index - 1] ?? value))),
      ).toBeGreaterThan(5);
      expect(await ends()).toEqual([]);
    }, 120_000);

    it('ends the file where the resolution changes', async () => {
      await watch('RESIZED');
      expect(await record()).toBeNull();
      await eventually('the end of the recording', async () => (await ends()).length > 0);
      expect(await ends()).toEqual(['changed']);
      const made = await stop();
      const path = await save();
      expect((await probe(path)).video).toMatchObject({ width: made.width, height: made.height });
      const decoded = await decodeStrictly(path);
      expect(decoded).toMatchObject({ code: 0, complaints: '' });
      expect(decoded.codes.length).toBeGreaterThan(2);
    }, 120_000);

    it('finalizes the file when the engine is destroyed', async () => {
      await watch('DEMO');
      expect(await record()).toBeNull();
      await passed(await number(), 15);
      await page.evaluate(() => window.enginePage.close());
      const made = await stop();
      expect(made.durationMs).toBeGreaterThan(500);
      expect(await decodeStrictly(await save())).toMatchObject({ code: 0, complaints: '' });
    }, 120_000);

    it('rejects a second recording while one runs', async () => {
      await watch('DEMO');
      expect(await record()).toBeNull();
      expect(await record()).toBe('record.unavailable');
      await passed(await number(), 5);
      await stop();
    });

    it('starts and stops repeatedly without leaving a worker, a connection or a file behind', async () => {
      await watch('DEMO');
      for (let cycle = 0; cycle < rounds(5, 10); cycle += 1) {
        expect(await record()).toBeNull();
        await passed(await number(), 2);
        await stop();
        await page.evaluate(() => window.enginePage.discardRecording());
      }
      await eventually('one viewer', async () => server.viewers === 1);
      expect(await page.evaluate(() => window.enginePage.census())).toMatchObject({
        workers: kind === 'webcodecs' ? 1 : await page.evaluate(() => window.enginePage.census().workers),
      });
    }, 120_000);
  });
}

/** Requirements on every engine of recordings, in real Chromium over real playlists. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'expect';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import type { EngineEvent } from '../../player-frame/engines/engine.ts';
import type { RecordedEngineKind } from '../../player-frame/engines/engine-kinds.ts';
import { launchChromium } from '../kit/chromium.ts';
import { eventually } from '../kit/host-page.ts';
import { hexOf, testMediaKey } from '../kit/media-key.ts';
import { recordedKey } from '../kit/playback-server.ts';
import type { RecordedEnginePage } from '../kit/recorded-engine-page.ts';
import { recordedEngineSite } from '../kit/recorded-engine-site.ts';
import { decodeStrictly, frameTimes, probe } from '../kit/recorded-file.ts';
import { demoFps, demoFrameAt, recordMinutes } from '../kit/recorded-minutes.ts';
import { scratchFolder } from '../kit/scratch-folder.ts';

declare global {
  interface Window {
    recordedPage: RecordedEnginePage;
  }
}

/** 70 s over the end of a month, a minute of nothing, then 20 s of another size. */
const start = Date.UTC(2025, 1, 28, 23, 59, 30);
const firstEnd = start + 70_000;
const secondStart = firstEnd + 60_000;
const end = secondStart + 20_000;
/** Then ten seconds of an encrypted device. */
const encryptedStart = end + 60_000;
const encryptedEnd = encryptedStart + 10_000;
const mediaKey = testMediaKey(1);

export interface RecordedVariant {
  readonly kind: RecordedEngineKind;
  /** It shows exactly the frame at or before a time. */
  readonly isExact: boolean;
}

export function describeRecordedEngine(name: string, { kind, isExact }: RecordedVariant): void {
  describe(name, () => {
    let root: string;
    let server: Awaited<ReturnType<typeof recordedEngineSite>>;
    let browser: Browser;
    let page: Page;
    const problems: string[] = [];

    beforeAll(async () => {
      root = scratchFolder('oriel-recorded-');
      await recordMinutes({ root, key: recordedKey, from: start, durationMs: 70_000 });
      await recordMinutes({ root, key: recordedKey, from: secondStart, durationMs: 20_000, profile: 'main' });
      const encrypted = { from: encryptedStart, durationMs: 10_000, encryption: mediaKey };
      await recordMinutes({ root, key: recordedKey, ...encrypted });
      server = await recordedEngineSite(root);
      browser = await launchChromium();
      page = await browser.newPage();
      page.on('pageerror', (error) => problems.push(String(error)));
      page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
      await page.goto(server.pageUrl);
      await page.waitForFunction(() => 'recordedPage' in window);
    }, 120_000);

    afterEach(async () => {
      await page.evaluate(() => window.recordedPage.close());
      expect(await page.evaluate(() => window.recordedPage.census())).toEqual({ workers: 0, elements: 0 });
      // The browser reports every refused request, and responses that the server ends.
      expect(problems.splice(0).filter((text) => !/status of 40[134]|CONTENT_LENGTH/.test(text))).toEqual([]);
    });

    afterAll(async () => {
      await browser?.close();
      await server?.close();
      rmSync(root, { recursive: true, force: true });
    });

    const target = (from = start, to = end, startAt: number | null = null) => ({
      url: `${server.base}/index.m3u8?begin=${from}&end=${to}`,
      ticket: server.ticket(from, to),
      range: { begin: from, end: to },
      startAt,
    });
    const open = (...range: Parameters<typeof target>) =>
      page.evaluate(([which, where]) => window.recordedPage.open(which, where), [
        kind,
        target(...range),
      ] as const);
    const openEncrypted = (secret: { keyId: string; hex: string } | null) =>
      page.evaluate(([which, where, given]) => window.recordedPage.open(which, where, given), [
        kind,
        target(encryptedStart, encryptedEnd),
        secret,
      ] as const);
    const seek = (to: number) => page.evaluate((time) => window.recordedPage.seek(time), to);
    const frame = () => page.evaluate(() => window.recordedPage.frame());
    const pause = () => page.evaluate(() => window.recordedPage.pause());
    const exactly = isExact ? it : it.skip;
    /** Waits for an event, and forgets those before it. */
    const event = async <Type extends EngineEvent['type']>(type: Type) => {
      const seen: EngineEvent[] = [];
      return eventually(`the event ${type}`, async () => {
        seen.push(...(await page.evaluate(() => window.recordedPage.takeEvents())));
        return (seen.find((one) => one.type === type) as Extract<EngineEvent, { type: Type }>) ?? null;
      });
    };
    /** Media Source may present a neighbouring frame. */
    const expectFrame = (seen: number | null, time: number) => {
      if (isExact) expect(seen).toBe(demoFrameAt(time));
      else expect(Math.abs((seen ?? 0) - demoFrameAt(time))).toBeLessThanOrEqual(1);
    };

    it('begins with the frame of its time, and knows the wall time of the frame on the screen', async () => {
      const openedAt = performance.now();
      expect(await open(start + 7_400, end)).toBeNull();
      await pause();
      const elapsedMs = performance.now() - openedAt;
      const look = () =>
        page.evaluate(() => [window.recordedPage.frame(), window.recordedPage.currentTime()] as const);
      // Chromium reports a frame of Media Source after it has presented it: on a busy machine, frames later.
      const [seen, time] = isExact
        ? await look()
        : await eventually('the report of the frame on the screen', async () => {
            const now = await look();
            return Math.abs(now[0]! - demoFrameAt(now[1]! + 5)) <= 1 && now;
          });
      expect(seen).toBeGreaterThanOrEqual(demoFrameAt(start + 7_400) - (isExact ? 0 : 1));
      // It has played until the pause, which a busy machine delays, and not faster than time passes.
      expect(seen).toBeLessThanOrEqual(demoFrameAt(start + 7_400 + elapsedMs) + 1);
      expectFrame(seen, time! + 5);
      expect(await event('tracks')).toMatchObject({
        video: { width: 320, height: 180 },
        audio: { codec: expect.stringMatching(/mp4a/) },
      });
    });

    it('decrypts recordings of an encrypted device, and shows the frame of their time', async () => {
      const secret = { keyId: mediaKey.keyId, hex: hexOf(mediaKey) };
      expect(await openEncrypted(secret)).toBeNull();
      await pause();
      expectFrame((await seek(encryptedStart + 5_000)).frame, encryptedStart + 5_000);
    });

    it('reports recordings of an encrypted device without its code (400035) or with another (400036)', async () => {
      expect(await openEncrypted(null)).toBe('400035');
      await page.evaluate(() => window.recordedPage.close());
      const other = testMediaKey(2);
      expect(await openEncrypted({ keyId: other.keyId, hex: hexOf(other) })).toBe('400036');
    });

    it('continues where it was interrupted', async () => {
      expect(await open(start, end, start + 31_000)).toBeNull();
      await pause();
      expect(await frame()).toBeGreaterThanOrEqual(demoFrameAt(start + 31_000) - (isExact ? 0 : 1));
    });

    it('seeks to the frame at or before a time, over midnight, month and the gap, also while paused', async () => {
      await open();
      await pause();
      for (const time of [
        start + 45_010,
        start + 29_990,
        start + 30_050,
        secondStart + 3_320,
        start + 1_234,
      ]) {
        const { code, frame: seen } = await seek(time);
        expect(code).toBeNull();
        expectFrame(seen, time);
      }
    }, 30_000);

    it('shows what follows a time without recordings, and refuses one after all of them', async () => {
      await open(start, end + 60_000);
      await pause();
      const { code, frame: seen } = await seek(firstEnd + 20_000);
      expect(code).toBeNull();
      expectFrame(seen, secondStart);
      expect((await seek(end + 30_000)).code).toBe('playback.none');
    });

    it('shows the last of several seeks', async () => {
      await open();
      await pause();
      const times = [start + 50_000, start + 10_000, start + 20_000];
      const codes = await page.evaluate((all) => window.recordedPage.seekAll(all), times);
      expect(codes).toEqual(['aborted', 'aborted', null]);
      expectFrame(await frame(), start + 20_000);
    });

    it('skips a gap, says so, and shows the next size', async () => {
      await open(start, end, firstEnd - 1_500);
      const gap = await event('gap');
      expect(Math.abs(gap.begin - firstEnd)).toBeLessThan(100);
      expect(gap.end).toBe(secondStart);
      await eventually(
        'a frame behind the gap',
        async () => ((await frame()) ?? 0) >= demoFrameAt(secondStart),
      );
      expect(await page.evaluate(() => window.recordedPage.snapshotSize())).toBe('640x360');
    }, 30_000);

    it('ends with the range, keeps its last frame, and plays on after a seek', async () => {
      await open(start, start + 20_000, start + 18_500);
      expect(await event('ended')).toEqual({ type: 'ended', reason: 'rangeEnd' });
      expectFrame(await frame(), start + 19_999);
      expect((await seek(start + 2_000)).code).toBeNull();
      await event('resumed');
      await eventually('playing', async () => ((await frame()) ?? 0) > demoFrameAt(start + 2_500));
    }, 30_000);

    it('says that nothing more is recorded where the range is longer', async () => {
      await open(start, end + 60_000, end - 1_500);
      expect(await event('ended')).toEqual({ type: 'ended', reason: 'noMoreSegments' });
    }, 30_000);

    it.each([0.5, 2, 4])(
      'plays at %s times the speed',
      async (rate) => {
        await open();
        await page.evaluate((factor) => window.recordedPage.setRate(factor), rate);
        await new Promise((resolve) => setTimeout(resolve, 700));
        const [from, to] = await page.evaluate(async () => {
          const look = () => [performance.now(), window.recordedPage.frame()!] as const;
          const before = look();
          await new Promise((resolve) => setTimeout(resolve, 2_500));
          return [before, look()];
        });
        const measured = ((to[1] - from[1]) / demoFps) * (1_000 / (to[0] - from[0]));
        expect(measured).toBeGreaterThan(rate * 0.85);
        expect(measured).toBeLessThan(rate * 1.15);
      },
      30_000,
    );

    it.skipIf(isExact)(
      'shows key frames at 4 times the speed where the element is slower, and every frame again when it is not',
      async () => {
        await open(start, firstEnd, start + 1_000);
        const video = 'HTMLMediaElement.prototype';
        // As an element whose decoder is too slow.
        await page.evaluate(`(() => {
          window.rateOfElements = Object.getOwnPropertyDescriptor(${video}, 'playbackRate');
          Object.defineProperty(${video}, 'playbackRate', {
            configurable: true,
            get() { return rateOfElements.get.call(this); },
            set(rate) { rateOfElements.set.call(this, Math.min(rate, 1.5)); },
          });
        })()`);
        try {
          await page.evaluate(() => window.recordedPage.setRate(4));
          const isPaused = () => page.evaluate(() => document.querySelector('video')!.paused);
          await eventually('playback by key frames', isPaused);
          const look = () =>
            page.evaluate(() => [performance.now(), window.recordedPage.currentTime()!] as const);
          const before = await look();
          await new Promise((resolve) => setTimeout(resolve, 5_000));
          const after = await look();
          const measured = (after[1] - before[1]) / (after[0] - before[0]);
          expect(measured).toBeGreaterThan(2.8);
          expect(measured).toBeLessThan(5.2);
        } finally {
          await page.evaluate(
            `Object.defineProperty(${video}, 'playbackRate', window.rateOfElements), delete window.rateOfElements`,
          );
        }
        // Another speed, and this one again, is tried at once.
        await seek(start + 2_000);
        for (const rate of [1, 4]) await page.evaluate((value) => window.recordedPage.setRate(value), rate);
        await page.evaluate(() => window.recordedPage.startWatching());
        await new Promise((resolve) => setTimeout(resolve, 2_000));
        const watched = await page.evaluate(() => window.recordedPage.stopWatching());
        expect(new Set(watched.map((one) => one?.frame)).size).toBeGreaterThan(20);
      },
      60_000,
    );

    exactly(
      'is heard from 0.5 to 2 times the speed, silent above, and corrects its speed to follow a clock',
      async () => {
        await open(start, end, start + 2_000);
        const loudness = () => page.evaluate(() => window.recordedPage.loudness());
        const setRate = (rate: number) => page.evaluate((value) => window.recordedPage.setRate(value), rate);
        await page.evaluate(() => window.recordedPage.setMuted(false));
        for (const rate of [1, 2, 0.5]) {
          await setRate(4);
          await eventually('silence', async () => (await loudness()) === 0);
          await setRate(rate);
          await eventually('sound', async () => (await loudness()) > 0.005);
        }
        await setRate(1);
        const playedMs = async (factor: number) => {
          await page.evaluate((value) => window.recordedPage.trim(value), factor);
          const seen = await page.evaluate(async () => {
            const samples: (readonly [at: number, shown: number])[] = [];
            const from = performance.now();
            while (performance.now() - from < 4_000) {
              samples.push([performance.now() - from, window.recordedPage.currentTime()!]);
              await new Promise((resolve) => setTimeout(resolve, 10));
            }
            return samples;
          });
          // A busy machine shows frames late, so the earliest ones of the first and the last second count.
          const earliest = (from: number) =>
            seen
              .filter(([at]) => at >= from && at < from + 1_000)
              .reduce((one, other) => (other[1] - other[0] > one[1] - one[0] ? other : one));
          const [before, after] = [earliest(0), earliest(3_000)];
          return (after[1] - before[1]) / (after[0] - before[0]);
        };
        expect(Math.abs((await playedMs(1.05)) - 1.05)).toBeLessThan(0.03);
        expect(await loudness()).toBeGreaterThan(0);
        expect(Math.abs((await playedMs(0.95)) - 0.95)).toBeLessThan(0.03);
      },
      40_000,
    );

    it('steps single frames both ways, over parts and the gap', async () => {
      await open();
      await pause();
      const step = (frames: number) => page.evaluate((count) => window.recordedPage.step(count), frames);
      for (const time of [start + 8_000, start + 29_980, firstEnd - 20]) {
        await seek(time);
        const at = await frame();
        for (const frames of [1, 1, -1, -2, 1, 15, -15]) expect(await step(frames)).toBeNull();
        expect(await frame()).toBe(at);
      }
      await seek(firstEnd - 20);
      expect(await step(1)).toBeNull();
      expect(await frame()).toBe(demoFrameAt(secondStart));
      expect(await step(-1)).toBeNull();
      expect(await frame()).toBe(demoFrameAt(firstEnd) - 1);
    }, 30_000);

    exactly(
      'shows frames in order at normal speed',
      async () => {
        await open(start, end, start + 20_000);
        const watch = async () => {
          await page.evaluate(() => window.recordedPage.startWatching());
          await new Promise((resolve) => setTimeout(resolve, 1_500));
          return (await page.evaluate(() => window.recordedPage.stopWatching())).map((seen) => seen.frame);
        };
        const normal = await watch();
        expect(normal.length).toBeGreaterThan(15);
        expect(normal).toEqual([...new Set(normal)].sort((one, other) => one - other));
        // The watcher itself misses frames while the page is busy.
        expect(normal.at(-1)! - normal[0]! + 1 - normal.length).toBeLessThanOrEqual(3);
      },
      30_000,
    );

    it.each([
      [8, 5],
      [16, 5],
      [60, 2],
    ])(
      'shows key frames in order at %d times, through the gap',
      async (rate, least) => {
        await open(start, end, start + 20_000);
        await page.evaluate((value) => window.recordedPage.setRate(value), rate);
        await new Promise((resolve) => setTimeout(resolve, 300));
        await page.evaluate(() => window.recordedPage.startWatching());
        expect(await event('gap')).toMatchObject({ begin: firstEnd, end: secondStart });
        await event('ended');
        const watched = await page.evaluate(() => window.recordedPage.stopWatching());
        const frames = watched.flatMap((one) => (one ? [one.frame] : []));
        expect(frames).toEqual([...frames].sort((one, other) => one - other));
        const keys = new Set(frames.filter((one) => (one - demoFrameAt(start)) % (2 * demoFps) === 0));
        expect(keys.size).toBeGreaterThan(least);
        // The watcher may see the frame before the change of speed, and the one at which a run begins.
        expect(new Set(frames).size - keys.size).toBeLessThanOrEqual(3);
      },
      30_000,
    );

    exactly(
      'shows a time lapse by key frames, reads only those, and skips what is not recorded',
      async () => {
        await open();
        await page.evaluate(() => window.recordedPage.startWatching());
        server.takeRequests();
        await page.evaluate(() => window.recordedPage.setRate(60));
        const gap = await event('gap');
        expect(gap).toMatchObject({ begin: firstEnd, end: secondStart });
        await event('ended');
        const watched = await page.evaluate(() => window.recordedPage.stopWatching());
        const frames = watched.flatMap((one) => (one ? [one.frame] : []));
        const keys = new Set(frames.filter((one) => (one - demoFrameAt(start)) % (2 * demoFps) === 0));
        // 90 s in steps of 6 s.
        expect(keys.size).toBeGreaterThanOrEqual(10);
        expect(Math.max(...keys)).toBeGreaterThan(demoFrameAt(secondStart + 5_000));
        const requests = server.takeRequests();
        expect(requests.filter((path) => path.includes('keyframe')).length).toBeLessThanOrEqual(20);
        // Of the moment in which it began.
        expect(requests.filter((path) => path.endsWith('.mp4')).length).toBeLessThanOrEqual(4);
      },
    );

    it('continues with what is recorded meanwhile', async () => {
      const from = Math.floor(Date.now() / 2_000) * 2_000 - 20_000;
      await recordMinutes({ root, key: recordedKey, from, durationMs: 10_000 });
      expect(await open(from, from + 3_600_000, from + 8_000)).toBeNull();
      await recordMinutes({ root, key: recordedKey, from: from + 10_000, durationMs: 10_000 });
      await eventually(
        'a frame that was not recorded when it was opened',
        async () => ((await frame()) ?? 0) > demoFrameAt(from + 12_000),
      );
      const seen: EngineEvent[] = await page.evaluate(() => [...window.recordedPage.takeEvents()]);
      expect(seen.map(({ type }) => type)).not.toContain('ended');
      await pause();
      expectFrame((await seek(from + 15_000)).frame, from + 15_000);
    });

    it('pauses and resumes', async () => {
      await open();
      await pause();
      await new Promise((resolve) => setTimeout(resolve, 200));
      const paused = await frame();
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect((await frame())! - paused!).toBeLessThanOrEqual(1);
      expect(await page.evaluate(() => window.recordedPage.resume())).toBeNull();
      await eventually('playing', async () => (await frame())! > paused! + 5);
    });

    const record = () => page.evaluate(() => window.recordedPage.record());
    const takeFile = () => page.evaluate(() => window.recordedPage.stopRecording());
    /** A recorded file as ffprobe and ffmpeg read it. `frames`: those that players show. */
    const examined = async ({ bytes, ...made }: Awaited<ReturnType<typeof takeFile>>) => {
      const path = join(root, 'recorded.mp4');
      writeFileSync(path, Buffer.from(bytes, 'base64'));
      const { codes, ...decoded } = await decodeStrictly(path);
      expect(decoded).toEqual({ code: 0, complaints: '' });
      const times = await frameTimes(path);
      expect(times).toHaveLength(codes.length);
      const frames = codes.flatMap((code, index) => {
        // What only the frames after a seek need takes less than a millisecond.
        const isShown = (times[index + 1] ?? Number.POSITIVE_INFINITY) - times[index]! > 0.01;
        return code && isShown ? [code.frame] : [];
      });
      return { ...made, frames, probed: await probe(path) };
    };
    const stopRecording = async () => examined(await takeFile());
    const count = (first: number, last: number) =>
      Array.from({ length: last - first + 1 }, (_, index) => first + index);
    const plays = (until: number) =>
      eventually(`frame ${until}`, async () => ((await frame()) ?? 0) >= until || null);

    it('records what was shown, at every speed, without the time of pauses and what a seek leaves out', async () => {
      await open(start, end, start + 41_300);
      await pause();
      const first = (await frame())!;
      expect(await record()).toBeNull();
      await page.evaluate(() => window.recordedPage.resume());
      await plays(first + 15);
      await pause();
      await new Promise((resolve) => setTimeout(resolve, 500));
      const paused = (await frame())!;
      const { frame: sought } = await seek(start + 10_500);
      await page.evaluate(() => window.recordedPage.resume());
      await page.evaluate(() => window.recordedPage.setRate(4));
      await plays(sought! + 60);
      await pause();
      await new Promise((resolve) => setTimeout(resolve, 300));
      const last = (await frame())!;
      const { frames, probed, durationMs, hasAudio } = await stopRecording();
      const expected = [...count(first, paused), ...count(sought!, last)];
      if (isExact) expect(frames).toEqual(expected);
      else {
        // The frame that was presented last may be the one after.
        expect(Math.abs(frames.length - expected.length)).toBeLessThanOrEqual(2);
        expect(frames.slice(0, paused - first)).toEqual(expected.slice(0, paused - first));
        expect(frames.slice(-60)).toEqual(count(frames.at(-1)! - 59, frames.at(-1)!));
      }
      expect(hasAudio).toBe(true);
      expect(Math.abs(durationMs - (frames.length * 1_000) / demoFps)).toBeLessThan(150);
      expect(Math.abs(probed.durationS * 1_000 - durationMs)).toBeLessThan(150);
      expect(Math.abs(probed.video!.durationS - probed.audio!.durationS)).toBeLessThan(0.3);
    }, 30_000);

    it('records across a gap, in another file where the size changes, and clear what is encrypted', async () => {
      await open(start, end, firstEnd - 1_000);
      expect(await record()).toBeNull();
      const ends = () => page.evaluate(() => window.recordedPage.recordingEnds());
      await eventually('the end of the file', async () => (await ends()).length > 0 || null);
      expect(await ends()).toEqual(['changed']);
      const first = await takeFile();
      // The next file is to begin within 5 s; a busy machine takes longer to read the first one.
      expect(await record()).toBeNull();
      expect((await examined(first)).frames.at(-1)).toBe(demoFrameAt(firstEnd) - 1);
      await plays(demoFrameAt(secondStart) + 5);
      const next = await stopRecording();
      expect(next).toMatchObject({ width: 640, height: 360 });
      expect(next.frames[0]).toBe(demoFrameAt(secondStart));
      await page.evaluate(() => window.recordedPage.close());

      await openEncrypted({ keyId: mediaKey.keyId, hex: hexOf(mediaKey) });
      expect(await record()).toBeNull();
      await plays((await frame())! + 10);
      // The file ends with the engine.
      await page.evaluate(() => window.recordedPage.close());
      expect((await stopRecording()).frames.length).toBeGreaterThanOrEqual(10);
    }, 90_000);

    it('uses a renewed ticket for the next request', async () => {
      await open();
      await page.evaluate((ticket) => window.recordedPage.renew(ticket), server.ticket(start, end));
      expect((await seek(start + 60_000)).code).toBeNull();
    });

    it('fails with the code of the server: nothing recorded, a refused ticket', async () => {
      expect(await open(firstEnd + 5_000, firstEnd + 50_000)).toBe('playback.none');
      await page.evaluate(() => window.recordedPage.close());
      server.end('invalid');
      expect(await open()).toBe('10002');
      server.end('permitted');
    });

    it('fails when the grant ends while it plays', async () => {
      await open();
      server.end('invalid');
      void seek(start + 65_000);
      expect((await event('failed')).failure).toMatchObject({ kind: 'denied', code: '10002' });
      server.end('permitted');
    });
  });
}

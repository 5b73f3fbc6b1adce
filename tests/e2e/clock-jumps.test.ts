/**
 * The clock of the machine is set while the server runs: an hour forward and back, and ten years forward and back.
 * libfaketime changes the wall clock of the server process only; its monotonic clock runs on, as on a real machine.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'expect';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { consoleApiBase } from '../../lib/contracts/admin/api-base.ts';
import { storedKeys } from '../../lib/media/recordings/reconcile.ts';
import { createRecordingReader } from '../../lib/media/recordings/recording-reader.ts';
import { ConsoleCalls } from '../kit/console-calls.ts';
import { scratchFolder } from '../kit/scratch-folder.ts';
import { type SignedCamera, startSignedCamera } from '../kit/signed-camera.ts';
import { type OrielInstance, startOriel } from '../kit/start-oriel.ts';
import { SteadyViewer, until, wait } from '../kit/steady-viewer.ts';

const hour = 3_600;
const tenYears = 3_650 * 24 * hour;

/** Of Debian's package `faketime`; its folder is named after the architecture. */
const library = readdirSync('/usr/lib')
  .map((folder) => `/usr/lib/${folder}/faketime/libfaketime.so.1`)
  .find(existsSync);

const describeWithFaketime = library ? describe : describe.skip;

describeWithFaketime(
  `the clock of the server${library ? '' : ' (skipped: needs the package faketime)'}`,
  () => {
    const clockFile = join(scratchFolder('oriel-clock-'), 'offset');
    const faked = {
      LD_PRELOAD: library ?? '',
      FAKETIME_TIMESTAMP_FILE: clockFile,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    };
    let oriel: OrielInstance;
    let camera: SignedCamera;
    let appKey: string;
    let token: string;
    let cookie: string;
    const viewers: SteadyViewer[] = [];

    /** Seconds by which the server's clock differs from this process's. */
    async function offset(): Promise<number> {
      const { headers } = await fetch(`${oriel.origin}/livez`);
      return (Date.parse(headers.get('date') ?? '') - Date.now()) / 1_000;
    }
    async function set(seconds: number): Promise<void> {
      writeFileSync(clockFile, `${seconds < 0 ? '' : '+'}${seconds}`);
      const endAt = performance.now() + 20_000;
      while (Math.abs((await offset()) - seconds) > 60) {
        if (performance.now() > endAt) throw new Error('the clock of the server was not set');
        await wait(100);
      }
    }
    const issue = async () =>
      ((await oriel.oriel(['token', 'issue', '--app', appKey])) as { accessToken: string }).accessToken;
    const watch = (serial: string, accessToken = token) => {
      const viewer = new SteadyViewer({ origin: oriel.origin, accessToken, serial, transport: 'ws' });
      viewers.push(viewer);
      return viewer;
    };
    const frames = (what: string, viewer: SteadyViewer) => {
      const since = performance.now();
      return until(what, () => viewer.framesSince(since) > 25);
    };
    /** Code of the response to a page that renews its bearer token. */
    const renewed = async () => {
      const headers = { origin: oriel.origin, cookie };
      const response = await fetch(`${oriel.origin}${consoleApiBase}/token/renew`, {
        method: 'POST',
        headers,
      });
      return ((await response.json()) as { code: unknown }).code;
    };

    /** Of each camera that is recorded, how long its recordings are. */
    async function recordings(): Promise<{ readonly recordedMs: readonly number[]; readonly until: number }> {
      const root = join(oriel.dataDir, 'recordings');
      const reader = createRecordingReader(root);
      const keys = (await storedKeys(root)).sort((a, b) => a.channelId.localeCompare(b.channelId));
      const gops = await Promise.all(keys.map((key) => reader.gops(key, 0, Number.MAX_SAFE_INTEGER)));
      return {
        recordedMs: gops.map((of) => of.reduce((sum, { durationMs }) => sum + durationMs, 0)),
        until: Math.max(...gops.flat().map(({ startMs, durationMs }) => startMs + durationMs)),
      };
    }
    let before: { readonly at: number; readonly recordedMs: readonly number[] };

    beforeAll(async () => {
      writeFileSync(clockFile, '+0');
      camera = await startSignedCamera('the camera', 1);
      oriel = await startOriel({ isFirstStart: true, env: { ...faked, ORIEL_DEMO_RECORDINGS: '1' } });
      await oriel.oriel(['camera', 'add', camera.url, '--serial', 'STREET1']);
      const created = await oriel.oriel([
        'app',
        'create',
        '--name',
        'clock',
        '--origin',
        'https://clock.example',
      ]);
      ({ appKey } = created as { appKey: string });
      token = await issue();
      const password = 'harbour-4-lantern-59';
      await ConsoleCalls.setUp(oriel, 'keeper', '管理员', password);
      const { name, value } = await ConsoleCalls.cookieOf(oriel, 'keeper', password);
      cookie = `${name}=${value}`;
      // Recordings of both demo cameras, each in two stores.
      let recordedMs: readonly number[] = [];
      while (recordedMs.length < 4 || recordedMs.includes(0)) {
        await wait(200);
        ({ recordedMs } = await recordings());
      }
      before = { at: performance.now(), recordedMs };
    }, 200_000);
    afterAll(async () => {
      for (const viewer of viewers) viewer.stop();
      await oriel?.stop();
      await camera?.stop();
    });

    it.each([
      ['an hour forward', hour],
      ['an hour back', -hour],
    ])(
      'set %s, and right again: streams and sessions continue, and new ones start',
      async (what, seconds) => {
        const watching = [watch('DEMO00001'), watch('STREET1')];
        for (const viewer of watching) await frames('at the start', viewer);
        for (const now of [seconds, 0]) {
          await set(now);
          for (const viewer of watching) await frames(`after the clock was set ${what}`, viewer);
          await frames('a new stream', watch('STREET1'));
          await frames('a new stream of a new token', watch('DEMO00001', await issue()));
          expect(await renewed()).toBe(20001);
          // Timers run by the monotonic clock: the camera is tried again at once, not in an hour.
          camera.restart();
          await frames('after the camera restarted', watching[1]!);
          await oriel.oriel(['user', 'list']);
        }
        for (const viewer of viewers) expect([viewer.endings, viewer.connections]).toEqual([[], 1]);
        for (const viewer of viewers.splice(0)) viewer.stop();
      },
      120_000,
    );

    it('set ten years forward: everything has expired; right again: all is as before', async () => {
      const viewer = watch('STREET1');
      await frames('at the start', viewer);
      await set(tenYears);
      await until('the end of the stream', () => viewer.endings.length > 0);
      viewer.stop();
      expect(await renewed()).toBe('U0230');
      const meanwhile = await issue();
      await frames('a stream of a token issued meanwhile', watch('DEMO00001', meanwhile));
      // Until a key frame of this time and the next one were recorded.
      const soonest = Date.now() + tenYears * 1_000 - hour * 1_000;
      while ((await recordings()).until < soonest) await wait(200);
      await set(0);
      expect(await renewed()).toBe(20001);
      await frames('the token of before', watch('STREET1'));
      await frames('a new token', watch('STREET1', await issue()));
      const late = watch('STREET1', meanwhile);
      await until('a refusal', () => late.endings.length > 0);
      expect([late.endings[0]?.code, late.connections]).toEqual(['10002', 0]);
      expect(
        await oriel.oriel(['doctor']).then(
          () => 'well',
          (error) => String(error),
        ),
      ).toBe('well');
    }, 120_000);

    it('recordings of all this time are whole: none is lost, overwritten or removed as too old', async () => {
      const { recordedMs, until: newest } = await recordings();
      const passedMs = performance.now() - before.at;
      // Of the newest GOP, only what is complete is listed.
      const openMs = 4_000;
      for (const [channel, durationMs] of recordedMs.entries()) {
        const missingMs = passedMs - (durationMs - before.recordedMs[channel]!);
        process.stdout.write(
          `recorded for ${Math.round(passedMs)} ms, missing ${Math.round(missingMs)} ms\n`,
        );
        expect(Math.abs(missingMs)).toBeLessThan(openMs);
      }
      expect(newest - Date.now()).toBeGreaterThan(tenYears * 1_000 - hour * 1_000);
    });

    it('control: a timer by the wall clock is late by the step, one by the monotonic clock is not', async () => {
      const started = 'const [wall, steady] = [Date.now(), performance.now()]; console.log("started");';
      const report = 'console.log(JSON.stringify([Date.now() - wall, performance.now() - steady]))';
      const child = spawn(
        process.execPath,
        ['-e', `${started} process.stdin.once('data', () => { ${report}; process.exit() })`],
        {
          env: { ...process.env, ...faked },
          stdio: ['pipe', 'pipe', 'inherit'],
        },
      );
      await once(child.stdout, 'data');
      writeFileSync(clockFile, `+${hour}`);
      child.stdin.write('now');
      const [output] = await once(child.stdout, 'data');
      writeFileSync(clockFile, '+0');
      const [wallMs, steadyMs] = JSON.parse(String(output)) as [number, number];
      expect(Math.round(wallMs / 60_000)).toBe(60);
      expect(Math.round(steadyMs / 60_000)).toBe(0);
    });
  },
);

/** Views as the outputs count them, with real sockets and cameras that can fail. */
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'expect';
import { afterEach, beforeAll, describe, it } from 'vitest';
import { parsePlaylist } from '../../lib/codec/hls/parse-playlist.ts';
import { type CountedViews, viewCounter } from '../../lib/domain/statistics/view-counter.ts';
import { systemClock } from '../../lib/kernel/clock.ts';
import type { SourceFailure } from '../../lib/media/ports.ts';
import { type CodedClip, makeClip } from '../kit/coded-clip.ts';
import { FakeClock } from '../kit/fake-clock.ts';
import { type FlvClient, openClient, scripts, until, videoFrames } from '../kit/flv-client.ts';
import { LiveServer } from '../kit/live-server.ts';
import { playbackServer, recordedKey } from '../kit/playback-server.ts';
import { recordMinutes } from '../kit/recorded-minutes.ts';
import { scratchFolder } from '../kit/scratch-folder.ts';

const unreachable: SourceFailure = { code: 'source.unreachable', message: 'no route', retryable: true };

let clip: CodedClip;
beforeAll(() => {
  clip = makeClip({ seconds: 4, fps: 25, gopSeconds: 1 });
});

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

const sumOf = (counter: CountedViews) =>
  counter.take().reduce(
    (sum, each) => ({
      views: sum.views + each.views,
      watchedMs: sum.watchedMs + each.watchedMs,
      failures: { ...sum.failures, ...(each.code ? { [each.code]: each.failures } : {}) },
    }),
    { views: 0, watchedMs: 0, failures: {} },
  );

async function started() {
  const counter = viewCounter(systemClock);
  const server = await new LiveServer({ clip, output: { views: counter } }).listen();
  stops.push(() => server.close());
  return { counter, server };
}

describe.each(['http', 'ws'] as const)('a live view over %s', (transport) => {
  const watch = (server: LiveServer): Promise<FlvClient> =>
    openClient(transport, { port: server.port, ticket: server.gate.issue() });

  it('is counted once, with the time in which frames were sent', async () => {
    const { counter, server } = await started();
    const openedAt = performance.now();
    const client = await watch(server);
    await until('a second of frames', () => videoFrames(client).length >= 25);
    const received = client.tags.filter(({ type }) => type === 'video');
    client.destroy();
    await until('the end of the viewer', () => server.output.stats().viewers === 0);
    const { views, watchedMs, failures } = sumOf(counter);
    expect(views).toBe(1);
    expect(failures).toEqual({});
    expect(watchedMs).toBeGreaterThanOrEqual(received.at(-1)!.arrivedAtMs - received[0]!.arrivedAtMs);
    expect(watchedMs).toBeLessThanOrEqual(performance.now() - openedAt);
    expect(sumOf(counter)).toEqual({ views: 0, watchedMs: 0, failures: {} });
  });

  it('is not longer for the time in which the camera is away', async () => {
    const { counter, server } = await started();
    const client = await watch(server);
    await until('frames', () => videoFrames(client).length >= 5);
    server.cameraFailure = unreachable;
    server.camera.fail(unreachable);
    await until('the report', () => scripts(client, 'onOrielStatus').length > 0);
    expect(sumOf(counter)).toMatchObject({ views: 1, watchedMs: expect.any(Number) });
    await sleep(150);
    expect(sumOf(counter)).toEqual({ views: 0, watchedMs: 0, failures: {} });
    const before = videoFrames(client).length;
    server.cameraFailure = null;
    await until('frames again', () => videoFrames(client).length >= before + 10);
    const again = sumOf(counter);
    expect(again.views).toBe(0);
    expect(again.watchedMs).toBeGreaterThan(0);
    client.destroy();
  });

  it('without a picture is a failure, with the reason', async () => {
    const { counter, server } = await started();
    server.cameraFailure = unreachable;
    await expect(watch(server)).rejects.toMatchObject({ code: 'source.unreachable' });
    expect(sumOf(counter)).toEqual({ views: 0, watchedMs: 0, failures: { 'source.unreachable': 1 } });
  });

  it('that ends with its permission or the server is no failure', async () => {
    const { counter, server } = await started();
    const [one, two] = [server.gate.issue({}, 'one'), server.gate.issue({}, 'two')];
    const clients = await Promise.all(
      [one, two].map((ticket) => openClient(transport, { port: server.port, ticket })),
    );
    server.gate.revoke('one');
    await clients[0]!.closed;
    await server.output.stop();
    await clients[1]!.closed;
    expect(sumOf(counter)).toMatchObject({ views: 2, failures: {} });
  });

  it('is not counted for a ticket that is not valid: anybody can send one', async () => {
    const { counter, server } = await started();
    await expect(openClient(transport, { port: server.port, ticket: 'forged' })).rejects.toBeDefined();
    expect(sumOf(counter)).toEqual({ views: 0, watchedMs: 0, failures: {} });
  });
});

describe('a view of a stored recording', () => {
  const start = Date.UTC(2025, 1, 28, 12);

  it('is counted by its ticket: pictures, and not playlists, exports and previews', async () => {
    const root = scratchFolder('oriel-views-');
    stops.push(() => rmSync(root, { recursive: true, force: true }));
    await recordMinutes({ root, key: recordedKey, from: start, durationMs: 40_000 });
    const counter = viewCounter(new FakeClock());
    const server = await playbackServer(root, undefined, undefined, counter);
    stops.push(() => server.close());
    const ticket = server.ticket(start, start + 40_000);
    const get = async (path: string, headers: Record<string, string> = {}) => {
      const response = await fetch(`${server.base}/${path}`, {
        headers: { authorization: `Bearer ${ticket}`, ...headers },
      });
      return { ok: response.ok, body: Buffer.from(await response.arrayBuffer()) };
    };
    const list = await get(`index.m3u8?begin=${start}&end=${start + 40_000}`);
    const parsed = parsePlaylist(list.body.toString());
    if (!parsed.ok) throw new Error(parsed.error);
    for (const path of [`keyframe?at=${start + 1_000}`, `export.mp4?begin=${start}&end=${start + 8_000}`])
      expect((await get(path)).ok).toBe(true);
    const [first] = parsed.value;
    await get(first!.uri, { range: `bytes=0-${first!.initLength - 1}` });
    expect(counter.take()).toEqual([]);

    let deliveredMs = 0;
    for (const { uri, offset, length, durationMs } of parsed.value.slice(0, 5)) {
      expect((await get(uri, { range: `bytes=${offset}-${offset + length - 1}` })).ok).toBe(true);
      deliveredMs += durationMs;
      await server.clock.advance(2_000);
    }
    server.stopViews();
    const { views, watchedMs } = sumOf(counter);
    expect(views).toBe(1);
    expect(watchedMs).toBeGreaterThan(0);
    expect(watchedMs).toBeLessThanOrEqual(Math.min(deliveredMs, 10_000));
  });
});

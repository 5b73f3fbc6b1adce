import { connect } from 'node:net';
import { expect } from 'expect';
import fc from 'fast-check';
import { afterEach, beforeAll, describe, it } from 'vitest';
import { WebSocket } from 'ws';
import { type Clock, systemClock } from '../../lib/kernel/clock.ts';
import type { SourceFailure } from '../../lib/media/ports.ts';
import { ClipSource } from '../kit/clip-source.ts';
import { type CodedClip, makeClip } from '../kit/coded-clip.ts';
import { streamKey } from '../kit/fake-gate.ts';
import {
  type ClientOptions,
  type FlvClient,
  openClient,
  type Refused,
  scripts,
  type Transport,
  until,
  videoFrames,
} from '../kit/flv-client.ts';
import { readScript } from '../kit/flv-reader.ts';
import { LiveServer, type LiveServerOptions } from '../kit/live-server.ts';
import { rounds } from '../kit/soak.ts';

let clip: CodedClip;
beforeAll(() => {
  clip = makeClip({ seconds: 4, fps: 25, gopSeconds: 1 });
});

let running: LiveServer | null = null;
const clients: FlvClient[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await running?.close();
  running = null;
});

async function start(options: Partial<LiveServerOptions> = {}): Promise<LiveServer> {
  running = await new LiveServer({ clip, ...options }).listen();
  return running;
}

const unreachable: SourceFailure = { code: 'source.unreachable', message: 'no route', retryable: true };
/** Timers fire after a tenth of their delay. */
const fastClock: Clock = { ...systemClock, after: (delay, run) => systemClock.after(delay / 10, run) };
const status = {
  http: { ticket: 401, forbidden: 403, missing: 404, many: 429, source: 502, gate: 503 },
  ws: { ticket: 4401, forbidden: 4403, missing: 4404, many: 4429, source: 4502, gate: 4502 },
} as const;

function isRising(numbers: readonly number[]): boolean {
  return numbers.every((number, index) => index === 0 || number >= numbers[index - 1]!);
}

describe.each(['http', 'ws'] as const)('live output over %s', (transport: Transport) => {
  const codes = status[transport];

  async function watch(server: LiveServer, options: Partial<ClientOptions> = {}): Promise<FlvClient> {
    const client = await openClient(transport, {
      port: server.port,
      ticket: server.gate.issue(),
      ...options,
    });
    clients.push(client);
    return client;
  }

  async function refused(server: LiveServer, options: Partial<ClientOptions> = {}): Promise<Refused> {
    return watch(server, options).then(
      () => Promise.reject(new Error('the connection was accepted')),
      (refusal: Refused) => refusal,
    );
  }

  describe('the stream of a viewer', () => {
    it('starts with header, metadata and a key frame, and contains every frame', async () => {
      const server = await start();
      const client = await watch(server);
      await until('two seconds of frames', () => videoFrames(client).length >= 50);
      expect(client.flags).toEqual({ audio: true, video: true });
      expect(client.tags.slice(0, 3).map((tag) => tag.type)).toEqual(['script', 'video', 'audio']);
      const seen = videoFrames(client);
      expect(seen[0]!.isKey).toBe(true);
      const coded = clip.units.filter((unit) => unit.kind === 'video');
      const expected = seen.map((_, index) => Buffer.from(coded[index % coded.length]!.data));
      expect(seen.map((picture) => picture.data)).toEqual(expected);
      expect(isRising(seen.map((picture) => picture.timestampMs))).toBe(true);
    });

    it('starts immediately with the cached GOP if the stream is running', async () => {
      const server = await start();
      const first = await watch(server);
      await until('the middle of a group', () => videoFrames(first).length % 25 === 15);
      const late = await watch(server);
      await until('the group', () => videoFrames(late).length >= 15, 500);
      const newestKey = videoFrames(first).findLast((one) => one.isKey)!;
      expect(videoFrames(late)[0]).toMatchObject({ isKey: true, data: newestKey.data });
      expect(server.starts).toBe(1);
    });

    it('gives camera time and server time with each key frame, and the current time before a cached GOP', async () => {
      const server = await start();
      const first = await watch(server);
      await until('three key frames', () => videoFrames(first).filter((one) => one.isKey).length >= 3);
      const keys = videoFrames(first)
        .filter((one) => one.isKey)
        .map((one) => one.timestampMs);
      const reported = scripts(first, 'onOrielClock').map(({ value }) => value);
      expect(reported.map((value) => value.mediaMs).slice(0, 3)).toEqual(keys.slice(0, 3));
      for (const { wallMs, serverMs } of reported)
        expect(Math.abs(Number(wallMs) - Number(serverMs))).toBeLessThan(1_000);

      await until('the middle of a group', () => videoFrames(first).length % 25 === 15);
      const late = await watch(server);
      await until('both clock tags', () => scripts(late, 'onOrielClock').length >= 2);
      const [fresh, old] = scripts(late, 'onOrielClock').map(({ value }) => value);
      expect([fresh!.isFrame, old!.isFrame]).toEqual([false, undefined]);
      const mediaAge = Number(fresh!.mediaMs) - Number(old!.mediaMs);
      const serverAge = Number(fresh!.serverMs) - Number(old!.serverMs);
      expect(serverAge).toBeGreaterThan(300);
      expect(Math.abs(mediaAge - serverAge)).toBeLessThan(300);
      expect(Math.abs(Date.now() - Number(fresh!.serverMs))).toBeLessThan(5_000);
    });

    it('has headers that prevent caching and sharing', async () => {
      const server = await start();
      const text = await rawRequest(server, [
        'GET /live/CAM1/1/main.flv HTTP/1.1',
        'Host: x',
        `Authorization: Bearer ${server.gate.issue()}`,
      ]);
      expect(text).toMatch(/^HTTP\/1\.1 200 /);
      expect(text).toMatch(/\r\ncache-control: private, no-store\r\n/i);
      expect(text).toMatch(/\r\nx-content-type-options: nosniff\r\n/i);
      expect(text).toMatch(/\r\ncross-origin-resource-policy: same-origin\r\n/i);
      expect(text).toMatch(/\r\ncontent-type: video\/x-flv\r\n/i);
      expect(text).not.toMatch(/transfer-encoding|access-control/i);
    });
  });

  describe('rejected viewers', () => {
    it.each([
      ['no ticket', { ticket: null, firstMessage: '{}' }],
      ['a wrong ticket', { ticket: 'nonsense' }],
    ])('%s', async (_, options) => {
      const server = await start();
      expect(await refused(server, options)).toEqual({ status: codes.ticket, code: '10002' });
      expect(server.starts).toBe(0);
    });

    it('a used ticket', async () => {
      const server = await start();
      const ticket = server.gate.issue();
      await watch(server, { ticket });
      expect(await refused(server, { ticket })).toEqual({ status: codes.ticket, code: '10002' });
    });

    it('an expired grant', async () => {
      const server = await start();
      const ticket = server.gate.issue({}, 'grant-1', Date.now() - 1);
      expect(await refused(server, { ticket })).toEqual({ status: codes.forbidden, code: 'grant.expired' });
    });

    it.each([{ channelNo: 2 }, { deviceSerial: 'CAM2' }, { profile: 'sub' }, { video: 'h264' }] as const)(
      'a ticket for %j',
      async (other) => {
        const server = await start();
        const ticket = server.gate.issue(other);
        expect(await refused(server, { ticket })).toEqual({ status: codes.forbidden, code: '20002' });
      },
    );

    it('all while the gate is unavailable', async () => {
      const server = await start();
      const ticket = server.gate.issue();
      server.gate.failure = new Error('the database is gone');
      expect(await refused(server, { ticket })).toEqual({ status: codes.gate, code: 'gate.unavailable' });
    });

    it('above the limit per address', async () => {
      const server = await start({ output: { limits: { perAddress: 2 } } });
      const [first] = [await watch(server), await watch(server)];
      expect(await refused(server)).toEqual({ status: codes.many, code: 'viewer.tooMany' });
      first.destroy();
      await until('the end of the first viewer', () => server.output.stats().connections === 1);
      await watch(server);
    });

    it('above the limit per grant', async () => {
      const server = await start({ output: { limits: { perGrant: 1 } } });
      await watch(server, { ticket: server.gate.issue({}, 'one') });
      const ticket = server.gate.issue({}, 'one');
      expect(await refused(server, { ticket })).toEqual({ status: codes.many, code: 'viewer.tooMany' });
      await watch(server, { ticket: server.gate.issue({}, 'two') });
    });

    it('a request for an unknown stream', async () => {
      const server = await start();
      server.spec = null;
      expect(await refused(server)).toEqual({ status: codes.missing, code: 'stream.notFound' });
      expect(server.plane.statuses()).toEqual([]);
    });

    it('a request for an unreachable camera, with the reason, also between two attempts', async () => {
      const server = await start();
      server.cameraFailure = unreachable;
      expect(await refused(server)).toEqual({ status: codes.source, code: 'source.unreachable' });
      expect(await refused(server)).toEqual({ status: codes.source, code: 'source.unreachable' });
      server.cameraFailure = null;
      await until('a new attempt to open the camera', () => server.plane.status(streamKey)?.state === 'live');
      await watch(server);
    });

    it('a request for H.264 from an H.265 camera without a converter', async () => {
      const h265 = makeClip({ seconds: 1, video: 'h265', audio: null });
      const server = await start({ clip: h265 });
      const options = { path: '/live/CAM1/1/main.h264.flv', ticket: server.gate.issue({ video: 'h264' }) };
      expect(await refused(server, options)).toEqual({ status: codes.source, code: 'source.unsupported' });
    });
  });

  describe('when the camera fails', () => {
    const quick = { retry: { firstMs: 200, maxMs: 400, jitter: 0.2 }, silentMs: 700 };

    it.each(['is unplugged', 'hangs'] as const)('viewers keep their connection while it %s', async (how) => {
      const server = await start({ limits: quick });
      const client = await watch(server);
      await until('frames', () => videoFrames(client).length >= 10);
      const before = videoFrames(client).length;
      server.cameraFailure = unreachable;
      if (how === 'is unplugged') server.camera.fail(unreachable);
      else server.camera.freeze();
      await until('two failed attempts', () => server.starts >= 3);
      server.cameraFailure = null;
      await until('frames again', () => videoFrames(client).length >= before + 30);

      const reported = scripts(client, 'onOrielStatus').map(({ value }) => value);
      const code = how === 'hangs' ? 'source.silent' : 'source.unreachable';
      expect(reported[0]).toMatchObject({ state: 'retrying', code });
      expect(Number(reported[0]!.retryInMs)).toBeLessThanOrEqual(400);
      expect(reported.at(-1)).toEqual({ state: 'live', code: null, retryInMs: null });

      // Frames that were on their way when the camera failed arrive before the report.
      const report = client.tags.findIndex(
        (tag) => tag.type === 'script' && readScript(tag).name === 'onOrielStatus',
      );
      const [resumed] = videoFrames({ tags: client.tags.slice(report) });
      expect(resumed!.isKey).toBe(true);
      for (const type of ['video', 'audio'] as const) {
        const times = client.tags.filter((tag) => tag.type === type).map((tag) => tag.timestampMs);
        expect(isRising(times)).toBe(true);
      }
      const headers = client.tags.filter((tag) => tag.type === 'video').length - videoFrames(client).length;
      expect(headers).toBe(2);
      expect(client.isClosed).toBe(false);
    });

    it('viewers are disconnected if it returns with other tracks', async () => {
      const silent = { ...clip, tracks: { ...clip.tracks, audio: null } };
      const server = await start({
        limits: quick,
        source: (attempt) => new ClipSource(attempt === 1 ? clip : silent, systemClock),
      });
      const client = await watch(server);
      await until('frames', () => videoFrames(client).length >= 5);
      server.spec = { kind: 'demo', scene: 'other', profile: 'main' };
      server.directoryChanged(streamKey);
      expect(await client.closed).toEqual({ status: transport === 'ws' ? 4409 : 0, code: 'tracks.changed' });
      const next = await watch(server);
      expect(next.flags).toEqual({ audio: false, video: true });
    });

    it('viewers continue immediately if the stored source is replaced by a similar one', async () => {
      const server = await start();
      const client = await watch(server);
      await until('frames', () => videoFrames(client).length >= 5);
      const old = server.camera;
      server.directoryChanged({ ...streamKey, tenantId: 'somebody else' });
      server.directoryChanged({ ...streamKey, channelNo: 2 });
      expect(server.starts).toBe(1);
      server.directoryChanged(streamKey);
      await until('frames of the new source', () => server.starts === 2 && server.camera.sent.video > 5);
      expect(old.isRunning).toBe(false);
      expect(client.isClosed).toBe(false);
    });

    it('viewers are notified when it was removed', async () => {
      const server = await start();
      const client = await watch(server);
      server.spec = null;
      server.directoryChanged(streamKey);
      expect(await client.closed).toEqual({ status: transport === 'ws' ? 4404 : 0, code: 'stream.notFound' });
    });
  });

  describe('a viewer without permission', () => {
    const ended = (code: string) => ({ status: transport === 'ws' ? 4403 : 0, code });

    it('is disconnected immediately by a revocation in this process, and no other viewer is', async () => {
      const server = await start();
      const kept = await watch(server, { ticket: server.gate.issue({}, 'kept') });
      const cut = await watch(server, { ticket: server.gate.issue({}, 'cut') });
      server.gate.revoke('cut');
      expect(await cut.closed).toEqual(ended('grant.ended'));
      expect(scripts(cut, 'onOrielEnd').map(({ value }) => value)).toEqual([{ code: 'grant.ended' }]);
      expect(kept.isClosed).toBe(false);
    });

    it('is disconnected by a revocation in another process', async () => {
      const server = await start();
      const client = await watch(server);
      server.gate.revoke('grant-1', false);
      expect(await client.closed).toEqual(ended('grant.ended'));
    });

    it('is disconnected when the grant expires', async () => {
      const server = await start();
      const client = await watch(server, { ticket: server.gate.issue({}, 'grant-1', Date.now() + 600) });
      expect(await client.closed).toEqual(ended('grant.expired'));
    });
  });

  it('never gives one tenant the stream of another with the same serial and channel', async () => {
    const other = makeClip({ seconds: 1, size: '160x90', audio: null });
    const server = await start({
      source: (attempt) => new ClipSource(attempt === 1 ? clip : other, systemClock),
    });
    const mine = await watch(server);
    const theirs = await watch(server, { ticket: server.gate.issue({ tenantId: 'tenant-2' }) });
    await until('frames', () => videoFrames(mine).length > 10 && videoFrames(theirs).length > 10);
    const setOf = (from: CodedClip) =>
      new Set(from.units.map((unit) => Buffer.from(unit.data).toString('base64')));
    const [ours, others] = [setOf(clip), setOf(other)];
    expect(videoFrames(mine).every((one) => ours.has(one.data.toString('base64')))).toBe(true);
    expect(videoFrames(theirs).every((one) => others.has(one.data.toString('base64')))).toBe(true);
  });

  it('stops the source after the linger time without viewers, not earlier', async () => {
    const server = await start({ limits: { lingerMs: 300 } });
    const client = await watch(server);
    client.destroy();
    await until('the viewer to be disconnected', () => server.plane.status(streamKey)?.viewers === 0);
    expect(server.camera.isRunning).toBe(true);
    await watch(server);
    expect(server.starts).toBe(1);
    clients.at(-1)!.destroy();
    await until('the source to stop', () => !server.camera.isRunning);
    expect(server.plane.statuses()).toEqual([]);
  });

  it('ends viewers with a reason when the server stops, and accepts no new ones', async () => {
    const server = await start();
    const client = await watch(server);
    const stopping = server.output.stop();
    expect(await refused(server)).toMatchObject({ status: 503 });
    expect(await client.closed).toEqual({ status: transport === 'ws' ? 1001 : 0, code: 'server.stopping' });
    await stopping;
    expect(server.output.stats()).toEqual({ connections: 0, viewers: 0, pendingBytes: 0 });
  });
});

describe('live output, requests that are malformed', () => {
  it.each([
    ['GET /live/CAM1/1/main.flv?ticket=abc HTTP/1.1', 400],
    ['GET /live/CAM1/1/main.flv? HTTP/1.1', 400],
    ['GET /live/CAM1/1/main.FLV HTTP/1.1', 404],
    ['GET /live/CAM1/0/main.flv HTTP/1.1', 404],
    ['GET /live/CAM1/01/main.flv HTTP/1.1', 404],
    ['GET /live/CAM1/1/../1/main.flv HTTP/1.1', 404],
    ['GET /live/CAM%31/1/main.flv HTTP/1.1', 404],
    ['GET //live/CAM1/1/main.flv HTTP/1.1', 404],
    ['HEAD /live/CAM1/1/main.flv HTTP/1.1', 405],
    ['POST /live/CAM1/1/main.flv HTTP/1.1', 405],
    ['OPTIONS /live/CAM1/1/main.flv HTTP/1.1', 405],
  ])('%s is answered %i', async (line, expected) => {
    const server = await start();
    const text = await rawRequest(server, [line, 'Host: x', 'Authorization: Bearer abc']);
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${expected} `));
    expect(server.gate.requested).toBe(0);
  });

  it('rejects a body', async () => {
    const server = await start();
    const lines = [
      'GET /live/CAM1/1/main.flv HTTP/1.1',
      'Host: x',
      'Authorization: Bearer abc',
      'Content-Length: 5',
    ];
    expect(await rawRequest(server, lines)).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('closes a connection that sends another request after a stream', async () => {
    const server = await start();
    const request = () =>
      `GET /live/CAM1/1/main.flv HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.gate.issue()}\r\n\r\n`;
    const socket = connect(server.port, '127.0.0.1');
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => {});
    socket.resume();
    socket.write(request() + request());
    await closed;
    await until('the viewer to be disconnected', () => server.output.stats().connections === 0);
  });
});

describe('live output, WebSocket only', () => {
  const open = (server: LiveServer, options: Partial<ClientOptions> = {}) =>
    openClient('ws', { port: server.port, ticket: server.gate.issue(), ...options }).then((client) => {
      clients.push(client);
      return client;
    });

  it.each([
    ['its own origin', (port: number) => `http://127.0.0.1:${port}`, true],
    ['a listed origin', () => 'https://console.example', true],
    ['another origin', () => 'https://evil.example', false],
    ['an origin that only begins alike', () => 'https://console.example.evil.example', false],
    ['a sandboxed page', () => 'null', false],
  ] as const)('a page of %s', async (_, originOf, isLetIn) => {
    const server = await start({ output: { allowedOrigins: ['https://console.example'] } });
    const opened = open(server, { headers: { Origin: originOf(server.port) } });
    if (isLetIn) await opened;
    else await expect(opened).rejects.toMatchObject({ status: 403 });
    expect(server.gate.requested).toBe(isLetIn ? 1 : 0);
  });

  it('waits five seconds for the ticket', async () => {
    const server = await start({ output: { clock: fastClock } });
    await expect(open(server, { firstMessage: null })).rejects.toEqual({ status: 4401, code: '10002' });
  });

  it.each([
    ['text that is not JSON', 'ticket'],
    ['a second member', '{"ticket":"a","x":1}'],
    ['a binary message', Buffer.from('{"ticket":"a"}')],
    ['a ticket with a line break', '{"ticket":"a\\nb"}'],
  ])('rejects %s as first message', async (_, firstMessage) => {
    const server = await start();
    await expect(open(server, { firstMessage })).rejects.toEqual({ status: 4401, code: '10002' });
    expect(server.gate.requested).toBe(0);
  });

  it('closes a connection that sends further messages', async () => {
    const server = await start();
    const ws = new WebSocket(`ws://127.0.0.1:${server.port}/live/CAM1/1/main.flv`);
    const closed = new Promise<number>((resolve) => ws.on('close', resolve));
    ws.on('open', () => {
      ws.send(JSON.stringify({ ticket: server.gate.issue() }));
      ws.send('and another thing');
    });
    expect(await closed).toBe(1008);
    await until('the viewer to be disconnected', () => server.output.stats().connections === 0);
  });

  it('queues no pongs for a client that never reads', async () => {
    const server = await start();
    const client = await open(server);
    client.pause();
    for (let round = 0; round < 200; round += 1) {
      client.ping(125);
      if (round % 20 === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(server.output.stats().pendingBytes).toBeLessThan(70_000);
  });

  it('survives arbitrary bytes instead of frames', async () => {
    const seed = Number(process.env.ORIEL_SEED ?? Date.now() % 2 ** 31);
    process.stdout.write(`live-output seed ${seed}\n`);
    const server = await start();
    const good = await open(server);
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 300 }), async (noise) => {
        const socket = connect(server.port, '127.0.0.1');
        const closed = new Promise((resolve) => socket.once('close', resolve));
        socket.on('error', () => {});
        socket.write(
          'GET /live/CAM1/1/main.flv HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
            'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
        );
        await new Promise((resolve) => socket.once('data', resolve));
        socket.end(noise);
        socket.resume();
        await closed;
      }),
      { seed, numRuns: rounds(40, 200) },
    );
    await until('all viewers to be disconnected', () => server.output.stats().connections === 1);
    const before = videoFrames(good).length;
    await until('further frames', () => videoFrames(good).length > before + 5);
    expect(server.gate.requested).toBe(1);
  }, 60_000);

  it('closes on a message too large to be a ticket', async () => {
    const server = await start();
    await expect(open(server, { firstMessage: 'x'.repeat(10_000) })).rejects.toMatchObject({ status: 1009 });
  });
});

/** Head and beginning of the response to a handwritten request. */
function rawRequest(server: LiveServer, lines: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.port, '127.0.0.1', () => socket.write(`${lines.join('\r\n')}\r\n\r\n`));
    let text = '';
    socket.on('error', reject);
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1');
      if (!text.includes('\r\n\r\n')) return;
      socket.destroy();
      resolve(text);
    });
  });
}

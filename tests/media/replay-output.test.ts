import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'expect';
import { afterEach, beforeAll, describe, it } from 'vitest';
import { WebSocket } from 'ws';
import { type FlvClient, openClient, type Transport, until } from '../kit/flv-client.ts';
import { readScript, readVideo } from '../kit/flv-reader.ts';
import { type RecordedCamera, startRecordedCamera } from '../kit/recorded-camera.ts';
import { type ReplayServer, startReplayServer } from '../kit/replay-server.ts';
import { record } from './demo-kit.ts';

const morning = Date.UTC(2026, 2, 1, 6);
const evening = Date.UTC(2026, 2, 1, 18);
const day = { fromMs: Date.UTC(2026, 2, 1), toMs: Date.UTC(2026, 2, 2) };

describe("/rec: recordings in the camera, at the viewer's speed", () => {
  type Clips = Parameters<typeof startRecordedCamera>[0]['clips'];
  let clips: Clips;
  let camera: RecordedCamera;
  let server: ReplayServer;
  const clients: FlvClient[] = [];
  const sockets: WebSocket[] = [];

  beforeAll(async () => {
    const recorded = [await record('yard', 'sub', 12, morning), await record('yard', 'sub', 4, evening)];
    clips = recorded.map(({ tracks, all }) => ({ tracks, units: all }));
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) client.destroy();
    for (const socket of sockets.splice(0)) socket.terminate();
    await server.close();
    await camera.stop();
  });

  async function start(options: Partial<Parameters<typeof startRecordedCamera>[0]> = {}): Promise<void> {
    camera = await startRecordedCamera({ clips, ...options });
    server = await startReplayServer(() => camera.address);
  }

  async function watch(
    query: string,
    { transport = 'ws', ticket = server.gate.issue(day) }: { transport?: Transport; ticket?: string } = {},
  ): Promise<FlvClient> {
    const client = await openClient(transport, {
      port: server.port,
      path: `/rec/CAM1/1.flv?${query}`,
      ticket,
    });
    clients.push(client);
    return client;
  }
  /** Sends its ticket, and reads everything. */
  function openSocket(query: string): WebSocket {
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}/rec/CAM1/1.flv?${query}`);
    socket.on('open', () => socket.send(JSON.stringify({ ticket: server.gate.issue(day) })));
    socket.on('error', () => {}); // `close` follows
    sockets.push(socket);
    return socket;
  }
  const rawOf = (socket: WebSocket) => (socket as unknown as { _socket: Socket })._socket;
  const refusalOf = (query: string, ticket?: string) =>
    watch(query, { transport: 'http', ...(ticket === undefined ? {} : { ticket }) }).then(
      () => ({ status: 200, code: '' }),
      (refused: { status: number; code: string }) => refused,
    );
  const clockTags = ({ tags }: FlvClient) =>
    tags
      .filter(({ type }) => type === 'script')
      .map(readScript)
      .filter(({ name }) => name === 'onOrielClock')
      .map(({ value }) => value as { mediaMs: number; wallMs: number; speed?: number; gapFrom?: number });
  const frames = ({ tags }: FlvClient) =>
    tags.filter((tag) => tag.type === 'video' && !readVideo(tag).isHeader);

  it.each(['ws', 'http'] as const)(
    'sends a recording over %s with its recorded times, in real time',
    async (transport) => {
      await start();
      const client = await watch(`at=${morning + 3_100}`, { transport });
      await delay(3_000);
      const clocks = clockTags(client);
      expect(clocks[0]!.wallMs).toBeLessThanOrEqual(morning + 3_100);
      for (const { wallMs, mediaMs } of clocks) {
        expect(wallMs - mediaMs).toBeCloseTo(clocks[0]!.wallMs - clocks[0]!.mediaMs, -1);
      }
      const wallOf = (mediaMs: number) => clocks[0]!.wallMs + mediaMs - clocks[0]!.mediaMs;
      const newest = wallOf(frames(client).at(-1)!.timestampMs);
      expect(newest).toBeGreaterThan(morning + 5_500);
      expect(newest).toBeLessThan(morning + 6_300);
      expect(client.flags).toEqual({ audio: true, video: true });
    },
  );

  it('plays at the speed that the camera supports, and refuses others', async () => {
    await start({ scales: [2] });
    const client = await watch(`at=${morning}&speed=2`);
    await delay(2_000);
    const clocks = clockTags(client);
    expect(clocks.every(({ speed }) => speed === 2)).toBe(true);
    const [first, last] = [clocks[0]!, clocks.at(-1)!];
    expect((last.wallMs - first.wallMs) / (last.mediaMs - first.mediaMs)).toBeCloseTo(2, 1);
    expect(last.wallMs - first.wallMs).toBeGreaterThanOrEqual(2_000);
    client.destroy();
    expect(await refusalOf(`at=${morning}&speed=4`)).toEqual({ status: 502, code: 'source.speed' });
  });

  it('skips what was not recorded and says when there is no more', async () => {
    await start();
    const client = await watch(`at=${morning + 10_000}`);
    const { code } = await client.closed;
    expect(code).toBe('replay.noMore');
    const clocks = clockTags(client);
    expect(clocks.at(-1)!.wallMs).toBeGreaterThanOrEqual(evening);
    const gaps = clocks.filter(({ gapFrom }) => gapFrom !== undefined);
    expect(gaps.map(({ wallMs }) => Math.round(wallMs))).toEqual([evening]);
    expect(Math.abs(gaps[0]!.gapFrom! - morning - 12_000)).toBeLessThan(100);
    const steps = frames(client).map(({ timestampMs }) => timestampMs);
    expect(Math.max(...steps.slice(1).map((at, index) => at - steps[index]!))).toBeLessThan(100);
  }, 20_000);

  it('ends with the range of the ticket', async () => {
    await start();
    const ticket = server.gate.issue({ fromMs: morning, toMs: morning + 2_000 });
    const client = await watch(`at=${morning}`, { ticket });
    expect((await client.closed).code).toBe('replay.rangeEnd');
    expect(frames(client)).toHaveLength(30);
  });

  it('admits only times, cameras and parameters that the ticket and the path may have', async () => {
    await start();
    const ticket = server.gate.issue({ fromMs: morning, toMs: evening });
    expect(await refusalOf(`at=${morning - 1}`, ticket)).toEqual({ status: 403, code: '10031' });
    expect(await refusalOf(`at=${evening}`, ticket)).toEqual({ status: 403, code: '10031' });
    expect(await refusalOf(`at=${morning}`, 'other')).toEqual({ status: 401, code: '10002' });
    for (const query of [
      'at=',
      'at=1e3',
      'at=-5',
      `at=${morning}&speed=3`,
      `at=${morning}&ticket=${ticket}`,
    ]) {
      expect(await refusalOf(query, ticket)).toEqual({ status: 400, code: 'path.query' });
    }
  });

  it('allows as many replays as the camera, and a seek as soon as its predecessor is closed', async () => {
    await start({ maxSessions: 1 });
    const first = await watch(`at=${morning}`);
    expect(await refusalOf(`at=${morning}`)).toEqual({ status: 502, code: '395546' });
    first.destroy();
    const second = await watch(`at=${morning + 6_000}`);
    expect(clockTags(second)[0]!.wallMs).toBeGreaterThan(morning + 3_000);
    expect(camera.replay.sessions).toBe(1);
  });

  it('asks for the address of the recording once, not for each seek', async () => {
    await start();
    for (const second of [0, 5, 2]) (await watch(`at=${morning + second * 1_000}`)).destroy();
    expect(camera.onvif.received.filter((name) => name === 'GetReplayUri')).toHaveLength(1);
  });

  it('ends a running replay within 5 s of the end of its grant, and its session in the camera', async () => {
    await start();
    const client = await watch(`at=${morning}`);
    const revokedAt = performance.now();
    server.gate.revoke();
    expect((await client.closed).code).toBe('grant.ended');
    expect(performance.now() - revokedAt).toBeLessThan(5_000);
    await delay(100);
    expect(camera.replay.sessions).toBe(0);
    expect(server.plane.running).toBe(0);
  });

  it('closes the session in the camera when the viewer leaves, and with the server', async () => {
    await start();
    const client = await watch(`at=${morning}`);
    client.destroy();
    await delay(200);
    expect([camera.replay.sessions, server.plane.running]).toEqual([0, 0]);
    const other = await watch(`at=${morning}`);
    server.plane.close();
    expect((await other.closed).code).toBe('server.stopping');
    expect(server.plane.running).toBe(0);
  });

  it('plays sixteen at a time for a grant, and refuses more without a word to the camera', async () => {
    await start({ maxSessions: 40 });
    const watching = await Promise.all(Array.from({ length: 16 }, () => watch(`at=${morning}`)));
    expect(await refusalOf(`at=${morning}`)).toEqual({ status: 429, code: 'viewer.tooMany' });
    expect(camera.replay.sessions).toBe(16);
    watching[0]!.destroy();
    await until('the place', () => server.plane.running === 15);
    await watch(`at=${morning}`);
  }, 30_000);

  it('asks the camera once for many who come at the same time, and not at all for those who have left', async () => {
    await start({ maxSessions: 40 });
    camera.onvif.slowMs = 150;
    const asked = () => camera.onvif.received.filter((name) => name === 'GetReplayUri').length;
    await Promise.all([0, 1, 2, 3].map(() => watch(`at=${morning}`)));
    expect(asked()).toBe(1);
    await server.close();
    server = await startReplayServer(() => camera.address);
    const leaving = Array.from({ length: 12 }, () => openSocket(`at=${morning}`));
    await until('the first search', () => server.plane.running === 12);
    for (const socket of leaving) socket.terminate();
    await until('the end of all', () => server.plane.running === 0);
    await delay(2_000);
    expect(asked()).toBe(2);
  }, 30_000);

  it.each<[string, (socket: WebSocket) => void]>([
    ['bytes that are no frame', (socket) => rawOf(socket).write(Buffer.from([0xff, 0xff, 0x00, 0x13, 0x37]))],
    ['a frame without a mask', (socket) => rawOf(socket).write(Buffer.from([0x81, 0x02, 0x68, 0x69]))],
    [
      'a frame that claims 2^62 bytes',
      (socket) => rawOf(socket).write(Buffer.from('82ff4000000000000000', 'hex')),
    ],
    ['a megabyte', (socket) => socket.send(Buffer.alloc(1_000_000))],
    [
      'a message without an end',
      (socket) => {
        for (let part = 0; part < 40; part += 1) socket.send(Buffer.alloc(2_000), { fin: false });
      },
    ],
    ['another message', (socket) => socket.send('seek')],
  ])('ends, with its session in the camera, after %s, and plays on for others', async (_, send) => {
    await start();
    const other = await watch(`at=${morning}`);
    const socket = openSocket(`at=${morning}`);
    await until('both', () => camera.replay.sessions === 2);
    await until('the first bytes', () => rawOf(socket).bytesRead > 5_000);
    send(socket);
    await until('the end', () => socket.readyState === WebSocket.CLOSED && server.plane.running === 1);
    await until('the session', () => camera.replay.sessions === 1);
    const before = other.tags.length;
    await until('more frames', () => other.tags.length > before + 5);
  });

  it('plays on for others beside a viewer who reads nothing', async () => {
    await start({ maxSessions: 4 });
    const stalled = await watch(`at=${morning}`);
    stalled.pause();
    const healthy = await watch(`at=${morning}`);
    const first = frames(healthy).length;
    await delay(3_000);
    expect(frames(healthy).length).toBeGreaterThan(first + 20);
  });

  it.each([
    ['offers no replay', { services: { has: ['search'] as const } }, 'recordings.unsupported'],
    ['has no recording of the time', { services: { sources: [] } }, '395402'],
    ['refuses the login', { device: { password: 'changed' } }, 'source.auth'],
  ])('says so if the camera %s', async (_, options, code) => {
    await start(options);
    expect(await refusalOf(`at=${morning}`)).toEqual({ status: expect.any(Number), code });
  });
});

import { createHash } from 'node:crypto';
import { expect } from 'expect';
import { afterEach, describe, it } from 'vitest';
import { silentLogger } from '../../lib/kernel/logger.ts';
import { parseNetworks } from '../../lib/media/net/ip-address.ts';
import { KeepAliveMemory } from '../../lib/media/sources/rtsp/keep-alive.ts';
import { RtspSource } from '../../lib/media/sources/rtsp/rtsp-source.ts';
import {
  type FakeAnswer,
  type FakeCamera,
  type FakeConnection,
  type FakeRequest,
  reply,
  startFakeCamera,
} from '../kit/fake-camera.ts';
import { FakeClock } from '../kit/fake-clock.ts';
import { eventually } from '../kit/host-page.ts';
import { record, type SourceRecorder } from '../kit/source-recorder.ts';

const loopback = parseNetworks('127.0.0.0/8');
if (!loopback.ok) throw new Error(loopback.error);
const addressPolicy = { allowed: loopback.value, ownPorts: [] };

/** One request for each interval. */
const timeoutSeconds = 15;
const intervalMs = 7_500;

let camera: FakeCamera;
let source: RtspSource;
let clock: FakeClock;
let recorder: SourceRecorder;

afterEach(async () => {
  source.stop();
  await camera.stop();
});

type Answering = (request: FakeRequest, connection: FakeConnection) => FakeAnswer;

/** Plays a camera that sends frames all the time, and answers requests within the session with `answer`. */
async function play(
  answer: Answering,
  options: { offer?: string; login?: { username: string; password: string } } = {},
): Promise<void> {
  const { offer = 'GET_PARAMETER, SET_PARAMETER', login = { username: '', password: '' } } = options;
  camera = await startFakeCamera({
    answer: (request, connection) => {
      if (request.headers.has('session') && request.method !== 'PLAY') return answer(request, connection);
      if (request.method === 'OPTIONS')
        return reply(request, '200 OK', [`Public: OPTIONS, DESCRIBE, SETUP, PLAY, ${offer}`]);
      return request.method === 'SETUP'
        ? reply(request, '200 OK', [
            `Transport: ${request.headers.get('transport')}`,
            `Session: 77;timeout=${timeoutSeconds}`,
          ])
        : undefined;
    },
    playing: (connection) => connection.stream(),
  });
  clock = new FakeClock();
  source = new RtspSource(
    { kind: 'rtsp', url: camera.url, ...login },
    { clock, logger: silentLogger, addressPolicy },
  );
  recorder = record(source);
  await framesArrive();
}

/** Time passes while frames arrive. */
async function watchFor(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 1_000) {
    await clock.advance(Math.min(left, 1_000));
    await framesArrive();
  }
}

function framesArrive(): Promise<void> {
  const { length } = recorder.video;
  return recorder.until((now) => now.video.length > length);
}

const keepAlives = () =>
  camera.requests.filter(({ method, headers }) => headers.has('session') && method !== 'PLAY');
const methods = () => keepAlives().map(({ method }) => method);

/** Until this many have arrived. */
const requested = (count: number) =>
  eventually(`${count} requests`, async () => keepAlives().length >= count);

describe('keep-alive of a camera that sends', () => {
  it.each(['454 Session Not Found', '501 Not Implemented', '451 Parameter Not Understood'])(
    'answers %s to the methods that it lists: OPTIONS keeps the session',
    async (status) => {
      await play((request) => (request.method === 'OPTIONS' ? undefined : reply(request, status)));
      await watchFor(intervalMs);
      await requested(3);
      await watchFor(intervalMs);
      await requested(4);
      expect(methods()).toEqual(['GET_PARAMETER', 'SET_PARAMETER', 'OPTIONS', 'OPTIONS']);
      expect(recorder.failure).toBeNull();
    },
  );

  it('is not answered: the next method follows in time for the session', async () => {
    await play((request) => (request.method === 'OPTIONS' ? undefined : 'hang'));
    await watchFor(intervalMs);
    await requested(1);
    await watchFor(intervalMs - 1_000);
    await requested(3);
    await watchFor(1_000);
    await requested(4);
    expect(methods()).toEqual(['GET_PARAMETER', 'SET_PARAMETER', 'OPTIONS', 'OPTIONS']);
    expect(recorder.failure).toBeNull();
  });

  it.each([
    ['454 Session Not Found', (request: FakeRequest) => reply(request, '454 Session Not Found')],
    ['nothing', () => 'hang' as const],
  ])('answers %s to every method: it keeps playing', async (_, answer) => {
    await play(answer);
    await watchFor(5 * intervalMs);
    expect(recorder.failure).toBeNull();
    expect(new Set(methods())).toEqual(new Set(['GET_PARAMETER', 'SET_PARAMETER', 'OPTIONS']));
  });

  it.each(['GET_PARAMETER', 'SET_PARAMETER'] as const)(
    'closes the connection on %s: the next session does without, and stays',
    async (closing) => {
      await play((request, { socket }) => {
        if (request.method !== closing) return reply(request, '501 Not Implemented');
        socket.destroy();
        return 'hang';
      });
      const memory = new KeepAliveMemory(clock);
      source.stop();
      const again = async () => {
        source = new RtspSource(
          { kind: 'rtsp', url: camera.url, username: '', password: '' },
          { clock, logger: silentLogger, addressPolicy, keepAliveMemory: memory },
        );
        recorder = record(source);
        await framesArrive();
      };
      await again();
      const before = keepAlives().length;
      for (let second = 0; second < 30 && recorder.failure === null; second += 1) {
        await clock.advance(1_000);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      expect(recorder.failure).toMatchObject({ code: 'source.ended' });
      expect(methods().slice(before)).toContain(closing);
      const closed = keepAlives().length;
      await again();
      await watchFor(3 * intervalMs);
      expect(recorder.failure).toBeNull();
      expect(methods().slice(closed)).not.toContain(closing);
      expect(methods().slice(closed)).toContain('OPTIONS');
    },
  );

  it('stops sending: source.silent', async () => {
    await play((request, { socket }) => {
      // Frames that arrive no more, on a connection that stays open.
      socket.write = () => true;
      return reply(request, '200 OK');
    });
    await watchFor(intervalMs - 500);
    await clock.advance(500);
    await requested(1);
    for (let second = 0; second < 60 && recorder.failure === null; second += 1) await clock.advance(1_000);
    expect(recorder.failure).toMatchObject({ code: 'source.silent', message: 'the camera stopped sending' });
  });

  it('has a stale nonce: it is signed with the new one', async () => {
    const login = { username: 'admin', password: 'secret-4711' };
    const hash = (text: string) => createHash('md5').update(text).digest('hex');
    const isSigned = ({ method, url, headers }: FakeRequest, nonce: string) =>
      (headers.get('authorization') ?? '').includes(
        `response="${hash(`${hash('admin:cam:secret-4711')}:${nonce}:${hash(`${method}:${url}`)}`)}"`,
      );
    let nonce = 'first';
    const challenge = (request: FakeRequest) =>
      reply(request, '401 Unauthorized', [`WWW-Authenticate: Digest realm="cam", nonce="${nonce}"`]);
    camera = await startFakeCamera({
      answer: (request) => {
        if (!isSigned(request, nonce)) return challenge(request);
        return request.method === 'SETUP'
          ? reply(request, '200 OK', [
              `Transport: ${request.headers.get('transport')}`,
              `Session: 77;timeout=${timeoutSeconds}`,
            ])
          : undefined;
      },
      playing: (connection) => connection.stream(),
    });
    clock = new FakeClock();
    source = new RtspSource(
      { kind: 'rtsp', url: camera.url, ...login },
      { clock, logger: silentLogger, addressPolicy },
    );
    recorder = record(source);
    await framesArrive();
    nonce = 'second';
    await watchFor(intervalMs);
    await requested(2);
    expect(methods()).toEqual(['GET_PARAMETER', 'GET_PARAMETER']);
    expect(keepAlives().map((request) => isSigned(request, nonce))).toEqual([false, true]);
    expect(recorder.failure).toBeNull();
  });
});

describe('sequence numbers of answers', () => {
  it('may be wrong', async () => {
    await play((request) => reply({ ...request, sequence: '1' }, '200 OK'));
    await watchFor(2 * intervalMs);
    await requested(2);
    expect(methods()).toEqual(['GET_PARAMETER', 'GET_PARAMETER']);
  });

  it('of a request that timed out: the answer is ignored, and is none to the next request', async () => {
    let late = '';
    await play((request, { socket }) => {
      if (request.method === 'GET_PARAMETER') {
        late = reply(request, '200 OK');
        return 'hang';
      }
      // The late answer comes while this request is pending.
      socket.write(late);
      return reply(request, request.method === 'OPTIONS' ? '200 OK' : '501 Not Implemented');
    });
    await watchFor(intervalMs);
    await requested(1);
    await watchFor(intervalMs);
    await requested(3);
    await watchFor(intervalMs);
    await requested(4);
    // Taken for an answer to SET_PARAMETER, it would have kept that.
    expect(methods().slice(0, 4)).toEqual(['GET_PARAMETER', 'SET_PARAMETER', 'OPTIONS', 'OPTIONS']);
  });
});

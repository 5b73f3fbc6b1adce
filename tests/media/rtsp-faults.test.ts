import { createHash } from 'node:crypto';
import { expect } from 'expect';
import { afterEach, describe, it } from 'vitest';
import { systemClock } from '../../lib/kernel/clock.ts';
import { silentLogger } from '../../lib/kernel/logger.ts';
import { parseNetworks } from '../../lib/media/net/ip-address.ts';
import type { RtspTimings } from '../../lib/media/sources/rtsp/rtsp-attempt.ts';
import { RtspReader } from '../../lib/media/sources/rtsp/rtsp-reader.ts';
import { RtspSource } from '../../lib/media/sources/rtsp/rtsp-source.ts';
import {
  type FakeCamera,
  type FakeCameraOptions,
  type FakeConnection,
  reply,
  startFakeCamera,
  videoSdp,
} from '../kit/fake-camera.ts';
import { makeSlice } from '../kit/h264-bits.ts';
import { interleaved, makeSenderReport } from '../kit/rtp-bits.ts';
import { failureOf, record, type SourceRecorder } from '../kit/source-recorder.ts';

const loopback = parseNetworks('127.0.0.0/8');
if (!loopback.ok) throw new Error(loopback.error);
const addressPolicy = { allowed: loopback.value, ownPorts: [] };

const quick: Partial<RtspTimings> = {
  requestMs: 600,
  handshakeMs: 1_200,
  firstFrameMs: 900,
  silenceMs: 600,
};

let camera: FakeCamera | null = null;
let source: RtspSource | null = null;

afterEach(async () => {
  source?.stop();
  await camera?.stop();
  camera = null;
  source = null;
});

async function watch(
  options: FakeCameraOptions,
  login = { username: '', password: '' },
  timings: Partial<RtspTimings> = quick,
): Promise<SourceRecorder> {
  camera = await startFakeCamera(options);
  source = new RtspSource(
    { kind: 'rtsp', url: camera.url, ...login },
    { clock: systemClock, logger: silentLogger, addressPolicy, timings },
  );
  return record(source);
}

const login = { username: 'admin', password: 'secret-4711' };

describe('failures of a camera and their codes', () => {
  it('keeps rejecting the login: source.auth after one signed request, without the password', async () => {
    const recorder = await watch(
      {
        answer: (request) =>
          reply(request, '401 Unauthorized', [
            `WWW-Authenticate: Digest realm="r", nonce="${Math.random()}"`,
          ]),
      },
      login,
    );
    const failure = await failureOf(recorder);
    expect(failure).toMatchObject({ code: 'source.auth', retryable: false });
    expect(failure.message).not.toContain(login.password);
    expect(camera!.requests.filter((request) => request.headers.has('authorization'))).toHaveLength(1);
    expect(JSON.stringify(camera!.requests.map((request) => request.url))).not.toContain(login.password);
  });

  it('requires a login that is not configured: source.auth', async () => {
    const recorder = await watch({
      answer: (request) => reply(request, '401 Unauthorized', ['WWW-Authenticate: Basic realm="r"']),
    });
    expect(await failureOf(recorder)).toMatchObject({
      code: 'source.auth',
      message: 'the camera asks for a user name and password',
    });
  });

  it.each([
    ['404 Not Found', 'source.notFound', true],
    ['403 Forbidden', 'source.auth', false],
    ['453 Not Enough Bandwidth', 'source.busy', true],
    ['500 Internal Server Error', 'source.protocol', true],
    ['301 Moved Permanently', 'source.redirected', false],
  ])('answers DESCRIBE with %s: %s', async (status, code, retryable) => {
    const recorder = await watch({
      answer: (request) =>
        request.method === 'DESCRIBE'
          ? reply(request, status, ['Location: rtsp://127.0.0.1:1/x'])
          : undefined,
    });
    expect(await failureOf(recorder)).toMatchObject({ code, retryable });
  });

  it('rejects every transport: source.udpOnly', async () => {
    const recorder = await watch({
      answer: (request) =>
        request.method === 'SETUP' ? reply(request, '461 Unsupported Transport') : undefined,
    });
    expect(await failureOf(recorder)).toMatchObject({ code: 'source.udpOnly', retryable: false });
  });

  it('resets the connection while describing: source.ended', async () => {
    const recorder = await watch({
      answer: (request) => (request.method === 'DESCRIBE' ? 'reset' : undefined),
    });
    expect(await failureOf(recorder)).toMatchObject({ code: 'source.ended', retryable: true });
  });

  it('never answers: source.silent', async () => {
    const recorder = await watch({ answer: () => 'hang' });
    expect(await failureOf(recorder)).toMatchObject({ code: 'source.silent' });
  });

  it('sends its header one byte at a time: the handshake times out', async () => {
    const recorder = await watch({
      answer: (_request, { socket }) => {
        const text = `RTSP/1.0 200 OK\r\nX-Slow: ${'x'.repeat(60_000)}`;
        let at = 0;
        const timer = setInterval(() => {
          socket.write(text[at]!);
          at += 1;
        }, 5);
        socket.on('close', () => clearInterval(timer));
        return 'hang';
      },
    });
    expect(await failureOf(recorder, 3_000)).toMatchObject({ code: 'source.silent' });
  });

  it.each([
    ['garbage', 'HTTP/1.1 200 OK\r\n\r\n'],
    ['binary noise', Buffer.alloc(2_000, 0xa7)],
    ['an endless header', `RTSP/1.0 200 OK\r\nX: ${'x'.repeat(40_000)}`],
    ['a body of 4 GB', 'RTSP/1.0 200 OK\r\nCSeq: 1\r\nContent-Length: 4294967296\r\n\r\n'],
    ['a negative body', 'RTSP/1.0 200 OK\r\nCSeq: 1\r\nContent-Length: -5\r\n\r\n'],
  ])('answers with %s: source.protocol', async (_name, bytes) => {
    const recorder = await watch({ answer: () => bytes });
    expect(await failureOf(recorder)).toMatchObject({ code: 'source.protocol' });
  });

  it.each([
    ['without media', 'source.protocol', 'v=0\r\ns=x\r\n'],
    ['as nothing', 'source.protocol', ' '],
    ['with Motion JPEG only', 'source.unsupported', 'v=0\r\nm=video 0 RTP/AVP 26\r\na=control:t\r\n'],
    ['with a back channel only', 'source.unsupported', 'v=0\r\nm=audio 0 RTP/AVP 0\r\na=sendonly\r\n'],
  ])('describes itself %s: %s', async (_name, code, sdp) => {
    const recorder = await watch({ sdp });
    expect(await failureOf(recorder)).toMatchObject({ code });
  });

  it('plays but sends nothing: source.silent', async () => {
    const recorder = await watch({});
    expect(await failureOf(recorder)).toMatchObject({
      code: 'source.silent',
      message: 'the camera sends no media',
    });
  });

  it('sends no key frame: source.keyFrame, but only after much longer', async () => {
    let time = 0;
    const recorder = await watch(
      {
        playing: (connection) =>
          connection.every(40, () => {
            time += 3_600;
            connection.sendFrame(time, false);
          }),
        sdp: videoSdp,
      },
      undefined,
      { ...quick, firstFrameMs: 600, keyFrameMs: 2_500 },
    );
    expect(await failureOf(recorder)).toMatchObject({ code: 'source.keyFrame', retryable: true });
    expect(recorder.units).toHaveLength(0);
    const [waitedMs = 0] = recorder.keyWaits;
    expect(waitedMs).toBeLessThan(1_500);
    expect(recorder.keyWaits.at(-1)).toBeGreaterThan(waitedMs + 800);
  });

  it('sends whole frames of key frames that cannot be described: it is not waited for others', async () => {
    let time = 0;
    const recorder = await watch({
      playing: (connection) =>
        connection.every(40, () => {
          time += 3_600;
          connection.packet(makeSlice(time % 7_200 === 0, 500), time, true);
        }),
      sdp: videoSdp,
    });
    expect(await failureOf(recorder)).toMatchObject({ message: 'the camera sends no key frame' });
    expect(recorder.keyWaits).toEqual([]);
  });

  it('stops sending without closing: source.silent', async () => {
    const recorder = await watch({
      playing: (connection) => {
        for (let i = 0; i < 5; i += 1) connection.sendFrame(i * 3_600, i === 0);
      },
    });
    await recorder.until((now) => now.video.length === 5);
    expect(await failureOf(recorder)).toMatchObject({
      code: 'source.silent',
      message: 'the camera stopped sending',
    });
  });

  it('sends an RTCP BYE: source.ended', async () => {
    const recorder = await watch({
      playing: (connection) => {
        connection.sendFrame(0, true);
        connection.socket.write(interleaved(1, Buffer.from([0x81, 203, 0, 1, 0, 0, 0x12, 0x34])));
      },
    });
    expect(await failureOf(recorder)).toMatchObject({ code: 'source.ended' });
  });

  it('sends stray bytes between packets: tolerated up to a limit', async () => {
    const recorder = await watch({
      playing: (connection) => {
        connection.sendFrame(0, true);
        connection.socket.write(Buffer.alloc(500, 0x07));
        connection.sendFrame(3_600, false);
        connection.every(20, () => connection.socket.write(Buffer.alloc(30_000, 0x07)));
      },
    });
    await recorder.until((now) => now.video.length === 2);
    expect(await failureOf(recorder)).toMatchObject({ code: 'source.protocol' });
  });
});

it('a few stray bytes with each packet are tolerated for ever', () => {
  let packets = 0;
  const reader = new RtspReader({
    message() {},
    packet() {
      packets += 1;
    },
  });
  reader.toleratesStrayBytes = true;
  const bytes = Buffer.concat([Buffer.alloc(4, 0x07), interleaved(0, Buffer.alloc(400))]);
  for (let at = 0; at < 20_000; at += 1) expect(reader.push(bytes)).toBeNull();
  expect(packets).toBe(20_000);
});

describe('a camera with a long group of pictures', () => {
  const offering = videoSdp
    .replace('RTP/AVP 96', 'RTP/AVPF 96')
    .replace('a=control:track1', 'a=rtcp-fb:96 nack pli\r\na=control:track1');

  /** Joined in the middle of a group whose end is 60 frames away. */
  const playing = (connection: FakeConnection) => {
    let frame = 40;
    connection.every(40, () => {
      connection.sendFrame(frame * 3_600, frame % 100 === 0);
      frame += 1;
    });
  };
  /** Everything else would have failed three times until then. */
  const timings = { ...quick, firstFrameMs: 600, keyFrameMs: 20_000 };

  it('is waited for, and nothing is reported as a failure', async () => {
    const recorder = await watch({ playing, sdp: videoSdp }, undefined, timings);
    await recorder.until((now) => now.video.length > 2);
    expect(recorder.keyWaits.length).toBeGreaterThan(0);
    expect(recorder.video[0]!.isKey).toBe(true);
    expect(camera!.connections).toHaveLength(1);
  });

  it.each([
    ['is asked for a key frame if it offers that', offering, true],
    ['is asked for nothing otherwise', videoSdp, false],
  ])('%s', async (_name, sdp, isAsked) => {
    const asked: Buffer[] = [];
    const recorder = await watch(
      {
        sdp,
        playing: (connection) => {
          playing(connection);
          connection.socket.on('data', (chunk: Buffer) => {
            if (chunk[0] === 0x24) asked.push(chunk);
          });
        },
      },
      undefined,
      timings,
    );
    await recorder.until((now) => now.video.length > 2);
    // Payload-specific feedback, format 1 (PLI), on the channel of the control packets of the video.
    const requests = asked.map((packet) => [packet[1], packet[4], packet[5]]);
    expect(requests.slice(0, 1)).toEqual(isAsked ? [[1, 0x81, 206]] : []);
  });

  it('is waited for again after it restarted its encoder in the middle', async () => {
    let at = 0;
    const recorder = await watch(
      {
        sdp: videoSdp,
        playing: (connection) => {
          connection.stream({ keyEvery: 1_000 });
          connection.every(40, () => {
            at += 1;
            // Another source of synchronization, as after a restart.
            if (at === 10) {
              const { send } = connection;
              connection.send = (packet) => {
                packet.writeUInt32BE(0x7777, 8);
                send(packet);
              };
            }
            if (at === 70) connection.sendFrame(900_000_000, true);
          });
        },
      },
      undefined,
      timings,
    );
    await recorder.until((now) => now.video.filter(({ isKey }) => isKey).length === 2);
    expect(recorder.keyWaits.length).toBeGreaterThan(0);
  });
});

describe('changes during playback', () => {
  it('announces a new size before the first frame of that size', async () => {
    const recorder = await watch({
      playing: (connection) => {
        for (let i = 0; i < 3; i += 1) connection.sendFrame(i * 3_600, i === 0);
        for (let i = 3; i < 6; i += 1) connection.sendFrame(i * 3_600, i === 3, { width: 1280, height: 720 });
      },
    });
    await recorder.until((now) => now.video.length === 6);
    expect(recorder.order).toEqual([
      'tracks',
      'video',
      'video',
      'video',
      'tracks',
      'video',
      'video',
      'video',
    ]);
    expect(recorder.trackSets.map(({ video }) => [video?.width, video?.height])).toEqual([
      [640, 368],
      [1280, 720],
    ]);
  });

  it('drops frames of which a part is lost, and passes on those that follow', async () => {
    const recorder = await watch({
      playing: (connection) => {
        connection.sendFrame(0, true);
        connection.sendFrame(3_600, false);
        connection.lose(2);
        connection.sendFrame(10_800, false);
        connection.packet(makeSlice(false, 500), 14_400, false);
        connection.lose(1);
        connection.sendFrame(18_000, false);
        connection.sendFrame(21_600, true);
      },
    });
    await recorder.until((now) => now.video.length === 6);
    expect(recorder.video.map((unit) => unit.isKey)).toEqual([true, false, false, false, false, true]);
    // The fourth frame lost its second slice, and is passed on with its first.
    expect(recorder.video.map(({ data }) => data.length)).toEqual([3_004, 3_004, 3_004, 504, 3_004, 3_004]);
    expect(recorder.video[5]!.dtsMs - recorder.video[0]!.dtsMs).toBeCloseTo(240, 3);
  });

  it.each([
    ['wraps past 2^32', 2 ** 32 - 3_600 * 2, (index: number) => (2 ** 32 - 3_600 * 2 + index * 3_600) >>> 0],
    ['jumps an hour ahead', 0, (index: number) => index * 3_600 + (index >= 3 ? 3_600 * 90_000 : 0)],
    [
      'falls back to zero',
      0,
      (index: number) => (index < 3 ? 900_000_000 + index * 3_600 : (index - 3) * 3_600),
    ],
  ])('keeps time going forward when the timestamp %s', async (_name, _first, timestampOf) => {
    const recorder = await watch({
      playing: (connection) => {
        let index = 0;
        connection.every(40, () => {
          if (index < 8) connection.sendFrame(timestampOf(index), index % 4 === 0);
          index += 1;
        });
      },
    });
    await recorder.until((now) => now.video.length === 8);
    const steps = recorder.video.slice(1).map((unit, index) => unit.dtsMs - recorder.video[index]!.dtsMs);
    expect(Math.min(...steps)).toBeGreaterThan(0);
    expect(Math.max(...steps)).toBeLessThan(3_000);
  });

  it('uses wall time from sender reports', async () => {
    const cameraClock = Date.now() - 3_600_000; // the camera is an hour behind
    const recorder = await watch({
      playing: (connection) => {
        connection.socket.write(interleaved(1, makeSenderReport(cameraClock, 90_000)));
        connection.sendFrame(90_000, true);
        connection.sendFrame(90_000 + 45_000, false);
      },
    });
    await recorder.until((now) => now.video.length === 2);
    expect(Math.abs(recorder.video[0]!.wallMs - cameraClock)).toBeLessThan(2);
    expect(Math.abs(recorder.video[1]!.wallMs - cameraClock - 500)).toBeLessThan(2);
    expect(source!.connection).toMatchObject({ clockFromCamera: true });
  });

  it('ignores sender reports from 1970', async () => {
    const recorder = await watch({
      playing: (connection) => {
        connection.socket.write(interleaved(1, makeSenderReport(5_000, 90_000)));
        connection.sendFrame(90_000, true);
      },
    });
    await recorder.until((now) => now.video.length === 1);
    expect(Math.abs(recorder.video[0]!.wallMs - Date.now())).toBeLessThan(10_000);
  });
});

describe('requests', () => {
  it('plays without a Range header, keeps the session alive and tears it down', async () => {
    const recorder = await watch({
      answer: (request) =>
        request.method === 'SETUP'
          ? reply(request, '200 OK', [
              `Transport: ${request.headers.get('transport')}`,
              'Session: 77;timeout=4',
            ])
          : undefined,
      playing: (connection) => connection.stream(),
    });
    await recorder.until(() => camera!.requests.some((request) => request.method === 'GET_PARAMETER'), 5_000);
    const play = camera!.requests.find((request) => request.method === 'PLAY')!;
    expect(play.headers.has('range')).toBe(false);
    expect(play.headers.get('session')).toBe('77');
    source!.stop();
    const before = recorder.units.length;
    await new Promise((resolve) => camera!.connections[0]!.socket.once('close', resolve));
    expect(camera!.requests.at(-1)!.method).toBe('TEARDOWN');
    expect(recorder.units).toHaveLength(before);
    expect(recorder.failure).toBeNull();
  });

  it('signs with SHA-256 if offered besides MD5, and uses a new nonce if it is stale', async () => {
    const nonces = ['n1', 'n2'];
    const isSigned = (header: string | undefined, method: string, url: string, nonce: string) => {
      const field = (name: string) => new RegExp(`${name}="?([^",]*)"?`).exec(header ?? '')?.[1] ?? '';
      const hash = (text: string) => createHash('sha256').update(text).digest('hex');
      const secret = hash(`${login.username}:cam:${login.password}`);
      const wanted = hash(
        `${secret}:${nonce}:${field('nc')}:${field('cnonce')}:auth:${hash(`${method}:${url}`)}`,
      );
      return field('response') === wanted;
    };
    const recorder = await watch(
      {
        answer: (request) => {
          const nonce = nonces[request.method === 'PLAY' ? 1 : 0]!;
          const header = request.headers.get('authorization');
          if (isSigned(header, request.method, request.url, nonce)) return undefined;
          const offer = `realm="cam", nonce="${nonce}", qop="auth"${header === undefined ? '' : ', stale=TRUE'}`;
          return reply(request, '401 Unauthorized', [
            `WWW-Authenticate: Digest ${offer}, algorithm=MD5`,
            `WWW-Authenticate: Digest ${offer}, algorithm=SHA-256`,
          ]);
        },
        playing: (connection) => connection.stream(),
      },
      login,
    );
    await recorder.until((now) => now.video.length > 3);
    expect(recorder.failure).toBeNull();
  });

  it.each([
    ['one of two', ['track2'], 'pcma'],
    ['all', ['track2', 'track3'], null],
  ])('plays on where the camera refuses audio tracks: %s', async (_, refused, audioCodec) => {
    const audio = ['track2', 'track3'].flatMap((track) => ['m=audio 0 RTP/AVP 8', `a=control:${track}`]);
    const recorder = await watch({
      sdp: `${videoSdp}${audio.join('\r\n')}\r\n`,
      answer: (request) =>
        request.method === 'SETUP' && refused.some((track) => request.url.endsWith(track))
          ? reply(request, '404 Not Found')
          : undefined,
      playing: (connection) => connection.stream(),
    });
    await recorder.until((now) => now.video.length > 3);
    const setUp = camera!.requests.filter(({ method }) => method === 'SETUP');
    expect(setUp.map(({ url }) => url.split('/').at(-1))).toEqual(['track1', 'track2', 'track3']);
    expect(source!.connection.describedAudio).toBe(audioCodec);
    expect(source!.connection.skipped.map(({ reason }) => reason)).toEqual(
      refused.map(() => 'refused by the camera'),
    );
  });

  it.each([
    ['UTF-8', 'e69184e5838fe69cba'],
    ['GBK', 'c9e3cff1bbfa'],
  ])('signs for a realm in %s, byte by byte', async (_, hex) => {
    const who = { username: '管理员', password: 'пароль' };
    // As this camera reads and writes headers: one character for each byte.
    const realm = Buffer.from(hex, 'hex').toString('latin1'); // 摄像机
    const [name, password] = [who.username, who.password].map((text) => Buffer.from(text).toString('latin1'));
    const md5 = (bytes: string) => createHash('md5').update(bytes, 'latin1').digest('hex');
    const recorder = await watch(
      {
        answer: (request) => {
          const { method, url, headers } = request;
          const response = md5(`${md5(`${name}:${realm}:${password}`)}:n1:${md5(`${method}:${url}`)}`);
          const parts = [`username="${name}"`, `realm="${realm}"`, `response="${response}"`];
          if (parts.every((part) => headers.get('authorization')?.includes(part))) return undefined;
          const challenge = `WWW-Authenticate: Digest realm="${realm}", nonce="n1"`;
          return Buffer.from(reply(request, '401 Unauthorized', [challenge]), 'latin1');
        },
        playing: (connection) => connection.stream(),
      },
      who,
    );
    await recorder.until((now) => now.video.length > 0);
  });

  it('makes no call if stopped while connecting', async () => {
    const recorder = await watch({ answer: () => 'hang' });
    source!.stop();
    source!.stop();
    await new Promise((resolve) => setTimeout(resolve, 800));
    expect(recorder.order).toEqual([]);
  });

  it('refuses an address outside the allowed networks without connecting', async () => {
    camera = await startFakeCamera();
    for (const url of [
      camera.url,
      camera.url.replace('127.0.0.1', '[::ffff:127.0.0.1]'),
      camera.url.replace('127.0.0.1', 'localhost'),
    ]) {
      source = new RtspSource(
        { kind: 'rtsp', url, username: '', password: '' },
        { clock: systemClock, logger: silentLogger, addressPolicy: { allowed: [], ownPorts: [] } },
      );
      expect(await failureOf(record(source))).toMatchObject({ code: 'source.refused', retryable: false });
    }
    expect(camera.connections).toHaveLength(0);
  });

  it('rejects a user name that would inject a header', async () => {
    const recorder = await watch({}, { username: 'a\r\nTEARDOWN rtsp://x RTSP/1.0', password: 'p' });
    expect(await failureOf(recorder)).toMatchObject({ code: 'source.refused' });
    expect(camera!.connections).toHaveLength(0);
  });

  it('closed port: source.unreachable', async () => {
    camera = await startFakeCamera();
    const { url } = camera;
    await camera.stop();
    camera = null;
    source = new RtspSource(
      { kind: 'rtsp', url, username: '', password: '' },
      { clock: systemClock, logger: silentLogger, addressPolicy },
    );
    expect(await failureOf(record(source))).toMatchObject({ code: 'source.unreachable', retryable: true });
  });
});

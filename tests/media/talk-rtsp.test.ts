import { expect } from 'expect';
import { afterEach, describe, it } from 'vitest';
import { AppError } from '../../lib/kernel/app-error.ts';
import { systemClock } from '../../lib/kernel/clock.ts';
import { parseNetworks } from '../../lib/media/net/ip-address.ts';
import { createDemoLoudspeakers } from '../../lib/media/talk/back-channels/demo/demo-loudspeakers.ts';
import { createBackChannels } from '../../lib/media/talk/back-channels/open-back-channel.ts';
import type { BackChannel, TalkFailure } from '../../lib/media/talk-ports.ts';
import { FakeClock } from '../kit/fake-clock.ts';
import { startGstTalkCamera } from '../kit/gst-talk-camera.ts';
import { eventually } from '../kit/host-page.ts';
import {
  startTalkCamera,
  type TalkCamera,
  type TalkCameraCodec,
  type TalkCameraOptions,
} from '../kit/talk-camera.ts';
import { talkTarget } from '../kit/talk-doubles.ts';
import { dominantHz, makeTone, rms } from '../kit/tone.ts';

const loopback = parseNetworks('127.0.0.0/8');
if (!loopback.ok) throw new Error(loopback.error);
const { key } = talkTarget();
const never = new AbortController().signal;

const channelsOn = (clock: FakeClock | typeof systemClock, allowed = loopback.value) =>
  createBackChannels({
    clock,
    addressPolicy: { allowed, ownPorts: [] },
    demo: createDemoLoudspeakers(clock),
  });

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function camera(options: TalkCameraOptions = {}): Promise<TalkCamera> {
  const started = await startTalkCamera(options);
  stops.push(() => started.stop());
  return started;
}

const specOf = ({ url }: { url: string }, username = '', password = '') =>
  ({ kind: 'rtsp', url, username, password }) as const;

async function open(device: TalkCamera, clock = new FakeClock()): Promise<BackChannel> {
  const channel = await channelsOn(clock).open(specOf(device), key, never);
  stops.push(() => channel.close());
  return channel;
}

const codeOf = (opening: Promise<unknown>): Promise<string> =>
  opening.then(
    () => 'opened',
    (error: unknown) => (error instanceof AppError ? `${error.code}: ${error.message}` : String(error)),
  );

describe('back channel of an RTSP camera', () => {
  it.each<[TalkCameraCodec, string, number]>([
    ['PCMU/8000', 'pcmu', 8_000],
    ['PCMA/8000', 'pcma', 8_000],
    ['PCMU/16000', 'pcmu', 16_000],
    ['OPUS/48000/2', 'opus', 16_000],
  ])('%s: the camera receives frequency and level', async (named, codec, rate) => {
    const device = await camera({ codecs: [named] });
    const channel = await open(device);
    expect(channel.format).toEqual({ codec, rate });
    for (let ms = 0; ms < 800; ms += 20) channel.write(makeTone(channel.rate, 600, 20, 0.2, ms));
    await device.received(40);
    const heard = device.heard().subarray(device.rate / 10);
    expect(Math.abs(dominantHz(heard, device.rate) - 600)).toBeLessThan(5);
    expect(rms(heard)).toBeCloseTo(0.2, 1);
  });

  it('sends packets of 20 ms without gaps, the first one marked', async () => {
    const device = await camera();
    const clock = new FakeClock();
    const channel = await open(device, clock);
    for (let count = 0; count < 6; count += 1) channel.write(new Int16Array(80));
    await clock.advance(1_000);
    channel.write(new Int16Array(160));
    await device.received(4);
    expect(device.packets.map(({ payload }) => payload.length)).toEqual([160, 160, 160, 160]);
    const [first] = device.packets;
    expect(device.packets.map(({ sequence }) => (sequence - first!.sequence) & 0xffff)).toEqual([0, 1, 2, 3]);
    // 60 ms of audio, then silence up to one second.
    expect(device.packets.map(({ timestamp }) => (timestamp - first!.timestamp) >>> 0)).toEqual([
      0, 160, 320, 8_000,
    ]);
    expect(device.packets.map(({ isMarked }) => isMarked)).toEqual([true, false, false, true]);
  });

  it('asks for the back channel in each request, and ends the session at the end, with what was written last', async () => {
    const device = await camera();
    const channel = await open(device);
    channel.write(new Int16Array(200));
    await channel.close();
    await channel.close();
    channel.write(new Int16Array(160));
    await eventually('teardown', async () => device.requests.at(-1)?.method === 'TEARDOWN');
    const required = device.requests
      .filter(({ headers }) => headers.get('require'))
      .map(({ method }) => method);
    expect(required).toEqual(['DESCRIBE', 'SETUP', 'PLAY']);
    expect(device.packets.map(({ payload }) => payload.length)).toEqual([160, 160]);
    await eventually('no connection', async () => device.connections === 0);
  });

  it('sends sender reports with the times of its packets', async () => {
    const device = await camera();
    const clock = new FakeClock();
    const channel = await open(device, clock);
    channel.write(new Int16Array(1_600));
    await clock.advance(5_000);
    await eventually('a report', async () => device.reports.length > 0);
    const view = new DataView(Uint8Array.from(device.reports[0]!).buffer);
    expect([view.getUint8(1), view.getUint32(20), view.getUint32(24)]).toEqual([200, 10, 1_600]);
    expect(view.getUint32(8) - 2_208_988_800).toBe(Math.floor(clock.now() / 1_000));
    // 5 s after the first packet.
    expect((view.getUint32(16) - device.packets[0]!.timestamp) >>> 0).toBe(40_000);
  });

  it('signs its requests, and never twice with a wrong password', async () => {
    const device = await camera({ user: { name: 'admin', password: 'right' } });
    const channels = channelsOn(new FakeClock());
    expect(await codeOf(channels.open(specOf(device, 'admin', 'wrong'), key, never))).toMatch(
      /^talk\.auth: /,
    );
    expect(device.requests.filter(({ headers }) => headers.get('authorization'))).toHaveLength(1);
    const channel = await channels.open(specOf(device, 'admin', 'right'), key, never);
    await channel.close();
  });

  it('MPEG4-GENERIC/16000/1: one AAC frame in each packet, with its length', async () => {
    const device = await camera({ codecs: ['MPEG4-GENERIC/16000/1'] });
    const channel = await open(device);
    expect(channel.format).toEqual({ codec: 'aac', rate: 16_000 });
    for (let ms = 0; ms < 800; ms += 20) channel.write(makeTone(channel.rate, 600, 20, 0.2, ms));
    await device.received(10);
    for (const { payload, timestamp, isMarked } of device.packets) {
      const view = new DataView(payload.buffer);
      expect([view.getUint16(0), view.getUint16(2) >> 3]).toEqual([16, payload.length - 4]);
      expect((timestamp - device.packets[0]!.timestamp) % 1_024).toBe(0);
      expect(isMarked).toBe(true);
    }
  });

  it('is chosen as G.711 where the camera offers several codecs', async () => {
    const device = await camera({ codecs: ['G726-32/8000', 'OPUS/48000/2', 'PCMA/8000', 'PCMU/8000'] });
    expect((await open(device)).format.codec).toBe('pcma');
  });
});

describe('a back channel that cannot be opened', () => {
  const on = (method: string, result: number | 'hang' | 'cut') => (request: { method: string }) =>
    request.method === method ? result : undefined;

  it.each<[string, TalkCameraOptions, string]>([
    ['there is none', { codecs: [] }, 'talk.unsupported: the camera has no back channel'],
    [
      'the camera does not know the requirement',
      { answer: on('DESCRIBE', 551) },
      'talk.unsupported: the camera has no back channel',
    ],
    [
      'only G.726',
      { codecs: ['G726-32/8000'] },
      'talk.unsupported: the camera accepts G726-32, which is not supported',
    ],
    [
      'no more viewers',
      { answer: on('DESCRIBE', 453) },
      'talk.busy: the camera is busy or serves too many viewers (DESCRIBE: 453)',
    ],
    [
      'no such stream',
      { answer: on('DESCRIBE', 404) },
      'talk.unreachable: the camera has no such stream (DESCRIBE: 404)',
    ],
    ['no permission', { answer: on('SETUP', 403) }, 'talk.auth: the camera refused access (SETUP: 403)'],
    [
      'no TCP',
      { answer: on('SETUP', 461) },
      'talk.unsupported: the camera does not send over TCP: allow RTP over RTSP there',
    ],
    ['an error', { answer: on('PLAY', 500) }, 'talk.protocol: the camera answered PLAY with 500'],
    [
      'closed',
      { answer: on('SETUP', 'cut') },
      'talk.busy: the camera closed the connection; it may accept no further one',
    ],
  ])('%s', async (_, options, expected) => {
    const device = await camera(options);
    expect(await codeOf(open(device))).toBe(expected);
    await eventually('no connection', async () => device.connections === 0);
  });

  it('talk.busy: somebody else talks', async () => {
    const device = await camera();
    await open(device);
    expect(await codeOf(open(device))).toMatch(/^talk\.busy: /);
  });

  it('talk.refused: the address is not allowed', async () => {
    const device = await camera();
    const opening = channelsOn(new FakeClock(), []).open(specOf(device), key, never);
    expect(await codeOf(opening)).toMatch(/^talk\.refused: /);
    expect(device.requests).toEqual([]);
  });

  it('talk.unreachable: nothing answers there, or too late', async () => {
    const device = await camera({ answer: on('SETUP', 'hang') });
    const clock = new FakeClock();
    const opening = codeOf(open(device, clock));
    await eventually('SETUP', async () => device.requests.at(-1)?.method === 'SETUP');
    await clock.advance(4_000);
    expect(await opening).toBe('talk.unreachable: the camera did not answer SETUP');
    await device.stop();
    stops.length = 0;
    expect(await codeOf(open(device))).toMatch(/^talk\.unreachable: /);
  });

  it('closes the connection when it is aborted', async () => {
    const device = await camera({ answer: on('SETUP', 'hang') });
    const abort = new AbortController();
    const opening = codeOf(channelsOn(new FakeClock()).open(specOf(device), key, abort.signal));
    await eventually('SETUP', async () => device.requests.at(-1)?.method === 'SETUP');
    abort.abort();
    expect(await opening).not.toBe('opened');
    await eventually('no connection', async () => device.connections === 0);
  });
});

describe('a back channel that ends', () => {
  async function failing(
    cause: (device: TalkCamera, clock: FakeClock, channel: BackChannel) => unknown,
    options: TalkCameraOptions = {},
  ): Promise<TalkFailure> {
    const device = await camera(options);
    const clock = new FakeClock();
    const channel = await open(device, clock);
    const failures: TalkFailure[] = [];
    channel.onFailed((failure) => failures.push(failure));
    await cause(device, clock, channel);
    const failure = await eventually('a failure', async () => failures[0] ?? null);
    expect(failures).toHaveLength(1);
    expect(clock.pending).toBeLessThanOrEqual(1); // the socket is closed later
    return failure;
  }

  const withoutKeepAlive = (result: number | 'hang'): TalkCameraOptions => ({
    answer: ({ method, headers }) =>
      method === 'GET_PARAMETER' || (method === 'OPTIONS' && headers.has('session')) ? result : undefined,
  });

  it('the camera closes the connection', async () => {
    expect(await failing((device) => device.cut())).toEqual({
      code: 'talk.ended',
      message: 'the camera closed the connection',
    });
  });

  it('the camera says goodbye', async () => {
    expect(await failing((device) => device.sayGoodbye())).toMatchObject({ code: 'talk.ended' });
  });

  it('the camera has forgotten the session', async () => {
    const ended = failing((_, clock) => clock.advance(5_000), withoutKeepAlive(454));
    expect(await ended).toEqual({ code: 'talk.ended', message: 'the camera ended the session (454)' });
  });

  it('the camera is gone without a word: within 9 s', async () => {
    const ended = failing(async (device, clock) => {
      await clock.advance(4_500);
      await eventually('a request', async () => device.requests.at(-1)?.method === 'GET_PARAMETER');
      await clock.advance(4_500);
    }, withoutKeepAlive('hang'));
    expect(await ended).toMatchObject({ code: 'talk.unreachable' });
  });
});

describe('a back channel that stays', () => {
  it.each([454, 501, 'hang'] as const)(
    'the camera answers GET_PARAMETER with %s: OPTIONS is used',
    async (result) => {
      const device = await camera({
        answer: ({ method }) => (method === 'GET_PARAMETER' ? result : undefined),
      });
      const clock = new FakeClock();
      const failures: TalkFailure[] = [];
      (await open(device, clock)).onFailed((failure) => failures.push(failure));
      await clock.advance(4_500);
      const isLast = (wanted: string) => async () => device.requests.at(-1)?.method === wanted;
      if (result === 'hang') {
        await eventually('GET_PARAMETER', isLast('GET_PARAMETER'));
        await clock.advance(2_250);
      }
      await eventually('OPTIONS', isLast('OPTIONS'));
      expect(failures).toEqual([]);
    },
  );
});

describe('what a camera accepts', () => {
  it('is read without talking', async () => {
    const device = await camera({ codecs: ['PCMA/8000'] });
    const channels = channelsOn(new FakeClock());
    expect(await channels.inspect(specOf(device), key, never)).toEqual({ codec: 'pcma', rate: 8_000 });
    expect(device.requests.map(({ method }) => method)).toEqual(['OPTIONS', 'DESCRIBE']);
    await eventually('no connection', async () => device.connections === 0);
    const demo = { kind: 'demo', scene: 'yard', profile: 'sub' } as const;
    expect(await channels.inspect(demo, key, never)).toEqual({ codec: 'pcm', rate: 16_000 });
  });

  it('is null without a back channel', async () => {
    const device = await camera({ codecs: [] });
    expect(await channelsOn(new FakeClock()).inspect(specOf(device), key, never)).toBeNull();
  });
});

describe('the camera of GStreamer', () => {
  it.each(['pcmu', 'pcma', 'opus', 'aac'] as const)(
    'receives %s with frequency and level, after a digest login',
    async (codec) => {
      const device = await startGstTalkCamera({ codec, user: 'admin', password: 'secret' });
      stops.push(() => device.stop());
      const channels = channelsOn(systemClock);
      const channel = await channels.open(specOf(device, 'admin', 'secret'), key, never);
      stops.push(() => channel.close());
      expect(channel.format.codec).toBe(codec);
      // Until it has arrived: GStreamer drops what comes late.
      let ms = 0;
      const talking = setInterval(() => {
        channel.write(makeTone(channel.rate, 700, 20, 0.2, ms));
        ms += 20;
      }, 20);
      const heard = await eventually('a second of audio', async () => {
        const samples = await device.heard();
        return samples.length > 19_200 ? samples.subarray(3_200, 19_200) : null;
      }).finally(() => clearInterval(talking));
      expect(Math.abs(dominantHz(heard, 16_000) - 700)).toBeLessThan(5);
      expect(rms(heard)).toBeCloseTo(0.2, 1);
    },
  );
});

import { expect } from 'expect';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import type { OpenDatabase } from '../../lib/db/client.ts';
import type { TalkSetting } from '../../lib/db/talk-schema.ts';
import { AppError } from '../../lib/kernel/app-error.ts';
import type { BackChannelFormat, BackChannelInspector } from '../../lib/media/talk-ports.ts';
import { anyEngine, type DatabaseBench } from '../kit/databases.ts';
import { type TestDomain, testDomain } from '../kit/domain.ts';
import { FakeClock } from '../kit/fake-clock.ts';
import { until } from '../kit/steady-viewer.ts';

const talkUrl = '/api/lapp/live/talk/url';
const deviceCapacity = '/api/lapp/device/capacity';
const serial = 'DEMO00001';

describe.each(anyEngine)('talk by the open-platform API on $engine', ({ start }) => {
  let bench: DatabaseBench;
  let database: OpenDatabase;
  let domain: TestDomain;
  let clock: FakeClock;
  let app: Awaited<ReturnType<TestDomain['integrator']>>;
  /** What the camera CAM1 answers. */
  let answer: () => Promise<BackChannelFormat | null>;
  let asked: Parameters<BackChannelInspector>[];

  beforeAll(async () => {
    bench = await start();
  });
  afterAll(() => bench.stop());
  beforeEach(async () => {
    database = await bench.open();
    clock = new FakeClock();
    asked = [];
    answer = async () => ({ codec: 'pcma', rate: 8_000 });
    domain = await testDomain(database, {
      clock,
      inspectBackChannel: (...args) => {
        asked.push(args);
        return answer();
      },
      talkNetwork: {
        iceServersFor: () => [{ urls: ['turn:turn.test'], username: 'u', credential: 'c' }],
        isRelayOnly: true,
      },
    });
    app = await domain.integrator();
    const main = {
      kind: 'rtsp',
      url: 'rtsp://192.168.1.2/main',
      username: 'admin',
      password: 'one',
    } as const;
    await domain.operator.run('camera.add', { serial: 'CAM1', name: '门口', main });
  });

  const open = (change: Record<string, string> = {}) =>
    domain.call(talkUrl, { accessToken: app.accessToken, deviceSerial: serial, channelNo: '1', ...change });
  const capacity = async (deviceSerial: string, accessToken = app.accessToken) =>
    (await domain.call(deviceCapacity, { accessToken, deviceSerial })).data as Record<string, string>;
  const issue = async (request: object) =>
    (await domain.operator.run('token.issue', { appKey: app.appKey, ...request })).accessToken;
  const setTalk = (deviceSerial: string, talk: TalkSetting) =>
    database.db.updateTable('channel').set({ talk }).where('deviceSerial', '=', deviceSerial).execute();

  it('returns rtcUrl, ttsUrl and stream, and how to reach the gateway', async () => {
    expect(await open()).toMatchObject({
      status: 200,
      code: '200',
      data: {
        rtcUrl: 'ws://oriel.test/rtcgw',
        ttsUrl: 'http://oriel.test',
        stream: expect.stringMatching(/^ott1\.[\w-]+\.[\w-]+\.[\w-]{43}$/),
        duplex: 'full',
        iceServers: [{ urls: ['turn:turn.test'], username: 'u', credential: 'c' }],
        isRelayOnly: true,
        expireTime: clock.now() + 60_000,
      },
    });
  });

  it('permits talk with encrypted cameras without a verification code', async () => {
    await domain.operator.run('camera.update', { serial, validCode: 'ABCDEF', isEncrypted: true });
    expect(await open()).toMatchObject({ code: '200' });
  });

  it.each([
    ['auto', '1', 'full'],
    ['full', '1', 'full'],
    ['half', '3', 'half'],
  ] as const)('a demo camera set to %s has support_talk %s', async (talk, support_talk, duplex) => {
    await setTalk(serial, talk);
    expect(await capacity(serial)).toMatchObject({ support_talk, support_voice: '1' });
    expect((await open()).data).toMatchObject({ duplex });
  });

  it.each(['off'] as const)('a camera set to %s is refused with -1000 设备不支持对讲', async (talk) => {
    await setTalk(serial, talk);
    expect(await capacity(serial)).toMatchObject({ support_talk: '0', support_voice: '0' });
    expect(await open()).toMatchObject({ code: '-1000', msg: '设备不支持对讲' });
  });

  it('a token without talk and voice sees neither, and its camera is not asked', async () => {
    const liveOnly = await issue({ capabilities: ['live'] });
    expect(await capacity('CAM1', liveOnly)).toMatchObject({ support_talk: '0', support_voice: '0' });
    expect(asked).toEqual([]);
    const voiceOnly = await issue({ capabilities: ['voice'] });
    expect(await capacity(serial, voiceOnly)).toMatchObject({ support_talk: '0', support_voice: '1' });
  });

  it('asks an RTSP camera once and remembers its answer until the source is changed', async () => {
    expect(await capacity('CAM1')).toMatchObject({ support_talk: '1' });
    expect(await capacity('CAM1')).toMatchObject({ support_talk: '1' });
    expect(asked.map(([spec, key]) => [spec, key])).toEqual([
      [
        { kind: 'rtsp', url: 'rtsp://192.168.1.2/main', username: 'admin', password: 'one' },
        { tenantId: 'default', deviceSerial: 'CAM1', channelNo: 1 },
      ],
    ]);
    answer = async () => null;
    await domain.operator.run('camera.update', { serial: 'CAM1', mainUrl: 'rtsp://192.168.1.2/other' });
    expect(await capacity('CAM1')).toMatchObject({ support_talk: '0' });
    expect(await open({ deviceSerial: 'CAM1' })).toMatchObject({ code: '-1000' });
    expect(asked).toHaveLength(2);
  });

  it('is asked again by a check, which says what it found and why it failed', async () => {
    answer = async () => null;
    expect(await capacity('CAM1')).toMatchObject({ support_talk: '0' });
    answer = async () => ({ codec: 'pcma', rate: 8_000 });
    const check = async () => (await domain.operator.run('camera.check', { serial: 'CAM1' })).talk;
    expect(await check()).toEqual({ ok: true, format: { codec: 'pcma', rate: 8_000 } });
    expect(await capacity('CAM1')).toMatchObject({ support_talk: '1' });
    answer = async () => {
      throw new AppError('talk.auth', 'wrong password');
    };
    expect(await check()).toEqual({ ok: false, code: 'talk.auth', message: 'wrong password' });
    expect(await capacity('CAM1')).toMatchObject({ support_talk: '1' });
  });

  it('waits for an answer of the camera for a second, and uses it when it comes later', async () => {
    let reply: (format: BackChannelFormat) => void = () => {};
    answer = () =>
      new Promise((resolve) => {
        reply = resolve;
      });
    const early = capacity('CAM1');
    await until('the question', () => asked.length === 1);
    await clock.advance(1_000);
    expect(await early).toMatchObject({ support_talk: '0' });
    const late = capacity('CAM1');
    reply({ codec: 'pcmu', rate: 8_000 });
    expect(await late).toMatchObject({ support_talk: '1' });
    expect(asked).toHaveLength(1);
  });

  it('refuses a camera that does not answer with 20007, and asks it again after a minute', async () => {
    answer = async () => {
      throw new AppError('talk.unreachable', 'no connection');
    };
    expect(await open({ deviceSerial: 'CAM1' })).toMatchObject({ code: '20007' });
    expect(await open({ deviceSerial: 'CAM1' })).toMatchObject({ code: '20007' });
    expect(asked).toHaveLength(1);
    answer = async () => ({ codec: 'pcma', rate: 8_000 });
    await clock.advance(60_000);
    expect(await open({ deviceSerial: 'CAM1' })).toMatchObject({ code: '200' });
  });

  it('a camera that has never answered can be talked to if it is set to full or half', async () => {
    await setTalk('CAM1', 'half');
    expect(await open({ deviceSerial: 'CAM1' })).toMatchObject({ code: '200', data: { duplex: 'half' } });
    expect(asked).toEqual([]);
  });

  it('refuses a camera in a talk with 400904 设备正在对讲中, and permits a broadcast that includes it', async () => {
    const key = { tenantId: 'default', deviceSerial: serial, channelNo: 1 };
    const target = { key, channelId: null, name: '', duplex: 'full' } as const;
    const lease = await domain.talk.leases.take(target);
    expect(await open()).toMatchObject({ code: '400904', msg: '设备正在对讲中' });
    expect(await open({ cameras: 'DEMO00002:1' })).toMatchObject({ code: '200' });
    await lease?.release();
    expect(await open()).toMatchObject({ code: '200' });
  });

  it('refuses a broadcast to a camera that the token does not cover with 10031', async () => {
    const accessToken = await issue({ cameras: [serial] });
    expect(await open({ accessToken, cameras: 'DEMO00002:1' })).toMatchObject({ code: '10031' });
    expect(await open({ accessToken, cameras: `${serial}:1` })).toMatchObject({ code: '200' });
  });

  it.each([
    ['63 cameras', Array.from({ length: 63 }, (_, at) => `C${at}:1`).join(','), '200'],
    ['64 cameras', Array.from({ length: 64 }, (_, at) => `C${at}:1`).join(','), '10001'],
    ['a camera without channel', 'DEMO00002', '10001'],
    ['channel 0', 'DEMO00002:0', '10001'],
  ])('a broadcast to %s: %s', async (_, cameras, code) => {
    expect(await open({ cameras })).toMatchObject({ code });
  });
});

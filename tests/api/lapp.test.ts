import { expect } from 'expect';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import type { OpenDatabase } from '../../lib/db/client.ts';
import { operatorScope } from '../../lib/domain/tenancy/operator-scope.ts';
import { deriveMediaKey, type MediaKeyTerms } from '../../lib/kernel/media-key.ts';
import type { StreamState } from '../../lib/media/ports.ts';
import { type DatabaseBench, engines } from '../kit/databases.ts';
import { type TestDomain, testDomain, testOrigin } from '../kit/domain.ts';
import { recordLog } from '../kit/record-log.ts';

const tokenGet = '/api/lapp/token/get';
const deviceInfo = '/api/lapp/device/info';
const deviceCapacity = '/api/lapp/device/capacity';
const liveUrl = '/api/lapp/live/url/ezopen';
const address = (serial = 'DEMO00001', camera = '1.hd.live', code = '') =>
  `ezopen://${code}open.ys7.com/${serial}/${camera}`;

const sevenDaysMs = 604_800_000;

const from = (clientAddress: string) => ({ headers: { 'x-oriel-client-address': clientAddress } });

describe.each(engines)('the open-platform API on $engine', ({ start }) => {
  let bench: DatabaseBench;
  let database: OpenDatabase;
  let domain: TestDomain;
  let app: Awaited<ReturnType<TestDomain['integrator']>>;
  let streamState: StreamState | null;
  let record: ReturnType<typeof recordLog>;

  beforeAll(async () => {
    bench = await start();
  });
  afterAll(() => bench.stop());
  beforeEach(async () => {
    database = await bench.open();
    streamState = null;
    record = recordLog();
    domain = await testDomain(database, {
      log: record.log,
      streams: () => (streamState === null ? [] : [demoStream(streamState)]),
    });
    app = await domain.integrator();
  });

  describe('POST /api/lapp/token/get', () => {
    it('answers 200 操作成功! with an access token for 7 days', async () => {
      const { appKey, appSecret } = app;
      const answer = await domain.call(tokenGet, { appKey, appSecret });
      expect(answer).toMatchObject({
        status: 200,
        code: '200',
        msg: '操作成功!',
        data: {
          accessToken: expect.stringMatching(/^[\w-]{43}$/),
          expireTime: domain.clock.now() + sevenDaysMs,
        },
      });
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
    });

    it('returns a shorter token on request, and never more than the application may have', async () => {
      const { appKey, appSecret } = app;
      const short = await domain.call(tokenGet, { appKey, appSecret, expireSeconds: '60' });
      expect(short.data).toMatchObject({ expireTime: domain.clock.now() + 60_000 });
      const modest = await domain.operator.run('app.create', {
        name: '限时',
        origins: [],
        maxTokenSeconds: 3600,
      });
      const capped = await domain.call(tokenGet, {
        appKey: modest.appKey,
        appSecret: modest.appSecret,
        expireSeconds: '604800',
      });
      expect(capped.data).toMatchObject({ expireTime: domain.clock.now() + 3_600_000 });
    });

    it('rejects an unknown appKey with 10017 and a wrong appSecret with 10030', async () => {
      const unknown = await domain.call(tokenGet, { appKey: 'x', appSecret: app.appSecret });
      expect(unknown).toMatchObject({ status: 200, code: '10017', msg: expect.stringContaining('不存在') });
      const wrong = await domain.call(tokenGet, { appKey: app.appKey, appSecret: 'x' });
      expect(wrong).toMatchObject({ status: 200, code: '10030', msg: expect.stringContaining('不匹配') });
      expect(unknown.data ?? wrong.data).toBeUndefined();
    });

    it('rejects a disabled application with 10005, only with its secret', async () => {
      await domain.operator.run('app.disable', { appKey: app.appKey });
      const { appKey, appSecret } = app;
      expect((await domain.call(tokenGet, { appKey, appSecret })).code).toBe('10005');
      expect((await domain.call(tokenGet, { appKey, appSecret: 'x' })).code).toBe('10030');
    });

    it('rejects the old secret after a rotation, and keeps tokens issued with it', async () => {
      const { appKey, appSecret, accessToken } = app;
      const fresh = await domain.operator.run('app.rotate', { appKey });
      expect((await domain.call(tokenGet, { appKey, appSecret })).code).toBe('10030');
      expect((await domain.call(tokenGet, { appKey, appSecret: fresh.appSecret })).code).toBe('200');
      const info = await domain.call(deviceInfo, { accessToken, deviceSerial: 'DEMO00001' });
      expect(info.code).toBe('200');
    });

    it('rejects a capability that the application does not have with 10013', async () => {
      const { appKey, appSecret } = await domain.operator.run('app.create', {
        name: '只看',
        origins: [],
        capabilities: ['live'],
      });
      expect((await domain.call(tokenGet, { appKey, appSecret, capabilities: 'live,talk' })).code).toBe(
        '10013',
      );
      expect((await domain.call(tokenGet, { appKey, appSecret, capabilities: 'live' })).code).toBe('200');
    });

    it.each([
      ['appKey', { appSecret: 's' }],
      ['appKey', { appKey: '', appSecret: 's' }],
      ['appKey', { appKey: 'k'.repeat(129), appSecret: 's' }],
      ['appSecret', { appKey: 'k' }],
      ['appSecret', { appKey: 'k', appSecret: 's'.repeat(257) }],
      ['expireSeconds', { appKey: 'k', appSecret: 's', expireSeconds: '59' }],
      ['expireSeconds', { appKey: 'k', appSecret: 's', expireSeconds: '604801' }],
      ['expireSeconds', { appKey: 'k', appSecret: 's', expireSeconds: 'forever' }],
      ['expireSeconds', { appKey: 'k', appSecret: 's', expireSeconds: '1e3.5' }],
      ['cameras', { appKey: 'k', appSecret: 's', cameras: '../etc' }],
      ['cameras', { appKey: 'k', appSecret: 's', cameras: ',' }],
      ['cameras', { appKey: 'k', appSecret: 's', cameras: 'CAM1:0' }],
      ['capabilities', { appKey: 'k', appSecret: 's', capabilities: 'live,everything' }],
    ])('rejects a bad %s with 10001: %j', async (field, form) => {
      const answer = await domain.call(tokenGet, form as Record<string, string>);
      expect(answer).toMatchObject({ status: 200, code: '10001', msg: `请求参数有误: ${field}` });
    });

    it('limits guessing with 10029 for 15 minutes', async () => {
      const { appKey } = app;
      const guess = () => domain.call(tokenGet, { appKey, appSecret: 'x' });
      for (let attempt = 0; attempt < 10; attempt += 1) expect((await guess()).code).toBe('10030');
      const limited = await guess();
      expect(limited).toMatchObject({ status: 429, code: '10029' });
      expect(limited.headers.get('retry-after')).toBe('900');
      await domain.clock.advance(15 * 60_000);
      expect((await guess()).code).toBe('10030');
    });

    it('does not lock out an integrator because of guesses by others, even from the same address', async () => {
      const { appKey, appSecret } = app;
      const wrong = { appKey, appSecret: 'x' };
      for (let attempt = 0; attempt < 100; attempt += 1) await domain.call(tokenGet, wrong);
      expect((await domain.call(tokenGet, wrong)).status).toBe(429);
      expect((await domain.call(tokenGet, { appKey, appSecret })).code).toBe('200');
      expect((await domain.call(tokenGet, wrong, from('198.51.100.1'))).code).toBe('10030');
    });

    it('logs only the first characters of a rejected key, which may be the secret', async () => {
      const appKey = 'SecretInTheWrongField';
      for (let attempt = 0; attempt < 11; attempt += 1)
        await domain.call(tokenGet, { appKey, appSecret: 'x' });
      const text = record.lines.join('\n');
      expect(text).toContain('10029');
      expect(text).not.toContain('SecretInT');
    });

    it('never delays an integrator that requests many tokens at once', async () => {
      const { appKey, appSecret } = app;
      const answers = await Promise.all(
        Array.from({ length: 100 }, () => domain.call(tokenGet, { appKey, appSecret })),
      );
      expect(new Set(answers.map(({ code }) => code))).toEqual(new Set(['200']));
    });
  });

  describe('POST /api/lapp/device/info', () => {
    it('returns name, state and encryption', async () => {
      const { accessToken } = app;
      const answer = await domain.call(deviceInfo, { accessToken, deviceSerial: 'DEMO00001' });
      expect(answer.data).toEqual({
        deviceSerial: 'DEMO00001',
        deviceName: 'Demo 1 · 演示 1',
        status: 1,
        isEncrypt: 0,
      });
    });

    it.each([
      ['live', 1],
      ['starting', 1],
      ['idle', 1],
      ['retrying', 0],
    ] as const)('a camera whose stream is %s has status %i', async (state, status) => {
      streamState = state;
      const { accessToken } = app;
      const answer = await domain.call(deviceInfo, { accessToken, deviceSerial: 'DEMO00001' });
      expect(answer.data).toMatchObject({ status });
    });
  });

  it('POST /api/lapp/device/capacity returns support_talk and similar values as texts', async () => {
    const { accessToken } = app;
    const { data } = await domain.call(deviceCapacity, { accessToken, deviceSerial: 'DEMO00001' });
    expect(data).toMatchObject({ support_talk: '1', support_ptz: '0', support_live: '1' });
  });

  describe('POST /api/lapp/live/url/ezopen', () => {
    const open = (ezopen: string, accessToken = app.accessToken) =>
      domain.call(liveUrl, { ezopen, accessToken, isFlv: 'false', isHttp: 'false', userAgent: 'jest' });

    it.each([
      ['1.hd.live', 'main'],
      ['1.live', 'sub'],
    ])('returns for %s a URL of the %s stream, without secrets, and a ticket', async (camera, profile) => {
      const answer = await open(address('DEMO00001', camera));
      expect(answer).toMatchObject({
        code: '200',
        data: {
          url: `${testOrigin}/live/DEMO00001/1/${profile}.flv`,
          token: expect.stringMatching(/^omt1\./),
          deviceName: 'Demo 1 · 演示 1',
          timeZone: 'Asia/Shanghai',
        },
      });
    });

    it('says which recordings the token may play, and where they are', async () => {
      const { operator } = domain;
      const { accessToken } = await operator.run('token.issue', {
        appKey: app.appKey,
        capabilities: ['live', 'playback.local'],
      });
      const main = { kind: 'rtsp', url: 'rtsp://192.0.2.1/main' } as const;
      await operator.run('camera.add', { serial: 'PLAIN', name: 'Plain', main });
      const recordingsOf = async (serial: string, token = app.accessToken) =>
        ((await open(address(serial, '1.live'), token)).data as { recordings: unknown }).recordings;
      expect(await recordingsOf('DEMO00001')).toEqual({ cloud: 'none', device: 'none' });
      const channel = database.db
        .selectFrom('channel')
        .select('id')
        .where('deviceSerial', '=', 'DEMO00001')
        .where('number', '=', 1);
      const plan = async (recordPlan: object | null) =>
        database.db
          .updateTable('channel')
          .set({ recordPlan: recordPlan && JSON.stringify(recordPlan) })
          .where('id', '=', channel)
          .execute();
      const always = { enabled: true, mode: 'always', days: [], keepDays: 1, preRecordSec: 0 };
      await plan({ ...always, enabled: false, card: true });
      expect(await recordingsOf('DEMO00001')).toEqual({ cloud: 'none', device: 'none' });
      await plan(always);
      expect(await recordingsOf('DEMO00001')).toEqual({ cloud: 'server', device: 'none' });
      await plan({ ...always, card: true });
      expect(await recordingsOf('DEMO00001')).toEqual({ cloud: 'server', device: 'server' });
      expect(await recordingsOf('DEMO00001', accessToken)).toEqual({ cloud: 'denied', device: 'server' });

      // What was recorded by a plan that has ended, until it is removed.
      await plan(null);
      const { id: channelId } = await channel.executeTakeFirstOrThrow();
      const key = { tenantId: 'default', channelId, store: 'cloud' } as const;
      const startMs = domain.clock.now();
      await domain.recordings.segments.put([
        { key, startMs, endMs: startMs + 60_000, bytes: 1, kind: 'schedule' },
      ]);
      expect(await recordingsOf('DEMO00001')).toEqual({ cloud: 'server', device: 'none' });
      await domain.recordings.segments.remove(key, [startMs]);
      expect(await recordingsOf('DEMO00001')).toEqual({ cloud: 'none', device: 'none' });
      expect(await recordingsOf('PLAIN')).toEqual({ cloud: 'none', device: 'none' });
    });

    it('returns the expiry of the access token, also as a relative time', async () => {
      const life = 3_600_000;
      const { accessToken } = await domain.operator.run('token.issue', {
        appKey: app.appKey,
        expireSeconds: life / 1_000,
      });
      const issuedAt = domain.clock.now();
      await domain.clock.advance(600_000);
      const answer = await open(address('DEMO00001', '1.live'), accessToken);
      expect(answer.data).toMatchObject({ expireTime: issuedAt + life, expireInMs: life - 600_000 });
    });

    it.each([
      ['main', '1.live'],
      ['main', '1.hd.live'],
    ])('falls back to the only stream that exists (%s for %s)', async (profile, camera) => {
      await domain.operator.run('camera.add', {
        serial: 'ONE',
        name: '单码流',
        main: { kind: 'demo', scene: 'yard' },
      });
      expect((await open(address('ONE', camera))).data).toMatchObject({
        url: `${testOrigin}/live/ONE/1/${profile}.flv`,
      });
    });

    it.each([
      'DEMO00001',
      'http://open.ys7.com/DEMO00001/1.live',
      'ezopen://open.ys7.com/DEMO00001',
      'ezopen://open.ys7.com/DEMO00001/0.live',
      'ezopen://open.ys7.com/DEMO00001/257.live',
      'ezopen://open.ys7.com/DE%4DO/1.live',
      'ezopen://open.ys7.com/../1.live',
      'ezopen://open.ys7.com/DEMO00001/1.play',
      'ezopen://open.ys7.com/DEMO00001/1.rec?begin=yesterday',
    ])('rejects the address %s with 10001', async (ezopen) => {
      const answer = await open(ezopen);
      expect(answer).toMatchObject({
        code: '10001',
        msg: expect.stringMatching(/^(播放地址|回放时间).*有误/),
      });
    });

    it('rejects a channel without a source with 20007', async () => {
      await database.db.deleteFrom('streamSource').execute();
      expect((await open(address())).code).toBe('20007');
    });

    describe('of an encrypted device', () => {
      beforeEach(() =>
        domain.operator.run('camera.add', {
          serial: 'LOCKED',
          name: '加密',
          main: { kind: 'demo', scene: 'yard' },
          isEncrypted: true,
          validCode: 'ABCDEF',
        }),
      );

      it('requests the verification code with 400035', async () => {
        expect(await open(address('LOCKED'))).toMatchObject({ code: '400035' });
        const { accessToken } = app;
        const info = await domain.call(deviceInfo, { accessToken, deviceSerial: 'LOCKED' });
        expect(info.data).toMatchObject({ isEncrypt: 1 });
      });

      it('names the terms from which the viewer derives the key of its media, and changes them with the code', async () => {
        const key = {
          tenantId: operatorScope.tenantId,
          deviceSerial: 'LOCKED',
          channelNo: 1,
          profile: 'main',
        } as const;
        const changed: unknown[] = [];
        const stop = domain.sources.onChanged((change) => changed.push(change));
        const opened = (await open(address('LOCKED', '1.live', 'ABCDEF@'))).data as {
          encryption?: MediaKeyTerms;
        };
        const { keyId, secret } = await deriveMediaKey('ABCDEF', opened.encryption!);
        expect(opened.encryption).toMatchObject({ keyId, iterations: 600_000 });
        const stored = await domain.sources.encryption?.(key);
        expect(stored).toMatchObject({ keyId });
        expect(Buffer.compare(stored!.secret.export(), secret)).toBe(0);
        await domain.operator.run('camera.update', { serial: 'LOCKED', channelNo: 1, validCode: 'GHIJKL' });
        const { deviceSerial, tenantId, channelNo } = key;
        expect(changed).toContainEqual({ deviceSerial, tenantId, channelNo });
        expect((await domain.sources.encryption?.(key))?.keyId).not.toBe(keyId);
        await domain.operator.run('camera.update', { serial: 'LOCKED', channelNo: 1, isEncrypted: false });
        expect(changed).toHaveLength(2);
        expect(await domain.sources.encryption?.(key)).toBeNull();
        expect(
          ((await open(address('LOCKED'))).data as { encryption?: MediaKeyTerms }).encryption,
        ).toBeUndefined();
        stop();
      });

      it('opens with the right code and rejects a wrong one with 400036', async () => {
        expect((await open(address('LOCKED', '1.live', 'ABCDEF@'))).code).toBe('200');
        for (const wrong of ['ABCDEG', 'abcdef', 'ABCDEF0', 'ABCDE']) {
          expect((await open(address('LOCKED', '1.live', `${wrong}@`))).code).toBe('400036');
        }
      });

      it('rejects every code after 5 wrong ones in 10 minutes, also the right one', async () => {
        for (let guess = 0; guess < 5; guess += 1) {
          expect((await open(address('LOCKED', '1.live', 'WRONG@'))).code).toBe('400036');
        }
        expect((await open(address('LOCKED', '1.live', 'ABCDEF@'))).code).toBe('10029');
        await domain.clock.advance(10 * 60_000);
        expect((await open(address('LOCKED', '1.live', 'ABCDEF@'))).code).toBe('200');
      });

      /** A new token for each attempt: pages can get as many tokens as they want. */
      const requestWithCode = async (code: string, clientAddress: string, token?: string) => {
        const { accessToken } = token
          ? { accessToken: token }
          : await domain.operator.run('token.issue', { appKey: app.appKey });
        const ezopen = address('LOCKED', '1.live', `${code}@`);
        return (await domain.call(liveUrl, { ezopen, accessToken }, from(clientAddress))).code;
      };

      it('grants no further attempts to new tokens of one address', async () => {
        for (let guess = 0; guess < 10; guess += 1) {
          expect(await requestWithCode('WRONG', '203.0.113.9')).toBe('400036');
        }
        expect(await requestWithCode('ABCDEF', '203.0.113.9')).toBe('10029');
        expect(await requestWithCode('ABCDEF', '198.51.100.1')).toBe('200');
        await domain.clock.advance(10 * 60_000);
        expect(await requestWithCode('ABCDEF', '203.0.113.9')).toBe('200');
      });

      it('accepts 50 wrong codes an hour in total, and does not block clients that had the right one before', async () => {
        expect(await requestWithCode('ABCDEF', '198.51.100.1', app.accessToken)).toBe('200');
        for (let guess = 0; guess < 50; guess += 1) {
          expect(await requestWithCode('WRONG', `203.0.113.${guess}`)).toBe('400036');
        }
        expect(await requestWithCode('ABCDEF', '203.0.113.200')).toBe('10029');
        expect(await requestWithCode('ABCDEF', '203.0.113.200', app.accessToken)).toBe('200');
        await domain.clock.advance(60 * 60_000);
        expect(await requestWithCode('ABCDEF', '203.0.113.200')).toBe('200');
      });
    });
  });

  it('reports an unexpected failure with 500 and a fixed text, and logs the cause', async () => {
    const { accessToken } = app;
    await database.db.schema.dropTable('streamSource').execute();
    const answer = await domain.call(liveUrl, { ezopen: address(), accessToken });
    expect(answer).toMatchObject({ status: 500, code: '50000' });
    expect(answer.text).not.toMatch(/stream|sql|table|relation/i);
    expect(record.lines.some((line) => line.startsWith('error') && /stream_source/.test(line))).toBe(true);
  });

  it('keeps tokens, secrets and verification codes out of the log and out of the database', async () => {
    const { appKey, appSecret, accessToken } = app;
    const code = 'CANARYCODE';
    await domain.operator.run('camera.add', {
      serial: 'LOCKED',
      name: '加密',
      main: { kind: 'demo', scene: 'yard' },
      isEncrypted: true,
      validCode: code,
    });
    const live = await domain.call(liveUrl, { ezopen: address('LOCKED', '1.live', `${code}@`), accessToken });
    await domain.call(liveUrl, { ezopen: address('LOCKED', '1.live', `${code}X@`), accessToken });
    await domain.call(liveUrl, { ezopen: `ezopen://${code}@/LOCKED/1.live`, accessToken });
    await domain.call(tokenGet, { appKey, appSecret });
    await domain.call(tokenGet, { appKey, appSecret: `${appSecret}x` });
    const { token: ticket } = live.data as { token: string };
    const rows = JSON.stringify([
      await database.db.selectFrom('application').selectAll().execute(),
      await database.db.selectFrom('accessTokenGrant').selectAll().execute(),
      await database.db.selectFrom('device').selectAll().execute(),
    ]);
    for (const secret of [appSecret, accessToken, code, ticket]) {
      expect(record.lines.join('\n')).not.toContain(secret);
      expect(rows).not.toContain(secret);
    }
  });
});

function demoStream(state: StreamState) {
  return {
    key: {
      tenantId: 'default',
      deviceSerial: 'DEMO00001',
      channelNo: 1,
      profile: 'main' as const,
    },
    state,
    viewers: 0,
    tracks: null,
    lastFailure: null,
    retryAt: null,
    since: 1_760_000_000_000,
    bitrateKbps: 0,
    conversion: null,
  };
}

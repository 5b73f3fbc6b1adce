import { expect } from 'expect';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import type { OpenDatabase } from '../../lib/db/client.ts';
import { operatorMessage } from '../../lib/domain/errors/operator-errors.ts';
import { operations } from '../../lib/domain/operations/operations.ts';
import type { SourceSpec, StreamStatus } from '../../lib/media/ports.ts';
import { type DatabaseBench, engines } from '../kit/databases.ts';
import { addForeignDevice, type TestDomain, testDomain } from '../kit/domain.ts';

const rtsp = { kind: 'rtsp', url: 'rtsp://admin:s3cret@192.0.2.7:554/ch1?token=t0ken' } as const;

describe.each(engines)('the operator’s commands on $engine', ({ start }) => {
  let bench: DatabaseBench;
  let database: OpenDatabase;
  let domain: TestDomain;
  let probed: SourceSpec[];
  let streams: StreamStatus[];

  beforeAll(async () => {
    bench = await start();
  });
  afterAll(() => bench.stop());
  beforeEach(async () => {
    database = await bench.open();
    probed = [];
    streams = [];
    domain = await testDomain(database, {
      streams: () => streams,
      probe: async (spec) => {
        probed.push(spec);
        return { plays: true };
      },
    });
  });
  const run: TestDomain['operator']['run'] = (...call) => domain.operator.run(...call);

  describe('the first start', () => {
    it('has two demo cameras with main and sub stream', async () => {
      const cameras = await run('camera.list', {});
      expect(
        cameras.map(({ serial, channelNo, sources }) => [serial, channelNo, sources.map((s) => s.profile)]),
      ).toEqual([
        ['DEMO00001', 1, ['main', 'sub']],
        ['DEMO00002', 1, ['main', 'sub']],
      ]);
      expect(cameras.map(({ sources }) => sources[0]?.label)).toEqual(['demo:yard', 'demo:hall']);
    });

    it('does not restore a demo camera that was removed', async () => {
      await run('camera.remove', { serial: 'DEMO00001' });
      const again = await testDomain(database);
      expect((await again.operator.run('camera.list', {})).map(({ serial }) => serial)).toEqual([
        'DEMO00002',
      ]);
    });

    it('happens once when two processes start together', async () => {
      const fresh = await bench.open();
      await Promise.all([testDomain(fresh), testDomain(fresh), testDomain(fresh)]);
      const devices = await fresh.db.selectFrom('device').select('serial').orderBy('serial').execute();
      expect(devices).toEqual([{ serial: 'DEMO00001' }, { serial: 'DEMO00002' }]);
    });
  });

  describe('camera add', () => {
    it('stores a camera, shows its address and that it has a password, and shows no credentials', async () => {
      const added = await run('camera.add', { serial: 'CAM1', name: '门口', main: rtsp });
      expect(added).toEqual({
        serial: 'CAM1',
        channelNo: 1,
        name: '门口',
        isEnabled: true,
        isEncrypted: false,
        hasValidCode: false,
        sources: [
          {
            profile: 'main',
            kind: 'rtsp',
            label: 'rtsp://192.0.2.7:554/…',
            hasPassword: true,
            transport: 'auto',
          },
        ],
        onvif: null,
        talk: 'auto',
      });
      expect(JSON.stringify(await run('camera.list', {}))).not.toMatch(/admin|s3cret|t0ken/);
    });

    it('passes the source decrypted to the media plane only', async () => {
      await run('camera.add', {
        serial: 'CAM1',
        name: '门口',
        main: rtsp,
        sub: { ...rtsp, password: 'other' },
      });
      const key = { tenantId: 'default', deviceSerial: 'CAM1', channelNo: 1 };
      const url = 'rtsp://192.0.2.7:554/ch1?token=t0ken';
      const spec = { kind: 'rtsp', url, username: 'admin', password: 's3cret' };
      expect(await domain.sources.find({ ...key, profile: 'main' })).toEqual(spec);
      expect(await domain.sources.find({ ...key, profile: 'sub' })).toEqual({ ...spec, password: 'other' });
      expect(await domain.sources.find({ ...key, tenantId: 'other', profile: 'main' })).toBeNull();
      expect(await domain.sources.find({ ...key, channelNo: 2, profile: 'main' })).toBeNull();
    });

    it('generates a unique serial if none is given', async () => {
      const main = { kind: 'demo', scene: 'yard' } as const;
      const made = await Promise.all([1, 2, 3].map(() => run('camera.add', { name: '新', main })));
      expect(made.every(({ serial }) => /^C[A-Z2-9]{8}$/.test(serial))).toBe(true);
      expect(new Set(made.map(({ serial }) => serial)).size).toBe(3);
    });

    it('adds another channel to an existing device', async () => {
      await run('camera.add', { serial: 'CAM1', name: '一', main: rtsp });
      await run('camera.add', { serial: 'CAM1', channelNo: 2, name: '二', main: rtsp });
      const channels = (await run('camera.list', {})).filter(({ serial }) => serial === 'CAM1');
      expect(channels.map(({ channelNo, name }) => [channelNo, name])).toEqual([
        [1, '一'],
        [2, '二'],
      ]);
    });

    it.each([
      ['camera.exists', 'the channel is there', { serial: 'DEMO00001' }],
      [
        'camera.exists',
        'a code is given for a device that is there',
        { serial: 'DEMO00001', channelNo: 2, validCode: 'X' },
      ],
      [
        'camera.badUrl',
        'the address has another scheme',
        { main: { kind: 'rtsp', url: 'file:///etc/passwd' } },
      ],
      ['camera.badUrl', 'the address is invalid', { main: { kind: 'rtsp', url: 'camera' } }],
      ['camera.notScene', 'the scene is unknown', { main: { kind: 'demo', scene: 'moon' } }],
    ])('rejects with %s when %s, and stores nothing', async (code, _, over) => {
      const before = await run('camera.list', {});
      const input = { serial: 'CAM1', name: '门口', main: rtsp, ...over };
      await expect(domain.operator.runNamed('camera.add', input)).rejects.toMatchObject({ code });
      expect(await run('camera.list', {})).toEqual(before);
      expect(operatorMessage(code, 'zh-CN')).toMatch(/[\u4e00-\u9fff]/);
    });

    it('rejects the serial of another organisation with camera.serialTaken 设备已被别人添加', async () => {
      await addForeignDevice(database, 'THEIRS');
      const adding = run('camera.add', { serial: 'THEIRS', name: '门口', main: rtsp });
      await expect(adding).rejects.toMatchObject({ code: 'camera.serialTaken' });
      expect(operatorMessage('camera.serialTaken', 'zh-CN')).toBe('设备已被别人添加');
    });

    it.each([
      ['no name', { name: ' ' }, 'name'],
      ['a name with a zero character', { name: 'a\0b' }, 'name'],
      ['a bad serial', { serial: '../x' }, 'serial'],
      ['channel 0', { channelNo: 0 }, 'channelNo'],
      ['channel 257', { channelNo: 257 }, 'channelNo'],
      ['an encrypted device without code', { isEncrypted: true }, 'validCode'],
      ['a code with a space', { validCode: 'a b' }, 'validCode'],
      ['an unknown field', { enabled: false }, ''],
      ['another kind of source', { main: { kind: 'exec', url: 'sh' } }, 'main.kind'],
      ['an unknown source field', { main: { ...rtsp, args: '-f' } }, 'main'],
    ])('rejects %s with input.invalid and names the field, not the value', async (_, over, path) => {
      const input = { serial: 'CAM1', name: '门口', main: rtsp, ...over };
      const refused = domain.operator.runNamed('camera.add', input).catch((error: unknown) => error);
      expect(await refused).toMatchObject({ code: 'input.invalid', details: { issues: [{ path }] } });
      expect(JSON.stringify(await refused)).not.toContain('s3cret');
    });
  });

  it('camera check connects to each stream, main first, and reports what it sends', async () => {
    await run('camera.add', {
      serial: 'CAM1',
      name: '门口',
      main: rtsp,
      sub: { kind: 'demo', scene: 'hall' },
    });
    expect(await run('camera.check', { serial: 'CAM1' })).toEqual({
      serial: 'CAM1',
      channelNo: 1,
      profiles: [
        { profile: 'main', report: { plays: true } },
        { profile: 'sub', report: { plays: true } },
      ],
      ptz: null,
      talk: null,
    });
    expect(probed.map(({ kind }) => kind)).toEqual(['rtsp', 'demo']);
  });

  it('camera remove deletes the device', async () => {
    expect(await run('camera.remove', { serial: 'DEMO00001' })).toEqual({ serial: 'DEMO00001' });
    expect((await run('camera.list', {})).map(({ serial }) => serial)).toEqual(['DEMO00002']);
  });

  it.each([
    ['camera.remove', { serial: 'MISSING' }, 'camera.notFound'],
    ['camera.check', { serial: 'MISSING' }, 'camera.notFound'],
    ['camera.check', { serial: 'DEMO00001', channelNo: 2 }, 'camera.notFound'],
    ['camera.enable', { serial: 'MISSING' }, 'camera.notFound'],
    ['app.rotate', { appKey: 'missing' }, 'app.notFound'],
    ['app.disable', { appKey: 'missing' }, 'app.notFound'],
    ['app.update', { appKey: 'missing', name: 'x' }, 'app.notFound'],
    ['app.remove', { appKey: 'missing' }, 'app.notFound'],
    ['camera.update', { serial: 'MISSING', name: 'x' }, 'camera.notFound'],
    ['camera.update', { serial: 'DEMO00001', channelNo: 2, name: 'x' }, 'camera.notFound'],
    ['token.issue', { appKey: 'missing' }, 'app.notFound'],
    ['token.revoke', { grantId: '0'.repeat(32) }, 'token.notFound'],
    ['camera.explode', {}, 'operation.unknown'],
    ['__proto__', {}, 'operation.unknown'],
    ['toString', {}, 'operation.unknown'],
  ])('%s %j is rejected with %s', async (name, input, code) => {
    await expect(domain.operator.runNamed(name, input)).rejects.toMatchObject({ code });
    expect(operatorMessage(code, 'en-US')).not.toBeNull();
  });

  describe('app', () => {
    it('create shows the secret once; list does not', async () => {
      const app = await run('app.create', { name: '示例', origins: ['https://www.example.com'] });
      expect(app).toMatchObject({
        appKey: expect.stringMatching(/^[0-9a-f]{32}$/),
        appSecret: expect.stringMatching(/^[\w-]{43}$/),
        allowedOrigins: ['https://www.example.com'],
        isEnabled: true,
      });
      const listed = await run('app.list', {});
      expect(JSON.stringify(listed)).not.toContain(app.appSecret);
      expect(listed).toEqual([expect.not.objectContaining({ appSecret: expect.anything() })]);
    });

    it('rotate creates another secret for the same key', async () => {
      const app = await run('app.create', { name: '示例', origins: [] });
      const rotated = await run('app.rotate', { appKey: app.appKey });
      expect(rotated.appKey).toBe(app.appKey);
      expect(rotated.appSecret).not.toBe(app.appSecret);
    });

    it('lists the origins that may frame the player; none for an unknown or disabled key', async () => {
      const { appKey } = await run('app.create', { name: '示例', origins: ['http://localhost:7411'] });
      expect(await domain.applications.frameOrigins(appKey)).toEqual(['http://localhost:7411']);
      expect(await domain.applications.frameOrigins('missing')).toBeNull();
      await run('app.disable', { appKey });
      expect(await domain.applications.frameOrigins(appKey)).toBeNull();
    });

    it.each([
      'https://www.example.com/',
      'https://www.example.com/path',
      'https://user@www.example.com',
      'https://WWW.example.com',
      'https://www.example.com:443',
      'http://www.example.com',
      'http://localhost.evil.example',
      'http://local',
      'http://notlocal',
      'http://8.8.8.8',
      'http://172.32.0.1',
      'http://[2001:db8::1]',
      'http://192.168.1.5.example',
      'https://*.example.com',
      'https://example.com;script-src',
      "https://'self'",
      'https://a,b',
      'ftp://example.com',
      'null',
      '*',
      '',
    ])('rejects %j as an origin', async (origin) => {
      const creating = run('app.create', { name: '示例', origins: [origin] });
      await expect(creating).rejects.toMatchObject({ code: 'input.invalid' });
    });

    it.each([
      'https://www.example.com',
      'https://例え.jp',
      'https://192.168.1.5',
      'http://127.0.0.1:8080',
      'http://127.8.8.8',
      'http://[::1]:3000',
      'http://localhost',
      'http://shop.localhost:81',
    ])('accepts %s or its plain spelling as an origin, without a warning', async (origin) => {
      const plain = new URL(origin).origin;
      const app = await run('app.create', { name: '示例', origins: [plain, plain] });
      expect([app.allowedOrigins, app.insecureOrigins]).toEqual([[plain], []]);
    });

    it.each([
      'http://192.168.1.5:8080',
      'http://10.0.0.7',
      'http://172.31.255.255',
      'http://169.254.3.4',
      'http://[fd00::7]:81',
      'http://workstation.local:3000',
    ])('accepts %s with a warning', async (origin) => {
      const app = await run('app.create', { name: '示例', origins: ['https://a.example', origin] });
      expect([app.allowedOrigins, app.insecureOrigins]).toEqual([['https://a.example', origin], [origin]]);
      expect(operatorMessage('origin.insecure', 'zh-CN')).toContain('http');
    });

    it('explains in either language why an origin is rejected', async () => {
      for (const [origin, code] of [
        ['nonsense', 'origin.malformed'],
        // Browsers ignore it in a policy, so the player would not appear.
        ['https://dev_shop.example.com', 'origin.malformed'],
        ['http://www.example.com', 'origin.needsHttps'],
      ] as const) {
        const refused = await run('app.create', { name: '示例', origins: [origin] }).catch((error) => error);
        const message = operatorMessage(code, 'en-US');
        expect(refused.details.issues).toEqual([{ path: 'origins.0', code, message }]);
        expect(message).toMatch(/^[ -~]+$/);
        expect(operatorMessage(code, 'zh-CN')).toMatch(/[\u4e00-\u9fff]/);
      }
    });
  });

  it('token issue, list and revoke', async () => {
    const { appKey } = await run('app.create', { name: '示例', origins: [] });
    const token = await run('token.issue', {
      appKey,
      cameras: ['DEMO00001', 'DEMO00001', 'DEMO00002:1'],
      capabilities: ['live'],
      expireSeconds: 3600,
      tokenName: ' 大厅屏幕 ',
    });
    expect(token.expireTime).toBe(domain.clock.now() + 3_600_000);
    expect(token.unknownCameras).toEqual([]);
    const listed = await run('token.list', {});
    expect(listed).toMatchObject([
      {
        id: token.grantId,
        name: '大厅屏幕',
        appKey,
        appName: '示例',
        cameras: ['DEMO00001', 'DEMO00002:1'],
        capabilities: ['live'],
      },
    ]);
    expect(JSON.stringify(listed)).not.toContain(token.accessToken);
    await run('token.revoke', { grantId: token.grantId });
    expect(await run('token.list', {})).toEqual([]);
    await expect(run('token.revoke', { grantId: token.grantId })).rejects.toMatchObject({
      code: 'token.notFound',
    });
  });

  it('issues a token for a camera that does not exist yet, and names it in a warning', async () => {
    const { appKey } = await run('app.create', { name: '示例', origins: [] });
    const cameras = ['DEMO00001', 'NOPE', 'DEMO00001:2', 'DEMO00002:1'];
    const token = await run('token.issue', { appKey, cameras });
    expect(token.unknownCameras).toEqual(['NOPE', 'DEMO00001:2']);
    expect(token.accessToken).toBeTruthy();
  });

  it('status contains counts and every running stream, without its buffers', async () => {
    const key = {
      tenantId: 'default',
      deviceSerial: 'DEMO00001',
      channelNo: 1,
      profile: 'main',
    } as const;
    const video = {
      codec: 'h264',
      width: 640,
      height: 360,
      config: new Uint8Array(9),
      codecString: 'avc1.64001f',
    } as const;
    const audio = { codec: 'pcma', sampleRate: 8000, channels: 1 } as const;
    streams = [
      {
        key,
        state: 'live',
        viewers: 3,
        tracks: { video, audio },
        lastFailure: null,
        retryAt: null,
        since: 1_760_000_000_000,
        bitrateKbps: 812,
        conversion: {
          state: 'starting',
          viewers: 1,
          tracks: null,
          lastFailure: null,
          retryAt: null,
          since: 1_760_000_001_000,
          bitrateKbps: 0,
        },
      },
      {
        key: { ...key, tenantId: 'other' },
        state: 'live',
        viewers: 1,
        tracks: null,
        lastFailure: null,
        retryAt: null,
        since: 1_760_000_000_000,
        bitrateKbps: 0,
        conversion: null,
      },
    ];
    const status = await run('status', {});
    expect(JSON.parse(JSON.stringify(status))).toEqual({
      cameras: 2,
      applications: 0,
      openTokens: 0,
      streams: [
        {
          serial: 'DEMO00001',
          channelNo: 1,
          profile: 'main',
          state: 'live',
          viewers: 3,
          carries: 'H.264 640x360, G.711 A',
          lastFailure: null,
          retryAt: null,
          since: 1_760_000_000_000,
          bitrateKbps: 812,
          conversion: {
            state: 'starting',
            viewers: 1,
            carries: null,
            lastFailure: null,
            retryAt: null,
            since: 1_760_000_001_000,
            bitrateKbps: 0,
          },
        },
      ],
    });
  });

  it('accepts only plain input for every command', async () => {
    for (const name of Object.keys(operations)) {
      for (const input of ['text', 7, [], { unknown: true }]) {
        await expect(domain.operator.runNamed(name, input)).rejects.toMatchObject({ code: 'input.invalid' });
      }
    }
  });
});

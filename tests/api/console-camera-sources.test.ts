import { expect } from 'expect';
import { beforeEach, describe, it } from 'vitest';
import type { StreamStatus } from '../../lib/media/ports.ts';
import { allCameraPermissions, describeCameras, ok, streamOf } from '../kit/camera-console.ts';

const url = 'rtsp://192.0.2.7:554/ch1?key=k3y';
const key = { tenantId: 'default', deviceSerial: 'CAM1', channelNo: 1 };

describeCameras('sources, checks and the state of cameras in the console', (testConsole) => {
  let id: string;

  beforeEach(async () => {
    const device = { serial: 'CAM1', name: '门口', deptId: testConsole().north };
    const deviceId = ok(await testConsole().admin.call('POST', '/iot/device', { body: device })).id;
    id = ok(await testConsole().admin.call('POST', '/iot/camera', { body: { deviceId, name: '大门' } })).id;
  });

  const set = (profile: 'main' | 'sub', body: object, user = testConsole().admin) =>
    user.call('PUT', `/iot/camera/${id}/source/${profile}`, { body });
  const southern = () =>
    testConsole().signIn({ permissions: allCameraPermissions, dataScope: 3, deptId: testConsole().south });

  describe('a source', () => {
    it('is stored encrypted, passed to the media plane decrypted, and shown without credentials', async () => {
      const answer = await set('main', { kind: 'rtsp', url, username: 'admin', password: 's3cret' });
      expect(ok(answer).sources).toEqual([
        {
          profile: 'main',
          kind: 'rtsp',
          label: 'rtsp://192.0.2.7:554/…',
          hasPassword: true,
          scene: null,
          transport: 'auto',
          updateTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
        },
      ]);
      expect(await testConsole().sources.find({ ...key, profile: 'main' })).toEqual({
        kind: 'rtsp',
        url,
        username: 'admin',
        password: 's3cret',
      });
      const rows = await testConsole().db.selectFrom('operationLog').selectAll().execute();
      const everything = JSON.stringify(rows) + answer.text;
      expect(everything).not.toMatch(/admin:|s3cret|k3y/);
      const list = await testConsole().admin.call('GET', '/iot/camera/page', {
        query: { deviceSerial: 'CAM1' },
      });
      expect(list.data.records[0]).toMatchObject({ mainSource: 'rtsp://192.0.2.7:554/…', subSource: null });
    });

    it('is not replaced by the address that is shown of it, which has no path', async () => {
      const [{ label }] = ok(await set('main', { kind: 'rtsp', url })).sources;
      const answer = await set('main', { kind: 'rtsp', url: label, username: 'admin', password: 's3cret' });
      expect(answer.code).toBe(40000);
      expect(answer.message).toContain('“…”代替了未显示的路径，请填写完整地址');
      expect(answer.errors).toEqual([expect.objectContaining({ path: 'url' })]);
      expect(await testConsole().sources.find({ ...key, profile: 'main' })).toMatchObject({ url });
    });

    it('keeps its credentials on the same host, and requires them again for another: 新地址在另一台主机上', async () => {
      ok(await set('main', { kind: 'rtsp', url, username: 'admin', password: 's3cret' }));
      ok(await set('main', { kind: 'rtsp', url: 'rtsp://192.0.2.7:554/ch2' }));
      expect(await testConsole().sources.find({ ...key, profile: 'main' })).toMatchObject({
        password: 's3cret',
      });
      const elsewhere = await set('main', { kind: 'rtsp', url: 'rtsp://192.0.2.66/ch1' });
      expect(elsewhere.code).toBe(40000);
      expect(elsewhere.message).toContain('新地址在另一台主机上');
      // Setting a user name without a password does not keep the old password.
      ok(await set('main', { kind: 'rtsp', url: 'rtsp://192.0.2.66/ch1', username: 'admin' }));
      expect(await testConsole().sources.find({ ...key, profile: 'main' })).toMatchObject({
        username: 'admin',
        password: '',
      });
    });

    it('accepts a new password alone, for the stored address and user name', async () => {
      expect((await set('main', { kind: 'rtsp', password: 's3cret' })).code).toBe(404);
      ok(await set('main', { kind: 'rtsp', url, username: 'admin', password: 's3cret' }));
      expect((await set('sub', { kind: 'rtsp', password: 'n3w' })).code).toBe(404);
      const answer = await set('main', { kind: 'rtsp', password: 'n3w' });
      expect(ok(answer).sources).toHaveLength(1);
      expect(answer.text).not.toMatch(/n3w|k3y/);
      expect(await testConsole().sources.find({ ...key, profile: 'main' })).toEqual({
        kind: 'rtsp',
        url,
        username: 'admin',
        password: 'n3w',
      });
      ok(await set('main', { kind: 'rtsp', username: '', password: '' }));
      expect(await testConsole().sources.find({ ...key, profile: 'main' })).toMatchObject({
        url,
        password: '',
      });
    });

    it('keeps its transport until another is chosen', async () => {
      const found = () => testConsole().sources.find({ ...key, profile: 'main' });
      ok(await set('main', { kind: 'rtsp', url, transport: 'udp' }));
      const listed = ok(await set('main', { kind: 'rtsp', url: 'rtsp://192.0.2.7:554/other' })).sources;
      expect(listed).toMatchObject([{ profile: 'main', transport: 'udp' }]);
      expect(await found()).toMatchObject({ url: 'rtsp://192.0.2.7:554/other', transport: 'udp' });
      ok(await set('main', { kind: 'rtsp', transport: 'auto' }));
      expect(await found()).toEqual({
        ...{ kind: 'rtsp', url: 'rtsp://192.0.2.7:554/other' },
        ...{ username: '', password: '' },
      });
      expect((await set('main', { kind: 'rtsp', url, transport: 'sctp' })).code).toBe(40000);
    });

    it('of the substream gets the credentials of the main stream on the same host', async () => {
      ok(await set('main', { kind: 'rtsp', url, username: 'admin', password: 's3cret' }));
      ok(await set('sub', { kind: 'rtsp', url: 'rtsp://192.0.2.7/ch1/sub' }));
      expect(await testConsole().sources.find({ ...key, profile: 'sub' })).toMatchObject({
        username: 'admin',
        password: 's3cret',
      });
    });

    it('is replaced and removed while it runs', async () => {
      ok(await set('main', { kind: 'demo', scene: 'yard' }));
      const reported: unknown[] = [];
      testConsole().sources.onChanged((change) => reported.push(change));
      ok(await set('main', { kind: 'demo', scene: 'hall' }));
      expect(ok(await testConsole().admin.call('DELETE', `/iot/camera/${id}/source/main`)).sources).toEqual(
        [],
      );
      expect(reported).toEqual([key, key]);
      expect((await testConsole().admin.call('DELETE', `/iot/camera/${id}/source/main`)).code).toBe(404);
    });

    it.each([
      ['another scheme', { kind: 'rtsp', url: 'http://192.0.2.7/' }, '协议不受支持'],
      ['no address', { kind: 'rtsp', url: 'front door' }, '摄像机地址有误'],
      ['an unknown scene', { kind: 'demo', scene: 'moon' }, '没有此演示场景'],
    ])('rejects %s', async (_, source, message) => {
      const answer = await set('main', source);
      expect(answer.code).toBe(40000);
      expect(answer.message).toContain(message);
    });

    it('cannot be read, set, checked or removed outside the data scope of its device', async () => {
      const stranger = await southern();
      const answers = await Promise.all([
        stranger.call('GET', `/iot/camera/${id}/sources`),
        set('main', { kind: 'demo', scene: 'yard' }, stranger),
        stranger.call('DELETE', `/iot/camera/${id}/source/main`),
        stranger.call('PUT', `/iot/camera/${id}/onvif`, { body: { url: 'http://192.0.2.7/' } }),
        stranger.call('DELETE', `/iot/camera/${id}/onvif`),
        stranger.call('POST', '/iot/camera/check', { body: { id } }),
        stranger.call('POST', '/iot/camera/preview', { body: { id } }),
      ]);
      expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 404));
      expect(testConsole().probed).toEqual([]);
    });
  });

  it('has a PTZ address that can be set and removed', async () => {
    const body = { url: 'http://192.0.2.7/onvif/device_service', login: { username: 'u', password: 'p4ss' } };
    const answer = await testConsole().admin.call('PUT', `/iot/camera/${id}/onvif`, { body });
    expect(ok(answer).onvif).toEqual({ label: 'http://192.0.2.7', hasPassword: true });
    const log = await testConsole().db.selectFrom('operationLog').selectAll().execute();
    expect(JSON.stringify(log) + answer.text).not.toContain('p4ss');
    expect(ok(await testConsole().admin.call('DELETE', `/iot/camera/${id}/onvif`)).onvif).toBeNull();
  });

  describe('a check', () => {
    it('reports what a camera sends and what to change, in the language of the user', async () => {
      testConsole().probeWith(async () => ({
        ok: true,
        failure: null,
        firstFrameMs: 180,
        watchedMs: 3_000,
        video: {
          codec: 'h265',
          codecString: 'hvc1',
          width: 1920,
          height: 1080,
          fps: 25,
          bitrateKbps: 2_100,
          keyFrameIntervalMs: 2_000,
          hasBFrames: false,
        },
        audio: { codec: 'pcma', sampleRate: 8_000, channels: 1, bitrateKbps: 64 },
        advice: [{ code: 'video.h265', severity: 'hint', message: 'H.265 plays in some browsers.' }],
      }));
      ok(await set('main', { kind: 'demo', scene: 'yard' }));
      const check = async (language: string) =>
        ok(
          await testConsole().admin.call('POST', '/iot/camera/check', {
            body: { id },
            headers: { 'accept-language': language },
          }),
        );
      expect(await check('zh-CN')).toEqual({
        profiles: [
          {
            profile: 'main',
            ok: true,
            code: null,
            message: null,
            advice: [{ code: 'video.h265', severity: 'hint', message: expect.stringContaining('转码') }],
            firstFrameMs: 180,
            video: {
              codec: 'h265',
              width: 1920,
              height: 1080,
              fps: 25,
              bitrateKbps: 2_100,
              keyFrameIntervalMs: 2_000,
            },
            audio: { codec: 'pcma', sampleRate: 8_000, channels: 1 },
            transport: null,
          },
        ],
        onvif: { ok: false, code: 'ptz.unsupported', message: expect.any(String), pan: false, tilt: false },
        recordings: null,
        talk: null,
      });
      expect((await check('en-US')).profiles[0].advice[0].message).toBe('H.265 plays in some browsers.');
    });

    it('reports why a camera does not respond, with text and advice of the catalogue', async () => {
      testConsole().probeWith(async () => ({
        ok: false,
        failure: { code: 'source.auth', message: 'The camera refused the login.', retryable: false },
      }));
      ok(await set('main', { kind: 'demo', scene: 'yard' }));
      const [main] = ok(
        await testConsole().admin.call('POST', '/iot/camera/check', { body: { id } }),
      ).profiles;
      expect(main).toMatchObject({ ok: false, code: 'source.auth' });
      expect(main.message).toMatch(/^摄像机拒绝了登录：核对用户名和密码/);
    });

    it('checks an address that is not stored, with permission to store one, and keeps nothing of it', async () => {
      ok(await set('main', { kind: 'rtsp', url, username: 'admin', password: 's3cret' }));
      const source = { kind: 'rtsp', url: 'rtsp://192.0.2.7:554/other' };
      const viewer = await testConsole().signIn({ permissions: ['iot:camera:query'] });
      expect((await viewer.call('POST', '/iot/camera/check', { body: { id, source } })).code).toBe(403);
      ok(await testConsole().admin.call('POST', '/iot/camera/check', { body: { id, source } }));
      expect(testConsole().probed).toEqual([
        { kind: 'rtsp', url: 'rtsp://192.0.2.7:554/other', username: 'admin', password: 's3cret' },
      ]);
      expect(await testConsole().sources.find({ ...key, profile: 'main' })).toMatchObject({ url });
    });

    it('runs at most 60 times a minute for each user, whatever its result', async () => {
      const { admin, clock, signIn } = testConsole();
      ok(await set('main', { kind: 'demo', scene: 'yard' }));
      const other = await signIn({ permissions: ['iot:camera:query', 'iot:camera:edit'] });
      const check = (at: number, user = admin) =>
        user.call('POST', '/iot/camera/check', {
          body: { id, source: { kind: 'rtsp', url: `rtsp://192.0.2.7/${at}` } },
          atOnce: true,
        });
      for (let at = 0; at < 60; at += 1) ok(await check(at));
      const probes = testConsole().probed.length;
      expect(await check(60)).toMatchObject({ code: 429, message: '检测过于频繁，请一分钟后再试' });
      expect(testConsole().probed).toHaveLength(probes);
      ok(await check(60, other));
      await clock.advance(60_000);
      ok(await check(61));
    });

    it('runs once at a time for each camera, with a limit for all cameras', async () => {
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      testConsole().probeWith(async () => {
        await held;
        return { ok: true };
      });
      ok(await set('main', { kind: 'demo', scene: 'yard' }));
      const first = testConsole().admin.call('POST', '/iot/camera/check', { body: { id, profile: 'main' } });
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(await testConsole().admin.call('POST', '/iot/camera/check', { body: { id } })).toMatchObject({
        code: 601,
        message: '正在检测，请稍后再试',
      });
      release();
      ok(await first);
    });
  });

  describe('the status of streams', () => {
    const failing: StreamStatus = streamOf('CAM1', 'retrying', {
      viewers: 1,
      retryAt: 1_760_000_060_000,
      lastFailure: { code: 'source.unreachable', message: 'no answer', retryable: true },
    });

    it('has viewers, bits per second, start time and the text of a failure', async () => {
      const video = {
        codec: 'h264',
        width: 640,
        height: 360,
        config: new Uint8Array(9),
        codecString: 'avc1.64001f',
      } as const;
      const tracks = { video, audio: null };
      const conversion: StreamStatus['conversion'] = { ...failing, viewers: 2, tracks };
      testConsole().streams.push(
        failing,
        streamOf('DEMO00001', 'live', { viewers: 3, bitrateKbps: 812, tracks, conversion }),
      );
      const rows = ok(await testConsole().admin.call('GET', '/iot/camera/status'));
      expect(rows).toEqual([
        expect.objectContaining({
          id,
          serial: 'CAM1',
          name: '大门',
          state: 'retrying',
          viewers: 1,
          bitrateKbps: null,
          error: {
            code: 'source.unreachable',
            title: '服务器无法连接到摄像机',
            message: expect.stringContaining('检查摄像机是否通电'),
          },
          retryTime: '2025-10-09 16:54:20',
          conversion: null,
        }),
        expect.objectContaining({
          serial: 'DEMO00001',
          state: 'live',
          viewers: 3,
          bitrateKbps: 812,
          since: '2025-10-09 16:53:20',
          carries: 'H.264 640x360',
          error: null,
          conversion: {
            state: 'retrying',
            viewers: 2,
            carries: 'H.264 640x360',
            error: expect.objectContaining({ code: 'source.unreachable', title: '服务器无法连接到摄像机' }),
          },
        }),
      ]);
      const some = await testConsole().admin.call('GET', '/iot/camera/status', { query: { ids: id } });
      expect(ok(some).map(({ serial }: { serial: string }) => serial)).toEqual(['CAM1']);
    });

    it('contains nothing of cameras outside the data scope or of other organisations', async () => {
      testConsole().streams.push(failing, {
        ...streamOf('CAM1', 'live'),
        key: { ...failing.key, tenantId: 'other' },
      });
      expect(ok(await (await southern()).call('GET', '/iot/camera/status'))).toEqual([]);
      expect(ok(await testConsole().admin.call('GET', '/iot/camera/status'))).toHaveLength(1);
    });
  });

  describe('adding a camera in one call', () => {
    const camera = {
      serial: 'CAM9',
      name: '仓库',
      main: { kind: 'rtsp', url, username: 'admin', password: 's3cret' },
      sub: { kind: 'demo', scene: 'yard' },
    };
    const connect = (body: object, user = testConsole().admin) =>
      user.call('POST', '/iot/camera/connect', { body });

    it('has the result of the command line', async () => {
      const made = ok(await connect({ ...camera, deptId: testConsole().north }));
      expect(made).toMatchObject({ serial: 'CAM9', channelNo: 1 });
      const listed = await testConsole().operator.run('camera.list', {});
      expect(listed.find(({ serial }) => serial === 'CAM9')).toMatchObject({
        name: '仓库',
        sources: [
          { profile: 'main', label: 'rtsp://192.0.2.7:554/…', hasPassword: true },
          { profile: 'sub', label: 'demo:yard' },
        ],
      });
      const device = ok(await testConsole().admin.call('GET', `/iot/device/${made.deviceId}`));
      expect(device).toMatchObject({
        deptId: testConsole().north,
        channelCount: 1,
        createBy: testConsole().admin.username,
      });
    });

    it('rejects existing, foreign and not permitted devices, and stores nothing', async () => {
      expect(await connect({ ...camera, serial: 'CAM1' })).toMatchObject({
        code: 'U0210',
        message: '设备已被自己添加',
      });
      const stranger = await southern();
      const further = { ...camera, serial: 'CAM1', channelNo: 2 };
      for (const body of [further, { ...further, channelNo: 1 }, { ...further, validCode: 'ABCDEF' }])
        expect(await connect(body, stranger)).toMatchObject({ code: 'U0210', message: '序列号已被使用' });
      const clerk = await testConsole().signIn({ permissions: ['iot:camera:add'] });
      expect((await connect(camera, clerk)).code).toBe(403);
      expect((await connect({ ...camera, companyId: 'f'.repeat(32) })).code).toBe(40000);
      const serials = (await testConsole().operator.run('camera.list', {})).map(({ serial }) => serial);
      expect(serials).toEqual(['CAM1', 'DEMO00001', 'DEMO00002']);
    });

    it('adds another channel to a device within the data scope', async () => {
      const northern = await testConsole().signIn({
        permissions: allCameraPermissions,
        dataScope: 3,
        deptId: testConsole().north,
      });
      const made = ok(await connect({ ...camera, serial: 'CAM1', channelNo: 2 }, northern));
      expect(ok(await northern.call('GET', `/iot/camera/${made.id}`)).deptId ?? null).toBeNull();
      expect(ok(await northern.call('GET', `/iot/camera/${made.id}`))).toMatchObject({
        deviceSerial: 'CAM1',
        channelNo: 2,
      });
    });
  });
});

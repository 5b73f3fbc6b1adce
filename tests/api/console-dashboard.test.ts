import { expect } from 'expect';
import { beforeEach, it } from 'vitest';
import { describeCameras, ok, streamOf } from '../kit/camera-console.ts';

const unreachable = { code: 'source.unreachable', message: 'no answer', retryable: true } as const;
const wrongLogin = { code: 'source.auth', message: 'refused', retryable: false } as const;
const hour = 60 * 60_000;

describeCameras('the dashboard', (testConsole) => {
  beforeEach(async () => {
    await testConsole().demoToNorth();
  });

  const read = async (user = testConsole().admin) => ok(await user.call('GET', '/dashboard'));
  const northern = (permissions = ['iot:device:list', 'iot:camera:list', 'monitor:logininfor:list']) =>
    testConsole().signIn({ permissions, dataScope: 3, deptId: testConsole().north });

  it('counts devices, channels, streams and viewers', async () => {
    testConsole().streams.push(
      streamOf('DEMO00001', 'live', { viewers: 3, bitrateKbps: 800 }),
      streamOf('DEMO00001', 'live', {
        viewers: 1,
        bitrateKbps: 200,
        key: { ...streamOf('DEMO00001', 'live').key, profile: 'sub' },
      }),
      streamOf('DEMO00002', 'retrying', { viewers: 2 }),
      { ...streamOf('X', 'live', { viewers: 90 }), key: { ...streamOf('X', 'live').key, tenantId: 'other' } },
    );
    await testConsole().operator.run('camera.disable', { serial: 'DEMO00002' });
    expect(await read()).toMatchObject({
      devices: { total: 2, online: 1, offline: 1, unknown: 0, disabled: 1, companies: 1 },
      channels: { total: 2, disabled: 0 },
      streams: { running: 3, live: 2, starting: 0, retrying: 1, viewers: 6, bitrateKbps: 1_000 },
    });
  });

  it('contains nothing of devices of other departments', async () => {
    testConsole().streams.push(
      streamOf('DEMO00001', 'live', { viewers: 3, bitrateKbps: 800 }),
      streamOf('DEMO00002', 'retrying', { viewers: 2 }),
    );
    testConsole().notify(streamOf('DEMO00002', 'retrying', { lastFailure: unreachable }));
    await testConsole().clock.advance(30_000);
    const clerk = await northern();
    expect(await read(clerk)).toMatchObject({
      devices: { total: 1, online: 1, offline: 0, unknown: 0 },
      channels: { total: 1 },
      streams: { running: 1, viewers: 3, bitrateKbps: 800 },
      errors: { total: 0, byCode: [] },
      alarms: [],
    });
    const { points } = ok(await clerk.call('GET', '/dashboard/series'));
    expect(points).toEqual([expect.objectContaining({ viewers: 3, live: 1, retrying: 0 })]);
  });

  it('omits what the user may not see', async () => {
    const unprivileged = await testConsole().signIn({ permissions: [] });
    expect(await read(unprivileged)).toEqual({
      time: expect.any(String),
      devices: null,
      channels: null,
      streams: null,
      errors: null,
      alarms: null,
      logins: null,
      storage: null,
    });
    expect((await unprivileged.call('GET', '/dashboard/series')).code).toBe(403);
    const watcher = await testConsole().signIn({ permissions: ['iot:camera:list'] });
    expect(await read(watcher)).toMatchObject({ devices: null, channels: { total: 2 }, storage: null });
  });

  it('counts failures of the last 24 hours by code, each outage once', async () => {
    const reported = streamOf('DEMO00001', 'retrying', { lastFailure: unreachable });
    testConsole().notify(reported);
    testConsole().notify({ ...reported, viewers: 4 });
    testConsole().notify({ ...reported, lastFailure: { ...unreachable } });
    testConsole().notify(streamOf('DEMO00002', 'retrying', { lastFailure: wrongLogin }));
    expect((await read()).errors).toMatchObject({
      total: 3,
      byCode: [
        { code: 'source.unreachable', title: '服务器无法连接到摄像机', count: 2, cameras: 1 },
        { code: 'source.auth', title: '摄像机拒绝了登录', count: 1, cameras: 1 },
      ],
    });
    await testConsole().clock.advance(25 * hour);
    await testConsole()
      .admin.renew()
      .catch(() => {});
    const later = await testConsole().signIn({ permissions: ['iot:camera:list'] });
    expect((await read(later)).errors).toMatchObject({ total: 0, byCode: [] });
  }, 120_000);

  it('lists the latest alarms, newest first, repeated ones once, with their end', async () => {
    testConsole().notify(streamOf('DEMO00001', 'retrying', { lastFailure: unreachable }));
    await testConsole().clock.advance(5_000);
    testConsole().notify(streamOf('DEMO00001', 'retrying', { lastFailure: { ...unreachable } }));
    await testConsole().clock.advance(5_000);
    testConsole().notify(streamOf('DEMO00001', 'live'));
    testConsole().notify(streamOf('DEMO00001', 'live'));
    const { alarms } = await read();
    expect(alarms).toEqual([
      expect.objectContaining({
        code: 'recovered',
        title: '画面已恢复',
        count: 1,
        cameraName: 'Demo 1 · 演示 1',
      }),
      expect.objectContaining({
        code: 'source.unreachable',
        title: '服务器无法连接到摄像机',
        message: expect.stringMatching(/./),
        count: 2,
        serial: 'DEMO00001',
        channelNo: 1,
      }),
    ]);
  });

  it('samples viewers, streams and bits every 30 s, and keeps an hour', async () => {
    testConsole().streams.push(streamOf('DEMO00001', 'live', { viewers: 2, bitrateKbps: 500 }));
    await testConsole().clock.advance(30_000);
    testConsole().streams.splice(0, 1, streamOf('DEMO00001', 'retrying', { viewers: 1 }));
    await testConsole().clock.advance(30_000);
    const series = ok(await testConsole().admin.call('GET', '/dashboard/series'));
    expect(series.everySeconds).toBe(30);
    expect(series.points).toEqual([
      { at: expect.any(Number), viewers: 2, live: 1, retrying: 0, bitrateKbps: 500 },
      { at: expect.any(Number), viewers: 1, live: 0, retrying: 1, bitrateKbps: 0 },
    ]);
    await testConsole().clock.advance(2 * hour);
    await testConsole().admin.renew();
    expect(ok(await testConsole().admin.call('GET', '/dashboard/series')).points).toHaveLength(120);
  });

  it('counts sign-ins since midnight, of users within the data scope', async () => {
    const now = testConsole().clock.now();
    const clerk = await northern();
    const login = (userId: number | null, status: string, loginAt: number) =>
      testConsole()
        .db.insertInto('loginLog')
        .values({
          tenantId: 'default',
          userName: 'u',
          userId,
          address: '192.0.2.1',
          browser: '',
          os: '',
          device: '',
          loginType: 'PASSWORD',
          status,
          msg: '',
          traceId: '',
          loginAt,
        })
        .execute();
    await login(testConsole().admin.userId, '0', now);
    await login(clerk.userId, '0', now);
    await login(clerk.userId, '0', now);
    await login(null, '1', now);
    await login(clerk.userId, '0', now - 24 * hour);
    expect((await read()).logins).toEqual({ succeeded: 3, failed: 1, people: 2 });
    expect((await read(clerk)).logins).toEqual({ succeeded: 2, failed: 0, people: 1 });
  });

  it('shows disk usage to users with all permissions only', async () => {
    expect((await read()).storage).toEqual({
      dataBytes: 3,
      databaseBytes: 2,
      freeBytes: 5,
      state: 'ok',
      totalBytes: 10,
      engine: testConsole().database.engine,
    });
  });
});

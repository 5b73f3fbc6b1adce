import { expect } from 'expect';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { parseNetwork } from '../../lib/media/net/ip-address.ts';
import { forbiddenAddress } from '../../lib/server/media-wiring.ts';
import {
  allCameraPermissions,
  type CameraConsole,
  cameraConsole,
  describeCameras,
  ok,
} from '../kit/camera-console.ts';
import type { SignedIn } from '../kit/console.ts';
import { anyEngine, type DatabaseBench } from '../kit/databases.ts';

/** Addresses in networks that are not allowed, ports of the server, and metadata services. */
const forbiddenHosts = [
  '127.0.0.1',
  '[::1]',
  '169.254.169.254',
  '[fd00:ec2::254]',
  '[::ffff:169.254.169.254]',
  '192.168.1.5',
];

/** The setting that would allow it, if there is one. */
const whyRefused = (host: string) =>
  /254/.test(host)
    ? /^服务器不允许连接该地址：它是云服务商的元数据服务/
    : /^服务器不允许连接该地址：它不在摄像机网络内。.*ORIEL_CAMERA_NETWORKS$/;

describe.each(anyEngine)('addresses that the server does not connect to, on $engine', ({ start }) => {
  let bench: DatabaseBench;
  let testConsole: CameraConsole;
  beforeAll(async () => {
    bench = await start();
    const allowed = [parseNetwork('10.0.0.0/8')].flatMap((network) => (network.ok ? [network.value] : []));
    testConsole = await cameraConsole(await bench.open(), {
      forbiddenAddress: forbiddenAddress({ allowed, ownPorts: [] }),
    });
  });
  afterAll(async () => {
    testConsole.end();
    await bench.stop();
  });

  it.each([
    ['stream', 'rtsp'],
    ['ONVIF', 'http'],
  ] as const)('are rejected when the address of a camera is saved: %s', async (_kind, scheme) => {
    const { admin, db } = testConsole;
    const { id } = await db.selectFrom('channel').select('id').limit(1).executeTakeFirstOrThrow();
    const save = (host: string) => {
      const url = `${scheme}://${host}/live`;
      return scheme === 'http'
        ? admin.call('PUT', `/iot/camera/${id}/onvif`, { body: { url } })
        : admin.call('PUT', `/iot/camera/${id}/source/sub`, { body: { kind: 'rtsp', url } });
    };
    const connect = (host: string) => {
      const main = { kind: 'rtsp', url: scheme === 'rtsp' ? `rtsp://${host}/live` : 'rtsp://10.0.0.9/live' };
      const onvif = scheme === 'http' ? { onvif: { url: `http://${host}/onvif` } } : {};
      return admin.call('POST', '/iot/camera/connect', { body: { name: '门口', main, ...onvif } });
    };
    for (const host of forbiddenHosts)
      for (const answer of [await save(host), await connect(host)])
        expect([host, answer.code, answer.errors]).toEqual([
          host,
          40000,
          [{ path: 'url', message: expect.stringMatching(whyRefused(host)) }],
        ]);
    for (const host of ['10.0.0.9', 'camera.example']) expect(ok(await save(host))).toBeTruthy();
    ok(await connect('10.0.0.9'));
  });
});

describeCameras('applications and access tokens in the console', (testConsole) => {
  const origins = ['https://www.example.com'];
  const create = async (body: object = {}) =>
    ok(
      await testConsole().admin.call('POST', '/iot/application', {
        body: { name: '门户', allowedOrigins: origins, ...body },
      }),
    ) as { id: string; appKey: string; appSecret: string };
  const issue = async (body: object, user: SignedIn = testConsole().admin) =>
    user.call('POST', '/iot/token', { body });
  const get = async (id: string) => ok(await testConsole().admin.call('GET', `/iot/application/${id}`));
  const tokenFor = (appKey: string, appSecret: string) =>
    testConsole().call('/api/lapp/token/get', { appKey, appSecret });
  const useToken = (accessToken: string, serial = 'DEMO00001') =>
    testConsole().call('/api/lapp/live/url/ezopen', {
      accessToken,
      ezopen: `ezopen://oriel/${serial}/1.live`,
    });
  const northern = () =>
    testConsole().signIn({ permissions: allCameraPermissions, dataScope: 3, deptId: testConsole().north });

  it('a token is not issued for an empty list of cameras, which is not every camera', async () => {
    const { id } = await create();
    const answer = await issue({ applicationId: id, cameras: [] });
    expect(answer).toMatchObject({ code: 40000, errors: [{ path: 'cameras' }] });
    expect(await testConsole().db.selectFrom('accessTokenGrant').select('id').execute()).toEqual([]);
    for (const cameras of [null, undefined])
      expect(ok(await issue({ applicationId: id, cameras })).accessToken).toMatch(/^[\w-]{43}$/);
    expect(ok(await issue({ applicationId: id, cameras: ['demo00001'] })).accessToken).toMatch(/^[\w-]{43}$/);
  });

  describe('an application', () => {
    it('shows its secret once and does not store it', async () => {
      const made = await create();
      expect(made.appSecret).toMatch(/^[\w-]{43}$/);
      expect((await tokenFor(made.appKey, made.appSecret)).code).toBe('200');
      const seen = await testConsole().admin.call('GET', `/iot/application/${made.id}`);
      const rows = [
        await testConsole().db.selectFrom('application').selectAll().execute(),
        await testConsole().db.selectFrom('operationLog').selectAll().execute(),
      ];
      expect(seen.text + JSON.stringify(rows)).not.toContain(made.appSecret);
      expect(seen.data).toMatchObject({
        name: '门户',
        appKey: made.appKey,
        allowedOrigins: origins,
        maxTokenSeconds: 604_800,
        capabilities: [],
        status: '0',
        isBuiltIn: false,
        openTokens: 1,
        version: 1,
      });
    });

    it('gets a new secret: the old one is rejected at once, and existing tokens remain valid', async () => {
      const made = await create();
      const { data } = await tokenFor(made.appKey, made.appSecret);
      const rotated = ok(
        await testConsole().admin.call('PUT', '/iot/application/rotate', { body: { id: made.id } }),
      );
      expect(rotated).toMatchObject({ id: made.id, appKey: made.appKey });
      expect((await tokenFor(made.appKey, made.appSecret)).code).toBe('10030');
      expect((await tokenFor(made.appKey, rotated.appSecret)).code).toBe('200');
      expect((await useToken((data as { accessToken: string }).accessToken)).code).toBe('200');
    });

    it.each([
      ['a path', 'https://www.example.com/x', '不是有效的来源'],
      ['a wildcard', 'https://*.example.com', '不是有效的来源'],
      ['plain http on a public address', 'http://www.example.com', '来源必须使用 https'],
      ['a script', 'javascript:alert(1)', '不是有效的来源'],
    ])('rejects an origin with %s', async (_, origin, message) => {
      const body = { name: '门户', allowedOrigins: [...origins, origin] };
      const answer = await testConsole().admin.call('POST', '/iot/application', { body });
      expect(answer.code).toBe(40000);
      expect(answer.errors[0]?.path).toBe('allowedOrigins.1');
      expect(answer.message).toContain(message);
    });

    it('issues no token while it is created as disabled, until it is enabled', async () => {
      const { id, appKey, appSecret } = await create({ status: '1' });
      expect(await get(id)).toMatchObject({ status: '1' });
      expect((await tokenFor(appKey, appSecret)).code).not.toBe('200');
      const { version } = await get(id);
      ok(await testConsole().admin.call('PUT', '/iot/application', { body: { id, version, status: '0' } }));
      expect((await tokenFor(appKey, appSecret)).code).toBe('200');
    });

    it('is changed field by field, and an edit conflict names the other user', async () => {
      const { id, appKey } = await create({ maxTokenSeconds: 3_600, capabilities: ['live'] });
      const change = { id, version: 1, allowedOrigins: ['https://new.example.com'], remark: '新站' };
      ok(await testConsole().admin.call('PUT', '/iot/application', { body: change }));
      expect(await get(id)).toMatchObject({
        allowedOrigins: ['https://new.example.com'],
        maxTokenSeconds: 3_600,
        capabilities: ['live'],
        remark: '新站',
        version: 2,
      });
      expect(await testConsole().applications.frameOrigins(appKey)).toEqual(['https://new.example.com']);
      const late = await testConsole().admin.call('PUT', '/iot/application', {
        body: { ...change, remark: 'x' },
      });
      expect(late).toMatchObject({ code: 'U0210', message: '您已在其他窗口修改了此数据，请刷新后重试' });
      // A change from the command line has no console user.
      await testConsole().operator.run('app.disable', { appKey });
      const later = await testConsole().admin.call('PUT', '/iot/application', {
        body: { ...change, version: 2 },
      });
      expect(later).toMatchObject({ code: 'U0210', message: '数据已被他人修改，请刷新后重试' });
      const history = ok(await testConsole().admin.call('GET', `/iot/application/${id}/history`));
      expect(history[0].diff).toContainEqual(
        expect.objectContaining({ field: 'allowedOrigins', from: origins, to: ['https://new.example.com'] }),
      );
    });

    it('reports a change by the command line as an edit conflict', async () => {
      const { id, appKey } = await create();
      await testConsole().operator.run('app.update', { appKey, name: '新名' });
      const body = { id, version: 1, name: '旧名' };
      expect((await testConsole().admin.call('PUT', '/iot/application', { body })).code).toBe('U0210');
      expect(await get(id)).toMatchObject({ name: '新名' });
    });

    it('ends every token when it is disabled or removed', async () => {
      const { id } = await create();
      const { accessToken } = ok(await issue({ applicationId: id }));
      const off = { body: { id, status: '1', version: 1 } };
      ok(await testConsole().admin.call('PUT', '/iot/application/changeStatus', off));
      expect((await useToken(accessToken)).code).toBe('10002');
      ok(
        await testConsole().admin.call('PUT', '/iot/application/changeStatus', {
          body: { id, status: '0', version: 2 },
        }),
      );
      expect((await useToken(accessToken)).code).toBe('200');
      ok(await testConsole().admin.call('DELETE', `/iot/application/${id}`));
      expect((await useToken(accessToken)).code).toBe('10002');
      expect(await testConsole().operator.run('app.list', {})).toEqual([]);
      expect(await testConsole().db.selectFrom('accessTokenGrant').selectAll().execute()).toEqual([]);
    });

    it('can only be created, and get a secret, with access to all data, because its secret opens every camera', async () => {
      const clerk = await northern();
      const answer = await clerk.call('POST', '/iot/application', {
        body: { name: '门户', deptId: testConsole().north },
      });
      expect(answer).toMatchObject({ code: 'U0200' });
      expect(answer.message).toContain('全部数据权限');
      const { id } = await create({ deptId: testConsole().north });
      expect((await clerk.call('PUT', '/iot/application/rotate', { body: { id } })).code).toBe('U0200');
      expect((await clerk.call('GET', `/iot/application/${id}`)).code).toBe(20001);
      const { id: hidden } = await create({ deptId: testConsole().south });
      expect((await clerk.call('GET', `/iot/application/${hidden}`)).code).toBe(404);
      expect((await clerk.call('DELETE', `/iot/application/${hidden}`)).code).toBe(404);
      const move = { id, version: 1, deptId: testConsole().south };
      expect((await clerk.call('PUT', '/iot/application', { body: move })).code).toBe(40000);
    });

    it('ignores values that are not fields', async () => {
      const { id, appKey } = await create({ appKey: 'x'.repeat(32), isBuiltIn: true, tenantId: 'other' });
      expect(appKey).not.toBe('x'.repeat(32));
      expect(await get(id)).toMatchObject({ isBuiltIn: false });
    });
  });

  describe('a token', () => {
    it('is shown once, and opens the cameras it names', async () => {
      const { id } = await create();
      const made = ok(
        await issue({
          applicationId: id,
          cameras: ['DEMO00001:1'],
          capabilities: ['live'],
          expireSeconds: 120,
        }),
      );
      expect(made.expireTime).toBe(testConsole().clock.now() + 120_000);
      expect((await useToken(made.accessToken)).code).toBe('200');
      expect((await useToken(made.accessToken, 'DEMO00002')).code).toBe('10031');
      const seen = await testConsole().admin.call('GET', `/iot/token/${made.id}`);
      const log = JSON.stringify(await testConsole().db.selectFrom('operationLog').selectAll().execute());
      expect(seen.text + log).not.toContain(made.accessToken);
      expect(seen.data).toMatchObject({
        applicationId: id,
        cameras: ['DEMO00001:1'],
        capabilities: ['live'],
        state: 'open',
        createdBy: testConsole().admin.username,
      });
      await testConsole().clock.advance(120_000);
      expect(ok(await testConsole().admin.call('GET', `/iot/token/${made.id}`)).state).toBe('expired');
    });

    it('has a name of its own, by which it is listed, found and logged', async () => {
      const { id } = await create();
      const gate = ok(await issue({ applicationId: id, name: ' 大屏轮播 ' }));
      const plain = ok(await issue({ applicationId: id }));
      expect((await issue({ applicationId: id, name: 'x'.repeat(51) })).code).toBe(40000);
      const found = async (query: Record<string, string>) =>
        (
          ok(await testConsole().admin.call('GET', '/iot/token/page', { query })).records as {
            id: string;
            name: string;
          }[]
        ).map(({ name }) => name);
      expect((await found({})).sort()).toEqual(['', '大屏轮播']);
      expect(await found({ name: '轮播' })).toEqual(['大屏轮播']);
      expect(await found({ keyword: '大屏' })).toEqual(['大屏轮播']);
      expect(await found({ keyword: plain.id })).toEqual(['']);
      ok(await testConsole().admin.call('DELETE', `/iot/token/${gate.id}`));
      const logged = await testConsole()
        .db.selectFrom('operationLog')
        .select('bizName')
        .where('bizKey', '=', `iot.token:${gate.id}`)
        .execute();
      expect(logged.map(({ bizName }) => bizName)).toEqual(['大屏轮播', '大屏轮播']);
    });

    it('is revoked at once; of several, all or none', async () => {
      const { id } = await create();
      const [one, two] = [ok(await issue({ applicationId: id })), ok(await issue({ applicationId: id }))];
      const missing = 'f'.repeat(32);
      expect((await testConsole().admin.call('DELETE', `/iot/token/${one.id},${missing}`)).code).toBe(404);
      expect((await useToken(one.accessToken)).code).toBe('200');
      ok(await testConsole().admin.call('DELETE', `/iot/token/${one.id},${two.id}`));
      expect((await useToken(one.accessToken)).code).toBe('10002');
      expect(ok(await testConsole().admin.call('GET', `/iot/token/${two.id}`)).state).toBe('revoked');
      const again = await testConsole().admin.call('DELETE', `/iot/token/${one.id}`);
      expect(again).toMatchObject({ code: 'U0200', message: '令牌不存在或已吊销' });
    });

    it('is limited to the lifetime and capabilities of its application', async () => {
      const { id } = await create({ maxTokenSeconds: 300, capabilities: ['live'] });
      const made = ok(await issue({ applicationId: id, expireSeconds: 604_800 }));
      expect(made.expireTime).toBe(testConsole().clock.now() + 300_000);
      const more = await issue({ applicationId: id, capabilities: ['live', 'talk'] });
      expect(more.code).toBe('U0200');
      expect((await issue({ applicationId: id, capabilities: ['fly'] })).code).toBe(40000);
    });

    it('gives no access to cameras outside the data scope', async () => {
      await testConsole()
        .db.updateTable('device')
        .set({ deptId: testConsole().north })
        .where('serial', '=', 'DEMO00001')
        .execute();
      const { id } = await create({ deptId: testConsole().north });
      const clerk = await northern();
      const every = await issue({ applicationId: id }, clerk);
      expect(every).toMatchObject({ code: 'U0200' });
      expect(every.message).toContain('请指定摄像头');
      for (const cameras of [['DEMO00002'], ['DEMO00001', 'DEMO00002:1'], ['NOTTHERE'], ['../x']]) {
        expect(await issue({ applicationId: id, cameras }, clerk)).toMatchObject({
          code: 40000,
          errors: [{ path: 'cameras' }],
        });
      }
      const own = ok(await issue({ applicationId: id, cameras: ['DEMO00001'] }, clerk));
      const { records } = ok(await clerk.call('GET', '/iot/token/page'));
      expect(records.map((row: { id: string }) => row.id)).toEqual([own.id]);
      const { id: hidden } = await create({ deptId: testConsole().south });
      const foreign = ok(await issue({ applicationId: hidden }));
      expect((await issue({ applicationId: hidden, cameras: ['DEMO00001'] }, clerk)).code).toBe(40000);
      expect((await clerk.call('DELETE', `/iot/token/${foreign.id}`)).code).toBe(404);
    });

    it('offers devices, channels and applications within the data scope in its form', async () => {
      await testConsole()
        .db.updateTable('device')
        .set({ deptId: testConsole().north })
        .where('serial', '=', 'DEMO00001')
        .execute();
      await testConsole()
        .db.updateTable('channel')
        .set({ deptId: testConsole().north })
        .where('deviceSerial', '=', 'DEMO00001')
        .execute();
      const { id } = await create({
        deptId: testConsole().north,
        maxTokenSeconds: 300,
        capabilities: ['live'],
      });
      const clerk = await testConsole().signIn({
        permissions: ['iot:token:add'],
        deptId: testConsole().north,
        dataScope: 3,
      });
      const options = async (of: string) => ok(await clerk.call('GET', `/iot/${of}/options`));
      expect((await options('device')).map(({ fields }: { fields: object }) => fields)).toEqual([
        { serial: 'DEMO00001' },
      ]);
      const channels = await options('camera');
      expect(channels.map(({ fields }: { fields: object }) => fields)).toEqual([
        { deviceId: expect.any(String), deviceSerial: 'DEMO00001', channelNo: 1 },
      ]);
      expect(await options('application')).toContainEqual(
        expect.objectContaining({ id, fields: { maxTokenSeconds: 300, capabilities: ['live'] } }),
      );
      expect((await clerk.call('GET', '/iot/device/page')).code).toBe(403);
    });

    it('moves with its application to another department', async () => {
      const { id } = await create({ deptId: testConsole().south });
      const made = ok(await issue({ applicationId: id }));
      const clerk = await northern();
      expect((await clerk.call('GET', `/iot/token/${made.id}`)).code).toBe(404);
      ok(
        await testConsole().admin.call('PUT', '/iot/application', {
          body: { id, version: 1, deptId: testConsole().north },
        }),
      );
      expect((await clerk.call('GET', `/iot/token/${made.id}`)).code).toBe(20001);
    });
  });
});

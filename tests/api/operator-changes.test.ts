import { expect } from 'expect';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import type { OpenDatabase } from '../../lib/db/client.ts';
import { operatorMessage } from '../../lib/domain/errors/operator-errors.ts';
import { anyEngine, type DatabaseBench } from '../kit/databases.ts';
import { addForeignDevice, type TestDomain, testDomain } from '../kit/domain.ts';

const tenantId = 'default';

describe.each(anyEngine)('changing existing records on $engine', ({ start }) => {
  let bench: DatabaseBench;
  let database: OpenDatabase;
  let domain: TestDomain;
  let changes: string[];

  beforeAll(async () => {
    bench = await start();
  });
  afterAll(() => bench.stop());
  beforeEach(async () => {
    database = await bench.open();
    domain = await testDomain(database);
    changes = [];
    domain.sources.onChanged(({ deviceSerial, channelNo }) => changes.push(`${deviceSerial}/${channelNo}`));
  });
  const run: TestDomain['operator']['run'] = (...call) => domain.operator.run(...call);

  describe('camera.update', () => {
    const source = (profile: 'main' | 'sub', channelNo = 1) =>
      domain.sources.find({ tenantId, deviceSerial: 'CAM1', channelNo, profile });
    const addCamera = () =>
      run('camera.add', {
        serial: 'CAM1',
        name: '门口',
        main: { kind: 'rtsp', url: 'rtsp://192.168.1.2/main', username: 'admin', password: 'one' },
        sub: { kind: 'rtsp', url: 'rtsp://192.168.1.2/sub', username: 'admin', password: 'one' },
      });

    beforeEach(async () => {
      await addCamera();
      await run('camera.add', {
        serial: 'CAM1',
        channelNo: 2,
        name: '后院',
        main: { kind: 'rtsp', url: 'rtsp://192.168.1.2/second', username: 'second', password: 'two' },
      });
      changes.length = 0;
    });

    it('changes an address, keeps credentials, name, substream and other channels, and replaces the source', async () => {
      const before = await run('camera.list', {});
      const changed = await run('camera.update', { serial: 'CAM1', mainUrl: 'rtsp://192.168.1.2:8554/new' });
      expect(changed).toMatchObject({ name: '门口', channelNo: 1 });
      expect(changed.sources.map(({ label }) => label)).toEqual([
        'rtsp://192.168.1.2:8554/…',
        'rtsp://192.168.1.2/…',
      ]);
      expect(await source('main')).toEqual({
        kind: 'rtsp',
        url: 'rtsp://192.168.1.2:8554/new',
        username: 'admin',
        password: 'one',
      });
      expect(await source('sub')).toMatchObject({ url: 'rtsp://192.168.1.2/sub', password: 'one' });
      expect(await source('main', 2)).toMatchObject({ username: 'second', password: 'two' });
      const after = await run('camera.list', {});
      expect(after.filter(({ channelNo }) => channelNo === 2)).toEqual(
        before.filter(({ channelNo }) => channelNo === 2),
      );
      expect(changes).toEqual(['CAM1/1']);
    });

    it('changes the credentials of every address of the channel', async () => {
      await run('camera.update', { serial: 'CAM1', login: { username: 'viewer', password: 'new' } });
      expect(await source('main')).toMatchObject({
        url: 'rtsp://192.168.1.2/main',
        username: 'viewer',
        password: 'new',
      });
      expect(await source('sub')).toMatchObject({
        url: 'rtsp://192.168.1.2/sub',
        username: 'viewer',
        password: 'new',
      });
      expect(await source('main', 2)).toMatchObject({ username: 'second' });
      const changed = await run('camera.update', { serial: 'CAM1', login: { username: '', password: '' } });
      expect(changed.sources.map(({ hasPassword }) => hasPassword)).toEqual([false, false]);
    });

    it('takes credentials from an address that contains them, for that address', async () => {
      await run('camera.update', {
        serial: 'CAM1',
        mainUrl: 'rtsp://root:three@192.168.1.9/new',
        subUrl: 'rtsp://other:four@192.168.1.9/small',
      });
      expect(await source('main')).toMatchObject({ username: 'root', password: 'three' });
      expect(await source('sub')).toMatchObject({ username: 'other', password: 'four' });
    });

    it('gives a new substream the credentials of the main stream, and removes it again', async () => {
      await run('camera.update', { serial: 'CAM1', channelNo: 2, subUrl: 'rtsp://192.168.1.2/second-sub' });
      expect(await source('sub', 2)).toMatchObject({ username: 'second', password: 'two' });
      const without = await run('camera.update', {
        serial: 'CAM1',
        channelNo: 2,
        subUrl: null,
        login: { username: 'a', password: 'b' },
      });
      expect(without.sources.map(({ profile }) => profile)).toEqual(['main']);
      expect(await source('sub', 2)).toBeNull();
      expect(await source('main', 2)).toMatchObject({ username: 'a', password: 'b' });
    });

    it('sets whether the channel can be talked to, and nothing else', async () => {
      await run('camera.add', {
        serial: 'CAM2',
        name: '院子',
        main: { kind: 'rtsp', url: 'rtsp://192.168.1.3/' },
        talk: 'half',
      });
      await run('camera.update', { serial: 'CAM1', channelNo: 2, talk: 'off' });
      expect((await run('camera.list', {})).map(({ name, talk }) => [name, talk])).toEqual(
        expect.arrayContaining([
          ['门口', 'auto'],
          ['后院', 'off'],
          ['院子', 'half'],
        ]),
      );
      const { sources } = domain.talk;
      expect(await sources.find({ tenantId, deviceSerial: 'CAM1', channelNo: 2 })).toBeNull();
      expect(await sources.find({ tenantId, deviceSerial: 'CAM1', channelNo: 1 })).not.toBeNull();
    });

    it('sets the transport of every address of the channel, and keeps addresses and credentials', async () => {
      const before = { main: await source('main'), sub: await source('sub') };
      const changed = await run('camera.update', { serial: 'CAM1', transport: 'udp' });
      expect(changed.sources.map(({ transport }) => transport)).toEqual(['udp', 'udp']);
      expect(await source('main')).toEqual({ ...before.main, transport: 'udp' });
      expect(await source('sub')).toEqual({ ...before.sub, transport: 'udp' });
      await run('camera.update', { serial: 'CAM1', mainUrl: 'rtsp://192.168.1.2/other' });
      expect(await source('main')).toMatchObject({ transport: 'udp' });
      await run('camera.update', { serial: 'CAM1', transport: 'auto' });
      expect(await source('sub')).toEqual(before.sub);
    });

    it('replaces the sources of a demo camera with real ones', async () => {
      const changed = await run('camera.update', { serial: 'DEMO00001', mainUrl: 'rtsp://192.168.1.9/new' });
      expect(changed.sources).toEqual([
        {
          profile: 'main',
          kind: 'rtsp',
          label: 'rtsp://192.168.1.9/…',
          hasPassword: false,
          transport: 'auto',
        },
      ]);
    });

    it.each([
      ['the main stream', { mainUrl: 'rtsp://192.168.1.9/new' }],
      ['the substream', { subUrl: 'rtsp://evil.example/sub' }],
      ['both', { mainUrl: 'rtsp://192.168.1.9/new', subUrl: 'rtsp://192.168.1.9/sub' }],
    ])('never sends the stored credentials to another host: %s', async (_, change) => {
      const before = await run('camera.list', {});
      const moved = run('camera.update', { serial: 'CAM1', ...change });
      await expect(moved).rejects.toMatchObject({ code: 'camera.loginNeeded' });
      expect(await run('camera.list', {})).toEqual(before);
      expect(changes).toEqual([]);
      await run('camera.update', { serial: 'CAM1', ...change, login: { username: 'root', password: 'x' } });
      expect(await source('main')).toMatchObject({ username: 'root', password: 'x' });
      expect(operatorMessage('camera.loginNeeded', 'zh-CN')).toMatch(/[\u4e00-\u9fff]/);
    });

    it('gives a substream that moves to the new host the credentials given for the main stream', async () => {
      await run('camera.update', {
        serial: 'CAM1',
        mainUrl: 'rtsp://root:three@192.168.1.9/new',
        subUrl: 'rtsp://192.168.1.9/small',
      });
      expect(await source('sub')).toMatchObject({ username: 'root', password: 'three' });
    });

    it('renames without interrupting viewers', async () => {
      await run('camera.update', { serial: 'CAM1', name: '大门' });
      const names = (await run('camera.list', {})).map(({ serial, name }) => [serial, name]);
      expect(names.filter(([serial]) => serial === 'CAM1')).toEqual([
        ['CAM1', '大门'],
        ['CAM1', '后院'],
      ]);
      expect(changes).toEqual([]);
    });

    it('requires a code of viewers from then on, and changes nothing else', async () => {
      const update = { serial: 'CAM1', isEncrypted: true } as const;
      await expect(run('camera.update', update)).rejects.toMatchObject({ code: 'camera.needsCode' });
      expect(await run('camera.update', { ...update, validCode: 'ABCDEF' })).toMatchObject({
        isEncrypted: true,
        hasValidCode: true,
      });
      expect(await run('camera.update', { serial: 'CAM1', isEncrypted: false })).toMatchObject({
        isEncrypted: false,
        hasValidCode: true,
      });
      expect(await run('camera.update', update)).toMatchObject({ isEncrypted: true });
    });

    it.each([
      ['camera.badUrl', { mainUrl: 'http://192.168.1.9/' }],
      ['camera.badUrl', { name: '新名', subUrl: 'nonsense' }],
      ['input.nothing', {}],
      ['input.invalid', { name: '' }],
    ])('rejects with %s and changes nothing', async (code, change) => {
      const before = await run('camera.list', {});
      await expect(run('camera.update', { serial: 'CAM1', ...change })).rejects.toMatchObject({ code });
      expect(await run('camera.list', {})).toEqual(before);
      expect(changes).toEqual([]);
      expect(operatorMessage(code, 'zh-CN')).toMatch(/[\u4e00-\u9fff]/);
    });

    it('rejects credentials for a demo camera, and another organisation’s camera', async () => {
      const login = { username: 'a', password: 'b' };
      const refused = run('camera.update', { serial: 'DEMO00001', login });
      await expect(refused).rejects.toMatchObject({ code: 'camera.noLogin' });
      await addForeignDevice(database, 'THEIRS');
      const theirs = run('camera.update', { serial: 'THEIRS', name: 'x' });
      await expect(theirs).rejects.toMatchObject({ code: 'camera.notFound' });
    });
  });

  describe('app.update', () => {
    const make = () =>
      run('app.create', { name: '示例', origins: ['https://a.example', 'https://b.example'] });

    it('adds and removes origins and renames; key, secret and tokens remain', async () => {
      const { appKey, appSecret } = await make();
      const changed = await run('app.update', {
        appKey,
        name: '商店',
        addOrigins: ['https://c.example', 'https://b.example', 'http://10.1.1.1'],
        removeOrigins: ['https://a.example'],
      });
      const allowedOrigins = ['https://b.example', 'https://c.example', 'http://10.1.1.1'];
      expect(changed).toMatchObject({ name: '商店', allowedOrigins, insecureOrigins: ['http://10.1.1.1'] });
      expect(await run('app.list', {})).toMatchObject([{ appKey, name: '商店', allowedOrigins }]);
      expect(await domain.applications.frameOrigins(appKey)).toEqual(allowedOrigins);
      const token = await domain.call('/api/lapp/token/get', { appKey, appSecret });
      expect(token.code).toBe('200');
    });

    it('keeps each of many concurrent changes', async () => {
      const { appKey } = await run('app.create', { name: '示例', origins: [] });
      const origins = Array.from({ length: 8 }, (_, index) => `https://host${index}.example`);
      await Promise.all(origins.map((origin) => run('app.update', { appKey, addOrigins: [origin] })));
      const after = await domain.applications.frameOrigins(appKey);
      expect([...(after ?? [])].sort()).toEqual(origins);
    });

    it('rejects empty changes, missing records and too many values', async () => {
      const { appKey } = await make();
      const refusals = [
        [{}, 'input.nothing'],
        [{ removeOrigins: ['https://z.example'] }, 'app.originUnknown'],
        [{ addOrigins: ['http://www.example.com'] }, 'input.invalid'],
        [
          { addOrigins: Array.from({ length: 31 }, (_, index) => `https://h${index}.example`) },
          'app.tooManyOrigins',
        ],
      ] as const;
      for (const [change, code] of refusals) {
        await expect(domain.operator.runNamed('app.update', { appKey, ...change })).rejects.toMatchObject({
          code,
        });
        expect(operatorMessage(code, 'zh-CN')).toMatch(/[\u4e00-\u9fff]/);
      }
      expect(await domain.applications.frameOrigins(appKey)).toEqual([
        'https://a.example',
        'https://b.example',
      ]);
    });
  });

  it("app.remove ends its tokens and their streams, and no other application's", async () => {
    const removedApp = await domain.integrator();
    const otherApp = await domain.integrator();
    const watching = await domain.call('/api/lapp/live/url/ezopen', {
      accessToken: removedApp.accessToken,
      ezopen: 'ezopen://oriel/DEMO00001/1.live',
    });
    const ticket = (watching.data as { token: string }).token;
    const admitted = await domain.gate.admit(ticket, {
      deviceSerial: 'DEMO00001',
      channelNo: 1,
      profile: 'sub',
      video: 'asSent',
    });
    if (!admitted.ok) throw new Error(admitted.error.code);
    const ended: string[] = [];
    domain.gate.onRevoked((grantId) => ended.push(grantId));

    expect(await run('app.remove', { appKey: removedApp.appKey })).toEqual({
      appKey: removedApp.appKey,
      endedTokens: 1,
    });
    expect(ended).toEqual([admitted.value.grantId]);
    expect(await domain.gate.ended([admitted.value.grantId])).toEqual(new Set([admitted.value.grantId]));
    expect((await run('app.list', {})).map(({ appKey }) => appKey)).toEqual([otherApp.appKey]);
    expect((await run('token.list', {})).map(({ id }) => id)).toEqual([otherApp.grantId]);
    const { appKey, appSecret } = removedApp;
    expect((await domain.call('/api/lapp/token/get', { appKey, appSecret })).code).toBe('10017');
    expect(await domain.applications.frameOrigins(appKey)).toBeNull();
  });
});

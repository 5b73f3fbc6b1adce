import { expect } from 'expect';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import { deviceStatus } from '../../lib/domain/devices/device-status.ts';
import { silentLogger } from '../../lib/kernel/logger.ts';
import { type CameraConsole, cameraConsole, ok, streamOf } from '../kit/camera-console.ts';
import type { ConsoleAnswer, SignedIn } from '../kit/console.ts';
import { type DatabaseBench, engines } from '../kit/databases.ts';

const own = 'DEMO00001';
const other = 'DEMO00002';

describe.each(engines)('a link to a camera on $engine', ({ start }) => {
  let bench: DatabaseBench;
  let app: CameraConsole;
  /** Sees department `north` only, and so the first demo camera. */
  let agent: SignedIn;
  let ids: Record<string, string>;

  beforeAll(async () => {
    bench = await start();
  });
  afterAll(() => bench.stop());
  beforeEach(async () => {
    app = await cameraConsole(await bench.open());
    await app.demoToNorth();
    agent = await signIn(['iot:camera:play', 'iot:recording:play', 'iot:camera:query']);
    const rows = await app.db.selectFrom('channel').select(['id', 'deviceSerial']).execute();
    ids = Object.fromEntries(rows.map(({ id, deviceSerial }) => [deviceSerial, id]));
  });
  afterEach(() => app.end());

  const signIn = (permissions: readonly string[], deptId = app.north) =>
    app.signIn({ permissions, deptId, dataScope: 3 });
  const open = (serial = own, by = agent, more: object = {}) =>
    by.call('POST', '/iot/watch/open', { body: { serial, channelNo: 1, ...more } });
  const renew = (by = agent) => by.call('POST', '/iot/watch/renew', { body: { id: ids[own] } });
  const live = (accessToken: string, serial = own) =>
    app.call('/api/lapp/live/url/ezopen', { accessToken, ezopen: `ezopen://oriel/${serial}/1.hd.live` });
  /** All that a caller can see of an answer, except what names the call. */
  const seen = ({ status, code, message, data, errors }: ConsoleAnswer) => ({
    ...{ status, code, message, data, errors },
  });
  const logged = () =>
    app.db
      .selectFrom('operationLog')
      .select(['title', 'bizKey', 'bizName', 'operName', 'operParam'])
      .where('title', '=', '打开摄像头链接')
      .where('status', '=', '0')
      .orderBy('id')
      .execute();

  describe('opens', () => {
    it('the camera for ten minutes, with what the user may see and do', async () => {
      const answer = ok(await open());
      expect(answer).toMatchObject({
        ...{ id: ids[own], name: 'Demo 1 · 演示 1', path: `${own}/1` },
        capabilities: ['playback.cloud', 'playback.local', 'live'],
        expireTime: app.clock.now() + 600_000,
      });
      expect((await live(answer.accessToken)).code).toBe('200');
      expect((await live(answer.accessToken, other)).code).toBe('10031');
    });

    it('whatever the case of the serial number', async () => {
      expect(ok(await open(own.toLowerCase())).path).toBe(`${own}/1`);
    });

    it.each([
      [['iot:camera:play'], ['live']],
      [['iot:recording:play'], ['playback.cloud', 'playback.local']],
      [
        ['iot:camera:play', 'iot:camera:ptz', 'iot:camera:talk'],
        ['live', 'ptz', 'talk'],
      ],
      // Without live video there is nothing to turn or to talk to.
      [
        ['iot:recording:play', 'iot:camera:ptz', 'iot:camera:talk'],
        ['playback.cloud', 'playback.local'],
      ],
    ])('with %j: %j', async (permissions, capabilities) => {
      expect(ok(await open(own, await signIn(permissions))).capabilities).toEqual(capabilities);
    });

    it('not for longer than the session, nor than the permission', async () => {
      const { accessToken } = ok(await open());
      ok(await agent.call('POST', '/logout'));
      expect((await live(accessToken)).code).toBe('10002');
    });
  });

  describe('answers for a camera that the user may not see', () => {
    it('as for one that does not exist, in every call', async () => {
      const strangers = ids[other]!;
      const missing = 'f'.repeat(32);
      const reader = await signIn([
        ...['iot:camera:play', 'iot:camera:query', 'iot:camera:viewers'],
        ...['iot:camera:notes', 'iot:camera:addNote', 'iot:camera:removeNote'],
      ]);
      expect(seen(await open(other, reader))).toEqual(seen(await open('NOSUCH01', reader)));
      expect(await open(other, reader)).toMatchObject({ code: 404, message: '访问资源不存在', data: null });
      expect(seen(await open(own, reader, { channelNo: 2 }))).toEqual(seen(await open(other, reader)));
      const calls = [
        ['GET', 'online'],
        ['GET', 'viewers'],
        ['GET', 'notes'],
        ['POST', 'notes', { text: '备注' }],
        ['DELETE', 'notes/1'],
      ] as const;
      for (const [method, path, body] of calls) {
        const [foreign, none] = await Promise.all(
          [strangers, missing].map((id) =>
            reader.call(method, `/iot/watch/${id}/${path}`, body ? { body } : {}),
          ),
        );
        expect([path, foreign?.code]).toEqual([path, 404]);
        expect(seen(foreign!)).toEqual(seen(none!));
      }
    });

    it('also after the camera was moved, or belongs to another organisation', async () => {
      const before = await open('NOSUCH01');
      await app.db
        .updateTable('channel')
        .set({ deptId: app.south })
        .where('deviceSerial', '=', own)
        .execute();
      expect(seen(await open())).toEqual(seen(before));
      expect(seen(await renew())).toMatchObject({ code: 404 });
    });

    it('alike to users who may play nothing', async () => {
      const nobody = await signIn(['iot:camera:query']);
      expect(seen(await open(own, nobody))).toEqual(seen(await open('NOSUCH01', nobody)));
      expect((await open(own, nobody)).code).toBe(403);
    });

    it('and tells those who may see it that it is disabled: 摄像头已停用', async () => {
      await app.operator.run('camera.disable', { serial: own });
      expect(await open()).toMatchObject({ code: 'U0200', message: '摄像头已停用' });
    });
  });

  describe('in the operation log', () => {
    it('is each opening, with the time of the link and without a secret', async () => {
      const { accessToken } = ok(await open(own, agent, { at: '2026-11-26T10:15:00' }));
      ok(await open());
      const rows = await logged();
      expect(rows).toEqual([
        expect.objectContaining({
          ...{ bizKey: `iot.camera:${ids[own]}`, bizName: 'Demo 1 · 演示 1' },
          operParam: JSON.stringify({ serial: own, channelNo: 1, at: '2026-11-26T10:15:00' }),
        }),
        expect.objectContaining({ operParam: JSON.stringify({ serial: own, channelNo: 1 }) }),
      ]);
      expect(JSON.stringify(rows)).not.toContain(accessToken);
    });

    it('is no renewal while it is open, and one that follows without an opening', async () => {
      ok(await renew());
      expect(await logged()).toHaveLength(1);
      await app.clock.advance(540_000);
      ok(await renew());
      expect(await logged()).toHaveLength(1);
    });
  });

  describe('the online history', () => {
    const history = async () =>
      ok(await agent.call('GET', `/iot/watch/${ids[own]}/online`)).map(
        ({ isOnline, reason }: { isOnline: boolean; reason: string | null }) => [isOnline, reason],
      );

    it('has each change with the reason, newest first, and no repetition', async () => {
      const failure = { code: 'source.auth', message: '' } as const;
      app.notify(streamOf(own, 'live'));
      app.notify(streamOf(own, 'retrying', { lastFailure: { ...failure, retryable: true } as never }));
      app.notify(streamOf(own, 'live'));
      const changes = [
        [true, null],
        [false, '摄像机拒绝了登录'],
        [true, null],
      ];
      await eventually(async () => expect(await history()).toEqual(changes));
    });

    it('has a change once that several processes find at the same time', async () => {
      await eventually(async () => expect(await history()).toEqual([[true, null]]));
      const parts = { db: app.db, clock: app.clock, log: silentLogger, streams: () => [] };
      const processes = Array.from({ length: 8 }, () => deviceStatus(parts));
      // Each stores at its start that demo cameras are online.
      for (const one of processes) await one.write();
      const place = { tenantId: 'default', deviceSerial: own, channelNo: 1 };
      const failure = { code: 'source.auth' } as const;
      await Promise.all(processes.map((one) => one.found(place, failure)));
      for (const one of processes) one.stop();
      expect(await history()).toEqual([
        [false, '摄像机拒绝了登录'],
        [true, null],
      ]);
    });
  });

  describe('who watches', () => {
    const viewers = async (by: SignedIn) => ok(await by.call('GET', `/iot/watch/${ids[own]}/viewers`));

    it('are users by name and applications by token, as long as they receive pictures', async () => {
      const supervisor = await signIn(['iot:camera:viewers']);
      expect(await viewers(supervisor)).toEqual([]);
      const { accessToken } = ok(await open());
      const view = await watch(accessToken);
      expect(await viewers(supervisor)).toEqual([
        { kind: 'user', name: expect.any(String), token: '', shows: 'live', views: 1 },
      ]);
      view.close();
      expect(await viewers(supervisor)).toEqual([]);
    });

    it('are shown with the permission only', async () => {
      expect((await agent.call('GET', `/iot/watch/${ids[own]}/viewers`)).code).toBe(403);
    });

    /** A player that shows the camera with this token. */
    async function watch(accessToken: string) {
      const { data } = await live(accessToken);
      const wanted = { deviceSerial: own, channelNo: 1, profile: 'main', video: 'asSent' } as const;
      const admitted = await app.gate.admit((data as { token: string }).token, wanted);
      if (!admitted.ok) throw new Error(admitted.error.message);
      const { key, applicationId, grantId } = admitted.value;
      const view = app.statistics.views.open({ ...key, applicationId, grantId }, 'live');
      view.flows(true);
      return view;
    }
  });

  describe('notes', () => {
    const all = ['iot:camera:notes', 'iot:camera:addNote'];
    let writer: SignedIn;
    beforeEach(async () => {
      writer = await signIn(all);
    });
    const path = () => `/iot/watch/${ids[own]}/notes`;
    const add = (text: string, by = writer) => by.call('POST', path(), { body: { text } });
    const notes = async (by = writer) => ok(await by.call('GET', path()));

    it('are stored with author and time, newest first', async () => {
      ok(await add('  镜头有水汽  '));
      await app.clock.advance(60_000);
      ok(await add('已更换'));
      expect(await notes()).toMatchObject([
        { text: '已更换', canRemove: true },
        {
          text: '镜头有水汽',
          author: expect.any(String),
          time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:/),
        },
      ]);
    });

    it('are text of 1 to 2,000 characters', async () => {
      expect((await add('   ')).code).toBe(40000);
      expect((await add('长'.repeat(2_001))).code).toBe(40000);
      ok(await add('长'.repeat(2_000)));
    });

    it('are deleted by their author, or with the permission to delete', async () => {
      const { id } = ok(await add('第一条'));
      const colleague = await signIn(all);
      expect(await notes(colleague)).toMatchObject([{ canRemove: false }]);
      expect((await colleague.call('DELETE', `${path()}/${id}`)).code).toBe(403);
      ok(await writer.call('DELETE', `${path()}/${id}`));
      expect(await notes()).toEqual([]);
      const { id: second } = ok(await add('第二条'));
      ok(await (await signIn(['iot:camera:removeNote'])).call('DELETE', `${path()}/${second}`));
      expect((await writer.call('DELETE', `${path()}/${second}`)).code).toBe(404);
    });

    it('are in the operation log of the camera, with their text', async () => {
      const { id } = ok(await add('第一条'));
      ok(await writer.call('DELETE', `${path()}/${id}`));
      const rows = await app.db
        .selectFrom('operationLog')
        .select(['businessType', 'operParam'])
        .where('title', '=', '摄像头备注')
        .where('bizKey', '=', `iot.camera:${ids[own]}`)
        .orderBy('id')
        .execute();
      expect(rows).toEqual([
        { businessType: 1, operParam: '{"text":"第一条"}' },
        { businessType: 3, operParam: '{"text":"第一条"}' },
      ]);
    });

    it('go with their camera', async () => {
      ok(await add('第一条'));
      ok(await app.admin.call('DELETE', `/iot/camera/${ids[own]}`));
      expect(await app.db.selectFrom('cameraNote').select('id').execute()).toEqual([]);
    });
  });
});

async function eventually(check: () => Promise<void>): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await check();
    } catch (error) {
      if (attempt === 50) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

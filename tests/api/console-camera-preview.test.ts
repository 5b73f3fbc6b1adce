import { expect } from 'expect';
import { beforeEach, describe, it } from 'vitest';
import { transact } from '../../lib/db/transact.ts';
import { permissionsChanged } from '../../lib/domain/identity/load-actor.ts';
import { endSessions } from '../../lib/domain/identity/session.repository.ts';
import { tenantScope } from '../../lib/domain/tenancy/tenant-scope.ts';
import { describeCameras, ok } from '../kit/camera-console.ts';
import type { SignedIn } from '../kit/console.ts';

const ours = tenantScope('default');
const ezopen = 'ezopen://oriel/DEMO00001/1.hd.live';

describeCameras('previews in the console', (testConsole) => {
  let viewer: SignedIn;
  let id: string;

  beforeEach(async () => {
    viewer = await testConsole().signIn({
      permissions: ['iot:camera:play', 'iot:camera:ptz'],
      deptId: testConsole().north,
      dataScope: 3,
    });
    await testConsole().demoToNorth();
    id = (
      await testConsole()
        .db.selectFrom('channel')
        .select('id')
        .where('deviceSerial', '=', 'DEMO00001')
        .executeTakeFirstOrThrow()
    ).id;
  });

  const preview = async (user: SignedIn = viewer) =>
    ok(await user.call('POST', '/iot/camera/preview', { body: { id } }));
  const live = (accessToken: string, address = ezopen) =>
    testConsole().call('/api/lapp/live/url/ezopen', { accessToken, ezopen: address });

  /** An admitted stream; `hasEnded` says whether its permission has ended since. */
  async function watching(accessToken: string) {
    const answer = await live(accessToken);
    const ticket = (answer.data as { token: string }).token;
    const wanted = { deviceSerial: 'DEMO00001', channelNo: 1, profile: 'main', video: 'asSent' } as const;
    const admitted = await testConsole().gate.admit(ticket, wanted);
    if (!admitted.ok) throw new Error(admitted.error.message);
    const { grantId } = admitted.value;
    let wasNotified = false;
    testConsole().gate.onRevoked((ended) => {
      wasNotified ||= ended === grantId;
    });
    return {
      hasEnded: async () => (await testConsole().gate.ended([grantId])).has(grantId),
      wasNotified: () => wasNotified,
    };
  }

  it('open exactly that channel, for at most ten minutes, with the capabilities of the viewer', async () => {
    const given = await preview();
    expect(given).toMatchObject({
      path: 'DEMO00001/1.hd.live',
      capabilities: ['live', 'ptz'],
      isEncrypt: false,
      expireTime: testConsole().clock.now() + 600_000,
    });
    expect((await live(given.accessToken)).code).toBe('200');
    expect((await live(given.accessToken, 'ezopen://oriel/DEMO00002/1.hd.live')).code).toBe('10031');
    await testConsole().clock.advance(600_000);
    expect((await live(given.accessToken)).code).toBe('10002');
  });

  it('have no PTZ for a user who may only view', async () => {
    const watcher = await testConsole().signIn({ permissions: ['iot:camera:play'] });
    expect((await preview(watcher)).capabilities).toEqual(['live']);
  });

  it('are renewed while the session lives, and logged once', async () => {
    const first = await preview();
    await testConsole().clock.advance(540_000);
    const second = await preview();
    expect(second.accessToken).not.toBe(first.accessToken);
    expect(second.appKey).toBe(first.appKey);
    const rows = await testConsole()
      .db.selectFrom('operationLog')
      .select('title')
      .where('title', '=', '预览摄像头')
      .execute();
    expect(rows).toHaveLength(1);
  });

  it("can be framed by the console's own pages only, and their application cannot be changed", async () => {
    const { appKey } = await preview();
    expect(await testConsole().applications.frameOrigins(appKey)).toBe('own');
    const { records } = ok(await testConsole().admin.call('GET', '/iot/application/page'));
    const [application] = records;
    expect(application).toMatchObject({ appKey, isBuiltIn: true, allowedOrigins: [] });
    const edit = { id: application.id, version: 1, allowedOrigins: ['https://evil.example'] };
    const refusals = [
      await testConsole().admin.call('PUT', '/iot/application', { body: edit }),
      await testConsole().admin.call('PUT', '/iot/application/rotate', { body: { id: application.id } }),
      await testConsole().admin.call('DELETE', `/iot/application/${application.id}`),
      await testConsole().admin.call('POST', '/iot/token', { body: { applicationId: application.id } }),
    ];
    expect(refusals.map(({ code, message }) => [code, message])).toEqual(
      refusals.map(() => ['U0200', '内置应用不能修改']),
    );
    await expect(testConsole().operator.run('app.remove', { appKey })).rejects.toMatchObject({
      code: 'app.builtIn',
    });
    await expect(testConsole().operator.run('token.issue', { appKey })).rejects.toMatchObject({
      code: 'app.builtIn',
    });
  });

  it('share one application, however many start at once', async () => {
    const all = await Promise.all([1, 2, 3, 4].map(() => preview()));
    expect(new Set(all.map(({ appKey }) => appKey)).size).toBe(1);
  });

  it('are rejected for a disabled camera: 摄像头已停用', async () => {
    await testConsole().operator.run('camera.disable', { serial: 'DEMO00001' });
    const answer = await viewer.call('POST', '/iot/camera/preview', { body: { id } });
    expect(answer).toMatchObject({ code: 'U0200', message: '摄像头已停用' });
  });

  describe('of a video wall', () => {
    let ids: Record<string, string>;
    const play = async (cameras: readonly string[], user: SignedIn = viewer) =>
      user.call('POST', '/iot/wall/play', { body: { ids: cameras.map((serial) => ids[serial]) } });
    const codeOf = async (token: string, serial: string, mode = 'live') =>
      (await live(token, `ezopen://oriel/${serial}/1.${mode}`)).code;
    /** The second demo camera, device and channel. */
    const moveSecond = async (deptId: number) => {
      const { db } = testConsole();
      await db.updateTable('device').set({ deptId }).where('serial', '=', 'DEMO00002').execute();
      await db.updateTable('channel').set({ deptId }).where('deviceSerial', '=', 'DEMO00002').execute();
    };

    beforeEach(async () => {
      const rows = await testConsole().db.selectFrom('channel').select(['id', 'deviceSerial']).execute();
      ids = Object.fromEntries(rows.map((row) => [row.deviceSerial, row.id]));
    });

    it('open the cameras of the wall, and none that is outside of the data scope', async () => {
      const given = ok(await play(['DEMO00002', 'DEMO00001']));
      expect(given.cameras).toEqual([{ id: ids.DEMO00001, name: expect.any(String), path: 'DEMO00001/1' }]);
      expect(await codeOf(given.accessToken, 'DEMO00001')).toBe('200');
      expect(await codeOf(given.accessToken, 'DEMO00002')).toBe('10031');
      ids.missing = 'f'.repeat(32);
      const answers = [await play(['DEMO00002']), await play(['missing'])];
      expect(answers.map(({ code, message }) => [code, message])).toEqual([
        [404, '访问资源不存在'],
        [404, '访问资源不存在'],
      ]);
      await moveSecond(testConsole().north);
      const both = ok(await play(['DEMO00002', 'DEMO00001']));
      expect(both.cameras.map(({ path }: { path: string }) => path)).toEqual(['DEMO00002/1', 'DEMO00001/1']);
      expect(await codeOf(both.accessToken, 'DEMO00002')).toBe('200');
    });

    it('leave out a disabled camera, and without others say 摄像头已停用', async () => {
      await moveSecond(testConsole().north);
      await testConsole().operator.run('camera.disable', { serial: 'DEMO00001' });
      const given = ok(await play(['DEMO00001', 'DEMO00002']));
      expect(given.cameras).toMatchObject([{ id: ids.DEMO00002 }]);
      expect(await codeOf(given.accessToken, 'DEMO00001')).toBe('10031');
      expect(await play(['DEMO00001'])).toMatchObject({ code: 'U0200', message: '摄像头已停用' });
    });

    it('play recordings for users who may play them, and have no PTZ', async () => {
      const given = ok(await play(['DEMO00001']));
      expect(given.hasRecordings).toBe(false);
      expect(await codeOf(given.accessToken, 'DEMO00001', 'cloud.rec')).toBe('10031');
      const permissions = ['iot:camera:play', 'iot:recording:play', 'iot:camera:ptz'];
      const other = await testConsole().signIn({ permissions });
      const whole = ok(await play(['DEMO00001'], other));
      expect(whole.hasRecordings).toBe(true);
      expect(await codeOf(whole.accessToken, 'DEMO00001', 'cloud.rec')).toBe('200');
      const [stored] = await testConsole()
        .db.selectFrom('accessTokenGrant')
        .select('capabilities')
        .orderBy('id', 'desc')
        .limit(1)
        .execute();
      expect(JSON.parse(stored!.capabilities)).toEqual(['playback.cloud', 'playback.local', 'live']);
    });

    it('end as a whole when one device moves, and the next one has the others', async () => {
      await moveSecond(testConsole().north);
      const { accessToken } = ok(await play(['DEMO00001', 'DEMO00002']));
      await moveSecond(testConsole().south);
      await testConsole().adminConsole.cameraPages.maintainPreviews();
      expect(await codeOf(accessToken, 'DEMO00001')).toBe('10002');
      const next = ok(await play(['DEMO00001', 'DEMO00002']));
      expect(await codeOf(next.accessToken, 'DEMO00001')).toBe('200');
      expect(await codeOf(next.accessToken, 'DEMO00002')).toBe('10031');
    });

    it('are logged once for each camera, however often they are renewed', async () => {
      await moveSecond(testConsole().north);
      ok(await play(['DEMO00001']));
      ok(await play(['DEMO00001', 'DEMO00002']));
      ok(await play(['DEMO00002', 'DEMO00001']));
      const rows = await testConsole()
        .db.selectFrom('operationLog')
        .select('bizKey')
        .where('title', '=', '视频墙')
        .execute();
      expect(rows.map(({ bizKey }) => bizKey).toSorted()).toEqual(
        [`iot.camera:${ids.DEMO00001}`, `iot.camera:${ids.DEMO00002}`].toSorted(),
      );
    });
  });

  describe('end within 5 s', () => {
    const ends: readonly [string, () => Promise<unknown>][] = [
      ['signing out', () => viewer.call('POST', '/logout')],
      [
        'a forced sign-out',
        () =>
          transact(testConsole().db, (transaction) => {
            const within = { transaction, changes: testConsole().database.changes };
            return endSessions(
              within,
              ours,
              { ids: [viewer.sessionId] },
              'kicked',
              testConsole().clock.now(),
            );
          }),
      ],
      [
        'the user is disabled',
        () =>
          testConsole().db.updateTable('user').set({ status: '1' }).where('id', '=', viewer.userId).execute(),
      ],
      [
        'the role losing the permission',
        async () => {
          await testConsole()
            .db.deleteFrom('roleMenu')
            .where('roleId', '=', viewer.roleId ?? 0)
            .execute();
          await permissionsChanged(testConsole().db, ours);
        },
      ],
      [
        'the device moving to another department',
        () =>
          testConsole()
            .db.updateTable('device')
            .set({ deptId: testConsole().south })
            .where('serial', '=', 'DEMO00001')
            .execute(),
      ],
      ['the camera is disabled', () => testConsole().operator.run('camera.disable', { serial: 'DEMO00001' })],
    ];
    it.each(ends)('after %s', async (_, end) => {
      const { accessToken } = await preview();
      const stream = await watching(accessToken);
      expect(await stream.hasEnded()).toBe(false);
      await end();
      // The media plane checks permissions every 2 s; the console maintains its previews every 3 s.
      await testConsole().adminConsole.cameraPages.maintainPreviews();
      expect(await stream.hasEnded()).toBe(true);
      expect((await live(accessToken)).code).not.toBe('200');
    });

    it('and previews of other users continue', async () => {
      const other = await testConsole().signIn({ permissions: ['iot:camera:play'] });
      const otherStream = await watching((await preview(other)).accessToken);
      await preview();
      await viewer.call('POST', '/logout');
      await testConsole().adminConsole.cameraPages.maintainPreviews();
      expect(await otherStream.hasEnded()).toBe(false);
      expect(otherStream.wasNotified()).toBe(false);
    });

    it('checked by a timer', async () => {
      const { accessToken } = await preview();
      const stream = await watching(accessToken);
      await testConsole()
        .db.deleteFrom('roleMenu')
        .where('roleId', '=', viewer.roleId ?? 0)
        .execute();
      await permissionsChanged(testConsole().db, ours);
      await testConsole().clock.advance(3_000);
      for (let attempt = 0; attempt < 100 && !stream.wasNotified(); attempt += 1) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      expect(stream.wasNotified()).toBe(true);
    });
  });
});

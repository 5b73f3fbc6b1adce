import { expect } from 'expect';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import { type CameraConsole, cameraConsole, ok } from '../kit/camera-console.ts';
import type { SignedIn } from '../kit/console.ts';
import { type DatabaseBench, engines } from '../kit/databases.ts';

const own = 'DEMO00001';
const other = 'DEMO00002';
const permissions = [
  ...['iot:savedWall:list', 'iot:savedWall:query', 'iot:savedWall:add', 'iot:savedWall:edit'],
  ...['iot:savedWall:remove', 'iot:camera:play', 'iot:camera:list'],
];

describe.each(engines)('video walls on $engine', ({ start }) => {
  let bench: DatabaseBench;
  let app: CameraConsole;
  /** Sees department `north` only, and so the first demo camera. */
  let owner: SignedIn;
  let ids: Record<string, string>;

  beforeAll(async () => {
    bench = await start();
  });
  afterAll(() => bench.stop());
  beforeEach(async () => {
    app = await cameraConsole(await bench.open());
    await app.demoToNorth();
    owner = await app.signIn({ permissions, deptId: app.north, dataScope: 3 });
    const rows = await app.db.selectFrom('channel').select(['id', 'deviceSerial']).execute();
    ids = Object.fromEntries(rows.map(({ id, deviceSerial }) => [deviceSerial, id]));
  });
  afterEach(() => app.end());

  const body = (more: object = {}) => ({
    ...{ name: '大门', cameras: [ids[own]], size: '4', rotateSec: '30' },
    ...more,
  });
  const save = async (more: object = {}, by = owner): Promise<number> =>
    ok(await by.call('POST', '/iot/savedWall', { body: body(more) })).id;
  const names = async (by: SignedIn) =>
    ok(await by.call('GET', '/iot/savedWall/page')).records.map(({ name }: { name: string }) => name);
  const open = (link: object, by = owner) => by.call('POST', '/iot/wall/open', { body: link });
  const roleOf = async (user: SignedIn) =>
    (
      await app.db
        .selectFrom('userRole')
        .select('roleId')
        .where('userId', '=', user.userId)
        .executeTakeFirstOrThrow()
    ).roleId;

  describe('that are saved', () => {
    it('are those of their owner, also for somebody who sees all data', async () => {
      await save();
      expect(await names(owner)).toEqual(['大门']);
      expect(await names(app.admin)).toEqual([]);
    });

    it('are seen by the users of a role, who cannot change or delete them', async () => {
      const colleague = await app.signIn({ permissions, deptId: app.south, dataScope: 3 });
      const boss = await app.signIn({ permissions: [...permissions, 'system:role:list'], dataScope: 1 });
      const id = await save({ roleId: await roleOf(colleague) }, boss);
      expect(await names(colleague)).toEqual(['大门']);
      expect(await names(owner)).toEqual([]);
      const change = { id, version: 1, name: '后门' };
      expect(await colleague.call('PUT', '/iot/savedWall', { body: change })).toMatchObject({
        ...{ code: 'U0200', message: '只能修改和删除自己创建的视频墙' },
      });
      expect(await colleague.call('DELETE', `/iot/savedWall/${id}`)).toMatchObject({ code: 'U0200' });
      ok(await boss.call('PUT', '/iot/savedWall', { body: change }));
      ok(await boss.call('DELETE', `/iot/savedWall/${id}`));
      expect(await names(colleague)).toEqual([]);
    });

    it('contain cameras within the data scope of their owner only', async () => {
      const answer = await owner.call('POST', '/iot/savedWall', { body: body({ cameras: [ids[other]] }) });
      expect(answer).toMatchObject({ code: 40000, errors: [{ path: 'cameras' }] });
    });

    it('are opened with the cameras that the user may see, and are nobody else’s', async () => {
      const boss = await app.signIn({ permissions: [...permissions, 'system:role:list'], dataScope: 1 });
      const cameras = [ids[other], ids[own]];
      const wall = await save({ cameras, size: '1', rotateSec: '10', roleId: await roleOf(owner) }, boss);
      expect(ok(await open({ wall }, boss))).toEqual({
        ...{ name: '大门', ids: cameras, size: 1, rotateSec: 10 },
      });
      expect(ok(await open({ wall })).ids).toEqual([ids[own]]);
      const stranger = await app.signIn({ permissions, deptId: app.south, dataScope: 3 });
      const [foreign, missing] = [await open({ wall }, stranger), await open({ wall: 999_999 }, stranger)];
      expect([foreign.code, foreign.message]).toEqual([404, missing.message]);
    });
  });

  describe('of a link', () => {
    it('have the cameras of the address that the user may see, in its order', async () => {
      expect(ok(await open({ cameras: [other, own.toLowerCase(), `${own}:1`, 'NOSUCH01'] }))).toEqual({
        ...{ name: null, ids: [ids[own]], size: 1, rotateSec: 30 },
      });
      const all = await app.signIn({ permissions, dataScope: 1 });
      expect(ok(await open({ cameras: [other, own] }, all))).toMatchObject({
        ...{ ids: [ids[other], ids[own]], size: 4 },
      });
    });

    it('are 404 without any, whether they exist or not', async () => {
      for (const cameras of [[other], ['NOSUCH01'], [`${own}:2`]])
        expect(await open({ cameras })).toMatchObject({ code: 404, message: '访问资源不存在' });
      expect((await open({})).code).toBe(404);
    });

    it('are in the operation log', async () => {
      ok(await open({ cameras: [own] }));
      const wall = await save();
      ok(await open({ wall }));
      const rows = await app.db
        .selectFrom('operationLog')
        .select(['bizKey', 'bizName', 'operParam'])
        .where('title', '=', '打开视频墙链接')
        .orderBy('id')
        .execute();
      expect(rows).toEqual([
        { bizKey: null, bizName: null, operParam: `{"cameras":["${own}"]}` },
        { bizKey: `iot.savedWall:${wall}`, bizName: '大门', operParam: `{"wall":${wall}}` },
      ]);
    });
  });
});

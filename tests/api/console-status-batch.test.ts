/** Setting the status of several rows in one call follows the same rules as setting each with a call of its own. */
import { expect } from 'expect';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import type { OpenDatabase } from '../../lib/db/client.ts';
import { verifyAuditChain } from '../../lib/domain/audit/operation-log.ts';
import { operatorScope } from '../../lib/domain/tenancy/operator-scope.ts';
import { allCameraPermissions, type CameraConsole, cameraConsole } from '../kit/camera-console.ts';
import type { ConsoleClient } from '../kit/console.ts';
import { anyEngine, type DatabaseBench } from '../kit/databases.ts';
import { describeSystem, ok, withVersions } from '../kit/system-console.ts';

interface Reported {
  readonly done: readonly (number | string)[];
  readonly refused: readonly {
    readonly id: number | string;
    readonly code: unknown;
    readonly message: string;
  }[];
}

const tables = {
  '/system/user': 'user',
  '/system/role': 'role',
  '/iot/device': 'device',
  '/iot/application': 'application',
} as const;
/** Of the rows as they are now. */
const changeStatuses = async (
  db: OpenDatabase['db'],
  client: ConsoleClient,
  base: keyof typeof tables,
  changes: readonly object[],
): Promise<Reported> => {
  const body = await withVersions(db, tables[base], changes);
  return ok(await client.call('PUT', `${base}/changeStatus/batch`, { body }));
};

describeSystem('the status of several users and roles', (testConsole) => {
  const off = (userId: number) => ({ userId, status: '1' });
  const auditChain = () =>
    verifyAuditChain({ database: testConsole().database, clock: testConsole().clock }, operatorScope);

  it('disables accounts at once, and reports why each protected one was rejected: 不允许停用超级管理员', async () => {
    const { founder, signIn, db } = testConsole();
    const admin = await signIn({ permissions: ['system:user:list', 'system:user:edit'] });
    const people = [await signIn(), await signIn(), await signIn()];
    const ids = people.map(({ userId }) => userId);
    const before = await db.selectFrom('operationLog').select('id').execute();
    const reported = await changeStatuses(
      testConsole().db,
      founder,
      '/system/user',
      [founder.userId, ...ids].map(off),
    );
    expect(reported).toEqual({
      done: ids,
      refused: [{ id: founder.userId, code: 'U0200', message: '不允许停用超级管理员' }],
    });
    for (const one of people) expect((await one.call('GET', '/get-user-info')).code).toBe('U0231');
    expect((await founder.call('GET', '/get-user-info')).code).toBe(20001);
    const self = await changeStatuses(testConsole().db, admin, '/system/user', [off(admin.userId)]);
    expect(self.refused.map(({ message }) => message)).toEqual(['不能停用自己的账号']);
    // The batch that was rolled back left no log entries.
    expect(await db.selectFrom('operationLog').select('id').execute()).toHaveLength(before.length + 3);
    expect(await auditChain()).toMatchObject({ ok: true });
  });

  it('is changed by one of two users who change the same rows at once in any order', async () => {
    const { founder, signIn, user, db } = testConsole();
    const other = await signIn({ permissions: ['system:user:list', 'system:user:edit'] });
    const ids = [];
    for (let at = 0; at < 6; at += 1) ids.push((await user()).userId);
    const answers = await Promise.all([
      changeStatuses(testConsole().db, founder, '/system/user', ids.map(off)),
      changeStatuses(testConsole().db, other, '/system/user', ids.toReversed().map(off)),
    ]);
    // Each row has been changed once for each version that was read.
    const rows = await db.selectFrom('user').select('version').where('id', 'in', ids).execute();
    const done = answers.flatMap((answer) => answer.done).length;
    expect(rows.reduce((changes, { version }) => changes + version - 1, 0)).toBe(done);
    expect(new Set(answers.flatMap(({ refused }) => refused.map(({ code }) => code)))).toEqual(
      new Set(done < 12 ? ['U0210'] : []),
    );
    expect(await auditChain()).toMatchObject({ ok: true });
  });

  it('changes no role with more permissions than the user has, and logs the attempt', async () => {
    const { role, menus, signIn, db } = testConsole();
    const clerk = await signIn({ permissions: ['system:role:list', 'system:role:edit'] });
    const small = await role();
    const big = await role({ menuIds: await menus('system:user:remove') });
    const reported = await changeStatuses(
      testConsole().db,
      clerk,
      '/system/role',
      [big, small].map((roleId) => ({ roleId, status: '1' })),
    );
    expect(reported).toEqual({
      done: [small],
      refused: [{ id: big, code: 403, message: '当前操作没有权限' }],
    });
    const refusals = await db
      .selectFrom('operationLog')
      .select(['operName', 'method', 'errorMsg'])
      .where('status', '=', '1')
      .execute();
    expect(refusals).toEqual([
      {
        operName: clerk.username,
        method: '/system/role/changeStatus/batch',
        errorMsg: '当前操作没有权限',
      },
    ]);
  });

  it('applies to rows of the data scope only, and reports others as missing', async () => {
    const { dept, user, signIn, founder } = testConsole();
    const [north, south] = [await dept('北区'), await dept('南区')];
    const [near, far] = [await user({ deptId: north }), await user({ deptId: south })];
    const clerk = await signIn({
      permissions: ['system:user:list', 'system:user:edit'],
      dataScope: 3,
      deptId: north,
    });
    const reported = await changeStatuses(testConsole().db, clerk, '/system/user', [
      off(far.userId),
      off(near.userId),
    ]);
    expect(reported).toEqual({
      done: [near.userId],
      refused: [{ id: far.userId, code: 404, message: '访问资源不存在' }],
    });
    expect(ok(await founder.call('GET', `/system/user/${far.userId}`)).status).toBe('0');
  });
});

describe.each(anyEngine)('the status of several cameras and applications on $engine', ({ start }) => {
  let bench: DatabaseBench;
  let database: OpenDatabase;
  let testConsole: CameraConsole;
  beforeAll(async () => {
    bench = await start();
  });
  afterAll(() => bench.stop());
  beforeEach(async () => {
    database = await bench.open();
    testConsole = await cameraConsole(database);
  });
  afterEach(() => testConsole.end());

  const add = async (path: string, body: object): Promise<string> =>
    ok(await testConsole.admin.call('POST', path, { body })).id;
  const off = (id: string) => ({ id, status: '1' });

  it('ends the streams of disabled devices only', async () => {
    const ids: string[] = [];
    for (const serial of ['CAM1', 'CAM2', 'CAM3']) {
      const id = await add('/iot/device', {
        serial,
        name: '门口',
        deptId: serial === 'CAM3' ? testConsole.south : testConsole.north,
      });
      await add('/iot/camera', { deviceId: id, name: '大门' });
      ids.push(id);
    }
    const reported: unknown[] = [];
    testConsole.sources.onChanged(({ deviceSerial }) => reported.push(deviceSerial));
    const clerk = await testConsole.signIn({
      permissions: allCameraPermissions,
      dataScope: 3,
      deptId: testConsole.north,
    });
    const answer = await changeStatuses(database.db, clerk, '/iot/device', ids.map(off));
    expect(answer.done).toEqual(ids.slice(0, 2));
    expect(answer.refused.map(({ id, code }) => [id, code])).toEqual([[ids[2], 404]]);
    expect(reported.sort()).toEqual(['CAM1', 'CAM2']);
  });

  it('ends the tokens of applications, by the service that the command line uses', async () => {
    const made = [];
    for (const name of ['门户', '大屏']) {
      const { id } = ok(await testConsole.admin.call('POST', '/iot/application', { body: { name } }));
      const { accessToken } = ok(
        await testConsole.admin.call('POST', '/iot/token', { body: { applicationId: id } }),
      );
      made.push({ id: String(id), accessToken });
    }
    const use = (accessToken: string) =>
      testConsole.call('/api/lapp/live/url/ezopen', {
        accessToken,
        ezopen: 'ezopen://oriel/DEMO00001/1.live',
      });
    const ids = made.map(({ id }) => id);
    const far = 'f'.repeat(32);
    expect(
      await changeStatuses(database.db, testConsole.admin, '/iot/application', [...ids, far].map(off)),
    ).toEqual({
      done: ids,
      refused: [{ id: far, code: 404, message: '访问资源不存在' }],
    });
    for (const { accessToken } of made) expect((await use(accessToken)).code).toBe('10002');
    const history = ok(await testConsole.admin.call('GET', `/iot/application/${ids[0]}/history`));
    expect(history[0].diff).toEqual([expect.objectContaining({ field: 'status', from: '0', to: '1' })]);
    const stale = await changeStatuses(database.db, testConsole.admin, '/iot/application', [
      { ...off(ids[0]!), status: '0', version: 1 },
    ]);
    expect(stale.refused.map(({ code }) => code)).toEqual(['U0210']);
  });
});

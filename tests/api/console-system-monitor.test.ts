import { expect } from 'expect';
import { it } from 'vitest';
import { describeSystemOnBoth, get, ok, outcome } from '../kit/system-console.ts';

describeSystemOnBoth('logs and sessions', (testConsole) => {
  const entry = (values: object) => ({
    tenantId: 'default',
    userName: 'somebody',
    userId: null,
    address: '192.0.2.77',
    browser: 'Chrome 130',
    os: 'Windows',
    device: 'PC',
    loginType: 'PASSWORD',
    status: '1',
    msg: '密码错误',
    traceId: 't',
    loginAt: testConsole().clock.now(),
    ...values,
  });

  it('list the sessions online with address and browser, never the token', async () => {
    const { founder, signIn, dept, db } = testConsole();
    const north = await dept('北区');
    const other = await signIn({ noRole: true, deptId: north });
    const answer = await founder.call('GET', '/monitor/online/page', { query: { pageSize: '100' } });
    const rows = ok(answer).records;
    expect(rows).toHaveLength(2);
    const [mine, theirs] = [founder, other].map((client) =>
      rows.find((row: { tokenId: string }) => row.tokenId === client.sessionId),
    );
    expect(mine).toMatchObject({ current: true, userName: 'founder' });
    expect(theirs).toMatchObject({
      current: false,
      userName: other.username,
      deptName: '北区',
      ipaddr: '192.0.2.10',
      loginTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    });
    const { tokenHash } = await db
      .selectFrom('session')
      .select('tokenHash')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(answer.text).not.toContain(tokenHash);
    const found = await get(founder, '/monitor/online/page', { userName: other.username.slice(2) });
    const byKeyword = await get(founder, '/monitor/online/page', { keyword: other.username.slice(2) });
    for (const { records } of [found, byKeyword])
      expect(records.map((row: { tokenId: string }) => row.tokenId)).toEqual([other.sessionId]);
  });

  it('are counted for users within the data scope, for the question before these are disabled', async () => {
    const { founder, signIn, dept } = testConsole();
    const [north, south] = [await dept('北区'), await dept('南区')];
    const near = await signIn({ noRole: true, deptId: north });
    const far = await signIn({ noRole: true, deptId: south });
    const clerk = await signIn({ permissions: ['system:user:edit'], dataScope: 3, deptId: north });
    const query = { ids: `${near.userId},${far.userId},${founder.userId}` };
    expect(await get(founder, '/system/user/sessions', query)).toEqual({ count: 3 });
    expect(await get(clerk, '/system/user/sessions', query)).toEqual({ count: 1 });
    const answer = await near.call('GET', '/system/user/sessions', { query });
    expect(answer.code).toBe(403);
  });

  it('distinguish entries of one name by their times', async () => {
    const { founder, db } = testConsole();
    await db
      .insertInto('loginLog')
      .values([entry({ userName: 'twice' }), entry({ userName: 'twice' })])
      .execute();
    const { records } = await get(founder, '/monitor/logininfor/page', { userName: 'twice' });
    const options = await get(founder, '/monitor/logininfor/options', { keyword: 'twice' });
    expect(options).toEqual(
      records.map(({ infoId, loginTime }: { infoId: number; loginTime: string }) => ({
        id: infoId,
        title: 'twice',
        fields: { loginTime },
      })),
    );
    expect(options).toHaveLength(2);
  });

  it('end sessions: the next call of each returns U0231', async () => {
    const { founder, signIn, db } = testConsole();
    const permissions = ['system:post:list'];
    const [a, b, c] = [
      await signIn({ permissions }),
      await signIn({ permissions }),
      await signIn({ permissions }),
    ];
    ok(await founder.call('DELETE', `/monitor/online/${a.sessionId}`));
    ok(await founder.call('DELETE', '/monitor/online/batch', { body: { ids: [b.sessionId, c.sessionId] } }));
    for (const client of [a, b, c]) {
      const answer = await client.call('GET', '/system/post/page');
      expect([answer.status, answer.code, answer.message]).toEqual([
        401,
        'U0231',
        '登录状态已过期，请重新登录',
      ]);
    }
    expect((await get(founder, '/monitor/online/page')).total).toBe(1);
    const logged = await db
      .selectFrom('operationLog')
      .select('bizKey')
      .where('businessType', '=', 7)
      .execute();
    expect(logged).toHaveLength(3);
    const self = await founder.call('DELETE', `/monitor/online/${founder.sessionId}`);
    expect(outcome(self)).toEqual(['U0200', '不能强退当前会话']);
    expect((await founder.call('DELETE', `/monitor/online/${a.sessionId}`)).code).toBe(404);
  });

  it('show and end sessions within the data scope only', async () => {
    const { signIn, dept } = testConsole();
    const [north, south] = [await dept('北区'), await dept('南区')];
    const permissions = ['monitor:online:list', 'monitor:online:forceLogout', 'monitor:online:batchLogout'];
    const clerk = await signIn({ permissions, deptId: north, dataScope: 3 });
    const colleague = await signIn({ noRole: true, deptId: north });
    const stranger = await signIn({ noRole: true, deptId: south });
    const ids = (await get(clerk, '/monitor/online/page')).records.map(
      (row: { tokenId: string }) => row.tokenId,
    );
    expect(ids.sort()).toEqual([clerk.sessionId, colleague.sessionId].sort());
    expect((await clerk.call('DELETE', `/monitor/online/${stranger.sessionId}`)).code).toBe(404);
    const both = { ids: [colleague.sessionId, stranger.sessionId] };
    expect((await clerk.call('DELETE', '/monitor/online/batch', { body: both })).code).toBe(404);
    expect((await colleague.call('GET', '/getRouters')).code).toBe(20001);
  });

  it('list, filter, delete and clear the sign-in log', async () => {
    const { founder, signIn, db } = testConsole();
    await db
      .insertInto('loginLog')
      .values([
        entry({
          userName: 'anna',
          status: '0',
          msg: '登录成功',
          loginAt: Date.parse('2026-05-01T02:00:00Z'),
        }),
        entry({ userName: 'bernd', loginAt: Date.parse('2026-05-02T02:00:00Z') }),
      ])
      .execute();
    const names = async (query: Record<string, string>) =>
      (await get(founder, '/monitor/logininfor/page', query)).records.map(
        (row: { userName: string }) => row.userName,
      );
    expect(await names({})).toEqual(['bernd', 'anna']);
    expect(await names({ status: '1' })).toEqual(['bernd']);
    expect(await names({ userName: 'ann' })).toEqual(['anna']);
    expect(
      await names({
        'params[beginLoginTime]': '2026-05-02 00:00:00',
        'params[endLoginTime]': '2026-05-02 23:59:59',
      }),
    ).toEqual(['bernd']);
    const [row] = (await get(founder, '/monitor/logininfor/page')).records;
    expect(row).toMatchObject({ loginTime: '2026-05-02 10:00:00', ipaddr: '192.0.2.77', msg: '密码错误' });
    const clerk = await signIn({ permissions: ['monitor:logininfor:list'], maskScope: 3 });
    expect((await get(clerk, '/monitor/logininfor/page')).records[0].ipaddr).toBe('192.0.*.*');
    ok(await founder.call('DELETE', `/monitor/logininfor/${row.infoId}`));
    expect(await names({})).toEqual(['anna']);
    ok(await founder.call('DELETE', '/monitor/logininfor/clean'));
    expect(await names({})).toEqual([]);
    const cleaned = await db
      .selectFrom('operationLog')
      .select('title')
      .where('businessType', '=', 9)
      .execute();
    expect(cleaned).toEqual([{ title: '登录日志' }]);
  });

  it('include changes of the operation log itself, of which no single row can be deleted', async () => {
    const { founder, role, db } = testConsole();
    await role();
    await role();
    expect(await get(founder, '/monitor/operlog/verify')).toMatchObject({
      isIntact: true,
      checked: 2,
      brokenAt: null,
    });
    const { records } = await get(founder, '/monitor/operlog/page');
    expect(records[0]).toMatchObject({
      title: '角色',
      businessType: '1',
      operName: 'founder',
      status: '0',
      requestMethod: 'POST',
      operUrl: '/system/role',
    });
    const { operId } = records[1];
    expect((await get(founder, `/monitor/operlog/${operId}`)).diff).toEqual(
      expect.arrayContaining([expect.objectContaining({ field: 'roleName', label: '角色名称', from: null })]),
    );
    const alone = await founder.call('DELETE', `/monitor/operlog/${operId}`);
    expect(alone.status).toBe(405);
    await db
      .updateTable('operationLog')
      .set({ operName: 'nobody' } as never)
      .where('id', '=', operId)
      .execute();
    expect(await get(founder, '/monitor/operlog/verify')).toMatchObject({
      isIntact: false,
      brokenAt: operId,
    });
  });

  it('delete only rows older than 90 days, log the deletion, and remain verifiable', async () => {
    const { role, clock, db } = testConsole();
    await role();
    clock.setWall(clock.now() + 100 * 24 * 3_600_000);
    // The sessions have expired, so a new one is needed.
    const again = await testConsole().root();
    ok(
      await again.call('POST', '/system/post', {
        body: { postCode: 'x', postName: '新', postSort: 1, status: '0' },
      }),
    );
    expect((await again.call('DELETE', '/monitor/operlog/clean', { query: { days: '30' } })).code).toBe(
      40000,
    );
    expect(ok(await again.call('DELETE', '/monitor/operlog/clean'))).toEqual({ removed: 1 });
    const rows = await db.selectFrom('operationLog').select('businessType').orderBy('id').execute();
    expect(rows.map(({ businessType }) => businessType)).toEqual([1, 9]);
    expect(await get(again, '/monitor/operlog/verify')).toMatchObject({ isIntact: true, checked: 2 });
    const clerk = await testConsole().signIn({ permissions: ['monitor:operlog:remove'], dataScope: 5 });
    expect((await clerk.call('DELETE', '/monitor/operlog/clean')).code).toBe('U0200');
  });
});

/** Messages: who receives them and when, what recipients and senders see, and templates. */
import { expect } from 'expect';
import { it } from 'vitest';
import { feedbackMessage } from '../../lib/contracts/admin/resources/feedback-message.resource.ts';
import { feedbackTemplate } from '../../lib/contracts/admin/resources/feedback-template.resource.ts';
import { createOutbox } from '../../lib/domain/messages/outbox.ts';
import { silentLogger } from '../../lib/kernel/logger.ts';
import type { SignedIn } from '../kit/console.ts';
import { expectCleanHtml } from '../kit/html-suite.ts';
import { describeResource } from '../kit/resource-suite.ts';
import { describeSystem, describeSystemOnBoth, get, ok, outcome } from '../kit/system-console.ts';

const verbs = ['list', 'query', 'add', 'edit', 'remove', 'send', 'recall'];
const all = verbs.map((verb) => `feedback:message:${verb}`);

describeResource(feedbackMessage, {
  body: (number) => ({ title: `消息${number}`, type: '2', content: `<p>第${number}条</p>`, status: '0' }),
  change: { title: '改名', content: '<p>改</p>' },
  // Anything but a draft is not a state to save.
  skipFields: ['status', 'channels', 'targetIds'],
});

describeResource(feedbackTemplate, {
  body: (number) => ({
    ...{ code: `T${number}`, name: `模板${number}`, title: '停机：{place}', content: '<p>{time} 停机</p>' },
    status: '0',
  }),
  change: { name: '改名', content: '<p>{who}</p>' },
});

describeSystemOnBoth('messages', (testConsole) => {
  const add = async (values: object = {}, client = testConsole().founder): Promise<number> =>
    ok(
      await client.call('POST', '/feedback/message', {
        body: { title: '停机', type: '1', content: '<p>今晚</p>', status: '1', ...values },
      }),
    ).id;
  const inbox = async (client: SignedIn, query: Record<string, string> = {}) =>
    (await get(client, '/feedback/inbox/list', query)).records;
  const titles = async (client: SignedIn) =>
    (await inbox(client)).map(({ title }: { title: string }) => title);
  const row = (id: number) => get(testConsole().founder, `/feedback/message/${id}`);
  const unread = async (client: SignedIn) => (await get(client, '/system/notice/unreadCount')).messages;
  const receipts = async (id: number, state: 'read' | 'unread', client = testConsole().founder) =>
    get(client, `/feedback/message/${id}/receipts`, { state, pageSize: '100' });

  it('reach departments and subdepartments, roles, users, or everyone, and nobody else', async () => {
    const { signIn, dept, role, founder } = testConsole();
    const north = await dept('北区');
    const team = await dept('一组', north);
    const [roleId, disabled] = [await role(), await role({ status: '1' })];
    const inTeam = await signIn({ noRole: true, deptId: team });
    const other = await signIn({ noRole: true, roles: [roleId, disabled] });
    await add({ title: '给北区', targetType: '1', targetIds: [north] });
    await add({ title: '给角色', targetType: '2', targetIds: [roleId] });
    await add({ title: '给停用的角色', targetType: '2', targetIds: [disabled] });
    await add({ title: '给一人', targetType: '3', targetIds: [inTeam.userId] });
    await add({ title: '给全部' });
    await add({ title: '草稿', status: '0' });
    expect(await titles(inTeam)).toEqual(['给全部', '给一人', '给北区']);
    expect(await titles(other)).toEqual(['给全部', '给角色']);
    expect(await titles(founder)).toEqual(['给全部']);
    // Who comes later was not a recipient.
    expect(await titles(await signIn({ noRole: true, deptId: team }))).toEqual([]);
  });

  it('reach only users within the data scope of the sender', async () => {
    const { signIn, dept, role } = testConsole();
    const [north, south] = [await dept('北区'), await dept('南区')];
    const roleId = await role();
    const clerk = await signIn({ permissions: all, deptId: north, dataScope: 3 });
    const near = await signIn({ noRole: true, deptId: north, roles: [roleId] });
    const far = await signIn({ noRole: true, deptId: south, roles: [roleId] });
    const everyone = await add({ title: '给全部' }, clerk);
    await add({ title: '给角色', targetType: '2', targetIds: [roleId] }, clerk);
    expect(await titles(near)).toEqual(['给角色', '给全部']);
    expect(await titles(far)).toEqual([]);
    expect(await row(everyone)).toMatchObject({ recipientCount: 2, status: '2' });
    const refusedTargets = [
      { targetType: '1', targetIds: [south] },
      { targetType: '3', targetIds: [far.userId] },
    ];
    for (const target of refusedTargets) {
      const body = { title: 'x', type: '1', status: '1', ...target };
      expect(outcome(await clerk.call('POST', '/feedback/message', { body }))).toEqual([
        40000,
        '接收对象不存在',
      ]);
    }
    // Another department does not see them either.
    const other = await signIn({ permissions: all, deptId: south, dataScope: 3 });
    expect((await other.call('GET', `/feedback/message/${everyone}`)).code).toBe(404);
    expect((await other.call('GET', `/feedback/message/${everyone}/receipts`)).code).toBe(404);
    const recall = { body: { id: everyone, reason: '错' } };
    expect((await other.call('PUT', '/feedback/message/recall', recall)).code).toBe(404);
  });

  it('have receipts: who read it and when, and who did not', async () => {
    const { signIn, founder } = testConsole();
    const [reader, sleeper] = [await signIn({ noRole: true }), await signIn({ noRole: true })];
    const id = await add({ targetType: '3', targetIds: [reader.userId, sleeper.userId] });
    expect([await unread(reader), await unread(founder)]).toEqual([1, 0]);
    ok(await reader.call('POST', '/feedback/inbox/markRead', { body: { ids: [id] } }));
    const read = await receipts(id, 'read');
    expect(read).toMatchObject({ total: 1, records: [{ userId: reader.userId, mail: null }] });
    expect(read.records[0].readTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(await receipts(id, 'unread')).toMatchObject({
      ...{ total: 1, records: [{ userId: sleeper.userId, readTime: null }] },
    });
    expect(await row(id)).toMatchObject({ recipientCount: 2, readCount: 1 });
    // The first time stays; messages of others are skipped.
    ok(await reader.call('POST', '/feedback/inbox/markRead', { body: { ids: [id] } }));
    ok(await founder.call('POST', '/feedback/inbox/markRead', { body: { ids: [id] } }));
    expect(await receipts(id, 'read')).toEqual(read);
    expect(await unread(reader)).toBe(0);
  });

  it('are filtered, all marked as read, and removed by a recipient for themselves only', async () => {
    const { signIn } = testConsole();
    const [reader, other] = [await signIn({ noRole: true }), await signIn({ noRole: true })];
    const targets = { targetType: '3', targetIds: [reader.userId, other.userId] };
    const first = await add({ ...targets, title: '一' });
    await add({ ...targets, title: '二', type: '2' });
    ok(await reader.call('POST', '/feedback/inbox/markRead', { body: { ids: [first] } }));
    const filtered = async (query: Record<string, string>) =>
      (await inbox(reader, query)).map(({ title }: { title: string }) => title);
    expect(await filtered({ unread: '1' })).toEqual(['二']);
    expect(await filtered({ type: '1' })).toEqual(['一']);
    ok(await reader.call('POST', '/feedback/inbox/markReadAll'));
    expect([await unread(reader), await unread(other)]).toEqual([0, 2]);
    ok(await reader.call('POST', '/feedback/inbox/remove', { body: { ids: [first] } }));
    expect([await titles(reader), await titles(other)]).toEqual([['二'], ['二', '一']]);
    expect(await row(first)).toMatchObject({ recipientCount: 2, readCount: 1 });
  });

  it('are recalled with a reason, disappear, and can be sent again', async () => {
    const { signIn, founder } = testConsole();
    const reader = await signIn({ noRole: true });
    const id = await add({ targetType: '3', targetIds: [reader.userId] });
    const recall = (reason: string) =>
      founder.call('PUT', '/feedback/message/recall', { body: { id, reason } });
    expect((await recall(' ')).code).toBe(40000);
    expect(outcome(await founder.call('DELETE', `/feedback/message/${id}`))).toEqual([
      'U0200',
      '已发送的消息请先撤回',
    ]);
    const edit = { id, version: 1, title: '改' };
    expect(outcome(await founder.call('PUT', '/feedback/message', { body: edit }))).toEqual([
      'U0200',
      '已发送的消息请先撤回',
    ]);
    ok(await recall('时间有误'));
    expect([await titles(reader), await unread(reader)]).toEqual([[], 0]);
    expect(await row(id)).toMatchObject({ status: '3', recallReason: '时间有误', recipientCount: 1 });
    expect(outcome(await recall('再次'))).toEqual(['U0200', '只能撤回待发或已发的消息']);
    const { version } = await row(id);
    ok(await founder.call('PUT', '/feedback/message', { body: { id, version, title: '明晚停机' } }));
    expect(await row(id)).toMatchObject({ status: '0', recallReason: null, recipientCount: 0 });
    ok(await founder.call('PUT', '/feedback/message/send', { body: { id } }));
    expect(await titles(reader)).toEqual(['明晚停机']);
    expect(outcome(await founder.call('PUT', '/feedback/message/send', { body: { id } }))).toEqual([
      'U0200',
      '只能发送草稿',
    ]);
  });

  it('are sent at their time, by whoever may still send', async () => {
    const { signIn, clock, adminConsole, founder, menus, database } = testConsole();
    const reader = await signIn({ noRole: true });
    const clerk = await signIn({ permissions: all });
    const soon = clock.now() + 3_600_000;
    const sendTime = new Date(soon + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
    const target = { targetType: '3', targetIds: [reader.userId], sendTime };
    const id = await add({ ...target, title: '按时' });
    const late = await add({ ...target, title: '不再有权限' }, clerk);
    await adminConsole.messages.look();
    expect([await titles(reader), (await row(id)).status]).toEqual([[], '1']);
    const role = await get(founder, `/system/role/${clerk.roleId}`);
    const menuIds = await menus(...all.filter((perms) => !perms.endsWith(':send')));
    ok(
      await founder.call('PUT', '/system/role', {
        body: { roleId: clerk.roleId, version: role.version, menuIds },
      }),
    );
    await clock.advance(3_600_000);
    await founder.renew();
    await reader.renew();
    // Of several processes, each message is sent by one.
    const another = createOutbox({ database, clock, log: silentLogger });
    await Promise.all([adminConsole.messages.look(), another.look()]);
    expect(await titles(reader)).toEqual(['按时']);
    expect(await row(id)).toMatchObject({ status: '2', sendTime, recipientCount: 1 });
    expect(await row(late)).toMatchObject({
      status: '3',
      recallReason: '发送人已停用，或不再有发送权限',
    });
  });

  it('need the permission to send, also where a form would send them', async () => {
    const { signIn } = testConsole();
    const writer = await signIn({ permissions: all.filter((perms) => !perms.endsWith(':send')) });
    const body = { title: '停机', type: '1', status: '1' };
    expect((await writer.call('POST', '/feedback/message', { body })).code).toBe(403);
    const id = await add({ status: '0' }, writer);
    const { version } = await row(id);
    const update = { id, version, status: '1' };
    expect((await writer.call('PUT', '/feedback/message', { body: update })).code).toBe(403);
    for (const status of ['2', '3']) {
      expect(
        outcome(await testConsole().founder.call('POST', '/feedback/message', { body: { ...body, status } })),
      ).toEqual([40000, '只能保存为草稿或发送']);
    }
  });

  it('are written in batches: a large audience is complete, also after a stop in between', async () => {
    const { db, adminConsole } = testConsole();
    const history = { version: 1, createdBy: '', createdAt: 1, updatedBy: '', updatedAt: 1 };
    for (let at = 0; at < 2_500; at += 500) {
      await db
        .insertInto('user')
        .values(
          Array.from({ length: 500 }, (_, index) => ({
            ...{ tenantId: 'default', username: `many_${at + index}`, displayName: '众', sex: '2' },
            ...{ status: index % 5 === 0 ? '1' : '0', isRoot: 0 as const, mustChangePassword: 0 as const },
            ...history,
          })),
        )
        .execute();
    }
    const id = await add();
    await adminConsole.messages.look();
    // Disabled users are left out; the founder receives it too.
    const { recipientCount } = await row(id);
    const written = await db
      .selectFrom('messageReceipt')
      .select((build) => build.fn.countAll().as('count'))
      .where('messageId', '=', id)
      .executeTakeFirstOrThrow();
    const { count } = await db
      .selectFrom('user')
      .select((build) => build.fn.countAll().as('count'))
      .where('tenantId', '=', 'default')
      .where('status', '=', '0')
      .executeTakeFirstOrThrow();
    expect([recipientCount, Number(written.count)]).toEqual([Number(count), Number(count)]);
    expect(Number(count)).toBeGreaterThanOrEqual(2_001);
    // As a process leaves it that was killed after some batches.
    const half = await db
      .selectFrom('messageReceipt')
      .select('userId')
      .where('messageId', '=', id)
      .orderBy('userId')
      .offset(1_000)
      .limit(1)
      .executeTakeFirstOrThrow();
    await db.deleteFrom('messageReceipt').where('userId', '>', half.userId).execute();
    await db
      .updateTable('message')
      .set({ lastUserId: half.userId, recipientCount: 1_001, finishedAt: null })
      .where('id', '=', id)
      .execute();
    await adminConsole.messages.look();
    expect((await row(id)).recipientCount).toBe(Number(count));
    expect((await receipts(id, 'unread')).total).toBe(Number(count));
  });
});

describeSystem('texts of messages', (testConsole) => {
  it('are sanitised when written and when read', async () => {
    const { founder, db } = testConsole();
    let id = 0;
    const ofMessage = () => db.selectFrom('message').select('content').where('id', '=', id);
    await expectCleanHtml({
      async write(content) {
        const body = { title: '<img src=x onerror=alert(1)>', type: '1', content, status: '1' };
        ({ id } = ok(await founder.call('POST', '/feedback/message', { body })));
      },
      stored: async () => (await ofMessage().executeTakeFirstOrThrow()).content,
      async overwrite(content) {
        await db.updateTable('message').set({ content }).where('id', '=', id).execute();
      },
      read: async () => [
        (await get(founder, '/feedback/inbox/list')).records[0].content,
        (await get(founder, `/feedback/message/${id}`)).content,
      ],
    });
  });

  it('come from templates: every parameter is needed, by name, and none is interpreted', async () => {
    const { founder, signIn } = testConsole();
    const { id } = ok(
      await founder.call('POST', '/feedback/template', {
        body: {
          ...{ code: 'outage', name: '停机', title: '{place} 停机', status: '0' },
          content: `<p>{{7*7}} \${7} {place}：{time} <b onclick="x">{reason}</b></p>`,
        },
      }),
    );
    const template = await get(founder, `/feedback/template/${id}`);
    expect(template.params).toEqual(['place', 'time', 'reason']);
    const writer = await signIn({ permissions: ['feedback:message:add'] });
    const fill = (params: Record<string, string>) =>
      writer.call('POST', `/feedback/template/${id}/fill`, { body: { params } });
    const missing = await fill({ place: '机房', time: ' ', sender: '我' });
    expect([missing.code, missing.errors]).toEqual([
      40000,
      [
        { path: 'params.time', message: '请填写此参数' },
        { path: 'params.reason', message: '请填写此参数' },
        { path: 'params.sender', message: '模板没有此参数' },
      ],
    ]);
    expect(
      ok(await fill({ place: '机房', time: '{reason}', reason: '<img src=x onerror=alert(1)>' })),
    ).toEqual({
      title: '机房 停机',
      content: `<p>{{7*7}} \${7} 机房：{reason} <b>&lt;img src=x onerror=alert(1)&gt;</b></p>`,
    });
    expect(outcome(await fill({ place: '长'.repeat(60), time: '1', reason: '2' }))).toEqual([
      40000,
      '填写后的标题超过 50 个字符',
    ]);
    const off = { id, version: template.version, status: '1' };
    ok(await founder.call('PUT', '/feedback/template/changeStatus', { body: off }));
    expect(outcome(await fill({}))).toEqual(['U0200', '模板已停用']);
    expect((await writer.call('GET', '/feedback/template/page')).code).toBe(403);
  });
});

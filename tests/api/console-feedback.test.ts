/** Feedback: sent by everybody, handled by those with the permission, answered in the message centre. */
import { expect } from 'expect';
import { it } from 'vitest';
import type { SignedIn } from '../kit/console.ts';
import { sampleImage } from '../kit/sample-images.ts';
import { describeSystem, describeSystemOnBoth, get, ok, outcome } from '../kit/system-console.ts';
import { xssPayloads } from '../kit/xss-corpus.ts';

const verbs = ['list', 'query', 'reply', 'close', 'export'];
const all = verbs.map((verb) => `feedback:feedback:${verb}`);

describeSystemOnBoth('feedback', (testConsole) => {
  const send = (client: SignedIn, values: object = {}) =>
    client.call('POST', '/feedback/mine', { body: { type: '2', content: '画面看不清', ...values } });
  const sent = async (client: SignedIn, values: object = {}): Promise<number> =>
    ok(await send(client, values)).id;
  const mine = async (client: SignedIn) => (await get(client, '/feedback/mine/list')).records;
  const change = (client: SignedIn, verb: string, body: object) =>
    client.call('PUT', `/feedback/feedback/${verb}`, { body });
  const listed = async (client: SignedIn, query: Record<string, string> = {}) =>
    get(client, '/feedback/feedback/page', query);

  it('is sent by every user, with pictures that stay as long as it does', async () => {
    const { signIn, db, founder } = testConsole();
    const user = await signIn({ noRole: true });
    const image = await sampleImage('png', 30, 20);
    const { url } = ok(
      await user.call('POST', '/feedback/picture', {
        form: {},
        file: { name: '门口.png', type: image.type, bytes: Uint8Array.from(image.bytes) },
      }),
    );
    const id = await sent(user, { pics: [url], contact: '13812345678', device: 'Firefox' });
    expect(await mine(user)).toMatchObject([
      { id, content: '画面看不清', pics: [url], status: '0', reply: null },
    ]);
    expect(await listed(founder)).toMatchObject({
      records: [{ id, createBy: user.username, contact: '13812345678', device: 'Firefox' }],
      counts: { '0': 1 },
    });
    const uses = await db.selectFrom('uploadUse').select(['bizType', 'bizId']).execute();
    expect(uses).toEqual([{ bizType: 'feedback.feedback', bizId: String(id) }]);
  });

  it('is checked, and limited to five in ten minutes', async () => {
    const { signIn, clock } = testConsole();
    const user = await signIn({ noRole: true });
    expect(outcome(await send(user, { content: '  ' }))).toEqual([40000, '请填写反馈内容']);
    expect(outcome(await send(user, { content: '长'.repeat(501) }))).toEqual([
      40000,
      '反馈内容最多 500 个字符',
    ]);
    expect(outcome(await send(user, { type: '9' }))).toEqual([40000, '请选择反馈类型']);
    expect(outcome(await send(user, { pics: ['https://evil.example/a.png'] }))).toEqual([
      40000,
      '图片地址不正确',
    ]);
    const ours = (number: number) => `/api/admin/files/2026/01/01/${String(number).padStart(32, '0')}.png`;
    expect(outcome(await send(user, { pics: [ours(1)] }))).toEqual([40000, '有图片已失效，请删除后重新上传']);
    const ten = Array.from({ length: 10 }, (_, index) => ours(index));
    expect(outcome(await send(user, { pics: ten }))).toEqual([40000, '图片最多 9 张']);
    for (let number = 1; number <= 5; number += 1) await sent(user, { content: `第${number}条` });
    expect(outcome(await send(user))).toEqual([429, '提交过于频繁，请 10 分钟后再试']);
    await clock.advance(10 * 60_000);
    await user.renew();
    await sent(user);
  });

  it('is handled: in progress, replied with a message to the sender, closed', async () => {
    const { signIn, founder } = testConsole();
    const user = await signIn({ noRole: true });
    const english = await signIn({ noRole: true });
    ok(await english.call('PUT', '/preference/language', { body: { value: 'en-US' } }));
    const clerk = await signIn({ permissions: all });
    const id = await sent(user);
    ok(await change(clerk, 'take', { id }));
    expect(outcome(await change(clerk, 'take', { id }))).toEqual(['U0200', '反馈已在处理或已回复']);
    expect((await mine(user))[0].status).toBe('1');
    expect(outcome(await change(clerk, 'reply', { id, reply: ' ' }))).toEqual([40000, '请填写回复']);
    ok(await change(clerk, 'reply', { id, reply: '已调整\n请再看' }));
    expect((await mine(user))[0]).toMatchObject({ status: '2', reply: '已调整\n请再看' });
    const [message] = (await get(user, '/feedback/inbox/list')).records;
    expect(message).toMatchObject({
      ...{ title: '您的反馈有了回复', type: '3', read: false },
      content: '<p>已调整</p><p>请再看</p><blockquote><p>画面看不清</p></blockquote>',
    });
    ok(await change(clerk, 'close', { id }));
    for (const [verb, body] of [
      ['reply', { id, reply: '再' }],
      ['close', { id }],
    ] as const) {
      expect(outcome(await change(clerk, verb, body))).toEqual(['U0200', '反馈已关闭']);
    }
    ok(await change(founder, 'reply', { id: await sent(english), reply: 'Done' }));
    expect((await get(english, '/feedback/inbox/list')).records[0].title).toBe('Reply to your feedback');
    expect((await listed(founder)).counts).toMatchObject({ '2': 1, '3': 1 });
  });

  it('is seen by its sender and within the data scope, with the contact masked', async () => {
    const { signIn, dept } = testConsole();
    const [north, south] = [await dept('北区'), await dept('南区')];
    const user = await signIn({ noRole: true, deptId: north });
    const other = await signIn({ noRole: true, deptId: north });
    const id = await sent(user, { contact: '13812345678' });
    const near = await signIn({ permissions: all, deptId: north, dataScope: 3, maskScope: 3 });
    const far = await signIn({ permissions: all, deptId: south, dataScope: 3 });
    expect((await listed(near)).records).toMatchObject([{ id, contact: '138****5678' }]);
    expect([(await listed(far)).total, (await mine(other)).length]).toEqual([0, 0]);
    for (const verb of ['take', 'close']) expect((await change(far, verb, { id })).code).toBe(404);
    expect((await change(far, 'reply', { id, reply: 'x' })).code).toBe(404);
    const reveal = { body: { field: 'contact' } };
    expect((await near.call('POST', `/feedback/feedback/${id}/reveal`, reveal)).code).toBe(403);
    const csv = await near.call('POST', '/feedback/feedback/export', { form: { format: 'csv' } });
    expect(csv.text + Buffer.from(csv.blob ?? []).toString()).not.toContain('13812345678');
  });
});

describeSystem('texts of feedback', (testConsole) => {
  it('are text, also in the message with the reply', async () => {
    const { founder, signIn } = testConsole();
    const user = await signIn({ noRole: true });
    const dangerous = /<script|<img|<iframe|<svg|<style/i;
    const payloads = xssPayloads.map((payload) => payload.replace(/[^\P{Cc}\n\t]/gu, '')).join('\n');
    for (let at = 0; at < 4; at += 1) {
      const content = payloads.slice(at * 500, (at + 1) * 500).trim();
      const { id } = ok(await user.call('POST', '/feedback/mine', { body: { type: '1', content } }));
      ok(await founder.call('PUT', '/feedback/feedback/reply', { body: { id, reply: content } }));
      const [message] = (await get(user, '/feedback/inbox/list')).records;
      expect(message.content).not.toMatch(dangerous);
      expect((await get(user, '/feedback/mine/list')).records[0].content).toBe(content);
    }
  });
});

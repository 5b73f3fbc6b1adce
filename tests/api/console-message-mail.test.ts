/** Messages by e-mail, once for each recipient with an address. How servers are reached: `console-alerts.test.ts`. */
import { expect } from 'expect';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import type { Mail, MailFailure } from '../../lib/domain/monitoring/mail.ts';
import { err, ok as good } from '../../lib/kernel/result.ts';
import { type SignedIn, type TestConsole, testConsole } from '../kit/console.ts';
import { anyEngine, type DatabaseBench } from '../kit/databases.ts';
import { get, ok, outcome } from '../kit/system-console.ts';

describe.each(anyEngine)('messages by e-mail on $engine', ({ start }) => {
  let bench: DatabaseBench;
  let app: TestConsole;
  let admin: SignedIn;
  let people: SignedIn[];
  let sent: Mail[];
  let failure: MailFailure | null;

  beforeAll(async () => {
    bench = await start();
  });
  afterAll(() => bench.stop());
  beforeEach(async () => {
    [sent, failure] = [[], null];
    app = await testConsole(await bench.open(), {
      async sendMail(_server, mail) {
        if (failure) return err(failure);
        sent.push(mail);
        return good(undefined);
      },
    });
    admin = await app.root();
    people = [await app.signIn({ noRole: true }), await app.signIn({ noRole: true })];
    await app.database.db
      .updateTable('user')
      .set({ email: 'first@example.com' })
      .where('id', '=', people[0]!.userId)
      .execute();
    await app.setSetting('mail.smtp.host', 'mail.example.com');
    await app.setSetting('mail.from', 'oriel@example.com');
  });
  afterEach(() => app.stop());

  const body = () => ({
    ...{ title: '停机', type: '1', status: '1', channels: ['inbox', 'mail'] },
    ...{ targetType: '3', targetIds: people.map(({ userId }) => userId) },
    content: '<p>今晚 &lt;22:00&gt; 停机</p><ul><li>机房</li><li>北门</li></ul>',
  });
  const send = async (): Promise<number> =>
    ok(await admin.call('POST', '/feedback/message', { body: body() })).id;
  const mailOf = async (id: number) =>
    (await get(admin, `/feedback/message/${id}/receipts`, { state: 'unread' })).records.map(
      ({ mail }: { mail: string | null }) => mail,
    );
  const look = () => app.adminConsole.messages.look();

  it('have the text of the message, for recipients with an address, once', async () => {
    expect(await get(admin, '/feedback/message/channels')).toEqual(['inbox', 'mail']);
    const id = await send();
    expect(await mailOf(id)).toEqual(['waiting', null]);
    await look();
    await look();
    expect(sent).toEqual([
      {
        ...{ from: 'oriel@example.com', to: ['first@example.com'], subject: '停机' },
        text: '今晚 <22:00> 停机\n机房\n北门\n',
      },
    ]);
    expect(await mailOf(id)).toEqual(['sent', null]);
  });

  it('are not sent after a recall', async () => {
    const id = await send();
    ok(await admin.call('PUT', '/feedback/message/recall', { body: { id, reason: '错' } }));
    await look();
    expect(sent).toEqual([]);
  });

  it('wait for a server that cannot be reached, and fail if it refuses them', async () => {
    failure = 'unreachable';
    const id = await send();
    await look();
    expect(await mailOf(id)).toEqual(['waiting', null]);
    failure = null;
    await look();
    expect(sent).toEqual([]);
    await app.clock.advance(60_000);
    await look();
    expect([sent.length, await mailOf(id)]).toEqual([1, ['sent', null]]);
    failure = 'rejected';
    const second = await send();
    await look();
    expect(await mailOf(second)).toEqual(['failed', null]);
  });

  it('are not offered without a mail server', async () => {
    await app.setSetting('mail.smtp.host', '');
    expect(await get(admin, '/feedback/message/channels')).toEqual(['inbox']);
    expect(outcome(await admin.call('POST', '/feedback/message', { body: body() }))).toEqual([
      40000,
      '没有设置邮件服务器',
    ]);
  });
});

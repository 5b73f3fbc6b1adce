/** Rules of alerts: to the bell, to a webhook and by e-mail, once each, with real servers on this machine. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'expect';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import { monitorAlertRule } from '../../lib/contracts/admin/resources/monitor-alert-rule.resource.ts';
import { openDatabase } from '../../lib/db/client.ts';
import { systemEntropy } from '../../lib/domain/crypto/entropy.ts';
import { Sealer } from '../../lib/domain/crypto/seal.ts';
import type { MailFailure, MailSend } from '../../lib/domain/monitoring/mail.ts';
import { settingSealContext } from '../../lib/domain/settings/settings.ts';
import { operatorScope } from '../../lib/domain/tenancy/operator-scope.ts';
import { systemClock } from '../../lib/kernel/clock.ts';
import { err, ok as good } from '../../lib/kernel/result.ts';
import { createWebhookPost } from '../../lib/media/control/webhook-post.ts';
import { parseNetwork } from '../../lib/media/net/ip-address.ts';
import { mailSender } from '../../lib/server/mail-sender.ts';
import { type SignedIn, type TestConsole, testConsole } from '../kit/console.ts';
import { anyEngine, type DatabaseBench, engines } from '../kit/databases.ts';
import { testSecrets } from '../kit/domain.ts';
import { machineFigures, testMeters } from '../kit/machine-figures.ts';
import { mailServer } from '../kit/mail-server.ts';
import { describeResource } from '../kit/resource-suite.ts';
import { scratchFolder } from '../kit/scratch-folder.ts';
import { ok, outcome } from '../kit/system-console.ts';

const loopback = parseNetwork('127.0.0.0/8');
if (!loopback.ok) throw new Error(loopback.error);
const addressPolicy = { allowed: [loopback.value], ownPorts: [] as number[] };

describeResource(monitorAlertRule, {
  body: (number) => ({
    ...{ name: `规则${number}`, measure: 'cpu', comparison: 'above', threshold: 80, duration: 60 },
    ...{ userIds: [], roleIds: [], emails: ['duty@example.com'], webhookId: null, status: '0' },
  }),
  change: { name: '改名', threshold: 90 },
  skipFields: ['name', 'emails', 'userIds'],
});

describe.each(anyEngine)('alerts on $engine', ({ start }) => {
  let bench: DatabaseBench;
  let app: TestConsole;
  let admin: SignedIn;
  let cpu: number;
  let web: Server;
  let posted: { readonly type?: string; readonly state?: string }[];
  let mail: Awaited<ReturnType<typeof mailServer>>;

  beforeAll(async () => {
    bench = await start();
    web = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        posted.push(JSON.parse(Buffer.concat(chunks).toString()));
        response.writeHead(200).end();
      });
    });
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
    mail = await mailServer();
  });
  afterAll(async () => {
    web.closeAllConnections();
    web.close();
    await mail.stop();
    await bench.stop();
  });
  beforeEach(async () => {
    posted = [];
    mail.received.length = 0;
    cpu = 10;
    const { cpu: figures } = machineFigures();
    app = await testConsole(await bench.open(), {
      meters: { ...testMeters, machine: async () => machineFigures({ cpu: { ...figures, used: cpu } }) },
      sendMail: mailSender({ clock: systemClock, addressPolicy }),
      postWebhook: createWebhookPost({ clock: systemClock, addressPolicy }),
    });
    admin = await app.root();
  });
  afterEach(() => app.stop());

  const add = (more: object) =>
    admin.call('POST', '/monitor/alertRule', {
      body: { ...{ name: '处理器过高', measure: 'cpu', threshold: 80, duration: 10, status: '0' }, ...more },
    });
  const rules = async () => ok(await admin.call('GET', '/monitor/alertRule/page')).records;
  /** Measures every five seconds, and checks. */
  async function measure(seconds: number, value: number): Promise<void> {
    cpu = value;
    for (let passed = 0; passed < seconds; passed += 5) {
      await app.clock.advance(5_000);
      await app.monitoring.monitor.beat();
      await app.monitoring.alerts.check();
    }
  }
  const titles = async (user: SignedIn) =>
    ok(await user.call('GET', '/system/notice/list')).records.map(
      ({ noticeTitle, noticeContent }: Record<string, string>) => [noticeTitle, noticeContent],
    );
  async function useMailServer(port = mail.port, password = 'hunter2-hunter2'): Promise<void> {
    await app.setSetting('mail.smtp.host', '127.0.0.1');
    await app.setSetting('mail.smtp.port', String(port));
    await app.setSetting('mail.smtp.security', 'none');
    await app.setSetting('mail.smtp.user', 'oriel');
    await app.setSetting('mail.from', 'oriel@example.com');
    const { records } = ok(
      await admin.call('GET', '/system/config/page', { query: { configKey: 'mail.smtp.password' } }),
    );
    const { configId, version } = records[0];
    ok(await admin.call('PUT', '/system/config', { body: { configId, version, configValue: password } }));
  }

  it('tell users and roles under the bell, in their language, once, and again when it is over', async () => {
    const [reader, other] = [await app.signIn({ permissions: [] }), await app.signIn({ permissions: [] })];
    const english = await app.signIn({ permissions: [] });
    ok(await english.call('PUT', '/preference/language', { body: { value: 'en-US' } }));
    ok(await add({ userIds: [reader.userId], roleIds: [english.roleId] }));
    await measure(10, 90);
    expect(await titles(reader)).toEqual([]);
    await measure(60, 90);
    const time = expect.stringMatching(
      /^<p>[\d-]{10} [\d:]{8}：处理器使用率（%） 高于 80，已持续 10 秒，当前值 90。<\/p>$/,
    );
    expect(await titles(reader)).toEqual([['告警：处理器过高', time]]);
    expect(await titles(english)).toEqual([
      ['Alert: 处理器过高', expect.stringMatching(/: CPU use \(%\) above 80 for 10 s, now 90\.<\/p>$/)],
    ]);
    expect(await titles(other)).toEqual([]);
    expect(await rules()).toMatchObject([{ state: 'firing', changeTime: expect.stringMatching(/^\d{4}-/) }]);

    await measure(60, 20);
    expect((await titles(reader)).map(([title]: string[]) => title)).toEqual([
      '告警恢复：处理器过高',
      '告警：处理器过高',
    ]);
    expect(await rules()).toMatchObject([{ state: 'ok' }]);
  });

  it('go to a webhook, signed and tried again like alarms', async () => {
    const url = `http://127.0.0.1:${(web.address() as AddressInfo).port}/hook`;
    const { id: webhookId } = ok(await admin.call('POST', '/iot/webhook', { body: { name: '值班', url } }));
    const { id: ruleId } = ok(await add({ webhookId }));
    await measure(30, 90);
    await measure(30, 20);
    await app.clock.advance(2_000);
    for (let waited = 0; posted.length < 2 && waited < 400; waited += 1) {
      await new Promise((resolve) => setTimeout(resolve, 25));
      if (posted.length < 2) await app.clock.advance(1_000);
    }
    const terms = { measure: 'cpu', comparison: 'above', threshold: 80, duration: 10 };
    expect(posted).toEqual([
      {
        type: 'alert',
        ruleId,
        ruleName: '处理器过高',
        state: 'firing',
        ...terms,
        value: 90,
        time: expect.any(Number),
      },
      {
        type: 'alert',
        ruleId,
        ruleName: '处理器过高',
        state: 'recovered',
        ...terms,
        value: 20,
        time: expect.any(Number),
      },
    ]);
    expect(ok(await admin.call('GET', '/iot/webhookDelivery/page')).records).toMatchObject([
      { alarmId: null, webhookId },
      { alarmId: null, webhookId },
    ]);
  });

  it('are sent by e-mail, in both languages, after signing in to the server of the settings', async () => {
    await useMailServer();
    ok(await add({ emails: ['duty@example.com', 'boss@example.com'] }));
    await measure(30, 90);
    expect(mail.received).toHaveLength(1);
    const [message] = mail.received;
    expect(message).toMatchObject({ to: ['duty@example.com', 'boss@example.com'], user: 'oriel' });
    expect(message!.text).toMatch(/^From: oriel@example\.com$/m);
    expect(message!.text).toMatch(/^Subject: =\?UTF-8\?/m);
    expect(await rules()).toMatchObject([{ state: 'firing', mailError: null }]);
    await measure(30, 20);
    expect(mail.received).toHaveLength(2);
  });

  it('name why an e-mail was not sent, and try again', async () => {
    ok(await add({ emails: ['duty@example.com'] }));
    await measure(30, 90);
    expect(await rules()).toMatchObject([{ mailError: 'notConfigured' }]);
    await useMailServer(mail.port, 'another-password');
    await measure(30, 20);
    expect(await rules()).toMatchObject([{ state: 'ok', mailError: 'login' }]);
    expect(mail.received).toEqual([]);
    await useMailServer();
    // An attempt that is still running begins to wait when it has failed.
    for (let waited = 0; mail.received.length < 1 && waited < 400; waited += 1) {
      await app.clock.advance(10_000);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(mail.received).toHaveLength(1);
  });

  const testMail = (email: string) => admin.call('POST', '/monitor/alertRule/testMail', { body: { email } });

  it('are preceded by a test e-mail, sent with the saved settings', async () => {
    expect(outcome(await testMail('duty@example.com'))).toEqual(['U0200', '邮件未发送：没有邮件服务器']);
    await useMailServer(mail.port, 'another-password');
    expect(outcome(await testMail('duty@example.com'))).toEqual(['U0200', '邮件未发送：账号或密码被拒绝']);
    expect((await testMail('a@example.com,b@example.com')).message).toBe('邮箱格式不正确');
    expect(mail.received).toEqual([]);
    await useMailServer();
    ok(await testMail('duty@example.com'));
    expect(mail.received).toMatchObject([{ to: ['duty@example.com'] }]);
  });

  it('seal the password of the mail server, and never show it', async () => {
    await useMailServer();
    const query = { configKey: 'mail.smtp.password' };
    const { text } = await admin.call('GET', '/system/config/page', { query });
    expect(text).not.toContain('hunter2');
    expect(text).toContain('******');
    const { configValue } = await app.database.db
      .selectFrom('setting')
      .select('configValue')
      .where('configKey', '=', 'mail.smtp.password')
      .executeTakeFirstOrThrow();
    const context = settingSealContext(operatorScope, 'mail.smtp.password');
    expect(new Sealer(app.secrets, systemEntropy).open(context, configValue)).toBe('hunter2-hunter2');
  });

  it('begin anew when the terms of the rule change, but not when its name does', async () => {
    const { id } = ok(await add({ userIds: [admin.userId] }));
    await measure(30, 90);
    const change = async (body: object) => {
      const [{ version }] = await rules();
      ok(await admin.call('PUT', '/monitor/alertRule', { body: { id, version, ...body } }));
    };
    await change({ name: '改名', threshold: 80 });
    expect(await rules()).toMatchObject([{ state: 'firing' }]);
    await change({ threshold: 70 });
    expect(await rules()).toMatchObject([{ state: 'ok', changeTime: null }]);
    const [{ version }] = await rules();
    ok(await admin.call('PUT', '/monitor/alertRule/changeStatus', { body: { id, status: '1', version } }));
    await measure(60, 90);
    expect(await titles(admin)).toHaveLength(1);
  });

  it.each([
    ['nobody to tell', {}, '请选择通知的用户、角色、邮件或推送'],
    ['an address with a line break', { emails: ['a@example.com\nBcc: b@example.com'] }, null],
    ['two addresses in one', { emails: ['a@example.com,b@example.com'] }, '邮箱格式不正确'],
    ['a user that does not exist', { userIds: [2_000_000_000] }, null],
  ])('are refused with %s', async (_what, body, message) => {
    const answer = await add(body);
    expect(answer.code).toBe(40_000);
    if (message) expect(answer.message).toBe(message);
    expect(await rules()).toEqual([]);
  });

  it('are for the organisation that operates the server', async () => {
    const guest = await app.signIn({ permissions: ['monitor:alertRule:add'], tenantId: 'guests' });
    const body = { name: 'x', measure: 'cpu', threshold: 1, duration: 1, emails: ['a@example.com'] };
    expect(outcome(await guest.call('POST', '/monitor/alertRule', { body }))).toEqual([
      'U0200',
      '只有服务器所属的组织可以查看',
    ]);
  });
});

/** Of 127.0.0.1, signed by itself. */
function certificate() {
  const folder = scratchFolder('oriel-mail-');
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const kind = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const names = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  execFileSync('openssl', [...kind, '-days', '2', '-keyout', key, '-out', cert, ...names], { stdio: 'pipe' });
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
}

describe('a mail server', () => {
  const send = (
    port: number,
    policy = addressPolicy,
    server: object = {},
    tls: { readonly extraCa?: readonly string[] } = {},
  ): ReturnType<MailSend> =>
    mailSender({ clock: systemClock, addressPolicy: policy, tls })(
      { host: '127.0.0.1', port, security: 'none', login: null, ...server },
      { from: 'a@example.com', to: ['b@example.com'], subject: 's', text: 't' },
      new AbortController().signal,
    );
  const failure = (code: MailFailure) => err(code);

  it('that refuses the login or the message is named', async () => {
    const strict = await mailServer({ refusesLogin: true });
    const picky = await mailServer({ refusesMail: true });
    const login = { user: 'oriel', password: 'hunter2-hunter2' };
    expect(await send(strict.port, addressPolicy, { login })).toEqual(failure('login'));
    expect(await send(picky.port, addressPolicy, { login })).toEqual(failure('rejected'));
    await strict.stop();
    await picky.stop();
  });

  it('is not connected to where the address policy forbids it, and no byte is sent', async () => {
    const server = await mailServer();
    const login = { user: 'oriel', password: 'hunter2-hunter2' };
    expect(await send(server.port, { allowed: [], ownPorts: [] }, { login })).toEqual(
      failure('refusedAddress'),
    );
    expect(await send(server.port, { ...addressPolicy, ownPorts: [server.port] }, { login })).toEqual(
      failure('refusedAddress'),
    );
    expect(server.received).toEqual([]);
    expect(await send(server.port, addressPolicy, { login })).toEqual(good(undefined));
    await server.stop();
  });

  it('without encryption gets nothing if encryption is required', async () => {
    const server = await mailServer();
    const login = { user: 'oriel', password: 'hunter2-hunter2' };
    const sent = await send(server.port, addressPolicy, { security: 'starttls', login });
    expect(sent.ok).toBe(false);
    expect(server.received).toEqual([]);
    await server.stop();
  });

  it.each([
    ['tls', true],
    ['starttls', false],
  ])('is spoken to by %s, if its certificate is trusted', async (security, isTlsAtOnce) => {
    const tls = certificate();
    const server = await mailServer({ tls, isTlsAtOnce });
    const login = { user: 'oriel', password: 'hunter2-hunter2' };
    const untrusted = await send(server.port, addressPolicy, { security, login });
    const receivedUntrusted = [...server.received];
    const trusted = await send(server.port, addressPolicy, { security, login }, { extraCa: [tls.cert] });
    await server.stop();
    expect(untrusted).toEqual(failure('certificate'));
    expect(receivedUntrusted).toEqual([]);
    expect(trusted).toEqual(good(undefined));
    expect(server.received).toMatchObject([{ user: 'oriel', to: ['b@example.com'] }]);
  });

  it('that does not exist is named', async () => {
    const server = await mailServer();
    await server.stop();
    expect(await send(server.port)).toEqual(failure('unreachable'));
  });
});

it('of several processes on one PostgreSQL, one checks the rules', async () => {
  const bench = await engines[1].start();
  const place = await bench.migrated();
  const secrets = testSecrets();
  const apps: TestConsole[] = [];
  const open = [await openDatabase(place), await openDatabase(place)];
  for (const [index, database] of open.entries()) {
    const { cpu } = machineFigures();
    apps.push(
      await testConsole(database, {
        ...{ secrets, process: { processId: `p${index}`, killedProcessId: null } },
        meters: { ...testMeters, machine: async () => machineFigures({ cpu: { ...cpu, used: 99 } }) },
      }),
    );
  }
  const admin = await apps[0]!.root();
  const body = { name: '处理器过高', measure: 'cpu', threshold: 80, duration: 0, userIds: [admin.userId] };
  for (const app of apps) await app.monitoring.monitor.beat();
  ok(await admin.call('POST', '/monitor/alertRule', { body }));
  await apps[1]!.monitoring.alerts.check();
  const state = async () => ok(await admin.call('GET', '/monitor/alertRule/page')).records[0].state;
  expect(await state()).toBe('ok');
  await Promise.all(apps.map((app) => app.monitoring.alerts.check()));
  expect(await state()).toBe('firing');
  const notices = await open[0]!.db.selectFrom('notice').select('noticeTitle').execute();
  expect(notices).toEqual([{ noticeTitle: '告警：处理器过高' }]);
  for (const app of apps) app.stop();
  for (const database of open) await database.close();
  await bench.stop();
});

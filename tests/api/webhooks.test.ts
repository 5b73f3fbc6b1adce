/** Alarms sent to real HTTP servers on this machine. */
import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'expect';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import { PictureAddresses, pictureAddressLifeMs } from '../../lib/domain/alarms/picture-address.ts';
import { maxWaiting } from '../../lib/domain/alarms/webhook-queue.ts';
import {
  forgetDeliveries,
  type WebhookSender,
  webhookSender,
} from '../../lib/domain/alarms/webhook-sender.ts';
import { systemEntropy } from '../../lib/domain/crypto/entropy.ts';
import { Sealer } from '../../lib/domain/crypto/seal.ts';
import { alarmPictureHandler } from '../../lib/http/alarm-picture-handler.ts';
import { systemClock } from '../../lib/kernel/clock.ts';
import { silentLogger } from '../../lib/kernel/logger.ts';
import { err, ok as okResult } from '../../lib/kernel/result.ts';
import { createWebhookPost } from '../../lib/media/control/webhook-post.ts';
import { parseNetwork } from '../../lib/media/net/ip-address.ts';
import type { WebhookPost } from '../../lib/media/ports.ts';
import { type CameraConsole, cameraConsole, ok } from '../kit/camera-console.ts';
import type { SignedIn } from '../kit/console.ts';
import { type DatabaseBench, engines } from '../kit/databases.ts';

interface Received {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}
type Answer = number | 'redirect' | 'never';

const loopback = parseNetwork('127.0.0.0/8');
if (!loopback.ok) throw new Error(loopback.error);
const day = 24 * 60 * 60_000;

describe.each(engines)('webhooks on $engine', ({ start }) => {
  let bench: DatabaseBench;
  let app: CameraConsole;
  let alarmToken: string;
  let sender: WebhookSender;
  let server: Server;
  let received: Received[];
  /** Of the next requests; then 200. */
  let answers: Answer[];
  let origin: string;
  const ownPorts: number[] = [];
  const post = createWebhookPost({
    clock: systemClock,
    addressPolicy: { allowed: [loopback.value], ownPorts },
  });

  beforeAll(async () => {
    bench = await start();
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { method, url: path, headers } = request;
        received.push({ method, path, headers, body: Buffer.concat(chunks).toString() });
        const answer = answers.shift() ?? 200;
        if (answer === 'never') request.socket.destroy();
        else if (answer === 'redirect') response.writeHead(302, { location: `${origin}/elsewhere` }).end();
        else response.writeHead(answer).end('x'.repeat(100_000));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await bench.stop();
  });
  beforeEach(async () => {
    received = [];
    answers = [];
    ownPorts.length = 0;
    app = await cameraConsole(await bench.open(), {
      forbiddenAddress: (url) => (url.includes('169.254.') ? 'metadata service' : null),
    });
    sender = startSender(post);
    ({ alarmToken } = ok(await app.admin.call('POST', '/iot/alarmToken', { body: { name: '门禁' } })));
  });
  afterEach(() => {
    sender.stop();
    app.end();
  });

  const startSender = (sendWith: WebhookPost): WebhookSender =>
    webhookSender({
      ...{ db: app.db, clock: app.clock, post: sendWith, log: silentLogger },
      sealer: new Sealer(app.secrets, systemEntropy),
      pictureUrl: (subject) => `/alarm-picture/${pictureAddresses().issue(subject, app.clock.now())}.mp4`,
    });
  const pictureAddresses = () => new PictureAddresses(app.secrets.mediaKeys);

  const add = (more: object = {}, user: SignedIn = app.admin) =>
    user.call('POST', '/iot/webhook', { body: { name: '值班系统', url: `${origin}/alarms?k=1`, ...more } });
  const added = async (more: object = {}) => ok(await add(more)) as { id: string; secret: string };
  const raise = async (alarmType = 'person') =>
    (
      (await app.call('/api/lapp/alarm/report', { alarmToken, deviceSerial: 'DEMO00001', alarmType }))
        .data as { alarmId: string }
    ).alarmId;
  const deliveries = async () => ok(await app.admin.call('GET', '/iot/webhookDelivery/page')).records;
  /** Everything that is due after this time was tried. Of several rounds that overlap, the last one misses nothing. */
  async function pass(ms = 0): Promise<void> {
    app.clock.setWall(app.clock.now() + ms);
    await sender.sendDue();
    await sender.sendDue();
  }
  const stored = () => app.db.selectFrom('webhookDelivery').selectAll().executeTakeFirstOrThrow();

  it('receive an alarm with its signature, which is in the log as delivered', async () => {
    const { secret } = await added();
    const alarmTime = app.clock.now();
    const alarmId = await raise();
    await pass();
    expect(received).toHaveLength(1);
    const { method, path, headers, body } = received[0]!;
    expect([method, path, headers['content-type']]).toEqual(['POST', '/alarms?k=1', 'application/json']);
    expect(JSON.parse(body)).toEqual({
      type: 'alarm',
      alarmId,
      alarmName: '人形检测',
      alarmType: 'person',
      alarmTime: expect.any(Number),
      endTime: expect.any(Number),
      deviceSerial: 'DEMO00001',
      deviceName: expect.any(String),
      channelNo: 1,
      cameraName: expect.any(String),
      preTime: 5,
      delayTime: 30,
      pictureUrl: expect.stringMatching(/^\/alarm-picture\/[\w.-]+\.mp4$/),
    });
    expect(JSON.parse(body).alarmTime).toBeGreaterThanOrEqual(alarmTime);
    const [, seconds, mac] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['oriel-signature'])) ?? [];
    expect(mac).toBe(createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex'));
    expect(Math.abs(Number(seconds) * 1_000 - app.clock.now())).toBeLessThan(10_000);
    const [delivery] = await deliveries();
    expect(delivery).toMatchObject({
      alarmId,
      state: 'delivered',
      attempts: 1,
      lastStatus: 200,
      lastError: null,
    });
    expect(headers['oriel-delivery']).toBe(delivery.id);
  });

  describe('receive the address of the picture', () => {
    const bytes = Buffer.from('a key frame as an MP4 file');
    const open = async (url: string, method = 'GET') => {
      const handle = alarmPictureHandler({ pictures: app.lapp.sentPictures, log: silentLogger });
      const response = await handle(new Request(new URL(url, 'http://oriel.test'), { method }));
      const text = await response.text();
      return [response.status, response.ok ? text : JSON.parse(text).code];
    };
    async function store(alarmId: string, isEncrypted: 0 | 1 = 0): Promise<void> {
      const content = bytes.toString('base64');
      await app.db
        .insertInto('alarmPicture')
        .values({ alarmId, tenantId: 'default', isEncrypted, content })
        .execute();
    }
    const sentUrl = () => String(JSON.parse(received.at(-1)!.body).pictureUrl);

    it('which shows it to everyone with the address, for an hour', async () => {
      await added();
      const alarmId = await raise();
      await pass();
      const url = sentUrl();
      // It is taken within 15 s.
      expect(await open(url)).toEqual([404, 'alarm.noPicture']);
      await store(alarmId);
      expect([await open(url), await open(url)]).toEqual([
        [200, bytes.toString()],
        [200, bytes.toString()],
      ]);
      expect(await open(url, 'POST')).toEqual([405, 'request.method']);
      app.clock.setWall(app.clock.now() + pictureAddressLifeMs - 1);
      expect((await open(url))[0]).toBe(200);
      app.clock.setWall(app.clock.now() + 1);
      expect(await open(url)).toEqual([401, '10002']);
    });

    it('which ends when the webhook is disabled or deleted, and shows no other picture', async () => {
      const { id } = await added();
      const alarmId = await raise();
      await store(alarmId);
      await pass();
      const url = sentUrl();
      const [, signature = ''] = /([\w.-]+)\.mp4$/.exec(url) ?? [];
      const [prefix, kid, payload = '', mac] = signature.split('.');
      const other = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), alarmId: 'f'.repeat(32) };
      const forged = Buffer.from(JSON.stringify(other)).toString('base64url');
      expect(await open(`/alarm-picture/${prefix}.${kid}.${forged}.${mac}.mp4`)).toEqual([401, '10002']);
      expect(await open(`/alarm-picture/${alarmId}.mp4`)).toEqual([401, '10002']);
      expect(await open(`/alarm-picture/${alarmId}`)).toEqual([404, 'path.unknown']);
      const foreign = pictureAddresses().issue(
        { tenantId: 'foreign', webhookId: id, alarmId },
        app.clock.now(),
      );
      expect(await open(`/alarm-picture/${foreign}.mp4`)).toEqual([401, '10002']);
      ok(await app.admin.call('PUT', '/iot/webhook/changeStatus', { body: { id, status: '1', version: 1 } }));
      expect(await open(url)).toEqual([401, '10002']);
      ok(await app.admin.call('PUT', '/iot/webhook/changeStatus', { body: { id, status: '0', version: 2 } }));
      expect((await open(url))[0]).toBe(200);
      ok(await app.admin.call('DELETE', `/iot/webhook/${id}`));
      expect(await open(url)).toEqual([401, '10002']);
    });

    it('not of an encrypted device, whose pictures a receiver could not decrypt', async () => {
      const { id: webhookId } = await added();
      await app.db.updateTable('device').set({ isEncrypt: 1 }).execute();
      const alarmId = await raise();
      await store(alarmId, 1);
      await pass();
      expect(JSON.parse(received[0]!.body).pictureUrl).toBeNull();
      const subject = { tenantId: 'default', webhookId, alarmId };
      const signature = pictureAddresses().issue(subject, app.clock.now());
      expect(await open(`/alarm-picture/${signature}.mp4`)).toEqual([404, 'alarm.noPicture']);
    });
  });

  it('receive no clear picture any more once its device is encrypted', async () => {
    await added();
    const alarmId = await raise();
    const content = Buffer.from('a key frame').toString('base64');
    await app.db
      .insertInto('alarmPicture')
      .values({ alarmId, tenantId: 'default', isEncrypted: 0, content })
      .execute();
    await pass();
    const url = String(JSON.parse(received.at(-1)!.body).pictureUrl);
    const handle = alarmPictureHandler({ pictures: app.lapp.sentPictures, log: silentLogger });
    const open = async () => (await handle(new Request(new URL(url, 'http://oriel.test')))).status;
    expect(await open()).toBe(200);
    await app.db.updateTable('device').set({ isEncrypt: 1 }).execute();
    expect(await open()).toBe(404);
  });

  it('receive a test on request, signed, which is among the deliveries, and none while they are off', async () => {
    const { id } = await added();
    ok(await app.admin.call('PUT', '/iot/webhook/test', { body: { id } }));
    await pass();
    expect(received.map(({ body }) => JSON.parse(body))).toEqual([
      { type: 'test', time: expect.any(Number) },
    ]);
    const { records } = ok(
      await app.admin.call('GET', '/iot/webhookDelivery/page', { query: { webhookId: id } }),
    );
    expect(records).toMatchObject([{ state: 'delivered', alarmId: null }]);
    ok(await app.admin.call('PUT', '/iot/webhook/changeStatus', { body: { id, status: '1', version: 1 } }));
    expect((await app.admin.call('PUT', '/iot/webhook/test', { body: { id } })).code).toBe('U0200');
    const missing = { body: { id: 'f'.repeat(32) } };
    expect((await app.admin.call('PUT', '/iot/webhook/test', missing)).code).toBe(404);
  });

  it('receive the kinds they want, while they are on, and each alarm once however long it lasts', async () => {
    await added({ kinds: ['line', 'tamper'] });
    const { id } = await added({ name: '停用', url: `${origin}/off` });
    ok(await app.admin.call('PUT', '/iot/webhook/changeStatus', { body: { id, status: '1', version: 1 } }));
    await raise('person');
    await raise('line');
    await raise('line');
    await pass();
    expect(received.map(({ path, body }) => [path, JSON.parse(body).alarmType])).toEqual([
      ['/alarms?k=1', 'line'],
    ]);
  });

  it('are tried again after 10 s and 1 min, with the same delivery and a new signature', async () => {
    answers = [500, 'never'];
    await added();
    await raise();
    await pass();
    expect((await deliveries())[0]).toMatchObject({ state: 'waiting', lastStatus: 500, lastError: 'status' });
    const first = await stored();
    await pass(first.nextAt - app.clock.now() - 1);
    expect(received).toHaveLength(1);
    await pass(1);
    expect(await stored()).toMatchObject({ attempts: 2, lastStatus: null, lastError: 'broken' });
    expect((await stored()).nextAt - app.clock.now()).toBe(60_000);
    await pass(59_999);
    expect(received).toHaveLength(2);
    await pass(1);
    expect(await stored()).toMatchObject({ state: 'delivered', attempts: 3, lastError: null });
    const headers = (name: string) => new Set(received.map((each) => each.headers[name])).size;
    expect([headers('oriel-delivery'), headers('oriel-signature')]).toEqual([1, 3]);
  });

  it('are given up after seven attempts within nine hours', async () => {
    answers = Array.from({ length: 7 }, () => 503);
    await added();
    await raise();
    const begin = app.clock.now();
    for (let attempt = 1; attempt <= 7; attempt += 1) {
      await pass(Math.max(0, attempt === 1 ? 0 : (await stored()).nextAt - app.clock.now()));
      expect(await stored()).toMatchObject({ attempts: attempt, lastStatus: 503 });
    }
    expect(await stored()).toMatchObject({ state: 'failed', lastError: 'status' });
    expect(app.clock.now() - begin).toBeLessThan(9 * 3_600_000);
    await pass(2 * day);
    expect(received).toHaveLength(7);
  });

  it('are sent once by several processes, and again if one ends while it sends', async () => {
    await added();
    await raise();
    const other = startSender(post);
    const crashing = startSender(() => new Promise(() => {}));
    void crashing.sendDue();
    while ((await stored()).attempts === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await pass();
    expect(received).toHaveLength(0);
    app.clock.setWall(app.clock.now() + 60_000);
    await Promise.all([sender.sendDue(), other.sendDue()]);
    expect(received).toHaveLength(1);
    other.stop();
    crashing.stop();
  });

  it('are not redirected, and never reached on forbidden addresses or ports of this server', async () => {
    answers = ['redirect'];
    await added();
    await raise();
    await pass();
    expect(received.map(({ path }) => path)).toEqual(['/alarms?k=1']);
    expect(await stored()).toMatchObject({ state: 'waiting', lastStatus: 302, lastError: 'status' });
    ownPorts.push((server.address() as AddressInfo).port);
    await pass(10_000);
    expect(await stored()).toMatchObject({ attempts: 2, lastStatus: null, lastError: 'refusedAddress' });
    for (const url of [
      'http://169.254.169.254/latest',
      'http://[::1]:1/',
      'http://10.0.0.1/',
      'http://0x0a000001/',
    ]) {
      await app.db.updateTable('webhook').set({ url }).execute();
      await app.db.updateTable('webhookDelivery').set({ nextAt: 0, attempts: 0, lastError: null }).execute();
      await pass();
      expect([url, (await stored()).lastError]).toEqual([url, 'refusedAddress']);
    }
    expect(received).toHaveLength(1);
  });

  it('that cannot be reached delay no other', async () => {
    await added({ name: '离线', url: 'http://127.0.0.1:9/' });
    await added();
    await raise();
    await pass();
    expect(received).toHaveLength(1);
    const errors = (await deliveries()).map(({ lastError }: { lastError: string | null }) => lastError);
    expect(errors.sort()).toEqual([null, 'unreachable'].sort());
  });

  it('that do not answer delay no other, however many they are and whatever waits for them', async () => {
    sender.stop();
    const tried: string[] = [];
    sender = startSender(async ({ url }) => {
      tried.push(new URL(url).hostname);
      return url.includes('dead') ? err('timeout') : okResult(200);
    });
    const dead: string[] = [];
    for (let at = 0; at < 16; at += 1)
      dead.push((await added({ name: `离线${at}`, url: 'https://dead.example/' })).id);
    await added({ url: 'https://live.example/' });
    const alarmId = await raise();
    const row = await stored();
    const waiting = dead.flatMap((webhookId, hook) =>
      Array.from({ length: 30 }, (_, at) => ({
        ...row,
        ...{ id: `${hook}-${at}`.padStart(32, '0'), webhookId, alarmId },
      })),
    );
    for (let at = 0; at < waiting.length; at += 60)
      await app.db
        .insertInto('webhookDelivery')
        .values(waiting.slice(at, at + 60))
        .execute();
    await sender.sendDue();
    await sender.sendDue();
    expect(tried.filter((host) => host === 'live.example')).toHaveLength(1);
    expect(tried).toHaveLength(32);
  });

  it('wait for at most 1,000 alarms, and what is older than 30 days is deleted', async () => {
    const { id: webhookId } = await added();
    const alarmId = await raise();
    await pass();
    const { db, clock } = app;
    const row = await db.selectFrom('webhookDelivery').selectAll().executeTakeFirstOrThrow();
    const rows = Array.from({ length: maxWaiting }, (_, at) => ({
      ...row,
      ...{ id: at.toString(16).padStart(32, '0'), webhookId, alarmId, state: 'waiting' as const },
      nextAt: clock.now() + day,
    }));
    for (let at = 0; at < rows.length; at += 100)
      await db
        .insertInto('webhookDelivery')
        .values(rows.slice(at, at + 100))
        .execute();
    await raise('line');
    const count = async () =>
      Number(
        (
          await db
            .selectFrom('webhookDelivery')
            .select(({ fn }) => fn.countAll<number>().as('total'))
            .executeTakeFirstOrThrow()
        ).total,
      );
    expect(await count()).toBe(maxWaiting + 1);
    await forgetDeliveries(db, clock.now() + 29 * day);
    expect(await count()).toBe(maxWaiting + 1);
    await forgetDeliveries(db, clock.now() + 31 * day);
    expect(await count()).toBe(0);
  });

  it('are sent to by the running server', async () => {
    app.end();
    app = await cameraConsole(await bench.open(), { postWebhook: post });
    ({ alarmToken } = ok(await app.admin.call('POST', '/iot/alarmToken', { body: { name: '门禁' } })));
    await added();
    await raise();
    for (let tries = 0; received.length === 0 && tries < 100; tries += 1) {
      await app.clock.advance(1_000);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(received).toHaveLength(1);
  });

  describe('are set up in the console', () => {
    it('with a secret that is shown once and stored encrypted', async () => {
      const { secret } = await added();
      expect(secret).toMatch(/^[\w-]{40,}$/);
      const everything = JSON.stringify([
        ok(await app.admin.call('GET', '/iot/webhook/page')),
        await app.db.selectFrom('webhook').selectAll().execute(),
        await app.db.selectFrom('operationLog').selectAll().execute(),
      ]);
      expect(everything).toContain('值班系统');
      expect(everything).not.toContain(secret);
    });

    it.each([
      'ftp://example.com',
      'http://user:pw@example.com/',
      'http://',
      'example.com',
      'http://a/#b',
      'http://a:99999/',
      'http://[fe80::1%25eth0]/',
      'http://256.0.0.1/',
    ])('not with the address %s', async (url) => {
      expect((await add({ url })).errors).toMatchObject([{ path: 'url' }]);
    });

    it('not with an address that the server may not connect to, also not later', async () => {
      const forbidden = 'http://169.254.169.254/latest';
      expect((await add({ url: forbidden })).errors).toMatchObject([
        { path: 'url', message: '服务器不允许连接该地址：它是云服务商的元数据服务，任何设置都不会开放' },
      ]);
      const { id } = await added();
      const change = { id, name: '值班系统', url: forbidden, version: 1 };
      expect((await app.admin.call('PUT', '/iot/webhook', { body: change })).errors).toMatchObject([
        { path: 'url' },
      ]);
    });

    it('by users with access to all data only, because they receive the alarms of all cameras', async () => {
      const permissions = ['list', 'query', 'add', 'edit', 'remove'].map((verb) => `iot:webhook:${verb}`);
      const clerk = await app.signIn({ permissions, deptId: app.north, dataScope: 3 });
      const { id } = await added();
      const before = await app.db.selectFrom('webhook').selectAll().execute();
      const row = { id, name: '值班系统', url: before[0]!.url, kinds: [], version: 1 };
      const change = (more: object) => clerk.call('PUT', '/iot/webhook', { body: { ...row, ...more } });
      for (const answer of [
        await add({}, clerk),
        await change({ url: `${origin}/mine` }),
        await change({ kinds: ['tamper'] }),
        await change({ name: '无人接收' }),
        await clerk.call('PUT', '/iot/webhook/changeStatus', { body: { id, status: '1', version: 1 } }),
        await clerk.call('DELETE', `/iot/webhook/${id}`),
      ])
        expect(answer.message).toContain('需要全部数据权限');
      expect(await app.db.selectFrom('webhook').selectAll().execute()).toEqual(before);
    });

    it('for their own organisation only', async () => {
      await added();
      const permissions = ['iot:webhook:list', 'iot:webhook:add', 'iot:webhookDelivery:list'];
      const stranger = await app.signIn({ tenantId: 'foreign', permissions });
      expect(ok(await stranger.call('GET', '/iot/webhook/page')).records).toEqual([]);
      ok(await add({ name: '别家', url: `${origin}/foreign` }, stranger));
      await raise();
      await pass();
      expect(received.map(({ path }) => path)).toEqual(['/alarms?k=1']);
      expect(ok(await stranger.call('GET', '/iot/webhookDelivery/page')).records).toEqual([]);
    });
  });
});

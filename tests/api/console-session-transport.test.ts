import { gzipSync } from 'node:zlib';
import { expect } from 'expect';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { z } from 'zod';
import { defineAdminCall } from '../../lib/contracts/admin/call.ts';
import { type AdminRoute, bindAdminCall } from '../../lib/http/admin/admin-route.ts';
import { adminRoutes } from '../../lib/http/admin/admin-routes.ts';
import type { Logger } from '../../lib/kernel/logger.ts';
import {
  type ConsoleAnswer,
  type SignedIn,
  type TestConsole,
  testConsole,
  testPassword,
} from '../kit/console.ts';
import { type DatabaseBench, engines } from '../kit/databases.ts';
import { testOrigin } from '../kit/domain.ts';

const summary = { 'zh-CN': '测试', 'en-US': 'Test' };

/** Test routes, in addition to the real ones. */
function testRoutes() {
  const seen = { writes: 0, stopped: 0, pieces: 0, hold: Promise.resolve() };
  const write = async (body: unknown) => {
    seen.writes += 1;
    await seen.hold;
    return { body, number: seen.writes };
  };
  const data = z.object({ body: z.unknown(), number: z.number() });
  const body = z.looseObject({ name: z.string().optional() });
  const routes: AdminRoute[] = [
    bindAdminCall(
      defineAdminCall({ method: 'POST', path: '/test/write', policy: 'signedIn', summary, body, data }),
      (input) => write(input.body),
    ),
    bindAdminCall(
      defineAdminCall({
        method: 'POST',
        path: '/test/again',
        policy: 'signedIn',
        summary,
        body,
        data,
        rejectsDuplicates: false,
      }),
      (input) => write(input.body),
    ),
    bindAdminCall(
      defineAdminCall({
        method: 'GET',
        path: '/test/query',
        policy: 'signedIn',
        summary,
        query: z.looseObject({}),
        data: z.unknown(),
      }),
      async (input) => input.query,
    ),
    bindAdminCall(
      defineAdminCall({
        method: 'GET',
        path: '/test/number',
        policy: 'signedIn',
        summary,
        query: z.object({ count: z.coerce.number().int() }),
        data: z.unknown(),
      }),
      async (input) => input.query,
    ),
    bindAdminCall(
      defineAdminCall({ method: 'GET', path: '/test/held', policy: { anyOf: ['test:held:list'] }, summary }),
      async () => null,
    ),
    bindAdminCall(
      defineAdminCall({ method: 'GET', path: '/test/fault', policy: 'signedIn', summary }),
      async () => {
        throw new Error('select * from secrets where password = hunter2');
      },
    ),
    bindAdminCall(
      defineAdminCall({
        method: 'POST',
        path: '/test/importData',
        policy: 'signedIn',
        summary,
        takes: 'multipart',
        body: z.looseObject({}),
        data: z.unknown(),
      }),
      async ({ file, body: fields }) => ({ fields, name: file?.name, size: file?.bytes.length }),
    ),
    bindAdminCall(
      defineAdminCall({
        method: 'POST',
        path: '/test/export',
        policy: 'signedIn',
        summary,
        takes: 'form',
        body: z.looseObject({}),
        answers: 'file',
      }),
      async () => ({
        fileName: '岗位 数据.csv',
        contentType: 'text/csv; charset=utf-8',
        body: (async function* () {
          try {
            for (let piece = 0; piece < 1_000; piece += 1) {
              seen.pieces += 1;
              yield new TextEncoder().encode(`${piece}\n`);
            }
          } finally {
            seen.stopped += 1;
          }
        })(),
      }),
    ),
  ];
  return { routes, seen };
}

describe.each(engines)('calls of the console on $engine', ({ start }) => {
  let bench: DatabaseBench;
  let adminConsole: TestConsole;
  let user: SignedIn;
  let seen: ReturnType<typeof testRoutes>['seen'];
  let logged: string[];
  beforeAll(async () => {
    bench = await start();
  });
  afterAll(() => bench.stop());
  beforeEach(async () => {
    const test = testRoutes();
    seen = test.seen;
    logged = [];
    const line = (fields: object, message: string) =>
      void logged.push(`${message} ${JSON.stringify(fields)}`);
    const log: Logger = { debug: line, info: line, warn: line, error: line, child: () => log };
    const base = await testConsole(await bench.open());
    adminConsole = await testConsole(
      base.database,
      { log },
      { routes: [...adminRoutes(base.adminConsole), ...test.routes] },
    );
    user = await adminConsole.signIn();
  });

  const send = (method: string, path: string, init: RequestInit & { duplex?: 'half' } = {}) =>
    adminConsole.handle(
      new Request(`${testOrigin}/api/admin${path}`, {
        method,
        ...init,
        headers: { authorization: `Bearer ${user.bearer}`, ...(init.headers as Record<string, string>) },
      }),
    );

  describe('a repeated request', () => {
    const write = (init: { body?: unknown; headers?: Record<string, string> } = {}, path = '/test/write') =>
      user.call('POST', path, { body: { name: '一' }, atOnce: true, ...init });

    it('within 1000 ms is rejected with 数据正在处理，请勿重复提交', async () => {
      expect((await write()).code).toBe(20001);
      expect(await write()).toMatchObject({ status: 200, code: 601, message: '数据正在处理，请勿重复提交' });
      expect((await write({ body: { name: '二' } })).code).toBe(20001);
      await adminConsole.clock.advance(999);
      expect((await write()).code).toBe(601);
      await adminConsole.clock.advance(1);
      expect((await write()).code).toBe(20001);
      expect(seen.writes).toBe(3);
    });

    it('sent concurrently has one effect, and is rejected while the first is pending', async () => {
      let release = () => {};
      seen.hold = new Promise((resolve) => {
        release = resolve;
      });
      const refused: unknown[] = [];
      let tenAnswered = () => {};
      const answered = new Promise<void>((resolve) => {
        tenAnswered = resolve;
      });
      // The call that arrives first is held; the database may process them in another order.
      const all = Array.from({ length: 11 }, async () => {
        const { code } = await write();
        refused.push(code);
        if (refused.length === 10) tenAnswered();
        return code;
      });
      await answered;
      expect(refused).toEqual(Array(10).fill(601));
      release();
      expect((await Promise.all(all)).filter((code) => code === 20001)).toHaveLength(1);
      expect(seen.writes).toBe(1);
    });

    it('is allowed where the call declares it, for other users, and for other calls', async () => {
      for (let again = 0; again < 3; again += 1) expect((await write({}, '/test/again')).code).toBe(20001);
      await write();
      const other = await adminConsole.signIn();
      expect((await other.call('POST', '/test/write', { body: { name: '一' }, atOnce: true })).code).toBe(
        20001,
      );
    });
  });

  describe('an Idempotency-Key', () => {
    const write = (key: string, body: unknown = { name: '一' }) =>
      user.call('POST', '/test/write', { body, headers: { 'idempotency-key': key }, atOnce: true });

    it('returns the response of the first request for a day', async () => {
      const first = await write('order-0001');
      expect(first.data.number).toBe(1);
      expect((await write('order-0001')).data).toEqual(first.data);
      await adminConsole.clock.advance(60_000);
      expect((await write('order-0001')).data).toEqual(first.data);
      expect((await write('order-0002')).data.number).toBe(2);
      expect(seen.writes).toBe(2);
    });

    it('of 20 concurrent requests executes one, and returns its response to all afterwards', async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => write('order-0003')));
      expect(seen.writes).toBe(1);
      expect(answers.every(({ code, data }) => code === 601 || data.number === 1)).toBe(true);
      expect((await write('order-0003')).data.number).toBe(1);
    });

    it('is bound to one body and one user', async () => {
      await write('order-0004');
      expect((await write('order-0004', { name: '二' })).code).toBe(40000);
      const other = await adminConsole.signIn();
      const answer = await other.call('POST', '/test/write', {
        body: { name: '一' },
        headers: { 'idempotency-key': 'order-0004' },
      });
      expect(answer.data.number).toBe(2);
      expect((await write('bad key')).code).toBe(40000);
    });

    it('of an interrupted request reports that the result is unknown', async () => {
      await write('order-0005');
      await adminConsole.database.db.updateTable('idempotencyRecord').set({ response: null }).execute();
      expect((await write('order-0005')).code).toBe(601);
      await adminConsole.clock.advance(101_000);
      expect(await write('order-0005')).toMatchObject({
        code: 'U0210',
        message: '上一次提交的结果未知，请刷新后核对',
      });
      expect(seen.writes).toBe(1);
    });

    it('stores responses encrypted', async () => {
      await write('order-0006', { name: 'a-name-that-is-looked-for' });
      const rows = await adminConsole.database.db.selectFrom('idempotencyRecord').selectAll().execute();
      expect(JSON.stringify(rows)).not.toContain('a-name-that-is-looked-for');
    });
  });

  describe('bodies', () => {
    it('of 5 MB are rejected with 413 before a byte is read', async () => {
      let pulled = 0;
      const body = new ReadableStream<Uint8Array>(
        {
          pull(controller) {
            pulled += 1;
            controller.enqueue(new Uint8Array(65_536));
          },
        },
        { highWaterMark: 0 },
      );
      const init = { body, duplex: 'half' as const, headers: { 'content-type': 'application/json' } };
      const announced = await send('POST', '/test/write', {
        ...init,
        headers: { ...init.headers, 'content-length': '5242880' },
      });
      expect(announced.status).toBe(413);
      expect(pulled).toBe(0);
      const silent = await send('POST', '/test/write', init);
      expect(silent.status).toBe(413);
      expect(pulled).toBeLessThan(20);
      expect(seen.writes).toBe(0);
    });

    it.each(['gzip', 'deflate', 'br', 'zstd', 'gzip, identity'])(
      'compressed by %s are rejected with 415 before a byte is read',
      async (encoding) => {
        const counted = { pieces: 0 };
        const answer = await send('POST', '/test/write', {
          body: new ReadableStream<Uint8Array>(
            {
              pull(controller) {
                counted.pieces += 1;
                controller.enqueue(gzipSync('{"name":"x"}'));
                controller.close();
              },
            },
            { highWaterMark: 0 },
          ),
          duplex: 'half',
          headers: { 'content-type': 'application/json', 'content-encoding': encoding },
        });
        expect([answer.status, (await answer.json()).message]).toEqual([415, '不支持压缩的请求内容']);
        expect([counted.pieces, seen.writes]).toEqual([0, 0]);
        const plain = { 'content-type': 'application/json', 'content-encoding': 'identity' };
        await send('POST', '/test/write', { body: '{"name":"x"}', headers: plain });
        expect(seen.writes).toBe(1);
      },
    );

    it('without a session are not read', async () => {
      let pulled = 0;
      const body = new ReadableStream<Uint8Array>(
        {
          pull(controller) {
            pulled += 1;
            controller.enqueue(new Uint8Array(1));
          },
        },
        { highWaterMark: 0 },
      );
      const answer = await send('POST', '/test/write', {
        body,
        duplex: 'half',
        headers: { authorization: 'Bearer nobody' },
      });
      expect(answer.status).toBe(401);
      expect(pulled).toBe(0);
    });

    it.each([
      ['text/plain', '{"name":"x"}', 415],
      ['application/x-www-form-urlencoded', 'name=x', 415],
      ['application/json; charset=utf-16', '{"name":"x"}', 415],
      ['application/json', '{"__proto__":{"admin":true}}', 200],
      ['application/json', '{"constructor":{}}', 200],
      ['application/json', `${'['.repeat(50_000)}`, 200],
      ['application/json', '{"name":', 200],
      ['application/json', '{"name":1}', 200],
    ])('%s %.30s is rejected', async (type, body, status) => {
      const answer = await send('POST', '/test/write', { body, headers: { 'content-type': type } });
      expect(answer.status).toBe(status);
      expect(await answer.json()).toMatchObject({ code: 40000, success: false, data: null });
      expect(seen.writes).toBe(0);
      expect(({} as Record<string, unknown>).admin).toBeUndefined();
    });

    it('of several parts contain one file of at most 5 MB, and fields', async () => {
      const upload = (bytes: number, form: Record<string, string> = {}) =>
        user.call('POST', '/test/importData', {
          file: { name: '../../岗位.xlsx', bytes: new Uint8Array(bytes) },
          form,
        });
      expect((await upload(1_000_000, { dryRun: 'true', 'params[a]': '1' })).data).toEqual({
        fields: { dryRun: 'true', params: { a: '1' } },
        name: '岗位.xlsx',
        size: 1_000_000,
      });
      expect((await upload(5 * 1_048_576)).data.size).toBe(5 * 1_048_576);
      expect((await upload(5 * 1_048_576 + 1)).status).toBe(413);
      expect((await upload(6 * 1_048_576)).status).toBe(413);
      expect((await upload(10, { '__proto__[x]': '1' })).code).toBe(40000);
      const broken = await send('POST', '/test/importData', {
        body: 'nothing',
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
      });
      expect(await broken.json()).toMatchObject({ code: 40000 });
    });
  });

  it('queries are nested, and cannot reach a prototype', async () => {
    expect(
      (await user.call('GET', '/test/query', { query: 'params[beginTime]=a&ids=1&ids=2&x=' })).data,
    ).toEqual({
      params: { beginTime: 'a' },
      ids: ['1', '2'],
      x: '',
    });
    for (const query of ['params[__proto__]=1', '__proto__[x]=1', 'constructor=1', 'a[b][c]=1']) {
      expect((await user.call('GET', '/test/query', { query })).code).toBe(40000);
    }
  });

  it('validation errors name the field in the requested language, and never contain the value', async () => {
    const chinese = await user.call('GET', '/test/number', { query: { count: 'hunter2' } });
    expect(chinese).toMatchObject({ status: 200, code: 40000, errors: [{ path: 'count' }] });
    expect(chinese.text).not.toContain('hunter2');
    const english = await user.call('GET', '/test/number', {
      query: { count: 'hunter2' },
      headers: { 'accept-language': 'en-GB,en;q=0.9' },
    });
    expect(english.message).toMatch(/^[\x20-\x7e]+$/);
    expect(english.message).not.toBe(chinese.message);
    expect((await user.call('GET', '/test/held', { headers: { 'accept-language': 'en' } })).message).toBe(
      'You do not have permission for this action',
    );
  });

  it('a missing permission is 403 in the body, with HTTP 200', async () => {
    expect(await user.call('GET', '/test/held')).toMatchObject({
      status: 200,
      code: 403,
      message: '当前操作没有权限',
      data: null,
    });
    const holder = await adminConsole.signIn({ permissions: ['test:held:list'] });
    expect((await holder.call('GET', '/test/held')).code).toBe(20001);
    const headers = {
      'x-middleware-subrequest': 'proxy:proxy:proxy',
      'x-original-url': '/login',
      'x-http-method-override': 'POST',
    };
    expect((await user.call('GET', '/test/held', { headers })).code).toBe(403);
  });

  it('unexpected failures are logged, and not described in the response', async () => {
    const answer = await user.call('GET', '/test/fault');
    expect(answer).toMatchObject({
      status: 200,
      code: 500,
      message: '系统未知错误，请反馈给管理员',
      data: null,
    });
    expect(answer.traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(answer.text).not.toMatch(/select|hunter2/);
    expect(logged.filter((line) => line.includes(answer.traceId ?? 'none'))).toHaveLength(1);
  });

  it('unknown paths and methods keep their HTTP status', async () => {
    const status = async (method: string, path: string) => (await send(method, path)).status;
    expect(await status('GET', '/nothing')).toBe(404);
    expect(await status('DELETE', '/login')).toBe(405);
    expect(await status('OPTIONS', '/login')).toBe(405);
    expect(await status('HEAD', '/get-user-info')).toBe(405);
    expect((await send('DELETE', '/login')).headers.get('allow')).toBe('POST');
  });

  it('responses are private: not cached, not sniffed, and not shared with other origins', async () => {
    const { headers } = await user.call('GET', '/get-user-info', {
      headers: { origin: 'https://evil.example' },
    });
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('every rejected call is one line of the log, without bodies, secrets or unmasked addresses', async () => {
    await adminConsole.anonymous.call('POST', '/login', {
      body: { accountNo: 'nobody', password: 'hunter2-hunter2' },
    });
    await user.call('PUT', '/system/user/profile/updatePwd', {
      body: { oldPassword: 'hunter2-hunter2', newPassword: 'x' },
    });
    await send('GET', '/nothing/hunter2-hunter2?token=hunter2-hunter2');
    await send('GET', '/get-user-info', { headers: { authorization: 'Bearer hunter2-hunter2' } });
    const refusals = logged.filter((line) => line.startsWith('call rejected'));
    expect(refusals).toHaveLength(4);
    expect(logged.join('\n')).not.toContain('hunter2');
    expect(logged.join('\n')).not.toContain(testPassword);
  });

  it('a download is produced as fast as it is read, and ends when the client disconnects', async () => {
    const answer = await send('POST', '/test/export', {
      body: 'a=1',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="_____.csv"; filename*=UTF-8''%E5%B2%97%E4%BD%8D%20%E6%95%B0%E6%8D%AE.csv`,
    );
    const reader = answer.body?.getReader();
    await reader?.read();
    await reader?.read();
    expect(seen.pieces).toBe(2);
    await reader?.cancel();
    expect(seen.stopped).toBe(1);
    expect(seen.pieces).toBe(2);
  });

  it('cross-site requests grant no access: no origin, foreign, null, text/plain, form, cookie', async () => {
    const { username } = user;
    const signedIn: ConsoleAnswer = await adminConsole.anonymous.call('POST', '/login', {
      body: { accountNo: username, password: testPassword },
    });
    const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const headerSets: Record<string, string>[] = [
      {},
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: testOrigin, 'content-type': 'text/plain' },
      { origin: testOrigin, 'content-type': 'application/x-www-form-urlencoded' },
      { origin: testOrigin, 'content-type': 'application/json' },
    ];
    let refusals = 0;
    for (const { call } of adminRoutes(adminConsole.adminConsole)) {
      if (call.method === 'GET' || call.policy === 'cookie') continue;
      const path = call.path.replace(/\{\w+\}/g, '1');
      for (const headers of headerSets) {
        // Public calls are allowed from a page of the same origin.
        if (call.policy === 'public' && headers.origin === testOrigin) continue;
        const request = new Request(`${testOrigin}/api/admin${path}`, {
          method: call.method,
          headers: { ...headers, cookie },
          body: '{}',
        });
        const { code } = (await (await adminConsole.handle(request)).json()) as { code: unknown };
        expect([403, 'U0230']).toContain(code);
        refusals += 1;
      }
    }
    globalThis.console.log(`${refusals} cross-origin changes, all rejected`);
    expect(refusals).toBeGreaterThan(40);
  });
});

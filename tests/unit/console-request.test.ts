import { expect } from 'expect';
import { beforeEach, describe, it } from 'vitest';
import { ApiError, fieldErrors } from '../../app/_console/api/api-error.ts';
import { apiWorld, endedSession, envelope, failure, silence } from '../kit/console-api.ts';

let world: ReturnType<typeof apiWorld>;

beforeEach(() => {
  world = apiWorld();
});

/** The error that a call is rejected with. */
async function errorOf(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error(`expected an ApiError, got ${String(error)}`);
  return error;
}

describe('the request of a call', () => {
  it('is sent to the base path, or to another backend if configured', async () => {
    await world.api.get('/system/post/page');
    await apiWorld().api.get('zb/shipping-templates/page');
    const foreign = apiWorld({ base: () => 'https://backend.example/admin-api/' });
    await foreign.api.get('/get-user-info');
    expect(world.calls[0]?.url).toBe('https://console.example/api/admin/system/post/page');
    expect(foreign.calls[0]?.url).toBe('https://backend.example/admin-api/get-user-info');
  });

  it('has Authorization: Bearer whenever there is a token, and not otherwise', async () => {
    await world.api.get('/a');
    world.token = 'short-lived';
    await world.api.get('/b');
    await world.api.post('/register', {}, { withoutToken: true });
    expect(world.calls.map((call) => call.headers.get('authorization'))).toEqual([
      null,
      'Bearer short-lived',
      null,
    ]);
  });

  it('has the token for no other origin, whatever the address of an upload', async () => {
    world.token = 'short-lived';
    const form = () => new FormData();
    await world.api.upload('https://bucket.example/store', form());
    await world.api.upload('https://console.example.evil.example/api/admin/x', form());
    await world.api.upload('http://console.example/api/admin/x', form());
    await world.api.upload('/common/upload', form());
    expect(world.calls.map((call) => [new URL(call.url).origin, call.headers.has('authorization')])).toEqual([
      ['https://bucket.example', false],
      ['https://console.example.evil.example', false],
      ['http://console.example', false],
      ['https://console.example', true],
    ]);
  });

  it('does not follow redirects', async () => {
    await world.api.get('/a');
    expect(world.calls[0]?.redirect).toBe('error');
  });

  it('continues when the page is unloaded, if requested', async () => {
    await world.api.delete('/a', { keepalive: true });
    await world.api.get('/b');
    expect(world.calls.map(({ keepalive }) => keepalive)).toEqual([true, false]);
  });

  it('skips empty values of the query and nests key[sub]', async () => {
    await world.api.get('/system/post/page', {
      query: {
        pageNum: 1,
        name: '',
        status: null,
        deptId: undefined,
        zero: 0,
        off: false,
        params: { beginTime: '2026-01-01 00:00:00', endTime: '' },
        ids: [1, 2],
      },
    });
    const { search } = new URL(world.calls[0]?.url ?? '');
    expect(search).toBe(
      '?pageNum=1&zero=0&off=false&params[beginTime]=2026-01-01%2000%3A00%3A00&ids[]=1&ids[]=2',
    );
  });

  it('has the cookie across origins only in the calls that set, use and clear it', async () => {
    const foreign = apiWorld({ base: () => 'https://backend.example/admin-api' });
    for (const path of ['/login', '/token/renew', '/system/post/page']) await foreign.api.post(path, {});
    expect(foreign.calls.map((call) => call.credentials)).toEqual(['include', 'include', 'same-origin']);
  });
});

describe('the interpretation of a response', () => {
  it.each([
    ['20001', { code: 20001 }],
    ["'20001'", { code: '20001' }],
    ['1', { code: 1 }],
    ['a missing code, which counts as 20001', { code: undefined }],
  ])('%s resolves with the data', async (_, more) => {
    world.answer = () => envelope({ id: 7 }, more);
    await expect(world.api.get('/a')).resolves.toEqual({ id: 7 });
    expect(world.notices.messages).toEqual([]);
  });

  it.each([
    [403, '当前操作没有权限'],
    [404, '访问资源不存在'],
    [500, '系统未知错误，请反馈给管理员'],
    [429, '系统未知错误，请反馈给管理员'],
    ['B0001', '系统未知错误，请反馈给管理员'],
  ])('%s without a message is shown as %s for 5 seconds', async (code, message) => {
    world.answer = () => failure(code);
    const error = await errorOf(world.api.get('/a'));
    expect([error.code, error.message]).toEqual([String(code), message]);
    expect(world.notices.shown).toEqual([{ kind: 'error', message, durationMs: 5_000 }]);
  });

  it.each([500, 601, 40000, 'U0200', 'U0210', 403, 404, 429, 'anything'])(
    '%s is shown with the message of the server and rejects',
    async (code) => {
      world.answer = () => failure(code, '字典已被使用，不能删除');
      expect((await errorOf(world.api.delete('/a'))).code).toBe(String(code));
      expect(world.notices.messages).toEqual(['字典已被使用，不能删除']);
    },
  );

  it('reads msg if message is missing', async () => {
    world.answer = () => Response.json({ code: 500, msg: '只有 msg' });
    await errorOf(world.api.get('/a'));
    expect(world.notices.messages).toEqual(['只有 msg']);
  });

  it('shows no notice for a 500 of the login URL, whose page shows it itself', async () => {
    world.answer = () => failure(500, '用户名或密码错误');
    expect((await errorOf(world.api.post('/login', {}))).message).toBe('用户名或密码错误');
    expect(world.notices.messages).toEqual([]);
  });

  it('maps errors[] to the fields of a form', async () => {
    world.answer = () =>
      failure(40000, '名称不能为空', {
        errors: [
          { path: 'postName', message: '名称不能为空' },
          { path: 'postName', message: '太短' },
          { path: 'postSort', message: '必须是整数' },
        ],
        traceId: 't-1',
      });
    const error = await errorOf(world.api.post('/system/post', {}));
    expect(fieldErrors(error)).toEqual({ postName: '名称不能为空', postSort: '必须是整数' });
    expect(error.traceId).toBe('t-1');
  });

  it('has links to pages of the console only', async () => {
    const link = { text: '用户（2）', address: '/system/user?sex=0' };
    const foreign = ['//evil.example/', '/\\evil.example', 'https://evil.example/', 'javascript:alert(1)', 7];
    world.answer = () =>
      failure('U0200', '不能删除', {
        links: [link, null, ...foreign.map((address) => ({ text: 'x', address }))],
      });
    expect((await errorOf(world.api.delete('/system/dict/data/1'))).links).toEqual([link]);
    expect(world.notices.shown.at(-1)?.links).toEqual([link]);
  });

  it('shows no notice if the call is quiet', async () => {
    world.answer = () => failure('U0200', '不行');
    await errorOf(world.api.get('/a', { quiet: true }));
    expect(world.notices.messages).toEqual([]);
  });

  it('shows no notice of failures at fields whose errors the form shows, and one of all others', async () => {
    const at = (...paths: readonly string[]) =>
      failure('U0200', '不行', { errors: paths.map((path) => ({ path, message: '太长' })) });
    const send = async (answer: () => Response) => {
      world.answer = answer;
      await errorOf(world.api.post('/a', { at: String(answer) }, { quiet: ['name'], allowDuplicate: true }));
      return world.notices.messages.length;
    };
    expect(await send(() => at('name'))).toBe(0);
    expect(await send(() => at('name', 'pin'))).toBe(1);
    expect(await send(() => at())).toBe(2);
  });

  it.each([
    ['HTTP 401', () => new Response('', { status: 401 })],
    ['401 in the body', () => failure(401)],
    ['U0231', () => endedSession('U0231')],
    ['U0230', () => endedSession('U0230')],
    ['U0230 with HTTP 200, as another backend answers', () => failure('U0230')],
  ])('%s is an ended session, reported by the session only', async (_, answer) => {
    world.token = 'short-lived';
    world.answer = answer;
    await errorOf(world.api.get('/a'));
    expect([world.expired, world.notices.messages]).toEqual([1, []]);
  });

  it('has a text for a 401 without one', async () => {
    world.answer = () => failure(401);
    expect((await errorOf(world.api.get('/a'))).message).toBe('认证失败，无法访问系统资源');
  });

  it('handles an ended session as a plain error if no token was sent', async () => {
    world.answer = () => endedSession();
    await errorOf(world.api.post('/token/renew', undefined, { withoutToken: true, quiet: true }));
    expect(world.expired).toBe(0);
  });

  it('rejects a page in place of a response', async () => {
    world.answer = () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } });
    await errorOf(world.api.get('/a'));
    expect(world.notices.messages).toEqual(['系统未知错误，请反馈给管理员']);
  });

  it('is in English if the page is', async () => {
    world.locale = 'en-US';
    world.answer = () => failure(403);
    await errorOf(world.api.get('/a'));
    expect(world.notices.messages).toEqual(['You do not have permission for this action']);
    expect(world.calls[0]?.headers.get('accept-language')).toBe('en-US');
  });
});

describe('without a response', () => {
  it('a broken connection becomes 后端接口连接异常', async () => {
    world.answer = () => Promise.reject(new TypeError('Failed to fetch'));
    expect((await errorOf(world.api.get('/a'))).code).toBe('network');
    expect(world.notices.shown).toEqual([{ kind: 'error', message: '后端接口连接异常', durationMs: 5_000 }]);
  });

  it('100000 ms without one becomes 系统接口请求超时', async () => {
    world.network = silence;
    const call = errorOf(world.api.get('/a'));
    await world.clock.advance(99_999);
    expect(world.notices.messages).toEqual([]);
    await world.clock.advance(1);
    expect((await call).code).toBe('timeout');
    expect(world.notices.messages).toEqual(['系统接口请求超时']);
    expect(world.clock.pending).toBe(0);
  });

  it('a body that stalls is a timeout too', async () => {
    world.network = async ({ signal }) =>
      new Response(
        new ReadableStream({
          start: (stream) =>
            signal?.addEventListener('abort', () => stream.error(new DOMException('', 'AbortError'))),
        }),
      );
    const call = errorOf(world.api.get('/a', { timeoutMs: 2_000 }));
    await world.clock.advance(1);
    await world.clock.advance(1_999);
    expect((await call).message).toBe('系统接口请求超时');
  });

  it.each([404, 413, 502])('HTTP %s becomes 系统接口<status>异常', async (status) => {
    world.answer = () => new Response('whatever', { status });
    expect((await errorOf(world.api.get('/a'))).status).toBe(status);
    expect(world.notices.messages).toEqual([`系统接口${status}异常`]);
  });

  it('aborting shows nothing and rejects with its reason', async () => {
    world.network = silence;
    const leaving = new AbortController();
    const call = world.api.get('/a', { signal: leaving.signal });
    await world.clock.advance(10);
    leaving.abort(new Error('left the page'));
    await expect(call).rejects.toThrow('left the page');
    expect(world.notices.messages).toEqual([]);
    expect(world.clock.pending).toBe(0);
  });
});

describe('the same data to the same address within 1000 ms', () => {
  const sent = () => world.calls.length;

  it.each(['post', 'put', 'delete'] as const)(
    'by %s is rejected with 数据正在处理，请勿重复提交',
    async (verb) => {
      const call = () =>
        verb === 'delete' ? world.api.delete('/a', { body: { id: 1 } }) : world.api[verb]('/a', { id: 1 });
      await call();
      await world.clock.advance(999);
      expect((await errorOf(call())).message).toBe('数据正在处理，请勿重复提交');
      expect([sent(), world.notices.messages]).toEqual([1, ['数据正在处理，请勿重复提交']]);
      await world.clock.advance(1);
      await call();
      expect(sent()).toBe(2);
    },
  );

  it('is permitted by GET, with other data, to another address, and when the call opts out', async () => {
    await world.api.get('/a');
    await world.api.get('/a');
    await world.api.post('/a', { id: 1 });
    await world.api.post('/a', { id: 2 });
    await world.api.post('/b', { id: 1 });
    await world.api.post('/b', { id: 1 }, { allowDuplicate: true });
    expect(sent()).toBe(6);
  });

  it('compares forms by their fields and files', async () => {
    const form = (name: string) => {
      const data = new FormData();
      data.append('file', new File(['x'], name, { lastModified: 1 }));
      return data;
    };
    await world.api.upload('/common/upload', form('a.png'));
    await world.api.upload('/common/upload', form('b.png'));
    await errorOf(world.api.upload('/common/upload', form('b.png')));
    expect(sent()).toBe(2);
  });
});

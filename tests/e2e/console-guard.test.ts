import { connect } from 'node:net';
import { expect } from 'expect';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type OrielInstance, startOriel } from '../kit/start-oriel.ts';

const password = 'river-candle-orbit-52';
let oriel: OrielInstance;
let cookie = '';

const api = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
  fetch(`${oriel.origin}/api/admin${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { origin: oriel.origin, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

/** Status and redirect target. */
async function visit(path: string, headers: Record<string, string> = {}): Promise<[number, string | null]> {
  const response = await fetch(oriel.origin + path, { redirect: 'manual', headers });
  const location = response.headers.get('location');
  return [response.status, location && new URL(location, oriel.origin).href.replace(oriel.origin, '')];
}
const signedIn = (path: string) => visit(path, { cookie });

beforeAll(async () => {
  oriel = await startOriel({ isFirstStart: true });
  const made = await api('/setup', {
    code: oriel.setupCode?.code,
    accountNo: 'keeper',
    password,
    nickName: '管理员',
  });
  expect(await made.json()).toMatchObject({ code: 20001 });
  const login = await api('/login', { accountNo: 'keeper', password });
  cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}, 600_000);

afterAll(() => oriel?.stop());

describe('without a session', () => {
  it.each([
    ['/index', '/user/login?redirect=%2Findex'],
    [
      '/system/user?pageNum=2&params[a]=b',
      '/user/login?redirect=%2Fsystem%2Fuser%3FpageNum%3D2%26params%255Ba%255D%3Db',
    ],
    ['/account/settings', '/user/login?redirect=%2Faccount%2Fsettings'],
    [
      '/watch/DEMO00001/1?at=2026-11-26T10:15:00',
      '/user/login?redirect=%2Fwatch%2FDEMO00001%2F1%3Fat%3D2026-11-26T10%253A15%253A00',
    ],
  ])('%s leads to the login page, with the original path and query', async (path, target) => {
    expect(await visit(path)).toEqual([307, target]);
  });

  it.each([
    '/user/login',
    '/user/register',
    '/user/home',
    '/callback',
    '/auth-redirect',
    '/bind',
    '/share',
    '/s/0000000000000000',
    '/e/0000000000000000',
    '/t/00000000000000000000000000000000',
    '/404',
    '/403',
  ])('%s is shown', async (path) => {
    expect(await visit(path)).toEqual([200, null]);
  });

  it('/user leads to /user/login', async () => {
    expect(await visit('/user')).toEqual([307, '/user/login']);
  });

  it('/ leads to /home, which is the public home', async () => {
    expect(await visit('/')).toEqual([307, '/home']);
    expect(await visit('/home')).toEqual([307, '/user/home']);
  });

  it.each([
    '/nothing/here',
    '/wp-login.php',
    '/system/user.php',
    '/.env',
    '/index.html',
    '/_next/image?url=x',
  ])('%s returns 404 without a redirect', async (path) => {
    expect(await visit(path)).toEqual([404, null]);
  });

  it('an invented cookie is not accepted', async () => {
    for (const value of ['x', cookie.slice(0, -2), `${cookie.split('=')[0]}=eyJhbGciOiJub25lIn0..e30.`]) {
      expect((await visit('/index', { cookie: value }))[0]).toBe(307);
    }
  });

  it('no request header bypasses the guard, and no call depends on it', async () => {
    const tricks = {
      'x-middleware-subrequest': 'proxy:proxy:proxy:proxy:proxy',
      'x-oriel-origin': 'https://evil.example',
      'x-forwarded-host': 'evil.example',
      'x-original-url': '/user/login',
    };
    const [status, location] = await visit('/index', tricks);
    expect([status, location]).toEqual([307, '/user/login?redirect=%2Findex']);
    const answer = await api('/get-user-info', undefined, { ...tricks, cookie });
    expect(answer.status).toBe(401);
  });

  it.each([
    '//evil.example',
    '/%2f%2fevil.example',
    '/\\evil.example',
    '/index?x=https://evil.example',
    '/index#//evil.example',
  ])('nothing in %s links to another site', async (path) => {
    const [, location] = await visit(path);
    expect(location ?? '/').toMatch(/^\/(?!\/)/);
  });
});

describe('with a session', () => {
  it.each(['/user/login', '/user/login?redirect=//evil.example', '/'])('%s leads to /index', async (path) => {
    expect(await signedIn(path)).toEqual([307, '/index']);
  });

  it('pages are served, also for new paths of menus', async () => {
    expect(await signedIn('/index')).toEqual([200, null]);
    expect(await signedIn('/mall/goods')).toEqual([200, null]);
  });

  it('that has ended, the cookie is no longer accepted', async () => {
    const login = await api('/login', { accountNo: 'keeper', password });
    const own = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const { data } = (await login.json()) as { data: { token: string } };
    expect((await visit('/index', { cookie: own }))[0]).toBe(200);
    await api('/logout', undefined, { authorization: `Bearer ${data.token}` });
    expect((await visit('/index', { cookie: own }))[0]).toBe(307);
  });
});

it('pages carry a policy with a unique nonce, and are isolated from other windows', async () => {
  const answers = await Promise.all([1, 2].map(() => fetch(`${oriel.origin}/user/login`)));
  const nonces = answers.map(({ headers }) => {
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/style-src 'self' 'nonce-[^']+'; style-src-attr 'unsafe-inline'/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    return /'nonce-([^']+)'/.exec(policy)?.[1];
  });
  expect(new Set(nonces).size).toBe(2);
});

it('a body of 5 MB is rejected before it is received, and the connection is closed', async () => {
  const { host, port } = new URL(oriel.origin);
  const head = [
    'POST /api/admin/login HTTP/1.1',
    `Host: ${host}`,
    `Origin: ${oriel.origin}`,
    'Content-Type: application/json',
    `Content-Length: ${5 * 1_048_576}`,
  ];
  const received = await new Promise<string>((resolve, reject) => {
    let text = '';
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(`${head.join('\r\n')}\r\n\r\n`));
    socket.setEncoding('utf8');
    socket.on('data', (part: string) => {
      text += part;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(text));
  });
  expect(received).toMatch(/^HTTP\/1\.1 413 /);
  expect(received).toMatch(/\r\nconnection: close\r\n/i);
  expect(received).toContain('请求内容过大');
});

it('the command line uses the same services, and never takes passwords as arguments', async () => {
  expect(await oriel.oriel(['user', 'list'])).toMatchObject([{ accountNo: 'keeper', isRoot: true }]);
  const reset = (await oriel.oriel(['user', 'reset-password', 'keeper'])) as { oneTimePassword: string };
  const login = await api('/login', { accountNo: 'keeper', password: reset.oneTimePassword });
  expect(await login.json()).toMatchObject({ code: 20001 });
  expect(oriel.output()).not.toContain(reset.oneTimePassword);
  await expect(oriel.oriel(['user', 'create-admin', '--account', 'other'])).rejects.toThrow();
});

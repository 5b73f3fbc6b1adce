import { expect } from 'expect';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { z } from 'zod';
import { defineAdminCall } from '../../lib/contracts/admin/call.ts';
import { isListed } from '../../lib/domain/identity/address-list.ts';
import { Bearers, bearerLifeMs } from '../../lib/domain/identity/bearer.ts';
import { passwordFault } from '../../lib/domain/identity/password-policy.ts';
import { describeBrowser } from '../../lib/domain/identity/user-agent.ts';
import { type AdminRoute, bindAdminCall } from '../../lib/http/admin/admin-route.ts';
import { parsePlainJson } from '../../lib/http/admin/plain-json.ts';
import { parseFields } from '../../lib/http/admin/query-string.ts';
import { routeTable } from '../../lib/http/admin/route-table.ts';
import { isFromOwnPage } from '../../lib/http/admin/same-origin.ts';
import { isConsolePage } from '../../lib/server/http/page-paths.ts';
import { pagePolicy } from '../../lib/server/http/page-policy.ts';

const seed = Number(process.env.ORIEL_SEED ?? Date.now() % 2_147_483_647);
const runs = { seed, numRuns: 2_000 };
globalThis.console.log(`console-handler-parts: ORIEL_SEED=${seed}`);

const route = (method: 'GET' | 'POST' | 'DELETE', path: `/${string}`): AdminRoute =>
  bindAdminCall(
    defineAdminCall({
      method,
      path,
      policy: 'signedIn',
      summary: { 'zh-CN': '', 'en-US': '' },
      data: z.null(),
    }),
    async () => null,
  );

describe('addresses of calls', () => {
  const find = routeTable([
    route('DELETE', '/system/config/{id}'),
    route('GET', '/system/config/{id}'),
    route('DELETE', '/system/config/refreshCache'),
    route('GET', '/system/config/configKey/{key}'),
    route('GET', '/{area}/config/page'),
    route('POST', '/login'),
  ]);
  const found = (method: string, path: string) => {
    const result = find(method, path);
    return result.kind === 'route' ? [result.route.call.path, result.params] : result.kind;
  };

  it('a fixed segment takes precedence over {param}', () => {
    expect(found('DELETE', '/system/config/refreshCache')).toEqual(['/system/config/refreshCache', {}]);
    expect(found('DELETE', '/system/config/1,2')).toEqual(['/system/config/{id}', { id: '1,2' }]);
    expect(found('GET', '/system/config/page')).toEqual(['/system/config/{id}', { id: 'page' }]);
    expect(found('GET', '/other/config/page')).toEqual(['/{area}/config/page', { area: 'other' }]);
  });

  it.each([
    ['GET', '/login', 'otherMethod'],
    ['GET', '/nothing', 'nothing'],
    ['GET', '/system/config/', 'nothing'],
    ['POST', '/login/', 'nothing'],
    ['GET', '/system/config/a%2fb', 'nothing'],
    ['GET', '/system/config/%00', 'nothing'],
    ['GET', '/system/config/%zz', 'nothing'],
    ['GET', '/system//config/1', 'nothing'],
    ['GET', '/SYSTEM/config/1', 'nothing'],
    ['GET', '', 'nothing'],
  ])('%s %s is %s', (method, path, expected) => {
    expect(found(method, path)).toBe(expected);
  });

  it('two calls at one address fail at start', () => {
    expect(() => routeTable([route('GET', '/a/{id}'), route('GET', '/a/{name}')])).toThrow(
      'is defined twice',
    );
  });
});

describe('nested names of queries', () => {
  it.each([
    ['params[beginTime]=a&params[endTime]=b', { params: { beginTime: 'a', endTime: 'b' } }],
    ['ids=1&ids=2', { ids: ['1', '2'] }],
    ['columns[]=a&columns[]=b', { columns: ['a', 'b'] }],
    ['columns%5B%5D=a', { columns: ['a'] }],
    ['name=%E5%BC%A0+%26', { name: '张 &' }],
    ['', {}],
  ])('%s', (text, fields) => {
    expect(parseFields(text, 100)).toEqual({ ok: true, value: fields });
  });

  it.each([
    '__proto__=1',
    '__proto__[x]=1',
    'params[__proto__]=1',
    'params[constructor]=1',
    'constructor[prototype]=1',
    'prototype=1',
    'toString=1',
    'toString[x]=1',
    'toString[name]=1',
    'params[valueOf]=1',
    'a[b][c]=1',
    'a[b=1',
    'a]b=1',
    '[a]=1',
    'a=1&a[b]=2',
    'a[b]=2&a=1',
    'a=%00',
    'a=%zz',
    'a=%ff',
  ])('rejects %s', (text) => {
    expect(parseFields(text, 100).ok).toBe(false);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  it('never throws, and never reaches a prototype', () => {
    /** Names of all properties of Object.prototype, and of the properties of its functions. */
    const shared = () =>
      Object.entries(Object.getOwnPropertyDescriptors(Object.prototype)).flatMap(([name, { value }]) => [
        name,
        ...(typeof value === 'function' ? Object.getOwnPropertyNames(value) : []),
      ]);
    const before = shared();
    const piece = fc.constantFrom(
      'a',
      '[',
      ']',
      '=',
      '&',
      '__proto__',
      'constructor',
      'toString',
      'toString[a]=',
      '%5B',
      '%5D',
      '%',
      '.',
      '0',
      'é',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const parsed = parseFields(pieces.join(''), 50);
        if (parsed.ok) expect(Object.getPrototypeOf(parsed.value)).toBe(Object.prototype);
      }),
      runs,
    );
    expect(shared()).toEqual(before);
  });
});

describe('JSON bodies', () => {
  it.each([
    ['{"a":[1,"x",null]}', true],
    ['{"__proto__":{"isRoot":1}}', false],
    ['{"a":{"constructor":{"prototype":{}}}}', false],
    ['[{"prototype":1}]', false],
    ['{"a":"\\u0000"}', false],
    ['{"a":"[[[[{{{{"}', true],
    ['{"a":"\\"[[["}', true],
    [`${'['.repeat(33)}${']'.repeat(33)}`, false],
    [`${'['.repeat(32)}${']'.repeat(32)}`, true],
    ['{"a":', false],
    ['', false],
  ])('%s', (text, isCaptured) => {
    expect(parsePlainJson(text).ok).toBe(isCaptured);
  });

  it('of 100,000 levels are rejected before anything is parsed', () => {
    expect(parsePlainJson('[{"a":'.repeat(100_000))).toEqual({ ok: false, error: 'depth' });
  });

  it('agree with JSON.parse on accepted values', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const parsed = parsePlainJson(JSON.stringify(value));
        if (parsed.ok) expect(parsed.value).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      runs,
    );
  });
});

describe('a page of the same origin', () => {
  const own = 'https://console.example.com';
  it.each([
    [{ origin: own }, true],
    [{ origin: own, 'sec-fetch-site': 'same-origin' }, true],
    [{ 'sec-fetch-site': 'same-origin' }, true],
    // A proxy terminates TLS, so the scheme differs; the browser's Sec-Fetch-Site confirms the origin.
    [{ origin: 'http://console.example.com', 'sec-fetch-site': 'same-origin' }, true],
    [{ origin: 'http://console.example.com' }, false],
    [{}, false],
    [{ origin: 'null' }, false],
    [{ origin: 'null', 'sec-fetch-site': 'same-origin' }, false],
    [{ origin: 'https://evil.example' }, false],
    [{ origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }, false],
    [{ origin: own, 'sec-fetch-site': 'cross-site' }, false],
    [{ origin: own, 'sec-fetch-site': 'same-site' }, false],
    [{ 'sec-fetch-site': 'none' }, false],
    [{ origin: `${own}:8443` }, false],
    [{ origin: `${own}.evil.example` }, false],
    [{ origin: '' }, false],
  ])('%j: %s', (headers, isOwn) => {
    expect(isFromOwnPage(new Headers(headers as Record<string, string>), own)).toBe(isOwn);
  });
});

describe('bearer tokens', () => {
  const key = (byte: number) => ({
    kid: `k${byte}`,
    key: new Uint8Array(32).fill(byte).map((value, at) => value ^ at),
  });
  const bearers = new Bearers([key(1), key(2)]);
  const sid = 'ab'.repeat(16);
  const now = 1_760_000_000_000;
  const { token } = bearers.issue(sid, now, now + 1e9);

  it('identify their session for a quarter of an hour, or until it ends', () => {
    expect(bearers.sessionOf(token, now + bearerLifeMs - 1)).toBe(sid);
    expect(bearers.sessionOf(token, now + bearerLifeMs)).toBeNull();
    const short = bearers.issue(sid, now, now + 1_000);
    expect(short.expiresAt).toBe(now + 1_000);
    expect(bearers.sessionOf(new Bearers([key(2)]).issue(sid, now, now + 1e9).token, now)).toBe(sid);
    expect(new Bearers([key(2)]).sessionOf(token, now)).toBeNull();
  });

  it('expire on time although they were verified before', () => {
    const again = new Bearers([key(1)]);
    const short = again.issue(sid, now, now + 1_000).token;
    expect([short, short].map((text) => again.sessionOf(text, now))).toEqual([sid, sid]);
    expect([short, short].map((text) => again.sessionOf(text, now + 1_000))).toEqual([null, null]);
  });

  it('with one character changed are rejected after the original was verified', () => {
    expect(bearers.sessionOf(token, now)).toBe(sid);
    expect(bearers.sessionOf(`${token.slice(0, -1)}${token.endsWith('A') ? 'E' : 'A'}`, now)).toBeNull();
  });

  it('with one character changed are rejected', () => {
    for (let at = 0; at < token.length; at += 1) {
      for (const other of ['A', 'b', '0', '-', '.', ' ', '=']) {
        if (token[at] === other) continue;
        expect(bearers.sessionOf(token.slice(0, at) + other + token.slice(at + 1), now)).toBeNull();
      }
      expect(bearers.sessionOf(token.slice(0, at) + token.slice(at + 1), now)).toBeNull();
    }
  });

  it.each([
    '',
    'null',
    `${token}=`,
    ` ${token}`,
    `${token}.`,
    token.replace('ocb1', 'omt1'),
    'eyJhbGciOiJub25lIn0.eyJzaWQiOiJhYiJ9.',
    'a'.repeat(1_000_000),
    token.replace('.k1.', '.k2.'),
    token.replace('.k1.', '.__proto__.'),
  ])('%.40s is rejected', (text) => {
    expect(bearers.sessionOf(text, now)).toBeNull();
  });
});

describe('new passwords', () => {
  const rules = { leastLength: 12, characters: 0 };
  const fault = (password: string) => passwordFault(password, rules, ['zhangsan', '张三'])?.['zh-CN'] ?? null;

  it.each([
    'correct-horse-7-battery',
    'river candle orbit',
    '紫色的大象在月光下跳舞吧真的',
    'xK9#mPq2vLw8',
    'tWr7eNqPz4mBc',
  ])('accept %s', (password) => {
    expect(fault(password)).toBeNull();
  });

  it.each([
    'password1234',
    'Password12345!',
    'P@ssw0rd123456',
    'administrator',
    'admin1234567890',
    '123456789012',
    'qwertyuiop123',
    '1qaz2wsx3edc',
    'aaaaaaaaaaaa',
    'abcabcabcabc',
    'iloveyou2024!',
    'woaini5201314',
    'Hikvision2024',
    'changemechangeme',
  ])('reject %s as too easy to guess', (password) => {
    expect(fault(password)).toBe('密码过于常见，请换一个更难猜测的密码');
  });

  it.each(['zhangsan12345', 'oriel-camera-1', 'Admin-Oriel-2026!!'])(
    'describe %s as made of common passwords, not as common',
    (password) => {
      expect(fault(password)).toMatch(/^密码主要由账号、常见词、年份或连续字符组成/);
    },
  );

  it('are counted in characters, and limited in length', () => {
    expect(fault('short-pass1')).toBe('密码不能少于 12 个字符');
    expect(fault('x'.repeat(129))).toBe('密码不能超过 128 个字符');
    expect(passwordFault('zhangsanzhangsan', rules, ['zhangsanzhangsan'])?.['zh-CN']).toBe(
      '密码不能与账号相同',
    );
  });

  it('must contain the characters that the settings require', () => {
    const only = (characters: number, password: string) =>
      passwordFault(password, { leastLength: 12, characters }, []) === null;
    expect(only(1, '907314628501')).toBe(true);
    expect(only(1, '90731462850a')).toBe(false);
    expect(only(3, 'riverorbitcandle')).toBe(false);
    expect(only(4, 'river7orbit-candle')).toBe(true);
    expect(only(4, 'river7orbitcandle')).toBe(false);
  });
});

describe('blocked addresses', () => {
  it.each([
    ['10.1.2.3', '10.0.0.0/8', true],
    ['11.1.2.3', '10.0.0.0/8', false],
    ['192.168.7.9', '1.1.1.1;192.168.*', true],
    ['2001:db8::7', '2001:db8::/32', true],
    ['10.1.2.3', '2001:db8::/32', false],
    ['10.1.2.3', '', false],
    ['10.1.2.3', '*', false],
    ['10.1.2.3', '10.0.0.0/99;nonsense;/8', false],
    ['unknown', '0.0.0.0/0', false],
  ])('%s in %s: %s', (address, list, isThere) => {
    expect(isListed(address, list)).toBe(isThere);
  });
});

describe('pages of the console', () => {
  it.each([
    '/',
    '/home',
    '/index',
    '/user/login',
    '/account/settings',
    '/system/role/authUser',
    '/404',
    '/iot/device',
    '/o/acme',
  ])('%s is a page', (path) => {
    expect(isConsolePage(path, undefined)).toBe(true);
  });
  it.each([
    '/nothing/here',
    '/wp-login.php',
    '/system/user.php',
    '/system/../etc',
    '/system/%2e%2e',
    '/.env',
    '/system//user',
    '/system/',
    `/system/${'a'.repeat(65)}`,
    '/system/a/b/c/d/e/f',
    '/_next/image',
  ])('%s is not a page', (path) => {
    expect(isConsolePage(path, undefined)).toBe(false);
  });

  it('can have any path with a session cookie, except file names', () => {
    expect(isConsolePage('/mall/goods', 'a=b; oriel_sid=x')).toBe(true);
    expect(isConsolePage('/mall/goods', '__Host-oriel_sid=x')).toBe(true);
    expect(isConsolePage('/mall/goods.php', 'oriel_sid=x')).toBe(false);
  });

  it('of another backend can have any path, except file names', () => {
    expect(isConsolePage('/mall/goods', undefined, true)).toBe(true);
    expect(isConsolePage('/mall/goods.php', undefined, true)).toBe(false);
  });

  it('may connect to the configured backend, and to no other', () => {
    const defaults = pagePolicy({ isDevelopment: false, consoleApi: '/api/admin' });
    expect(defaults).toMatch(
      /script-src 'nonce-([\w+/=]+)' 'strict-dynamic'; style-src 'self' 'nonce-\1'; style-src-attr 'unsafe-inline'/,
    );
    expect(defaults).toContain("connect-src 'self';");
    expect(defaults).toContain("frame-src 'self'");
    expect(defaults).not.toMatch(/script-src[^;]*unsafe/);
    const external = pagePolicy({ isDevelopment: false, consoleApi: 'https://backend.example.com/admin' });
    expect(external).toContain("connect-src 'self' https://backend.example.com;");
  });

  it('loads images of the configured map only, and asks its host for nothing else', () => {
    const options = { isDevelopment: false, consoleApi: '/api/admin' };
    expect(pagePolicy(options)).toContain("img-src 'self' data: blob:;");
    const mapTiles = 'https://tiles.example.com:8443/m/{z}/{x}/{y}.png?token=1';
    const policy = pagePolicy({ ...options, mapTiles });
    expect(policy).toContain("img-src 'self' data: blob: https://tiles.example.com:8443;");
    expect(policy.split('tiles.example.com')).toHaveLength(2);
  });
});

describe('the browser name of a user agent', () => {
  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
      'Chrome 131',
      'Windows',
      'PC',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0',
      'Edge 131',
      'Windows',
      'PC',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari 18',
      'iOS',
      'Mobile',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', 'Firefox 133', 'Linux', 'PC'],
    ['curl/8', 'Unknown', 'Unknown', 'Unknown'],
    ['', 'Unknown', 'Unknown', 'Unknown'],
  ])('%.60s', (text, browser, os, device) => {
    expect(describeBrowser(text)).toEqual({ browser, os, device });
  });
});

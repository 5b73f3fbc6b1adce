import { once } from 'node:events';
import { get, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { expect } from 'expect';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type OrielInstance, startOriel } from '../kit/start-oriel.ts';

let oriel: OrielInstance;
let appKey: string;
let assets: { boot: string; webcodecsWorker: string };
let nextScript: string;

beforeAll(async () => {
  oriel = await startOriel({ hasSamplePage: true });
  const apps = (await oriel.oriel(['app', 'list'])) as { appKey: string }[];
  appKey = apps[0]?.appKey ?? '';
  assets = (await (await fetch(`${oriel.origin}/assets/manifest.json`)).json()) as typeof assets;
  const home = await (await fetch(oriel.origin)).text();
  nextScript = /src="(\/_next\/static\/[^"]+\.js)"/.exec(home)?.[1] ?? '';
}, 120_000);

afterAll(() => oriel?.stop());

interface Expected {
  readonly status: number;
  readonly method?: string;
  readonly headers: Readonly<Record<string, string | RegExp | null>>;
}

const nobodyFrames = /frame-ancestors 'none'/;
const policyOfFrame = /^default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; .*frame-ancestors http/;
/** A sentence without data, which any page may frame, so that it can show the reason. */
const policyOfRefusal =
  /^default-src 'none'; script-src 'self'; style-src 'self'; (?!.*(?:frame-ancestors|connect-src))/;
const isolated = {
  'document-isolation-policy': 'isolate-and-credentialless',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'cross-origin',
};

/** Functions, because some paths are known only after the server has started. */
const paths: Record<string, () => string> = {
  home: () => '/',
  'a page that is not there': () => '/nothing/here',
  'a share link': () => '/s/0000000000000000',
  'a share link for an iframe': () => '/e/0000000000000000',
  'a link to a draft': () => '/t/00000000000000000000000000000000',
  oEmbed: () => '/oembed',
  'metrics, for which there is no token': () => '/metrics',
  health: () => '/healthz',
  'health by POST': () => '/healthz',
  'the SDK': () => '/sdk/v1/oriel.js',
  'an SDK file that is not there': () => '/sdk/v9/oriel.js',
  'the SDK by POST': () => '/sdk/v1/oriel.js',
  'the boot script': () => assets.boot,
  'a worker script': () => assets.webcodecsWorker,
  'the asset manifest': () => '/assets/manifest.json',
  'an asset that is not there': () => '/assets/boot-00000000.js',
  'a path that climbs': () => '/assets/..%2f..%2fpackage.json',
  'a script of Next': () => nextScript,
  'an icon': () => '/favicon.ico',
  'the web manifest': () => '/site.webmanifest',
  'robots.txt': () => '/robots.txt',
  'a frame': () => `/player/standard/${appKey}`,
  'a frame of an unknown application': () => '/player/standard/nobody',
  'a frame without application': () => '/player/standard',
  'a frame of no template': () => `/player/nothing/${appKey}`,
  'an API call': () => '/api/lapp/token/get',
  'an API call that is not there': () => '/api/lapp/nothing',
  'an API call by GET': () => '/api/lapp/token/get',
  'a stream without ticket': () => '/live/DEMO00001/1/main.flv',
  'a stream that is not there': () => '/live/x',
  'a large body': () => '/api/lapp/token/get',
};

const table: readonly (readonly [keyof typeof paths, Expected])[] = [
  [
    'home',
    { status: 200, headers: { 'content-security-policy': /script-src 'nonce-.*frame-ancestors 'none'/ } },
  ],
  [
    'a share link',
    {
      status: 200,
      headers: {
        'content-security-policy': /script-src 'nonce-.*frame-ancestors 'none'/,
        'referrer-policy': 'no-referrer',
        'x-robots-tag': /^noindex/,
        'cache-control': /no-store/,
      },
    },
  ],
  [
    'a link to a draft',
    {
      status: 200,
      headers: {
        'content-security-policy': /script-src 'nonce-.*frame-ancestors 'none'/,
        'referrer-policy': 'no-referrer',
        'x-robots-tag': /^noindex/,
        'cache-control': /no-store/,
      },
    },
  ],
  [
    'a share link for an iframe',
    {
      status: 200,
      headers: {
        'content-security-policy': /^(?=.*script-src 'nonce-)(?!.*frame-ancestors)/,
        'referrer-policy': 'no-referrer',
        'x-robots-tag': /^noindex/,
      },
    },
  ],
  [
    'oEmbed',
    { status: 404, headers: { 'access-control-allow-origin': '*', 'content-security-policy': nobodyFrames } },
  ],
  [
    'metrics, for which there is no token',
    { status: 404, headers: { 'content-security-policy': /script-src 'nonce-/ } },
  ],
  ['a page that is not there', { status: 404, headers: { 'content-security-policy': /script-src 'nonce-/ } }],
  [
    'health',
    { status: 200, headers: { 'cache-control': 'no-store', 'content-security-policy': nobodyFrames } },
  ],
  ['health by POST', { status: 405, method: 'POST', headers: { 'content-security-policy': nobodyFrames } }],
  [
    'the SDK',
    {
      status: 200,
      headers: {
        'content-type': /^text\/javascript/,
        'access-control-allow-origin': '*',
        'access-control-allow-credentials': null,
        'cross-origin-resource-policy': 'cross-origin',
        'cache-control': /^public, max-age=300/,
      },
    },
  ],
  ['an SDK file that is not there', { status: 404, headers: { 'cache-control': 'no-store' } }],
  ['the SDK by POST', { status: 405, method: 'POST', headers: { allow: 'GET, HEAD' } }],
  [
    'the boot script',
    {
      status: 200,
      headers: {
        'cache-control': 'public, max-age=31536000, immutable',
        'cross-origin-resource-policy': 'cross-origin',
        'cross-origin-embedder-policy': 'require-corp',
        'access-control-allow-origin': null,
      },
    },
  ],
  [
    'a worker script',
    {
      status: 200,
      headers: {
        'cross-origin-embedder-policy': 'require-corp',
        'content-security-policy': /connect-src 'self' ws:\/\/127\.0\.0\.1:\d+;/,
      },
    },
  ],
  ['the asset manifest', { status: 200, headers: { 'cache-control': 'no-cache' } }],
  ['an asset that is not there', { status: 404, headers: { 'cache-control': 'no-store' } }],
  ['a path that climbs', { status: 404, headers: {} }],
  [
    'an icon',
    {
      status: 200,
      headers: { 'content-type': 'image/vnd.microsoft.icon', 'cache-control': /^public, max-age/ },
    },
  ],
  ['the web manifest', { status: 200, headers: { 'content-type': /^application\/manifest\+json/ } }],
  ['robots.txt', { status: 200, headers: { 'content-type': /^text\/plain/ } }],
  ['a script of Next', { status: 200, headers: { 'cache-control': /immutable/ } }],
  [
    'a frame',
    {
      status: 200,
      headers: {
        ...isolated,
        'cache-control': 'private, no-store',
        'content-security-policy': policyOfFrame,
      },
    },
  ],
  [
    'a frame of an unknown application',
    { status: 404, headers: { ...isolated, 'content-security-policy': policyOfRefusal } },
  ],
  [
    'a frame without application',
    { status: 404, headers: { ...isolated, 'content-security-policy': policyOfRefusal } },
  ],
  [
    'a frame of no template',
    { status: 404, headers: { ...isolated, 'content-security-policy': policyOfFrame } },
  ],
  [
    'an API call',
    {
      status: 415,
      method: 'POST',
      headers: { 'access-control-allow-origin': null, 'content-security-policy': nobodyFrames },
    },
  ],
  ['an API call that is not there', { status: 404, headers: { 'content-security-policy': nobodyFrames } }],
  ['an API call by GET', { status: 405, headers: { 'content-security-policy': nobodyFrames } }],
  ['a stream without ticket', { status: 401, headers: { 'cache-control': /no-store/ } }],
  ['a stream that is not there', { status: 404, headers: { 'content-security-policy': nobodyFrames } }],
];

/** On every response, whichever part of the server sent it. */
const everywhere = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': /camera=\(\)/,
  'cross-origin-resource-policy': /^(?:same-origin|cross-origin)$/,
  'content-security-policy': /default-src 'none'/,
  'x-powered-by': null,
  server: null,
};

function expectHeaders(headers: Headers, expected: Expected['headers']): void {
  for (const [name, value] of Object.entries(expected)) {
    const sent = headers.get(name);
    if (value instanceof RegExp)
      expect(`${name}: ${sent}`).toMatch(
        value.source.startsWith('^') ? new RegExp(`^${name}: ${value.source.slice(1)}`) : value,
      );
    else expect([name, sent]).toEqual([name, value]);
  }
}

describe('headers', () => {
  it.each(table)('of %s', async (name, { status, method = 'GET', headers }) => {
    const response = await fetch(oriel.origin + paths[name]?.(), { method });
    await response.body?.cancel();
    expect(response.status).toBe(status);
    expectHeaders(response.headers, { ...everywhere, ...headers });
  });

  it('of a body that is too large and is not read', async () => {
    // Its body is announced and never sent: the server closes the connection, which fetch may report instead.
    const call = request(`${oriel.origin}/api/lapp/token/get`, {
      method: 'POST',
      headers: { 'content-length': 5 * 1_048_576 },
    });
    call.flushHeaders();
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    call.destroy();
    expect(response.statusCode).toBe(413);
    expectHeaders(new Headers(response.headers as Record<string, string>), everywhere);
  });

  it('contain a new nonce each time', async () => {
    const policies = await Promise.all(
      [1, 2].map(async () => (await fetch(oriel.origin)).headers.get('content-security-policy')),
    );
    expect(policies[0]).not.toBe(policies[1]);
  });

  it('contain nothing that a client injected', async () => {
    const response = await fetch(`${oriel.origin}/player/standard/${appKey}`, {
      headers: {
        'x-oriel-origin': 'https://evil.example',
        'x-middleware-rewrite': '/',
        'content-security-policy': "script-src 'nonce-x'",
        'x-forwarded-host': 'evil.example',
      },
    });
    expect(response.status).toBe(200);
    expect([...response.headers].join()).not.toContain('evil.example');
  });

  it.each(['/', '/home', '/system/user?a=1', '/user'])(
    'name no host in a redirect, whatever host the client names: %s',
    async (path) => {
      const { status, headers } = await new Promise<IncomingMessage>((resolve, reject) => {
        const forged = {
          host: 'evil.example',
          'x-forwarded-host': 'evil.example',
          'x-forwarded-proto': 'https',
        };
        get(oriel.origin + path, { headers: { ...forged, forwarded: 'host=evil.example' } }, resolve).on(
          'error',
          reject,
        );
      }).then((answer) => {
        answer.resume();
        return { status: answer.statusCode, headers: answer.headers };
      });
      expect([307, 308]).toContain(status);
      expect(headers.location).toMatch(/^\/(?!\/)/);
      expect(JSON.stringify(headers)).not.toContain('evil');
    },
  );

  it('of static files match cached ones', async () => {
    const first = await fetch(oriel.origin + assets.boot);
    const etag = first.headers.get('etag') ?? '';
    const again = await fetch(oriel.origin + assets.boot, { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
    expectHeaders(again.headers, { 'cross-origin-embedder-policy': 'require-corp' });
  });
});

/** Sends raw bytes and resolves with the status line of the response, or '' if the server closed without one. */
function sendRaw(bytes: string): Promise<string> {
  const { port } = new URL(oriel.origin);
  return new Promise((resolve) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes));
    let received = '';
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => {
      received += text;
      if (received.includes('\r\n')) socket.end();
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(received.split('\r\n')[0] ?? ''));
  });
}

describe('malformed requests', () => {
  it.each([
    ['an absolute form', 'GET http://evil.example/healthz HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['a network path', 'GET //evil.example/ HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['an invalid Host', 'GET / HTTP/1.1\r\nHost: a"onload=x\r\n\r\n', 400],
    ['no Host', 'GET / HTTP/1.1\r\n\r\n', 400],
    ['garbage', 'hello\r\n\r\n', 400],
    ['a head of 32 kB', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(32_768)}\r\n\r\n`, 431],
    [
      'an upgrade elsewhere',
      'GET /x HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
      404,
    ],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab', 400],
  ])('%s is rejected', async (_, bytes, status) => {
    expect(await sendRaw(bytes)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect((await fetch(`${oriel.origin}/healthz`)).status).toBe(200);
  });
});

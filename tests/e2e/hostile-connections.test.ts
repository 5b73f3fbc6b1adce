import { request as httpRequest } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'expect';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { isFullyClosed, openSocket, parseAnswer, sendRaw } from '../kit/raw-client.ts';
import { type OrielInstance, startOriel } from '../kit/start-oriel.ts';

let oriel: OrielInstance;
const sockets: Socket[] = [];
/** Slow clients that run during all other tests; resolves when the server has closed all their connections. */
let slowClientsClosed: Promise<unknown>;

beforeAll(async () => {
  oriel = await startOriel();
  slowClientsClosed = openSlowClients();
}, 120_000);

afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await oriel?.stop();
});

function open(allowHalfOpen = false): Socket {
  const socket = openSocket(oriel.origin, allowHalfOpen);
  sockets.push(socket);
  return socket;
}

const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`;
const upgrade =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n';

/** Polls the health endpoint until `isOver`. Every response must be 200. */
async function staysHealthy(isOver: () => boolean): Promise<void> {
  do {
    expect((await fetch(`${oriel.origin}/healthz`)).status).toBe(200);
    await delay(20);
  } while (!isOver());
}

describe('pipelined requests', () => {
  it('are answered if there are few', async () => {
    const received = await sendRaw(
      oriel.origin,
      get('/healthz').repeat(2) + get('/healthz', 'Connection: close\r\n'),
    );
    expect(received.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(3);
  });

  it('in thousands close the connection of the sender and do not affect others', async () => {
    const attackers = Array.from({ length: 5 }, () => open());
    for (const socket of attackers) socket.write(get('/').repeat(2_000));
    await staysHealthy(() => attackers.every((socket) => socket.destroyed));
  });

  it('cannot be upgraded to a WebSocket after a pending response', async () => {
    const received = await sendRaw(oriel.origin, get('/') + get('/live/DEMO00001/1/main.flv', upgrade));
    expect(received).not.toContain('101 Switching');
  });
});

describe('clients that keep their side of a rejected connection open', () => {
  const requests = [
    ['an upgrade elsewhere', get('/x', upgrade)],
    ['an upgrade to a stream that cannot be', get('/live/x', upgrade)],
    ['an address that is none', get('//x', upgrade)],
    ['garbage', 'hello\r\n\r\n'],
    ['a head that is too large', get('/', `X: ${'a'.repeat(32_768)}\r\n`)],
    ['an expectation nobody meets', get('/', 'Expect: a miracle\r\n')],
    ['a head that never ends', 'GET / HTTP/1.1\r\nHost: a\r\nX: '],
    ['silence', ''],
  ] as const;

  it('are disconnected', async () => {
    // In parallel: the server waits 10 s for a request head, and 2 s after a half close.
    const kept = await Promise.all(
      requests.map(async ([name, bytes]) => {
        const socket = open(true);
        const ended = new Promise((resolve) => socket.once('end', resolve).once('close', resolve));
        socket.resume();
        socket.write(bytes);
        await ended;
        return (await isFullyClosed(socket)) ? null : name;
      }),
    );
    expect(kept.filter(Boolean)).toEqual([]);
  });
});

/** Sends an endless chunked body. Resolves with the bytes sent until the server closed or 30 s passed. */
async function sendEndlessBody(path: string, headers = ''): Promise<{ sentMb: number; isClosed: boolean }> {
  const socket = open();
  const chunk = `10000\r\n${'a'.repeat(65_536)}\r\n`;
  const more = () => {
    while (socket.writable && socket.write(chunk));
  };
  socket.resume();
  socket.on('drain', more);
  socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\n${headers}Transfer-Encoding: chunked\r\n\r\n`);
  more();
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await Promise.race([closed, delay(30_000, undefined, { ref: false })]);
  const isClosed = socket.destroyed;
  socket.destroy();
  return { sentMb: socket.bytesWritten / 1e6, isClosed };
}

describe('endless bodies', () => {
  it.each([
    ['a page', '/', ''],
    ['an action of a page', '/', `Next-Action: ${'a'.repeat(42)}\r\n`],
    ['a frame', '/player/standard/x', ''],
    ['the health', '/healthz', ''],
    ['an asset', '/assets/x.js', ''],
    ['a stream', '/live/DEMO00001/1/main.flv', ''],
    ['nothing', '/nothing', ''],
    ['a page, with many headers before,', '/', 'a: b\r\n'.repeat(110)],
    ['a call', '/api/lapp/device/info', 'Content-Type: application/x-www-form-urlencoded\r\n'],
    ['a call that is not there', '/api/lapp/nothing', ''],
  ])('to %s end the connection', async (_, path, headers) => {
    const { sentMb, isClosed } = await sendEndlessBody(path, headers);
    expect(isClosed).toBe(true);
    expect(sentMb).toBeLessThan(8);
  });

  it('are not accepted with a GET either', async () => {
    const answer = parseAnswer(
      await sendRaw(oriel.origin, 'GET /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc'),
    );
    expect(answer.status).toBe(413);
    expect(answer.headers.get('connection')).toBe('close');
  });

  it('a form that arrives in pieces is still read', async () => {
    const body = 'appKey=a&appSecret=b';
    const pieces = [...body].map((letter) => `1\r\n${letter}\r\n`).join('');
    const head =
      'POST /api/lapp/token/get HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n';
    const answer = parseAnswer(await sendRaw(oriel.origin, `${head}${pieces}0\r\n\r\n`));
    expect(answer.status).toBe(200);
    expect(answer.body).toContain('"code":"10017"');
  });
});

/** In parallel, each on a connection of its own. */
function requestPages(count: number): Promise<readonly { status: number; retryAfter: string | undefined }[]> {
  const request = () =>
    new Promise<{ status: number; retryAfter: string | undefined }>((resolve, reject) => {
      const requesting = httpRequest(`${oriel.origin}/user/home`, { agent: false }, (response) => {
        response.resume();
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] }),
        );
      });
      requesting.on('error', reject);
      requesting.end();
    });
  return Promise.all(Array.from({ length: count }, request));
}

describe('page rendering', () => {
  it('limits concurrent renders', async () => {
    const answers = await requestPages(300);
    const refused = answers.filter(({ status }) => status === 503);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(10);
    expect(refused.length).toBeGreaterThan(10);
    for (const { retryAfter } of refused) expect(retryAfter).toBe('1');
    expect((await fetch(oriel.origin)).status).toBe(200);
  }, 120_000);

  it.each([
    '/nothing',
    '/_next/image?url=%2Ficon.svg&w=64&q=75',
    '/_next/data/x/index.json',
    '/_next/static/nothing.js',
    '/_next/hmr',
    '/_not-found',
    '/api',
    '/player',
    '/player/standard/a/b',
  ])('is not used for %s', async (path) => {
    const response = await fetch(oriel.origin + path);
    expect(response.status).toBe(404);
    const body = await response.text();
    expect(body).not.toContain('/_next/');
    expect([...response.headers.keys()].join()).not.toMatch(/next|rsc/);
    expect(response.headers.get('vary') ?? '').not.toContain('rsc');
  });

  it.each([
    ['zh-CN,en;q=0.5', '', 'zh-CN', '页面不存在', '返回首页'],
    ['en-US', '', 'en-US', 'Page not found', 'Go to home page'],
    ['en-US', 'app_language=zh-CN', 'zh-CN', '页面不存在', '返回首页'],
  ])('a missing page is reported in the language of %s, with a way back; cookie: %p', async (...given) => {
    const [language, cookie, lang, text, back] = given;
    const headers = { 'accept-language': language, cookie };
    const response = await fetch(`${oriel.origin}/nothing`, { headers });
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const body = await response.text();
    expect(body).toContain(`<html lang="${lang}" `);
    expect(body).toContain(`>${text}</h1>`);
    expect(body).toMatch(new RegExp(`<a href="/"[^>]*>${back}</a>`));
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('the front page rejects %s', async (method) => {
    const response = await fetch(oriel.origin, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});

describe('responses to invalid requests', () => {
  it.each([
    ['two hosts', 'GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 400],
    ['the same host twice', 'GET /healthz HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n', 400],
    ['two hosts with an upgrade', `GET /live/a HTTP/1.1\r\nHost: a\r\nHost: b\r\n${upgrade}\r\n`, 400],
    ['no host', 'GET /healthz HTTP/1.1\r\n\r\n', 400],
    ['TRACE', 'TRACE /healthz HTTP/1.1\r\nHost: a\r\n\r\n', 405],
    ['PROPFIND', 'PROPFIND / HTTP/1.1\r\nHost: a\r\n\r\n', 405],
    ['a method with an upgrade', `POST /live/a HTTP/1.1\r\nHost: a\r\n${upgrade}\r\n`, 405],
    ['a dot', get('/./healthz'), 400],
    ['two dots', get('/assets/../healthz'), 400],
    ['two dots at the end', get('/assets/..'), 400],
    ['coded dots', get('/assets/%2e%2E/healthz'), 400],
    ['half coded dots', get('/assets/.%2e/healthz'), 400],
    ['dots in an upgrade', get('/live/../live/a', upgrade), 400],
    ['an expectation', get('/', 'Expect: a miracle\r\n'), 417],
    ['an upgrade elsewhere', get('/x', upgrade), 404],
    ['an upgrade to a stream that cannot be', get('/live/x', upgrade), 404],
    ['an upgrade with a body', get('/live/a', `Content-Length: 3\r\n${upgrade}`), 400],
    ['garbage', 'hello\r\n\r\n', 400],
    ['a head that is too large', get('/', `X: ${'a'.repeat(32_768)}\r\n`), 431],
    ['too many headers', get('/', 'a: b\r\n'.repeat(5_000)), 431],
    ['just too many headers', get('/', 'a: b\r\n'.repeat(99)), 431],
    ['a second host behind many headers', get('/', `${'a: b\r\n'.repeat(110)}Host: b\r\n`), 431],
  ])('%s: rejected, with the security headers', async (_, bytes, status) => {
    const answer = parseAnswer(await sendRaw(oriel.origin, bytes));
    expect(answer.status).toBe(status);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      // The value of the matching page.
      'referrer-policy': expect.stringMatching(/^(strict-origin-when-cross-origin|same-origin)$/),
      'content-security-policy': expect.stringMatching(/default-src 'none'/),
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    });
  });

  it('a query may contain characters that a path may not', async () => {
    const answer = parseAnswer(
      await sendRaw(oriel.origin, get('/healthz?/../%2e%2e/', 'Connection: close\r\n')),
    );
    expect(answer.status).toBe(200);
  });

  it('accepts as many headers as a long chain of proxies adds', async () => {
    const answer = parseAnswer(
      await sendRaw(oriel.origin, get('/healthz', `Connection: close\r\n${'a: b\r\n'.repeat(97)}`)),
    );
    expect(answer.status).toBe(200);
  });
});

/** Opens a connection, sends a byte at each interval, and resolves when the server has closed it. */
function sendSlowly(bytes: string, everyMs: number): Promise<void> {
  return new Promise((resolve) => {
    const socket = open();
    let sent = 0;
    const timer = setInterval(() => {
      if (sent < bytes.length) socket.write(bytes[sent] ?? '');
      sent += 1;
    }, everyMs);
    socket.resume();
    socket.on('close', () => {
      clearInterval(timer);
      resolve();
    });
  });
}

function openSlowClients(): Promise<unknown> {
  const head = `GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(100)}`;
  const form =
    'POST /api/lapp/token/get HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\n';
  return Promise.all([
    ...Array.from({ length: 200 }, () => sendSlowly('', 60_000)),
    ...Array.from({ length: 50 }, () => sendSlowly(head, 500)),
    ...Array.from({ length: 50 }, () => sendSlowly(form + 'a'.repeat(100), 60)),
  ]);
}

describe('clients that keep a connection open', () => {
  it('are disconnected, without an effect on others', async () => {
    for (let round = 0; round < 50; round += 1) {
      expect((await fetch(`${oriel.origin}/healthz`)).status).toBe(200);
    }
    // A head within 10 s, a whole request within 30 s; the server checks every 2 s.
    await slowClientsClosed;
  });
});

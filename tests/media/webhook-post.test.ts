/**
 * What receivers of webhooks answer. Over real sockets, because the connection is opened to the address that was checked:
 * a stand-in for requests would replace exactly that.
 */
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { systemClock } from '../../lib/kernel/clock.ts';
import { createWebhookPost } from '../../lib/media/control/webhook-post.ts';
import { parseNetwork } from '../../lib/media/net/ip-address.ts';

const loopback = parseNetwork('127.0.0.0/8');
if (!loopback.ok) throw new Error(loopback.error);
const post = createWebhookPost({
  clock: systemClock,
  addressPolicy: { allowed: [loopback.value], ownPorts: [] },
});

let server: Server;
let sockets: Socket[];
let answer: (socket: Socket) => void;
beforeEach(async () => {
  sockets = [];
  server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {}); // The sender closes it before everything is sent.
    socket.once('data', () => answer(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});

const send = (timeoutMs: number, signal = new AbortController().signal) => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/alarms`;
  const headers = { 'Content-Type': 'application/json' };
  return post({ url, headers, body: '{"type":"alarm"}' }, { timeoutMs, signal });
};
const every = (ms: number, socket: Socket, text: string) => {
  const timer = setInterval(() => socket.write(text), ms);
  socket.once('close', () => clearInterval(timer));
};

describe('of the answer, only the status counts', () => {
  it.each([
    ['nothing in it', 'HTTP/1.1 204 No Content\r\n\r\n', 204],
    ['a page', 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 6\r\n\r\n<html>', 200],
    ['a body of an unknown encoding', 'HTTP/1.1 200 OK\r\nContent-Encoding: zstd\r\n\r\n\0\0', 200],
    ['less than it announces', 'HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{"ok":', 200],
    ['a chunk that is cut', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n{"ok"', 200],
    ['a redirect', 'HTTP/1.1 307 Temporary Redirect\r\nLocation: http://127.0.0.1:9/\r\n\r\n', 307],
    ['an error', 'HTTP/1.1 503 Service Unavailable\r\nRetry-After: 9\r\n\r\n', 503],
    ['an interim answer first', 'HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 201 Created\r\n\r\n', 201],
  ])('%s', async (_, text, status) => {
    answer = (socket) => socket.end(text);
    expect(await send(20_000)).toEqual({ ok: true, value: status });
  });

  it('a body without end is not waited for, and its connection is closed', async () => {
    let closed: Promise<unknown> = Promise.resolve();
    answer = (socket) => {
      closed = new Promise((resolve) => socket.once('close', resolve));
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n');
      every(1, socket, 'x'.repeat(10_000));
    };
    expect(await send(20_000)).toEqual({ ok: true, value: 200 });
    await closed;
  });
});

describe('no answer', () => {
  it.each<[string, (socket: Socket) => void]>([
    ['the connection ends', (socket) => socket.end()],
    ['it is reset', (socket) => socket.resetAndDestroy()],
    ['it ends within the status line', (socket) => socket.end('HTTP/1.1 20')],
    ['it ends within the headers', (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-')],
    ['another protocol', (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n')],
    [
      'headers of megabytes',
      (socket) => socket.end(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(5_000_000)}\r\n\r\n`),
    ],
    [
      'another protocol on the same connection',
      (socket) => socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
    ],
  ])('%s: broken', async (_, fault) => {
    answer = fault;
    expect(await send(20_000)).toEqual({ ok: false, error: 'broken' });
  });

  it.each<[string, (socket: Socket) => void]>([
    ['nothing', () => {}],
    [
      'a header now and then',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        every(10, socket, 'X-Wait: 1\r\n');
      },
    ],
    ['interim answers only', (socket) => every(10, socket, 'HTTP/1.1 102 Processing\r\n\r\n')],
  ])('within the time limit, but %s: timeout', async (_, fault) => {
    answer = fault;
    expect(await send(200)).toEqual({ ok: false, error: 'timeout' });
  });

  it('is waited for when the sender stops', async () => {
    const stop = new AbortController();
    answer = () => stop.abort();
    expect(await send(20_000, stop.signal)).toEqual({ ok: false, error: 'broken' });
  });
});

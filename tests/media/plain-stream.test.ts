import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'expect';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { openStream } from '../../lib/plain-stream/open-stream.ts';

const never = new AbortController().signal;

describe('a connection to another server', () => {
  let server: Server;
  let origin: string;
  let answer: (response: ServerResponse) => void;
  let closed: Promise<void>;

  beforeAll(async () => {
    server = createServer((_request, response) => {
      closed = new Promise((done) => response.on('close', done));
      answer(response);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it('gives every byte once, from the first one, however they arrive', async () => {
    const sent = new Uint8Array(188 * 20).map((_, at) => (at % 188 === 0 ? 0x47 : at % 64));
    answer = (response) => {
      for (let at = 0; at < sent.length; at += 7) response.write(sent.subarray(at, at + 7));
      response.end();
    };
    const opened = await openStream(`${origin}/live`, never);
    if (!opened.ok) throw new Error(opened.error.code);
    const received: number[] = [];
    for (;;) {
      const chunk = await opened.value.read();
      if (!chunk) break;
      received.push(...chunk);
    }
    expect([opened.value.container, opened.value.isLive]).toEqual(['mpegts', true]);
    expect(received).toEqual([...sent]);
  });

  it('is a file if the server announces a length', async () => {
    answer = (response) => response.setHeader('content-length', 4).end('FLV\u0001');
    const opened = await openStream(origin, never);
    expect(opened).toMatchObject({ ok: true, value: { container: 'flv', isLive: false } });
  });

  it.each([
    ['another status', (response: ServerResponse) => response.writeHead(404).end(), 'plain.notFound'],
    ['no stream', (response: ServerResponse) => response.end('Sign in'), 'plain.notStream'],
    ['no answer', (response: ServerResponse) => response.destroy(), 'plain.unreachable'],
  ])('fails with a code: %s', async (_what, how, code) => {
    answer = how;
    expect(await openStream(origin, never)).toMatchObject({ ok: false, error: { code } });
  });

  it('fails with a code when it breaks', async () => {
    answer = (response) => {
      response.write('FLV\u0001');
      setTimeout(() => response.destroy(), 50);
    };
    const opened = await openStream(origin, never);
    if (!opened.ok) throw new Error(opened.error.code);
    await opened.value.read();
    await expect(opened.value.read()).rejects.toThrow();
  });

  it('ends with its signal, and when it is closed', async () => {
    answer = (response) => response.write('FLV\u0001');
    const stopping = new AbortController();
    await openStream(origin, stopping.signal);
    stopping.abort();
    await closed;
    const opened = await openStream(origin, never);
    if (opened.ok) opened.value.close();
    await closed;
  });
});

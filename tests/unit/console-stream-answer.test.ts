import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect } from 'expect';
import { afterEach, describe, it } from 'vitest';
import { fileResponse, successResponse } from '../../lib/http/admin/envelope-response.ts';
import { streamWebResponse, toWebRequest } from '../../lib/server/http/web-handler.ts';

const pieceBytes = 64 * 1024;
let server: Server | null = null;
afterEach(
  () =>
    new Promise<void>((resolve) => {
      server?.closeAllConnections();
      if (server) server.close(() => resolve());
      else resolve();
    }),
);

/** Answers each request with the result of `answer`. Resolves with the port. */
async function serve(answer: (request: Request) => Response, errors: unknown[] = []): Promise<number> {
  const started = createServer((request, response) => {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    streamWebResponse(
      answer(toWebRequest(request, 'http://oriel.test', gone.signal)),
      request,
      response,
      gone.signal,
    ).catch((error: unknown) => {
      errors.push(error);
      if (!response.headersSent) response.writeHead(500).end('failed');
    });
  });
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  return (started.address() as AddressInfo).port;
}

function download(pieces: number, failAt = Number.POSITIVE_INFINITY) {
  const seen = { made: 0, ended: false };
  const body = (async function* () {
    try {
      for (let piece = 0; piece < pieces; piece += 1) {
        if (piece === failAt) throw new Error('the source failed');
        seen.made += 1;
        yield new Uint8Array(pieceBytes).fill(piece % 251);
      }
    } finally {
      seen.ended = true;
    }
  })();
  const answer = () => fileResponse({ fileName: 'a.csv', contentType: 'text/csv', body }, new Headers());
  return { seen, answer };
}

const until = async (isSo: () => boolean) => {
  for (let round = 0; round < 500 && !isSo(); round += 1)
    await new Promise((resolve) => setTimeout(resolve, 10));
};

describe('downloads of the console', () => {
  it('are complete, byte by byte', async () => {
    const { seen, answer } = download(50);
    const port = await serve(answer);
    const bytes = new Uint8Array(await (await fetch(`http://127.0.0.1:${port}/`)).arrayBuffer());
    expect(bytes.length).toBe(50 * pieceBytes);
    expect(bytes.every((byte, at) => byte === Math.floor(at / pieceBytes) % 251)).toBe(true);
    expect(seen.ended).toBe(true);
  });

  it('wait for a client that does not read, and end when it disconnects', async () => {
    const { seen, answer } = download(10_000);
    const port = await serve(answer);
    const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'));
    socket.on('error', () => undefined);
    socket.pause();
    await until(() => seen.made > 10);
    let before = -1;
    // Buffers of the operating system fill up first; then no more is produced.
    for (let round = 0; round < 100 && before !== seen.made; round += 1) {
      before = seen.made;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    expect(seen.made).toBeLessThan(1_000);
    expect(seen.ended).toBe(false);
    socket.destroy();
    await until(() => seen.ended);
    expect(seen.ended).toBe(true);
  });

  it('that fail in the middle are cut off, so that they do not look complete', async () => {
    const errors: unknown[] = [];
    const { answer } = download(50, 5);
    const port = await serve(answer, errors);
    await expect(
      fetch(`http://127.0.0.1:${port}/`).then((response) => response.arrayBuffer()),
    ).rejects.toThrow();
    expect(errors).toHaveLength(1);
  });

  it('that fail before their first byte are an error', async () => {
    const errors: unknown[] = [];
    const { answer } = download(50, 0);
    const port = await serve(answer, errors);
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(500);
  });

  it('responses keep every cookie they set', async () => {
    const headers = new Headers();
    headers.append('set-cookie', 'a=1; Path=/');
    headers.append('set-cookie', 'b=2; Path=/');
    const port = await serve(() => successResponse({ a: 1 }, 'zh-CN', headers));
    const response = await fetch(`http://127.0.0.1:${port}/`);
    expect(response.headers.getSetCookie()).toEqual(['a=1; Path=/', 'b=2; Path=/']);
    expect(await response.json()).toMatchObject({ code: 20001, data: { a: 1 } });
  });
});

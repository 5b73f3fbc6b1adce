import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'expect';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { createHttpServer, listen } from '../../../lib/server/http/http-server.ts';
import { refuseSocket } from '../../../lib/server/http/refuse-socket.ts';
import { sendRaw } from '../../kit/raw-client.ts';

let server: Server;
let origin: string;
beforeAll(async () => {
  server = createHttpServer(
    async (request, response) => {
      const { method, url, headers } = request;
      response.end(JSON.stringify({ method, url, headers, body: await text(request) }));
    },
    (_, socket) => refuseSocket(socket, 404),
  );
  origin = `http://127.0.0.1:${await listen(server, 0, '127.0.0.1')}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** As Java's HTTP client sends it. */
const offer = 'Upgrade: h2c\r\nHTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABk\r\n';
const post = (body: string, connection: string) =>
  `POST /token HTTP/1.1\r\nConnection: ${connection}\r\nContent-Length: ${body.length}\r\nHost: a\r\n${offer}\r\n${body}`;
const bodies = (received: string) =>
  received
    .split(/(?=HTTP\/1\.1 )/)
    .map((answer) => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)) as Record<string, unknown>);

describe('an offer of HTTP/2 over plain http', () => {
  it('is ignored: the request is served with its body, without the offer', async () => {
    const [answer] = bodies(await sendRaw(origin, post('a=1', 'close, Upgrade, HTTP2-Settings')));
    expect(answer).toEqual({
      method: 'POST',
      url: '/token',
      headers: { connection: 'close', 'content-length': '3', host: 'a' },
      body: 'a=1',
    });
  });

  it('leaves the connection usable for many further requests, without leaving listeners', async () => {
    const warnings: Error[] = [];
    const note = (warning: Error) => warnings.push(warning);
    process.on('warning', note);
    const { port } = server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk;
    });
    const sent = Array.from({ length: 15 }, (_, at) => `request ${at}`);
    for (const body of sent) {
      // The head and the body in separate packets.
      socket.write(post('', 'Upgrade, HTTP2-Settings').replace('Length: 0', `Length: ${body.length}`));
      await delay(5);
      socket.write(body);
      while (!received.includes(body)) await delay(5);
    }
    socket.destroy();
    process.off('warning', note);
    expect(bodies(received).map(({ body }) => body)).toEqual(sent);
    expect(warnings).toEqual([]);
  });

  it('does not hide too many headers, of which the parser drops the length of the body', async () => {
    const many = `POST / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\n${'Upgrade: h2c\r\n'.repeat(200)}`;
    const smuggled = 'GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n';
    const received = await sendRaw(origin, `${many}Content-Length: ${smuggled.length}\r\n\r\n${smuggled}`);
    expect(received).toMatch(/^HTTP\/1\.1 431 /);
    expect(received).not.toContain('smuggled');
  });

  it('is not ignored for WebSockets', async () => {
    const upgrade = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: WebSocket\r\n\r\n';
    expect(await sendRaw(origin, upgrade)).toContain('404 Not Found');
  });
});

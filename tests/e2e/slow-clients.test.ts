import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type OrielInstance, startOriel } from '../kit/start-oriel.ts';

let oriel: OrielInstance;
const sockets: Socket[] = [];

beforeAll(async () => {
  oriel = await startOriel();
}, 120_000);

afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await oriel?.stop();
});

/** Opens a connection, sends what is given, and resolves with the ms it took the server to close it. */
function openAndWait(bytes: string, everyMs: number): Promise<number> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(oriel.origin).port), '127.0.0.1');
    sockets.push(socket);
    let sent = 0;
    const timer = setInterval(() => {
      if (sent < bytes.length) socket.write(bytes[sent] ?? '');
      sent += 1;
    }, everyMs);
    socket.resume();
    socket.on('error', () => {});
    socket.on('close', () => {
      clearInterval(timer);
      resolve(performance.now() - startedAt);
    });
  });
}

describe('clients that hold on to a connection', () => {
  it('are let go, and others notice nothing meanwhile', async () => {
    const silent = Array.from({ length: 200 }, () => openAndWait('', 60_000));
    const slowHead = Array.from({ length: 50 }, () =>
      openAndWait(`GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(100)}`, 500),
    );
    const form =
      'POST /api/lapp/token/get HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\n';
    const slowBody = Array.from({ length: 50 }, () => openAndWait(form + 'a'.repeat(100), 60));

    for (let round = 0; round < 50; round += 1) {
      expect((await fetch(`${oriel.origin}/healthz`)).status).toBe(200);
    }

    // Head within 10 s, all of a request within 30 s; looked at every 2 s.
    for (const tookMs of await Promise.all([...silent, ...slowHead])) expect(tookMs).toBeLessThan(15_000);
    for (const tookMs of await Promise.all(slowBody)) expect(tookMs).toBeLessThan(40_000);
  }, 90_000);
});

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

/** Opens a connection, sends what is given, and resolves when the server has closed it. */
function openAndWait(bytes: string, everyMs: number): Promise<void> {
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
      resolve();
    });
  });
}

describe('clients that hold on to a connection', () => {
  it('are let go, and others notice nothing meanwhile', async () => {
    const silent = Array.from({ length: 200 }, () => openAndWait('', 60_000));
    const slowHeaders = Array.from({ length: 50 }, () =>
      openAndWait(`GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(100)}`, 500),
    );
    const form =
      'POST /api/lapp/token/get HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\n';
    const slowBody = Array.from({ length: 50 }, () => openAndWait(form + 'a'.repeat(100), 60));

    for (let round = 0; round < 50; round += 1) {
      expect((await fetch(`${oriel.origin}/healthz`)).status).toBe(200);
    }

    // Head within 10 s, all of a request within 30 s; looked at every 2 s.
    await Promise.all([...silent, ...slowHeaders, ...slowBody]);
  }, 90_000);
});

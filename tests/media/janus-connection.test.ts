import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { silentLogger } from '../../lib/kernel/logger.ts';
import {
  createJanusConnection,
  type JanusConnection,
} from '../../lib/media/gateway/peers/janus-connection.ts';
import { FakeClock } from '../kit/fake-clock.ts';
import { eventually } from '../kit/host-page.ts';

interface Asked {
  readonly janus: string;
  readonly transaction: string;
  readonly handle_id?: number;
}

/** Answers as Janus does: keep-alives and messages with `ack`, and nothing after the `ack` of a keep-alive. */
let server: WebSocketServer;
let socket: WebSocket;
let asked: Asked[];
let isSilent: boolean;
let clock: FakeClock;
let janus: JanusConnection;
let downs: string[];

const tell = (message: object) => socket.send(JSON.stringify(message));
const heard = (kind: string, count: number) =>
  eventually(kind, async () => asked.filter(({ janus: one }) => one === kind).length === count, 10_000);
const events = { up() {}, candidate() {}, down: (reason: string) => downs.push(reason) };

beforeEach(async () => {
  [asked, downs, isSilent] = [[], [], false];
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  server.on('connection', (opened) => {
    socket = opened;
    opened.on('message', (bytes) => {
      const message = JSON.parse(String(bytes)) as Asked;
      asked.push(message);
      const { transaction } = message;
      if (isSilent) return;
      if (message.janus === 'create') tell({ janus: 'success', transaction, data: { id: 1 } });
      else if (message.janus === 'attach') tell({ janus: 'success', transaction, data: { id: 7 } });
      else tell({ janus: 'ack', transaction });
    });
  });
  clock = new FakeClock();
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  janus = createJanusConnection({ url, apiSecret: null, tokenSecret: null }, clock, silentLogger);
});
afterEach(async () => {
  janus.close();
  await new Promise((done) => server.close(done));
});

describe('the connection to Janus', () => {
  it('lasts while keep-alives are acknowledged', async () => {
    await janus.attach('janus.plugin.nosip', events);
    for (const count of [1, 2, 3]) {
      await clock.advance(25_000);
      await heard('keepalive', count);
    }
    // The last acknowledgement is on its way.
    await eventually('no request waits', async () => clock.pending === 1, 10_000);
    await clock.advance(5_000);
    expect(downs).toEqual([]);
  });

  it('ends when a keep-alive has no answer within 5 s', async () => {
    await janus.attach('janus.plugin.nosip', events);
    isSilent = true;
    await clock.advance(25_000);
    await clock.advance(5_000);
    expect(downs).toEqual(['Janus did not answer']);
  });

  it('detaches a handle whose WebRTC connection the browser has ended', async () => {
    const handle = await janus.attach('janus.plugin.nosip', events);
    tell({ janus: 'hangup', sender: 7, reason: 'DTLS alert' });
    await eventually('the end', async () => downs.length === 1, 10_000);
    handle.detach();
    handle.detach();
    await heard('detach', 1);
    expect(asked.at(-1)).toMatchObject({ handle_id: 7 });
  });
});

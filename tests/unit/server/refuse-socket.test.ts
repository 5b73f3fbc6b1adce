import { Duplex } from 'node:stream';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it, vi } from 'vitest';
import { refuseSocket } from '../../../lib/server/http/refuse-socket.ts';

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  });
});
afterEach(() => {
  vi.useRealTimers();
});

/** `isReading`: whether the peer reads what is written. The peer never closes its side of the connection. */
function openSocket(isReading: boolean): { socket: Duplex; written: Buffer[] } {
  const written: Buffer[] = [];
  const socket = new Duplex({
    read() {},
    write(chunk: Buffer, _, done) {
      written.push(chunk);
      if (isReading) done();
    },
  });
  return { socket, written };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('rejecting a socket', () => {
  it('responds and closes, even if the client keeps its side open', async () => {
    const { socket, written } = openSocket(true);
    refuseSocket(socket, 408);
    await settle();
    expect(Buffer.concat(written).toString()).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n(?:.+\r\n)+\r\n$/);
    expect(socket.destroyed).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('closes after 2 s if the client reads nothing', async () => {
    const { socket } = openSocket(false);
    refuseSocket(socket, 400);
    await settle();
    vi.advanceTimersByTime(1_999);
    expect(socket.destroyed).toBe(false);
    vi.advanceTimersByTime(1);
    expect(socket.destroyed).toBe(true);
  });
});

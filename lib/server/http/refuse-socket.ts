import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { everywhere } from './security-headers.ts';

/** A client that has not taken so short an answer by then will not. */
const takenWithinMs = 2_000;

const headers = Object.entries(everywhere)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('');

/**
 * Answers where there is no response object, and lets go of the connection: without the `destroy` a client
 * that keeps its own half open would keep the socket for ever.
 */
export function refuseSocket(socket: Duplex, status: number): void {
  const giveUp = setTimeout(() => socket.destroy(), takenWithinMs);
  socket.once('close', () => clearTimeout(giveUp));
  socket.once('finish', () => socket.destroy());
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Refused'}\r\nConnection: close\r\nContent-Length: 0\r\n${headers}\r\n`,
  );
}

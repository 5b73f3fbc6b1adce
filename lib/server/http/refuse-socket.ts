import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { everywhere } from './security-headers.ts';

/** Time for the client to read the short response. */
const takenWithinMs = 2_000;

const headers = Object.entries(everywhere)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('');

/**
 * Responds where there is no response object, and closes the connection. Without `destroy`, a client that
 * keeps its half open would keep the socket open.
 */
export function refuseSocket(socket: Duplex, status: number): void {
  const giveUp = setTimeout(() => socket.destroy(), takenWithinMs);
  socket.once('close', () => clearTimeout(giveUp));
  socket.once('finish', () => socket.destroy());
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Refused'}\r\nConnection: close\r\nContent-Length: 0\r\n${headers}\r\n`,
  );
}

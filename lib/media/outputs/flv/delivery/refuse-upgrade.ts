import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Answer } from './refusal.ts';

/** Time for the client to read the short response. */
const takenWithinMs = 2_000;

/**
 * Rejects an upgrade with a plain HTTP response and closes. `headers`: the headers of every response, which
 * must be added here because there is no response object.
 */
export function refuseUpgrade(
  socket: Duplex,
  answer: Answer,
  headers: Readonly<Record<string, string>>,
): void {
  const body = JSON.stringify({ code: answer.code, msg: answer.message });
  const header = [
    `HTTP/1.1 ${answer.httpStatus} ${STATUS_CODES[answer.httpStatus]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: private, no-store',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
  ];
  socket.on('error', () => {}); // the client may have disconnected
  const giveUp = setTimeout(() => socket.destroy(), takenWithinMs);
  socket.once('close', () => clearTimeout(giveUp));
  socket.once('finish', () => socket.destroy());
  socket.end(`${header.join('\r\n')}\r\n\r\n${body}`);
}

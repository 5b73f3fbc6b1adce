import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Answer } from './refusal.ts';

/** A client that has not taken so short an answer by then will not. */
const takenWithinMs = 2_000;

/**
 * Answers an upgrade that is not taken, as plain HTTP, and closes. `headers` are those of every answer of the
 * server: nothing else can add them where there is no response object.
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
  socket.on('error', () => {}); // the client may be gone; there is nobody left to tell
  const giveUp = setTimeout(() => socket.destroy(), takenWithinMs);
  socket.once('close', () => clearTimeout(giveUp));
  socket.once('finish', () => socket.destroy());
  socket.end(`${header.join('\r\n')}\r\n\r\n${body}`);
}

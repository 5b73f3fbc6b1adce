import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Answer } from './refusal.ts';

/** Answers an upgrade that is not taken, as plain HTTP, and closes. */
export function refuseUpgrade(socket: Duplex, answer: Answer): void {
  const body = JSON.stringify({ code: answer.code, msg: answer.message });
  const head = [
    `HTTP/1.1 ${answer.httpStatus} ${STATUS_CODES[answer.httpStatus]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: private, no-store',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ];
  socket.on('error', () => {}); // the client may be gone; there is nobody left to tell
  socket.once('finish', () => socket.destroy());
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

export interface RawAnswer {
  /** 0 if the server closed without a response. */
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** Connects to the server of `origin` and sends nothing. Callers handle errors by `close`. */
export function openSocket(origin: string, allowHalfOpen = false): Socket {
  const socket = connect({ port: Number(new URL(origin).port), host: '127.0.0.1', allowHalfOpen });
  socket.on('error', () => {});
  return socket;
}

/** Sends the bytes unchanged and resolves with everything received until the server closes, or after `withinMs`. */
export async function sendRaw(origin: string, bytes: string, withinMs = 30_000): Promise<string> {
  const socket = openSocket(origin);
  let received = '';
  socket.setEncoding('latin1');
  socket.on('data', (text: string) => {
    received += text;
  });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(bytes);
  await Promise.race([closed, delay(withinMs, undefined, { ref: false })]);
  socket.destroy();
  return received;
}

/** The first response in the result of `sendRaw`. */
export function parseAnswer(received: string): RawAnswer {
  const end = received.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = received.slice(0, Math.max(end, 0)).split('\r\n');
  const headers = new Headers();
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return { status: Number(statusLine.split(' ')[1] ?? 0), headers, body: received.slice(end + 4) };
}

/**
 * True if the server has closed the connection completely. After a half close it still accepts what we send; after a
 * full close it answers with a reset.
 */
export async function isFullyClosed(socket: Socket): Promise<boolean> {
  for (let attempt = 0; attempt < 200 && !socket.destroyed; attempt += 1) {
    socket.write('x');
    await delay(100);
  }
  return socket.destroyed;
}

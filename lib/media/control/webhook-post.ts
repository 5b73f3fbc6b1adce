/**
 * One POST to the address of a webhook: only to an allowed address, without redirects, and with a deadline. Of the
 * answer, only the status is read.
 */
import { request } from 'node:http';
import type { Socket } from 'node:net';
import { err, ok, type Result } from '../../kernel/result.ts';
import { type ConnectTarget, safeConnect } from '../net/safe-connect.ts';
import type { WebhookFailure, WebhookPost } from '../ports.ts';
import type { SoapNetwork } from './soap-post.ts';

type Answer = Result<number, WebhookFailure>;

const defaultPorts = { 'http:': 80, 'https:': 443 } as const;

/**
 * Where this address leads. Null: not an HTTP address. The host is in its standard form, whatever was written: browsers
 * and resolvers read `127.1`, `2130706433` and `0x7f000001` as 127.0.0.1.
 */
export function webTarget(url: string): ConnectTarget | null {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  const port = parsed && defaultPorts[parsed.protocol as keyof typeof defaultPorts];
  if (!parsed || !port) return null;
  return {
    host: parsed.hostname.replace(/^\[|\]$/g, ''),
    port: parsed.port === '' ? port : Number(parsed.port),
    useTls: parsed.protocol === 'https:',
  };
}

export function createWebhookPost({ clock, addressPolicy, tls }: SoapNetwork): WebhookPost {
  return async ({ url, headers, body }, { timeoutMs, signal }) => {
    const target = webTarget(url);
    if (target === null) return err('refusedAddress');
    const deadline = clock.monotonic() + timeoutMs;
    const connected = await safeConnect(target, {
      policy: addressPolicy,
      clock,
      timeoutMs,
      signal,
      ...(tls === undefined ? {} : { tls }),
    });
    if (!connected.ok) return err(connected.error.code);
    const socket = connected.value;
    const onAbort = () => socket.destroy();
    signal.addEventListener('abort', onAbort, { once: true });
    let cancelDeadline = () => {};
    const late = new Promise<Answer>((resolve) => {
      const leftMs = Math.max(0, deadline - clock.monotonic());
      cancelDeadline = clock.after(leftMs, () => resolve(err('timeout')));
    });
    try {
      return await Promise.race([exchange(socket, new URL(url), headers, body), late]);
    } finally {
      cancelDeadline();
      signal.removeEventListener('abort', onAbort);
      socket.destroy();
    }
  };
}

function exchange(
  socket: Socket,
  { host, pathname, search }: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<Answer> {
  return new Promise((resolve) => {
    const broke = () => resolve(err('broken'));
    socket.on('error', broke);
    socket.on('close', broke);
    const posting = request({
      createConnection: () => socket,
      method: 'POST',
      path: `${pathname}${search}`,
      headers: {
        ...headers,
        Host: host,
        Connection: 'close',
        'Content-Length': String(Buffer.byteLength(body)),
      },
    });
    posting.on('error', broke);
    posting.on('upgrade', broke);
    posting.on('response', ({ statusCode = 0 }) => resolve(ok(statusCode)));
    posting.end(body);
  });
}

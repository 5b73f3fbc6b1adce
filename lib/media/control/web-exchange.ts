/** HTTP requests to addresses that people enter: only to an allowed address, without redirects, and with a deadline. */
import type { Socket } from 'node:net';
import { err, type Result } from '../../kernel/result.ts';
import type { Ms } from '../../kernel/units.ts';
import { type ConnectTarget, safeConnect } from '../net/safe-connect.ts';
import type { WebhookFailure } from '../ports.ts';
import type { SoapNetwork } from './soap-post.ts';

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

/** What `exchange` returns about one request over a connection, which is closed afterwards. Never rejects if it does not. */
export async function webExchange<Value, Failure>(
  { clock, addressPolicy, tls }: SoapNetwork,
  url: string,
  { timeoutMs, signal }: { readonly timeoutMs: Ms; readonly signal: AbortSignal },
  exchange: (socket: Socket, url: URL) => Promise<Result<Value, Failure>>,
): Promise<Result<Value, Failure | WebhookFailure>> {
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
  const late = new Promise<Result<never, WebhookFailure>>((resolve) => {
    const leftMs = Math.max(0, deadline - clock.monotonic());
    cancelDeadline = clock.after(leftMs, () => resolve(err('timeout')));
  });
  try {
    return await Promise.race([exchange(socket, new URL(url)), late]);
  } finally {
    cancelDeadline();
    signal.removeEventListener('abort', onAbort);
    socket.destroy();
  }
}

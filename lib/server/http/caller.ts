import type { IncomingMessage } from 'node:http';
import { clientAddressHeader } from '../../http/client-address.ts';

/** Set on every request by our own HTTP server, replacing whatever the caller wrote there. */
const originHeader = 'x-oriel-origin';

/** A host name or address with an optional port: nothing that could add to a URL or a policy. */
const hostGrammar = /^(?:[A-Za-z0-9_.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/;

/** Null when the Host header names no host. */
export function originOfCaller(request: IncomingMessage, publicUrl: string | null): string | null {
  if (publicUrl !== null) return publicUrl;
  const host = request.headers.host ?? '';
  return hostGrammar.test(host) ? `http://${host}` : null;
}

/** Tells route handlers who asks and under which origin they reached us. */
export function introduceCaller(request: IncomingMessage, origin: string): void {
  request.headers[originHeader] = origin;
  request.headers[clientAddressHeader] = request.socket.remoteAddress ?? 'unknown';
}

/** Scheme, host and port under which this caller reached us. */
export function publicOriginOf(request: Request): string {
  const origin = request.headers.get(originHeader);
  if (origin === null) throw new Error('the request did not come through our HTTP server');
  return origin;
}

import type { IncomingMessage } from 'node:http';
import { clientAddressHeader, socketAddress } from '../../http/client-address.ts';
import { contains, type IpBytes, type Network, parseIp } from '../../media/net/ip-address.ts';

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

/** Tells handlers of web requests who asks and under which origin they reached us. */
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

/** Whom limits count for: the same answer for Node's requests and for web requests. */
export interface CallerAddresses {
  ofMessage(request: IncomingMessage): string;
  ofRequest(request: Request): string;
}

/** X-Forwarded-For counts only when a proxy of these networks holds the connection. */
export function callerAddresses(trustedProxies: readonly Network[]): CallerAddresses {
  const isTrusted = (address: IpBytes) => trustedProxies.some((network) => contains(network, address));

  /**
   * Each proxy adds, at the right, whom it heard from. So from the right: the first address that is no
   * proxy of ours is the caller, and whatever stands left of it may be invented.
   */
  function resolve(socket: string, forwardedFor: string): string {
    let caller = parseIp(socket);
    if (caller === null) return socket;
    for (const hop of forwardedFor.split(',').reverse()) {
      if (!isTrusted(caller)) break;
      const address = parseIp(withoutPort(hop.trim()));
      // A proxy that names nobody ("unknown") speaks for itself.
      if (address === null) break;
      caller = address;
    }
    return printIp(caller);
  }

  return {
    ofMessage: (request) =>
      resolve(
        request.socket.remoteAddress ?? 'unknown',
        [request.headers['x-forwarded-for'] ?? ''].flat().join(),
      ),
    ofRequest: (request) => resolve(socketAddress(request), request.headers.get('x-forwarded-for') ?? ''),
  };
}

/** Some proxies write `192.0.2.1:4711` and `[2001:db8::1]:4711`. */
function withoutPort(hop: string): string {
  return /^\[([^\]]*)\](?::\d+)?$/.exec(hop)?.[1] ?? /^([\d.]+):\d+$/.exec(hop)?.[1] ?? hop;
}

/** One spelling for each address. */
function printIp(bytes: IpBytes): string {
  const isV4 = bytes.subarray(0, 10).every((byte) => byte === 0) && bytes[10] === 0xff && bytes[11] === 0xff;
  if (isV4) return bytes.subarray(12).join('.');
  return Array.from({ length: 8 }, (_, word) =>
    (bytes[word * 2]! * 256 + bytes[word * 2 + 1]!).toString(16),
  ).join(':');
}

import type { IncomingMessage } from 'node:http';
import { clientAddressHeader, socketAddress } from '../../http/client-address.ts';
import { contains, type IpBytes, type Network, parseIp } from '../../media/net/ip-address.ts';

/** Set by our HTTP server on every request, replacing any value from the client. */
const originHeader = 'x-oriel-origin';

/** A host name or address with an optional port; nothing else can be injected into a URL or a policy. */
const hostGrammar = /^(?:[A-Za-z0-9_.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/;

/** Null if the Host header is invalid. */
export function originOfCaller(request: IncomingMessage, publicUrl: string | null): string | null {
  if (publicUrl !== null) return publicUrl;
  const host = request.headers.host ?? '';
  return hostGrammar.test(host) ? `http://${host}` : null;
}

/** Passes the client's origin on to handlers of web requests. */
export function introduceCaller(request: IncomingMessage, origin: string): void {
  request.headers[originHeader] = origin;
  request.headers[clientAddressHeader] = request.socket.remoteAddress ?? 'unknown';
}

/** Scheme, host and port with which the client reached the server. */
export function publicOriginOf(request: Request): string {
  const origin = request.headers.get(originHeader);
  if (origin === null) throw new Error('the request did not come through our HTTP server');
  return origin;
}

/** The client address for rate limits, the same for Node's requests and for web requests. */
export interface CallerAddresses {
  ofMessage(request: IncomingMessage): string;
  ofRequest(request: Request): string;
}

/** X-Forwarded-For is used only on connections from these networks. */
export function callerAddresses(trustedProxies: readonly Network[]): CallerAddresses {
  const isTrusted = (address: IpBytes) => trustedProxies.some((network) => contains(network, address));

  /**
   * Each proxy appends the address of its client. So, from the right, the first address that is not a trusted
   * proxy is the client; anything to its left may be forged.
   */
  function resolve(socket: string, forwardedFor: string): string {
    let caller = parseIp(socket);
    if (caller === null) return socket;
    for (const hop of forwardedFor.split(',').reverse()) {
      if (!isTrusted(caller)) break;
      const address = parseIp(withoutPort(hop.trim()));
      // For "unknown", use the proxy's own address.
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

/** The canonical spelling of an address. */
function printIp(bytes: IpBytes): string {
  const isV4 = bytes.subarray(0, 10).every((byte) => byte === 0) && bytes[10] === 0xff && bytes[11] === 0xff;
  if (isV4) return bytes.subarray(12).join('.');
  return Array.from({ length: 8 }, (_, word) =>
    (bytes[word * 2]! * 256 + bytes[word * 2 + 1]!).toString(16),
  ).join(':');
}

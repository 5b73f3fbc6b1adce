import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

/** Headers of the offer, and their names in `Connection`. */
const isOffer = (name: string) => /^\s*(?:upgrade|http2-settings)\s*$/i.test(name);

export const isWebSocketUpgrade = ({ headers }: IncomingMessage): boolean =>
  headers.upgrade?.toLowerCase() === 'websocket';

/**
 * Serves the request as if it had no `Upgrade` header, which a server may do (RFC 9110, section 7.8). Java's HTTP client
 * offers HTTP/2 this way with every request over plain http. Node stops parsing at such a request, so its head is given
 * back to the socket without these headers.
 */
export function ignoreUpgrade(server: Server, request: IncomingMessage, socket: Duplex, rest: Buffer): void {
  const { method, url, httpVersion, rawHeaders } = request;
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2);
    if (isOffer(name)) continue;
    const isConnection = name.toLowerCase() === 'connection';
    const kept = isConnection ? value.split(',').filter((option) => !isOffer(option)) : [value];
    if (kept.length > 0) lines.push(`${name}: ${kept.join(',')}`);
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), rest]));
  server.emit('connection', socket);
}

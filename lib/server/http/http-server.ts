import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

type Listener = (request: IncomingMessage, response: ServerResponse) => Promise<void>;
type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer, pathname: string) => void;

/** A head or a body that takes longer than this is an attack or a broken network. */
const headersTimeoutMs = 10_000;
const requestTimeoutMs = 30_000;
/** Longer than the idle time of usual reverse proxies (60 s), so that the proxy closes first. */
const keepAliveMs = 65_000;

/** The one HTTP server, with limits that keep slow and oversized requests from holding it. */
export function createHttpServer(onRequest: Listener, onUpgrade: UpgradeListener): Server {
  const server = createServer(
    {
      maxHeaderSize: 16 * 1024,
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      keepAliveTimeout: keepAliveMs,
      connectionsCheckingInterval: 2_000,
      requireHostHeader: true,
    },
    (request, response) => void onRequest(request, response),
  );
  server.maxHeadersCount = 100;
  server.on('upgrade', (request, socket, head) => {
    // Without a listener, a reset before anybody took the socket over would end the process.
    socket.on('error', () => socket.destroy());
    const pathname = pathnameOf(request);
    if (pathname === null) refuseUpgrade(socket, 400, 'Bad Request');
    else onUpgrade(request, socket, head, pathname);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    if (error.code === 'HPE_HEADER_OVERFLOW') refuseUpgrade(socket, 431, 'Request Header Fields Too Large');
    else if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') refuseUpgrade(socket, 408, 'Request Timeout');
    else refuseUpgrade(socket, 400, 'Bad Request');
  });
  return server;
}

/** Answers where there is no response object yet, and closes. */
export function refuseUpgrade(socket: Duplex, status: number, reason: string): void {
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\nConnection: close\r\nContent-Length: 0\r\nX-Content-Type-Options: nosniff\r\n\r\n`,
  );
}

/** The path of a request as sent, or null when it is not one this server can mean. */
export function pathnameOf(request: IncomingMessage): string | null {
  const url = request.url ?? '';
  // Absolute form (`GET http://other/`) and authority form belong to proxies.
  if (!url.startsWith('/') || url.startsWith('//') || url.includes('\\')) return null;
  const end = url.search(/[?#]/);
  return end === -1 ? url : url.slice(0, end);
}

/** Resolves with the port in use. */
export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host }, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

/** Sockets that were upgraded are not the server's to cut; whoever took them over had its turn before. */
const afterCutMs = 500;

/** Lets requests that are under way finish until `graceMs` is over, then cuts. Resolves soon after that at the latest. */
export function closeServer(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    const giveUp = setTimeout(resolve, graceMs + afterCutMs);
    server.close(() => {
      clearTimeout(cut);
      clearTimeout(giveUp);
      resolve();
    });
    server.closeIdleConnections();
  });
}

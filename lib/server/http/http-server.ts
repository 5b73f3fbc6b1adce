import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { ignoreUpgrade, isWebSocketUpgrade } from './ignore-upgrade.ts';
import { PendingResponses } from './pending-responses.ts';
import { refuseSocket } from './refuse-socket.ts';
import { hasManyHeaders, maxHeaders } from './request-faults.ts';

type Listener = (request: IncomingMessage, response: ServerResponse) => Promise<void>;
type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** Limits against slow clients. */
const headersTimeoutMs = 10_000;
const requestTimeoutMs = 30_000;
/** Longer than the usual idle timeout of reverse proxies (60 s), so that the proxy closes first. */
const keepAliveMs = 65_000;

/** The HTTP server, with limits against slow and abusive clients. */
export function createHttpServer(onRequest: Listener, onUpgrade: UpgradeListener): Server {
  const answers = new PendingResponses();
  const serve = (request: IncomingMessage, response: ServerResponse) => {
    if (answers.admit(request, response)) void onRequest(request, response);
  };
  const server = createServer(
    {
      maxHeaderSize: 16 * 1024,
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      keepAliveTimeout: keepAliveMs,
      connectionsCheckingInterval: 2_000,
      // Checked by the router: Node's own response lacks our headers.
      requireHostHeader: false,
    },
    serve,
  );
  server.maxHeadersCount = maxHeaders;
  // Rejected by the router, for the same reason.
  server.on('checkExpectation', serve);
  server.on('upgrade', (request, socket, head) => {
    const isPending = answers.on(socket).size > 0;
    // Without the headers of the offer they would be few again, although the parser has dropped some.
    const isMany = hasManyHeaders(request);
    if (!isPending && !isMany && !isWebSocketUpgrade(request))
      return ignoreUpgrade(server, request, socket, head);
    // Without a listener, a reset before the upgrade would end the process.
    socket.on('error', () => socket.destroy());
    // A pending response would be written into the new protocol.
    if (isPending) socket.destroy();
    else if (isMany) refuseSocket(socket, 431);
    else onUpgrade(request, socket, head);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const isMidResponse = [...answers.on(socket)].some(({ headersSent }) => headersSent);
    if (error.code === 'ECONNRESET' || !socket.writable || isMidResponse) socket.destroy();
    else if (error.code === 'HPE_HEADER_OVERFLOW') refuseSocket(socket, 431);
    else if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') refuseSocket(socket, 408);
    else refuseSocket(socket, 400);
  });
  return server;
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

/** Upgraded sockets are not closed by the server; their owners have closed them before. */
const afterCutMs = 500;

/** Waits up to `graceMs` for pending requests, then closes all connections. */
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

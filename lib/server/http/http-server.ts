import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { PendingResponses } from './pending-responses.ts';
import { refuseSocket } from './refuse-socket.ts';
import { maxHeaders } from './request-faults.ts';

type Listener = (request: IncomingMessage, response: ServerResponse) => Promise<void>;
type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** A head or a body that takes longer than this is an attack or a broken network. */
const headersTimeoutMs = 10_000;
const requestTimeoutMs = 30_000;
/** Longer than the idle time of usual reverse proxies (60 s), so that the proxy closes first. */
const keepAliveMs = 65_000;

/** The one HTTP server, with limits that keep slow, greedy and oversized clients from holding it. */
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
      // The router looks for it: Node's own answer lacks our headers.
      requireHostHeader: false,
    },
    serve,
  );
  server.maxHeadersCount = maxHeaders;
  // The router refuses these as well, for the same reason.
  server.on('checkExpectation', serve);
  server.on('upgrade', (request, socket, head) => {
    // Without a listener, a reset before anybody took the socket over would end the process.
    socket.on('error', () => socket.destroy());
    // An answer that is still due would be written into the new protocol.
    if (answers.on(socket).size > 0) socket.destroy();
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

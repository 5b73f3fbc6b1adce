import { EventEmitter } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import next from 'next';

export interface NextHandler {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Hot reload in development. True when somebody took the socket. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  close(): Promise<void>;
}

/**
 * Next inside our server. It gets an event emitter in place of the HTTP server, because it would add an
 * upgrade listener of its own that races ours for media sockets.
 */
export async function createNextHandler(options: {
  readonly dir: string;
  readonly isDevelopment: boolean;
  readonly host: string;
  readonly port: number;
}): Promise<NextHandler> {
  const privateEvents = new EventEmitter();
  const app = next({
    dev: options.isDevelopment,
    dir: options.dir,
    hostname: options.host,
    port: options.port,
    // Next only ever adds listeners to it.
    httpServer: privateEvents as unknown as Server,
  });
  await app.prepare();
  const handle = app.getRequestHandler();
  return {
    handle: (request, response) => handle(request, response),
    upgrade(request, socket, head) {
      // In production Next listens as well and leaves the socket hanging.
      if (!options.isDevelopment || !request.url?.startsWith('/_next/')) return false;
      return privateEvents.emit('upgrade', request, socket, head);
    },
    close: () => app.close(),
  };
}

import { EventEmitter } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import next from 'next';
import { isConsolePage } from './page-paths.ts';
import { RenderQueue } from './render-queue.ts';

export interface NextHandler {
  /** The pages there are. Everything else is not Next's to look at. `cookies`: the header. */
  ownsPage(pathname: string, cookies: string | undefined): boolean;
  /** What the development server needs beside pages: scripts, hot reload, overlays. Nothing in production. */
  ownsTool(pathname: string): boolean;
  /** False, having written nothing, when too many pages are asked for. */
  renderPage(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
  answerTool(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Hot reload in development. True when somebody took the socket. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  close(): Promise<void>;
}

/** The image optimiser fetches what it is told to, and works hard for strangers: not even in development. */
const tools = /^\/(?:_next\/(?!image(?:\/|$))|__nextjs_)/;

/** A page takes some 10 ms of the event loop; the last in the queue waits half a second. */
const renderLimits = { running: 2, waiting: 48, maxMs: 5_000 };

/**
 * Next inside our server. It gets an event emitter in place of the HTTP server, because it would add an
 * upgrade listener of its own that races ours for media sockets.
 */
export async function createNextHandler(options: {
  readonly dir: string;
  readonly isDevelopment: boolean;
  readonly host: string;
  readonly port: number;
  /** Where pages send their calls: a path of ours, or the address of another backend. */
  readonly consoleApi: string;
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
  const isForeign = !options.consoleApi.startsWith('/');
  const queue = new RenderQueue(renderLimits);
  const ownsTool = (pathname: string) => options.isDevelopment && tools.test(pathname);
  return {
    ownsPage: (pathname, cookies) => isConsolePage(pathname, cookies, isForeign),
    ownsTool,
    renderPage: (request, response) =>
      queue.run(
        () => !request.socket.destroyed,
        () => handle(request, response),
      ),
    answerTool: (request, response) => handle(request, response),
    upgrade(request, socket, head) {
      // In production Next listens as well and leaves the socket hanging.
      if (!ownsTool(request.url ?? '')) return false;
      return privateEvents.emit('upgrade', request, socket, head);
    },
    close: () => app.close(),
  };
}

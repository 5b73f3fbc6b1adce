import { EventEmitter } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { isConsolePage } from './page-paths.ts';
import { RenderQueue } from './render-queue.ts';

export interface NextHandler {
  /** Whether the path is a page. Other requests are not passed to Next. `cookies`: the Cookie header. */
  ownsPage(pathname: string, cookies: string | undefined): boolean;
  /** Paths of the development server: scripts, hot reload, overlays. None in production. */
  ownsTool(pathname: string): boolean;
  /** False, with nothing written, if too many pages are queued. */
  renderPage(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
  answerTool(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Hot reload in development. True if the socket was taken. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  close(): Promise<void>;
}

/** Excludes the image optimizer, even in development: it fetches any URL and uses much CPU. */
const tools = /^\/(?:_next\/(?!image(?:\/|$))|__nextjs_)/;

/** A page takes about 10 ms of the event loop; the last in the queue waits half a second. */
const renderLimits = { running: 2, waiting: 48, maxMs: 5_000 };

/**
 * Runs Next inside our server. Next gets an event emitter instead of the HTTP server, because its upgrade
 * listener would compete with ours for media sockets.
 */
export async function createNextHandler(options: {
  readonly dir: string;
  readonly isDevelopment: boolean;
  readonly host: string;
  readonly port: number;
  /** Where pages send API calls: a path on this server, or the URL of another backend. */
  readonly consoleApi: string;
}): Promise<NextHandler> {
  // Not at the top of the file: it is the largest package, and recording begins without it.
  const { default: next } = await import('next');
  const privateEvents = new EventEmitter();
  const app = next({
    dev: options.isDevelopment,
    dir: options.dir,
    hostname: options.host,
    port: options.port,
    // Next only adds listeners to it.
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
      // In production, Next would leave the socket open.
      if (!ownsTool(request.url ?? '')) return false;
      return privateEvents.emit('upgrade', request, socket, head);
    },
    close: () => app.close(),
  };
}

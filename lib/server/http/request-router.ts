import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from '../../kernel/logger.ts';
import type { LiveOutput } from '../../media/output/live-output.ts';
import { introduceCaller, originOfCaller } from './caller.ts';
import { answerHealth, type HealthParts } from './health.ts';
import { pathnameOf, refuseUpgrade } from './http-server.ts';
import type { NextHandler } from './next-handler.ts';
import { pagePolicy } from './page-policy.ts';
import { secureAnswer } from './security-headers.ts';
import type { StaticFiles } from './static-files.ts';

export interface RouterParts {
  readonly live: Pick<LiveOutput, 'handleLiveHttp' | 'handleLiveUpgrade'>;
  readonly statics: StaticFiles;
  readonly next: NextHandler;
  readonly health: HealthParts;
  /** Origin as browsers see it; null: from the Host header. */
  readonly publicUrl: string | null;
  readonly isDevelopment: boolean;
  readonly log: Logger;
}

/** No call of ours takes more; uploads will get limits of their own. */
const largestBodyBytes = 1_048_576;

/** Headers that steer frameworks and proxies from inside. Only a proxy we trust could mean them. */
const steering =
  /^(?:x-middleware-|x-nextjs-|x-original-url$|x-rewrite-url$|x-oriel-|content-security-policy)/;

function dropSteeringHeaders(request: IncomingMessage): void {
  for (const name of Object.keys(request.headers)) {
    if (steering.test(name)) delete request.headers[name];
  }
}

function answerText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    ...(status === 413 ? { connection: 'close' } : {}),
  });
  response.end(`${text}\n`);
}

/** Sends each request to the part that owns its path. Every answer passes the table of security headers. */
export function createRouter(parts: RouterParts) {
  const overTls = parts.publicUrl?.startsWith('https:') ?? false;

  async function route(
    request: IncomingMessage,
    response: ServerResponse,
    pathname: string,
    origin: string,
  ): Promise<void> {
    if (pathname === '/live' || pathname.startsWith('/live/')) {
      parts.live.handleLiveHttp(request, response);
    } else if (pathname === '/healthz') {
      if (request.method === 'GET' || request.method === 'HEAD') await answerHealth(parts.health, response);
      else answerText(response, 405, 'Only GET');
    } else if (parts.statics.owns(pathname)) {
      await parts.statics.answer(pathname, origin, request, response);
    } else if (Number(request.headers['content-length'] ?? 0) > largestBodyBytes) {
      answerText(response, 413, 'The body is too large');
    } else {
      await parts.next.handle(request, response);
    }
  }

  return {
    async onRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
      dropSteeringHeaders(request);
      const pathname = pathnameOf(request);
      const isPage = pathname !== null && !/^\/(?:live|api|healthz|assets|sdk|player)(?:\/|$)/.test(pathname);
      const policy = isPage ? pagePolicy(parts.isDevelopment) : undefined;
      secureAnswer(response, { overTls, ...(policy ? { contentSecurityPolicy: policy } : {}) });
      const origin = originOfCaller(request, parts.publicUrl);
      if (pathname === null || origin === null) {
        answerText(response, 400, 'The address is not one of this server');
        return;
      }
      introduceCaller(request, origin);
      // Next reads the nonce from it.
      if (policy) request.headers['content-security-policy'] = policy;
      try {
        await route(request, response, pathname, origin);
      } catch (error) {
        parts.log.error({ err: error, method: request.method, path: pathname }, 'a request failed');
        if (response.headersSent) response.destroy();
        else answerText(response, 500, 'Internal error');
      }
    },

    onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, pathname: string): void {
      dropSteeringHeaders(request);
      if (pathname.startsWith('/live/')) parts.live.handleLiveUpgrade(request, socket, head);
      else if (!parts.next.upgrade(request, socket, head)) refuseUpgrade(socket, 404, 'Not Found');
    },
  };
}

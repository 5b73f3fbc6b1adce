import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { consoleApiBase } from '../../contracts/admin/api-base.ts';
import { alarmPicturePath } from '../../http/alarm-picture-handler.ts';
import { metricsPath } from '../../http/metrics-handler.ts';
import { oembedAnswer, oembedPath } from '../../http/oembed-handler.ts';
import { sharedCodeOf } from '../../http/share-picture-handler.ts';
import { themeDetailPath } from '../../http/theme-detail-handler.ts';
import { voicePath } from '../../http/voice-handler.ts';
import type { Logger } from '../../kernel/logger.ts';
import { gatewayPath } from '../../kernel/rtcgw.ts';
import type { Gateway } from '../../media/gateway/gateway.ts';
import type { LiveOutput } from '../../media/outputs/flv/delivery/live-output.ts';
import type { StreamOutput } from '../../media/outputs/flv/delivery/stream-output.ts';
import type { PlaybackOutput } from '../../media/playback/playback-output.ts';
import type { ContainerHandle } from '../container-handle.ts';
import { introduceCaller, originOfCaller } from './caller.ts';
import { answerHealth, type HealthParts } from './health.ts';
import type { NextHandler } from './next-handler.ts';
import { answerNotFound } from './not-found-page.ts';
import { pagePolicy } from './page-policy.ts';
import { refuseSocket } from './refuse-socket.ts';
import { faultOf, hasBody, pathnameOf } from './request-faults.ts';
import { type PageKind, withSecurityHeaders } from './security-headers.ts';
import type { StaticFiles } from './static-files.ts';
import { sendWebResponse, streamWebResponse, toWebRequest } from './web-handler.ts';

export interface RouterParts {
  readonly live: Pick<LiveOutput, 'handleLiveHttp' | 'handleLiveUpgrade'>;
  readonly playback: PlaybackOutput;
  readonly replays: Pick<StreamOutput, 'handleHttp' | 'handleUpgrade'>;
  readonly gateway: Pick<Gateway, 'handleHttp' | 'handleUpgrade'>;
  readonly handlers: Pick<
    ContainerHandle,
    'lapp' | 'admin' | 'themeDetail' | 'alarmPicture' | 'sharePicture' | 'voice' | 'frame' | 'metrics'
  >;
  readonly statics: StaticFiles;
  readonly next: NextHandler;
  readonly health: HealthParts;
  /** Origin as browsers see it; null: from the Host header. */
  readonly publicUrl: string | null;
  readonly isDevelopment: boolean;
  /** Where pages send API calls: a path on this server, or the URL of another backend. */
  readonly consoleApi: string;
  /** Address of map tiles, for console pages; null: they load none. */
  readonly mapTiles: string | null;
  readonly log: Logger;
}

/** Limit for bodies of calls, of which a few contain a recording; the handlers have smaller limits. */
const maxBodyBytes = 4 * 1_048_576;

/** `/player/<template>/<appKey>`; the frame handler responds if the application is missing. */
const framePath = /^\/player\/(?<template>[^/]+)(?:\/(?<app>[^/]+))?$/;

/** Internal headers of frameworks and proxies, removed from requests. */
const internalHeader =
  /^(?:x-middleware-|x-nextjs-|x-original-url$|x-rewrite-url$|x-oriel-|content-security-policy)/;

const isOfGateway = (pathname: string) => pathname === gatewayPath || pathname.startsWith(`${gatewayPath}/`);

function dropRoutingHeaders(request: IncomingMessage): void {
  for (const name of Object.keys(request.headers)) {
    if (internalHeader.test(name)) delete request.headers[name];
  }
}

function answerText(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    ...headers,
  });
  response.end(`${text}\n`);
}

/** The body is not read, so Node closes the connection after the response. */
function refuseBody(response: ServerResponse, text: string): void {
  answerText(response, 413, text, { connection: 'close' });
}

/** Routes each request by its path. Every response gets the security headers. */
export function createRouter(parts: RouterParts) {
  const { live, replays, gateway, handlers, statics, next } = parts;
  const overTls = parts.publicUrl?.startsWith('https:') ?? false;

  async function route(
    request: IncomingMessage,
    response: ServerResponse,
    pathname: string,
    origin: string,
  ): Promise<void> {
    const sharedCode = sharedCodeOf(pathname);
    if (pathname.startsWith('/api/lapp/')) await answerCall(request, response, origin);
    else if (pathname.startsWith(`${consoleApiBase}/`)) await answerConsole(request, response, origin);
    // It reads bodies itself, up to the limit of a message.
    else if (isOfGateway(pathname)) gateway.handleHttp(request, response);
    else if (next.ownsTool(pathname)) await next.answerTool(request, response);
    else if (hasBody(request)) refuseBody(response, 'No body is taken here');
    else if (pathname === themeDetailPath) {
      await sendWebResponse(await handlers.themeDetail(toWebRequest(request, origin)), request, response);
    } else if (pathname === oembedPath && request.method === 'GET') {
      const { url } = toWebRequest(request, origin);
      await sendWebResponse(oembedAnswer(new URL(url), origin), request, response);
    } else if (pathname === '/live' || pathname.startsWith('/live/')) live.handleLiveHttp(request, response);
    else if (pathname.startsWith('/vod/')) await parts.playback.handle(request, response);
    else if (pathname.startsWith(alarmPicturePath)) {
      await sendWebResponse(await handlers.alarmPicture(toWebRequest(request, origin)), request, response);
    } else if (sharedCode !== null && (request.method === 'GET' || request.method === 'HEAD')) {
      const answer = await handlers.sharePicture(toWebRequest(request, origin), sharedCode);
      await sendWebResponse(answer, request, response);
    } else if (pathname.startsWith(voicePath)) {
      await sendWebResponse(await handlers.voice(toWebRequest(request, origin)), request, response);
    } else if (pathname === '/rec' || pathname.startsWith('/rec/')) replays.handleHttp(request, response);
    else if (statics.owns(pathname)) await statics.answer(pathname, origin, request, response);
    else await answerPage(request, response, pathname, origin);
  }

  /** Body limits depend on the call; the handler enforces them while reading. */
  async function answerConsole(request: IncomingMessage, response: ServerResponse, origin: string) {
    const gone = new AbortController();
    // Only if the response was not finished: aborting creates an error with a stack trace.
    response.once('close', () => response.writableFinished || gone.abort());
    const answer = await handlers.admin(toWebRequest(request, origin, gone.signal));
    await streamWebResponse(answer, request, response, gone.signal);
  }

  async function answerCall(request: IncomingMessage, response: ServerResponse, origin: string) {
    if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) {
      refuseBody(response, 'The body is too large');
    } else {
      await sendWebResponse(await handlers.lapp(toWebRequest(request, origin)), request, response);
    }
  }

  /** Read-only requests: frames, health, metrics, pages. */
  async function answerPage(
    request: IncomingMessage,
    response: ServerResponse,
    pathname: string,
    origin: string,
  ): Promise<void> {
    const frame = framePath.exec(pathname)?.groups;
    const isPage = next.ownsPage(pathname, request.headers.cookie);
    const { metrics } = handlers;
    const isMetrics = metrics !== null && pathname === metricsPath;
    if (!frame && !isPage && !isMetrics && pathname !== '/healthz' && pathname !== '/livez') {
      answerNotFound(request, response);
    } else if (request.method !== 'GET' && request.method !== 'HEAD') {
      answerText(response, 405, 'Only GET', { allow: 'GET, HEAD' });
    } else if (frame) {
      const address = { template: frame.template ?? '', app: frame.app ?? null };
      await sendWebResponse(await handlers.frame(toWebRequest(request, origin), address), request, response);
    } else if (isMetrics) {
      await sendWebResponse(await metrics(toWebRequest(request, origin)), request, response);
    } else if (pathname === '/livez') {
      // Liveness: the process responds. Restarting it does not help when it is not ready.
      answerText(response, 200, 'ok');
    } else if (!isPage) {
      await answerHealth(parts.health, response);
    } else if (!(await next.renderPage(request, response))) {
      answerText(response, 503, 'Too many page requests', { 'retry-after': '1' });
    }
  }

  /** Public are the home page and the not-found page. */
  function pageKindOf(pathname: string, cookies: string | undefined): PageKind {
    if (pathname.startsWith('/e/')) return 'embeddedLink';
    if (/^\/(?:[st]\/|share$)/.test(pathname)) return 'link';
    return pathname === '/user/home' || !next.ownsPage(pathname, cookies) ? 'public' : 'private';
  }

  return {
    async onRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
      dropRoutingHeaders(request);
      const pathname = pathnameOf(request);
      const isPage =
        pathname !== null &&
        pathname !== themeDetailPath &&
        sharedCodeOf(pathname) === null &&
        !(handlers.metrics && pathname === metricsPath) &&
        !/^\/(?:live|rec|vod|api|alarm-picture|rtcgw|voice|healthz|livez|assets|sdk|player|oembed)(?:\/|$)/.test(
          pathname,
        );
      const kind = pageKindOf(pathname ?? '', request.headers.cookie);
      const policy = isPage
        ? pagePolicy({
            ...parts,
            mapTiles: kind === 'private' ? parts.mapTiles : null,
            isEmbeddable: kind === 'embeddedLink',
          })
        : undefined;
      const page = policy === undefined ? {} : { page: { contentSecurityPolicy: policy, kind } };
      withSecurityHeaders(response, { overTls, ...page });
      const fault = faultOf(request);
      const origin = originOfCaller(request, parts.publicUrl);
      if (fault || pathname === null || origin === null) {
        const { status = 400, text = 'The host is none', allow } = fault ?? {};
        answerText(response, status, text, { connection: 'close', ...(allow ? { allow } : {}) });
        return;
      }
      introduceCaller(request, origin);
      // Next reads the nonce from it.
      if (policy) request.headers['content-security-policy'] = policy;
      try {
        await route(request, response, pathname, origin);
      } catch (error) {
        parts.log.error({ err: error, method: request.method, path: pathname }, 'request failed');
        if (response.headersSent) response.destroy();
        else answerText(response, 500, 'Internal error');
      }
    },

    onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
      dropRoutingHeaders(request);
      const fault = faultOf(request);
      if (fault) refuseSocket(socket, fault.status);
      else if (request.method !== 'GET') refuseSocket(socket, 405);
      else if (hasBody(request)) refuseSocket(socket, 400);
      else if (pathnameOf(request)?.startsWith('/live/')) live.handleLiveUpgrade(request, socket, head);
      else if (isOfGateway(pathnameOf(request) ?? '')) gateway.handleUpgrade(request, socket, head);
      else if (pathnameOf(request)?.startsWith('/rec/')) replays.handleUpgrade(request, socket, head);
      else if (!next.upgrade(request, socket, head)) refuseSocket(socket, 404);
    },
  };
}

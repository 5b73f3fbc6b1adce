/**
 * FLV streams over HTTP and WebSocket. `lib/server` passes requests and upgrades for the paths of one kind of streams
 * to the two handlers, which also send error responses.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Clock } from '../../../../kernel/clock.ts';
import type { Logger } from '../../../../kernel/logger.ts';
import { err, ok, type Result } from '../../../../kernel/result.ts';
import type { Ms } from '../../../../kernel/units.ts';
import type { ViewCounter } from '../../../ports.ts';
import { endServerStopping } from '../../../stream/reader.ts';
import { acceptTickets } from './accept-tickets.ts';
import { type ConnectionLimits, Connections } from './connections.ts';
import { HttpTransport } from './http-transport.ts';
import { KernelBacklog } from './kernel-backlog.ts';
import { isAllowedOrigin } from './origin.ts';
import { type Answer, answerForPath, answers } from './refusal.ts';
import { refuseUpgrade } from './refuse-upgrade.ts';
import { type ServeContext, type StreamKind, serveViewer } from './serve-viewer.ts';
import { maxTicketMessageBytes, ticketFromHeader, ticketFromMessage } from './ticket.ts';
import type { Transport } from './transport.ts';
import { WsTransport } from './ws-transport.ts';

export interface StreamOutputOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Origins besides the server's own whose pages may open WebSockets. */
  readonly allowedOrigins?: readonly string[];
  readonly limits?: Partial<ConnectionLimits>;
  /** Added to responses to refused upgrades, for example security headers. */
  readonly refusalHeaders?: Readonly<Record<string, string>>;
  /** The client address of a request, for limits; required behind a trusted proxy. */
  readonly addressOf?: (request: IncomingMessage) => string;
  /** Absent: views are not counted. */
  readonly views?: ViewCounter;
}

export interface StreamOutput {
  handleHttp(request: IncomingMessage, response: ServerResponse): void;
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  stats(): StreamOutputStats;
  /**
   * Rejects new viewers, ends the others with `server.stopping`, and resolves when their sockets are closed.
   */
  stop(): Promise<void>;
}

export interface StreamOutputStats {
  /** Connections, including those not yet admitted. */
  readonly connections: number;
  /** Admitted viewers. */
  readonly viewers: number;
  /** Bytes buffered for individual viewers. */
  readonly pendingBytes: number;
}

const defaultLimits: ConnectionLimits = { perAddress: 512, perGrant: 2_048 };
const TICKET_WITHIN_MS: Ms = 5_000;
const STOP_WITHIN_MS: Ms = 10_000;

export function createStreamOutput<Wanted>(
  kind: StreamKind<Wanted>,
  options: StreamOutputOptions,
): StreamOutput {
  const { clock, logger, allowedOrigins = [], refusalHeaders = {} } = options;
  const addressOf = options.addressOf ?? ((request) => request.socket.remoteAddress ?? '');
  const connections = new Connections(kind.grants, clock, logger, { ...defaultLimits, ...options.limits });
  const backlog = new KernelBacklog(clock);
  const transports = new Set<Transport>();
  /** Sockets that carry a stream, on which no further request is accepted. */
  const taken = new WeakSet<Duplex>();
  let isStopping = false;
  const context: ServeContext<Wanted> = {
    ...{ kind, connections, clock, logger, views: options.views },
    isStopping: () => isStopping,
  };
  const webSockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    clientTracking: false,
    autoPong: false,
    maxPayload: maxTicketMessageBytes,
  });

  /** Counts the connection until it closes; false if its address has too many. */
  function enter(request: IncomingMessage, transport: Transport): boolean {
    const leave = connections.enter(addressOf(request));
    if (!leave) return false;
    transports.add(transport);
    transport.onClosed(() => {
      leave();
      transports.delete(transport);
    });
    return true;
  }

  function handleHttp(request: IncomingMessage, response: ServerResponse): void {
    if (taken.has(request.socket)) {
      request.socket.destroy(); // pipelined after an endless stream
      return;
    }
    taken.add(request.socket);
    const transport = new HttpTransport(response, clock, backlog);
    const checked = isStopping ? err(answers.stopping) : checkRequest(kind, request);
    if (!checked.ok) transport.refuse(checked.error);
    else if (!enter(request, transport)) transport.refuse(answers.tooMany);
    else void serveViewer(context, transport, checked.value.ticket, checked.value.wanted);
  }

  function handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const checked = isStopping ? err(answers.stopping) : checkUpgrade(kind, request, allowedOrigins);
    if (!checked.ok) {
      refuseUpgrade(socket, checked.error, refusalHeaders);
      return;
    }
    webSockets.handleUpgrade(request, socket, head, (ws) => {
      const transport = new WsTransport(ws, socket, clock, backlog);
      ignoreProtocolErrors(ws);
      if (enter(request, transport)) awaitTicket(ws, transport, checked.value);
      else transport.refuse(answers.tooMany);
    });
  }

  function awaitTicket(ws: WebSocket, transport: Transport, wanted: Wanted): void {
    const cancel = clock.after(TICKET_WITHIN_MS, () => transport.refuse(answers.badTicket));
    transport.onClosed(cancel);
    // `autoPong` would queue unlimited pongs for a client that never reads.
    ws.on('ping', (data) => transport.pendingBytes === 0 && ws.pong(data));
    ws.once('message', (data, isBinary) => {
      cancel();
      const ticket = isBinary ? null : ticketFromMessage(String(data));
      if (!ticket) {
        transport.refuse(answers.badTicket);
        return;
      }
      const viewing = serveViewer(context, transport, ticket, wanted);
      acceptTickets(ws, clock, {
        shown: async (next) => (await viewing)?.renew(next),
        broken: () => transport.refuse(answers.unexpected),
      });
    });
  }

  async function stop(): Promise<void> {
    if (!isStopping) {
      isStopping = true;
      connections.finishAll(endServerStopping);
      connections.close();
      for (const transport of transports) transport.refuse(answers.stopping);
    }
    await allClosed([...transports], clock);
    backlog.close();
  }

  return {
    handleHttp,
    handleUpgrade,
    stats: () => ({
      connections: transports.size,
      viewers: connections.size,
      pendingBytes: [...transports].reduce((sum, transport) => sum + transport.pendingBytes, 0),
    }),
    stop,
  };
}

function checkRequest<Wanted>(
  { parse }: StreamKind<Wanted>,
  request: IncomingMessage,
): Result<{ wanted: Wanted; ticket: string }, Answer> {
  const wanted = parse(request.url ?? '');
  if (!wanted.ok) return err(answerForPath(wanted.error));
  if (request.method !== 'GET') return err(answers.badMethod);
  if (hasBody(request)) return err(answers.badRequest);
  const ticket = ticketFromHeader(request.headers.authorization);
  return ticket ? ok({ wanted: wanted.value, ticket }) : err(answers.badTicket);
}

function checkUpgrade<Wanted>(
  { parse }: StreamKind<Wanted>,
  { url, headers }: IncomingMessage,
  allowedOrigins: readonly string[],
): Result<Wanted, Answer> {
  const wanted = parse(url ?? '');
  if (!wanted.ok) return err(answerForPath(wanted.error));
  return isAllowedOrigin(headers.origin, headers.host, allowedOrigins) ? wanted : err(answers.badOrigin);
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Malformed frames: `ws` closes with the right code itself, but would throw without a listener. */
function ignoreProtocolErrors(ws: WebSocket): void {
  ws.on('error', () => {});
}

function allClosed(transports: readonly Transport[], clock: Clock): Promise<void> {
  return new Promise((resolve) => {
    let left = transports.length;
    if (left === 0) return resolve();
    const cancel = clock.after(STOP_WITHIN_MS, () => {
      for (const transport of transports) transport.destroy();
      resolve();
    });
    for (const transport of transports) {
      transport.onClosed(() => {
        left -= 1;
        if (left > 0) return;
        cancel();
        resolve();
      });
    }
  });
}

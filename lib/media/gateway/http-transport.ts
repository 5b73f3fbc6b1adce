/** The gateway over HTTP: commands by POST, events by long poll. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../../kernel/clock.ts';
import { gatewayMaxEvents, gatewayMaxMessageBytes } from '../../kernel/rtcgw.ts';
import { isAllowedOrigin } from '../outputs/flv/delivery/origin.ts';
import type { AnswerRequest, Caller } from './commands.ts';
import { type GatewayError, gatewayErrors } from './errors.ts';
import { failure, type GatewayMessage } from './events.ts';
import { type GatewayAddress, isSentTo, parseGatewayPath } from './http-path.ts';
import { LongPoll, sendJson } from './long-poll.ts';
import type { AddressRates } from './rate.ts';
import { parseRequest } from './request.ts';
import type { Sessions } from './sessions.ts';

export interface HttpTransportParts {
  readonly sessions: Sessions;
  readonly answer: AnswerRequest;
  readonly rates: AddressRates;
  readonly clock: Clock;
  readonly allowedOrigins: readonly string[];
  readonly addressOf: (request: IncomingMessage) => string;
}

export function createHttpTransport(parts: HttpTransportParts) {
  const { sessions, answer, rates, clock, allowedOrigins, addressOf } = parts;

  /** Long polls that wait for events. */
  let pending = 0;

  function handle(request: IncomingMessage, response: ServerResponse): void {
    const { origin, host } = request.headers;
    const path = parseGatewayPath(request.url ?? '');
    if (!path) refuse(response, 404, gatewayErrors.badPath(request.method ?? ''));
    else if (!isAllowedOrigin(origin, host, allowedOrigins)) {
      refuse(response, 403, gatewayErrors.unauthorized('This origin may not use the gateway.'));
    } else if (!rates.take(addressOf(request))) refuse(response, 429, gatewayErrors.tooFast);
    else if (request.method === 'POST') void post(request, response, path);
    else if (request.method === 'GET' && path.sessionId !== null && path.handleId === null) {
      poll(request, response, path.sessionId);
    } else
      sendJson(response, 405, failure({}, gatewayErrors.badPath(request.method ?? '')), {
        allow: 'GET, POST',
      });
  }

  async function post(
    request: IncomingMessage,
    response: ServerResponse,
    path: GatewayAddress,
  ): Promise<void> {
    const text = await readText(request);
    if (text === null) refuse(response, 413, gatewayErrors.tooLarge);
    else sendJson(response, 200, await answerText(text, path, addressOf(request)));
  }

  async function answerText(text: string, path: GatewayAddress, address: string): Promise<GatewayMessage> {
    const parsed = parseRequest(text);
    if (!parsed.ok) return failure({ transaction: parsed.error.transaction }, parsed.error.error);
    const { command, transaction } = parsed.value;
    if (!isSentTo(command, path)) return failure({ transaction }, gatewayErrors.badPath(command));
    const { sessionId = null, handleId } = path;
    // On the root, a claim names its session in the body.
    const request = { ...parsed.value, sessionId: sessionId ?? parsed.value.sessionId, handleId };
    return await answer(request, callerAt(address));
  }

  const callerAt = (address: string): Caller => ({
    address,
    isTaken: false,
    serves: () => true,
    bind: (session) => session.releaseReceiver(),
    enter: () => sessions.connections.enter(address),
  });

  /**
   * Refused with an HTTP status: `janus-gateway` counts that as a failure and gives up after the fourth, but polls again
   * at once after any response with status 200.
   */
  function poll(request: IncomingMessage, response: ServerResponse, sessionId: number): void {
    const query = new URLSearchParams(request.url?.split('?')[1]);
    const token = tokenOf(request, query);
    const session = token === null ? null : sessions.findToRead(sessionId, token);
    if (token === null) refuse(response, 403, gatewayErrors.unauthorized('The token is missing.'));
    else if (!session) refuse(response, 404, gatewayErrors.noSession);
    else {
      pending += 1;
      response.once('close', () => {
        pending -= 1;
      });
      session.touch();
      new LongPoll(session, response, maxEventsOf(query), clock);
    }
  }

  return { handle, polls: () => pending };
}

/** The header keeps it out of the logs of proxies. */
function tokenOf({ headers }: IncomingMessage, query: URLSearchParams): string | null {
  const bearer = /^Bearer (\S{1,4096})$/i.exec(headers.authorization ?? '')?.[1];
  return bearer ?? query.get('token');
}

/** Null: not an array. Other numbers count as the nearest allowed one. */
function maxEventsOf(query: URLSearchParams): number | null {
  const text = query.get('maxev');
  if (text === null || !/^\d{1,9}$/.test(text)) return null;
  return Math.min(gatewayMaxEvents, Math.max(1, Number(text)));
}

/** Null: more than a message may have. */
async function readText(request: IncomingMessage): Promise<string | null> {
  if (Number(request.headers['content-length'] ?? 0) > gatewayMaxMessageBytes) return null;
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > gatewayMaxMessageBytes) return null;
      chunks.push(chunk);
    }
  } catch {
    // The client has gone: nobody reads the response.
  }
  return Buffer.concat(chunks).toString();
}

/** Without reading a body, so that the connection is closed. */
function refuse(response: ServerResponse, status: number, error: GatewayError): void {
  sendJson(response, status, failure({}, error), { connection: 'close' });
}

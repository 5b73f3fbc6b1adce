import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Refusal } from '../ports.ts';
import { retryAfterS } from './request-limits.ts';

/** A reason to refuse a request. `code` is API. */
export interface PlaybackAnswer {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

const answer = (status: number, code: string, message: string): PlaybackAnswer => ({ status, code, message });

export const playbackAnswers = {
  badTicket: answer(401, '10002', 'The ticket is missing, invalid or expired.'),
  outsideTicket: answer(403, '10031', 'The ticket does not permit this time.'),
  badPath: answer(404, 'path.unknown', 'Unknown path.'),
  badQuery: answer(
    400,
    'path.query',
    'Only begin and end (and part of an export) are accepted, or at, in epoch ms.',
  ),
  badMethod: answer(405, 'request.method', 'Only GET and HEAD are accepted here.'),
  badRange: answer(416, 'request.range', 'The range is not within the file.'),
  tooLong: answer(400, 'playback.tooLong', 'A playlist has at most 8 days.'),
  exportTooLong: answer(400, 'playback.tooLong', 'An export has at most 24 hours.'),
  none: answer(404, 'playback.none', 'Nothing is recorded here.'),
  busy: answer(429, 'playback.busy', 'Too many requests for recordings at once. Try again in some seconds.'),
  gateFailed: answer(503, 'gate.unavailable', 'The ticket could not be checked.'),
  storeFailed: answer(
    503,
    'playback.storeUnavailable',
    'The object store with this recording does not respond.',
  ),
  readFailed: answer(503, 'playback.unreadable', 'The recordings could not be read.'),
} as const satisfies Readonly<Record<string, PlaybackAnswer>>;

export const answerOfRefusal = ({ status, code, message }: Refusal): PlaybackAnswer => ({
  status,
  code,
  message,
});

/** Of every answer: recordings and refusals are for one viewer and one time. */
export const privateHeaders = {
  'Cache-Control': 'private, no-store',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const;

/** `{code, msg}` as JSON. */
export function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  { status, code, message }: PlaybackAnswer,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (response.headersSent || response.destroyed) return;
  const body = JSON.stringify({ code, msg: message });
  response.writeHead(status, {
    ...privateHeaders,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    ...(status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
    ...(status === 405 ? { Allow: 'GET, HEAD' } : {}),
    ...(status === 429 ? { 'Retry-After': String(retryAfterS) } : {}),
    ...headers,
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

import type { Refusal } from '../../../ports.ts';
import type { StreamEnd } from '../../../stream/reader.ts';
import type { PathProblem } from './live-path.ts';

/** A reason to reject or end a viewer, for both transports. */
export interface Answer {
  readonly httpStatus: number;
  readonly wsCode: number;
  /** API. The JSON body's `code` and the WebSocket close reason. */
  readonly code: string;
  readonly message: string;
  readonly retryInMs?: number;
}

/** The open platform's code for a token that is invalid or expired; a missing ticket is no different. */
const BAD_TICKET = '10002';

const answer = (httpStatus: number, wsCode: number, code: string, message: string): Answer => ({
  httpStatus,
  wsCode,
  code,
  message,
});

export const answers = {
  badTicket: answer(401, 4401, BAD_TICKET, 'The ticket is missing, invalid or expired.'),
  badPath: answer(404, 4404, 'path.unknown', 'Unknown path.'),
  query: answer(400, 4404, 'path.query', 'Query parameters are not accepted here.'),
  badMethod: answer(405, 4404, 'request.method', 'Only GET is accepted here.'),
  badRequest: answer(400, 4404, 'request.malformed', 'The request is malformed.'),
  badOrigin: answer(403, 4403, 'request.origin', 'This origin may not open a stream.'),
  tooMany: answer(429, 4429, 'viewer.tooMany', 'Too many streams are open.'),
  gateFailed: answer(503, 4502, 'gate.unavailable', 'The ticket could not be checked.'),
  unexpected: answer(400, 1008, 'ws.unexpected', 'This message is not understood, or one too many.'),
  stopping: answer(503, 1001, 'server.stopping', 'The server is stopping.'),
  grantEnded: answer(403, 4403, 'grant.ended', 'The permission to watch was withdrawn.'),
  grantExpired: answer(403, 4403, 'grant.expired', 'The permission to watch has run out.'),
} as const satisfies Readonly<Record<string, Answer>>;

const wsCodeOfStatus: Readonly<Record<Refusal['status'], number>> = {
  401: 4401,
  403: 4403,
  404: 4404,
  429: 4429,
};

export function answerForRefusal({ status, code, message }: Refusal): Answer {
  return { httpStatus: status, wsCode: wsCodeOfStatus[status], code, message };
}

export function answerForPath(problem: PathProblem): Answer {
  return problem === 'path.query' ? answers.query : answers.badPath;
}

/** The response for the end of a stream, by its code. */
export function answerForEnd(end: StreamEnd): Answer {
  return { ...end, ...codesOfEnd(end.code) };
}

function codesOfEnd(code: string): Pick<Answer, 'httpStatus' | 'wsCode'> {
  if (code.startsWith('grant.')) return { httpStatus: 403, wsCode: 4403 };
  if (code === 'stream.notFound') return { httpStatus: 404, wsCode: 4404 };
  if (code === answers.tooMany.code) return { httpStatus: 429, wsCode: 4429 };
  if (code === 'viewer.tooSlow') return { httpStatus: 503, wsCode: 4408 };
  if (code === 'tracks.changed') return { httpStatus: 503, wsCode: 4409 };
  if (code === 'server.stopping') return { httpStatus: 503, wsCode: 1001 };
  return { httpStatus: 502, wsCode: 4502 };
}

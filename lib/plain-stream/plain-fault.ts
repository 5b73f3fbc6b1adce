/** Why a stream of another server does not play. Shaped like the failures of the player's engines. */
export interface PlainFault {
  /** `network`: may pass by itself. */
  readonly kind: 'network' | 'media' | 'other';
  /** A code of the error catalogue. */
  readonly code: PlainFaultCode;
  /** For developers; contains no address. */
  readonly message: string;
}

export type PlainFaultCode =
  | 'plain.denied'
  | 'plain.ended'
  | 'plain.notFound'
  | 'plain.notStream'
  | 'plain.unavailable'
  | 'plain.unreachable'
  | 'media.decode'
  | 'media.unsupported'
  | 'network.closed'
  | 'network.silent';

const fault = (kind: PlainFault['kind'], code: PlainFaultCode, message: string): PlainFault => ({
  kind,
  code,
  message,
});

/** Browsers do not tell pages which of the two it is. */
export const unreachable = fault(
  'network',
  'plain.unreachable',
  'no answer, or CORS does not permit this page',
);
export const closed = fault('network', 'network.closed', 'the connection broke');
export const silent = fault('network', 'network.silent', 'the server sent nothing');
export const ended = fault('network', 'plain.ended', 'the server ended the stream');
export const notStream = fault('other', 'plain.notStream', 'neither FLV nor MPEG-TS nor HLS');
export const decodeFailed = (detail: string): PlainFault => fault('media', 'media.decode', detail);
export const unsupported = (detail: string): PlainFault => fault('media', 'media.unsupported', detail);

export function faultOfStatus(status: number): PlainFault {
  const message = `the server answered ${status}`;
  // Servers of live streams answer 404 until a stream is published.
  if (status === 404 || status === 410) return fault('network', 'plain.notFound', message);
  if (status === 408 || status === 429 || status >= 500)
    return fault('network', 'plain.unavailable', message);
  return fault('other', 'plain.denied', message);
}

/** What a promise of this folder rejects with. */
export class PlainError extends Error {
  override readonly name = 'PlainError';

  constructor(readonly fault: PlainFault) {
    super(fault.message);
  }
}

/** Anything else that is thrown while a stream is read means that its connection broke. */
export const faultOf = (error: unknown): PlainFault => (error instanceof PlainError ? error.fault : closed);

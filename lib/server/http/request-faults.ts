import type { IncomingMessage } from 'node:http';

export interface RequestFault {
  readonly status: 400 | 405 | 417 | 431;
  readonly text: string;
  /** The allowed methods, if another one was used. */
  readonly allow?: string;
}

/** The parser drops further headers, which could announce a body or another host. */
export const maxHeaders = 100;

/** True if the parser may have dropped some. */
export const hasManyHeaders = ({ rawHeaders }: IncomingMessage): boolean =>
  rawHeaders.length >= 2 * maxHeaders;

const methods: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** The path of a request as sent, or null if it is invalid for this server. */
export function pathnameOf(request: IncomingMessage): string | null {
  const url = request.url ?? '';
  // Absolute form (`GET http://other/`) and authority form belong to proxies.
  if (!url.startsWith('/') || url.startsWith('//') || url.includes('\\')) return null;
  const end = url.search(/[?#]/);
  const pathname = end === -1 ? url : url.slice(0, end);
  return pathname.split('/').some(isDotSegment) ? null : pathname;
}

/**
 * Clients resolve `.` and `..` before the request. Resolving them later would give another path than the
 * router used.
 */
function isDotSegment(segment: string): boolean {
  return /^(?:\.|%2e){1,2}$/i.test(segment);
}

/** With two Host headers, a proxy could use another one than we do. HTTP/1.0 has none. */
function namesItsHost(request: IncomingMessage): boolean {
  const { rawHeaders } = request;
  const hosts = rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host').length;
  return hosts === 1 || (hosts === 0 && request.httpVersion === '1.0');
}

/** True if the request has a body, by either way of giving its length. */
export function hasBody(request: IncomingMessage): boolean {
  const { headers } = request;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** What is wrong with a request, regardless of its path, or null. */
export function faultOf(request: IncomingMessage): RequestFault | null {
  if (!methods.includes(request.method ?? '')) {
    return { status: 405, text: 'The method is not one of this server', allow: methods.join(', ') };
  }
  if (hasManyHeaders(request)) return { status: 431, text: 'Too many headers' };
  if (!namesItsHost(request)) return { status: 400, text: 'The request must name one host' };
  if (pathnameOf(request) === null) return { status: 400, text: 'The address is not one of this server' };
  const { expect } = request.headers;
  if (expect !== undefined && !/^100-continue$/i.test(expect)) {
    return { status: 417, text: 'The expectation cannot be met' };
  }
  return null;
}

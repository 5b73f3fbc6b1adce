/** RTSP 1.0 messages (RFC 2326): the text messages between media packets. */
import { err, ok, type Result } from '../../../kernel/result.ts';

/** Names in lower case, values as byte strings (latin1). A header sent twice has two values, in order. */
export type RtspHeaders = ReadonlyMap<string, readonly string[]>;

export interface RtspResponse {
  readonly kind: 'response';
  readonly status: number;
  readonly headers: RtspHeaders;
  readonly body: Uint8Array;
}

/** Cameras may send requests too: most often ANNOUNCE, REDIRECT or SET_PARAMETER. */
export interface RtspRequest {
  readonly kind: 'request';
  readonly method: string;
  readonly headers: RtspHeaders;
  readonly body: Uint8Array;
}

export type RtspMessage = RtspResponse | RtspRequest;

const maxHeaderLines = 128;

/** `head` is everything before the empty line. The body is attached by the reader. */
export function parseHeader(header: string): Result<RtspMessage, string> {
  const lines = header.split(/\r?\n/);
  if (lines.length > maxHeaderLines) return err(`more than ${maxHeaderLines} header lines`);
  const headers = parseHeaders(lines.slice(1));
  const body = new Uint8Array(0);
  const first = lines[0] ?? '';
  const status = /^RTSP\/\d\.\d (\d{3})(?: |$)/.exec(first);
  if (status !== null) return ok({ kind: 'response', status: Number(status[1]), headers, body });
  const request = /^([A-Z_]{3,20}) \S+ RTSP\/\d\.\d$/.exec(first);
  if (request !== null) return ok({ kind: 'request', method: request[1]!, headers, body });
  return err('neither an RTSP answer nor an RTSP request');
}

function parseHeaders(lines: readonly string[]): RtspHeaders {
  const headers = new Map<string, string[]>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon < 1) continue;
    const name = line.slice(0, colon).trim().toLowerCase();
    const values = headers.get(name) ?? [];
    values.push(line.slice(colon + 1).trim());
    headers.set(name, values);
  }
  return headers;
}

export const firstHeader = (headers: RtspHeaders, name: string): string | null =>
  headers.get(name)?.[0] ?? null;

/** `url` and headers are byte strings, and so is the request: it is written as latin1. */
export function formatRequest(
  method: string,
  url: string,
  headers: readonly (readonly [string, string])[],
): string {
  const lines = [`${method} ${url} RTSP/1.0`, ...headers.map(([name, value]) => `${name}: ${value}`)];
  return `${lines.join('\r\n')}\r\n\r\n`;
}

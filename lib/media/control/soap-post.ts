/**
 * One SOAP request to a potentially hostile camera: only to an allowed address, without redirects, with a
 * deadline for the whole exchange, and with a response checked for size and form before it is parsed.
 */
import { type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Ms } from '../../kernel/units.ts';
import type { AddressPolicy } from '../net/address-policy.ts';
import { safeConnect, type TlsTrust } from '../net/safe-connect.ts';
import type { PtzFailureCode } from '../ports.ts';

export interface SoapTarget {
  readonly host: string;
  readonly port: number;
  readonly useTls: boolean;
}

export interface SoapNetwork {
  readonly clock: Clock;
  readonly addressPolicy: AddressPolicy;
  readonly tls?: TlsTrust | undefined;
}

export interface SoapAnswer {
  readonly status: number;
  /** Challenges of `WWW-Authenticate`, one per entry. */
  readonly challenges: readonly string[];
  readonly text: string;
}

/** Enough for the profiles of a recorder with dozens of channels. */
const maxAnswerBytes = 512 * 1024;
const maxTags = 20_000;
/** Limit for the XML library's namespace search, which takes quadratic time. */
const maxNamespaceWalk = 2 * 1024 * 1024;

export const ptzFailure = (code: PtzFailureCode, message: string): AppError => new AppError(code, message);

/** Rejects with `AppError` `ptz.…`. `path` and `headers` are sent unchanged; headers are byte strings. */
export async function postSoap(
  target: SoapTarget & { readonly path: string; readonly headers: Readonly<Record<string, string>> },
  body: string,
  network: SoapNetwork,
  { timeoutMs, signal }: { readonly timeoutMs: Ms; readonly signal?: AbortSignal | undefined },
): Promise<SoapAnswer> {
  const { clock } = network;
  const deadline = clock.monotonic() + timeoutMs;
  const connected = await safeConnect(target, {
    policy: network.addressPolicy,
    clock,
    timeoutMs,
    ...(network.tls === undefined ? {} : { tls: network.tls }),
    ...(signal === undefined ? {} : { signal }),
  });
  if (!connected.ok) {
    const { code, message } = connected.error;
    const isRefused = code === 'refusedAddress' || code === 'certificate';
    throw ptzFailure(isRefused ? 'ptz.refused' : 'ptz.unreachable', message);
  }
  const socket = connected.value;
  let cancelDeadline = () => {};
  const onAbort = () => socket.destroy();
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    const late = new Promise<never>((_, reject) => {
      cancelDeadline = clock.after(Math.max(0, deadline - clock.monotonic()), () =>
        reject(ptzFailure('ptz.unreachable', 'no answer in time')),
      );
    });
    return await Promise.race([exchange(socket, target, body), late]);
  } finally {
    cancelDeadline();
    signal?.removeEventListener('abort', onAbort);
    socket.destroy();
  }
}

async function exchange(
  socket: Socket,
  { host, port, path, headers }: Parameters<typeof postSoap>[0],
  body: string,
): Promise<SoapAnswer> {
  const shownHost = host.includes(':') ? `[${host}]` : host;
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const fail = (cause: unknown) => reject(broken(cause));
    socket.on('error', fail);
    try {
      const posting = request({
        createConnection: () => socket,
        method: 'POST',
        path,
        headers: {
          ...headers,
          Host: `${shownHost}:${port}`,
          Connection: 'close',
          'Content-Length': String(Buffer.byteLength(body)),
        },
      });
      posting.on('error', fail);
      posting.on('response', resolve);
      posting.on('upgrade', () => fail(new Error('upgrade')));
      // As bytes: Node writes the headers in front of a text as UTF-8, and they are byte strings.
      posting.end(Buffer.from(body));
    } catch (cause) {
      fail(cause); // an invalid path from the device
    }
  });
  const bytes = await readAnswer(answer);
  const text = bytes.toString('utf8');
  if (!isPlain(text)) throw ptzFailure('ptz.protocol', 'the answer of the camera is no plain SOAP');
  const challenges = answer.rawHeaders.filter(
    (_, index) => index % 2 === 1 && answer.rawHeaders[index - 1]?.toLowerCase() === 'www-authenticate',
  );
  return { status: answer.statusCode ?? 0, challenges, text };
}

async function readAnswer(answer: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      size += chunk.byteLength;
      if (size > maxAnswerBytes) throw ptzFailure('ptz.protocol', 'the answer of the camera is too large');
      chunks.push(chunk);
    }
  } catch (cause) {
    throw cause instanceof AppError ? cause : broken(cause);
  }
  return Buffer.concat(chunks, size);
}

/** Only Node's error code: its messages contain addresses and headers. */
function broken(cause: unknown): AppError {
  const { code } = cause as { code?: unknown };
  const isHttp = typeof code === 'string' && code.startsWith('HPE_');
  return ptzFailure(
    isHttp ? 'ptz.protocol' : 'ptz.unreachable',
    `the connection broke (${typeof code === 'string' ? code : 'unknown'})`,
  );
}

/**
 * True if the XML has no document type (hence no entities), a limited number of tags, and a cheap namespace
 * search.
 */
export function isPlain(text: string): boolean {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) return false;
  let tags = 0;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
    tags += 1;
    if (tags > maxTags) return false;
  }
  let walked = 0;
  for (let at = text.indexOf('xmlns'); at >= 0; at = text.indexOf('xmlns', at + 5)) {
    const equals = endOf(text, '=', at);
    walked += equals - at;
    if (text[equals + 1] === '"') walked += endOf(text, '"', equals + 2) - equals;
    if (walked > maxNamespaceWalk) return false;
  }
  return true;
}

function endOf(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found < 0 ? text.length : found;
}

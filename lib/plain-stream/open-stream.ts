import { err, ok, type Result } from '../kernel/result.ts';
import type { Ms } from '../kernel/units.ts';
import { bytesToTell, containerOf, type PlainContainer } from './container.ts';
import { faultOf, notStream, PlainError, type PlainFault, silent } from './plain-fault.ts';
import { readHttp } from './read-http.ts';
import { readWebSocket } from './read-websocket.ts';

/** An open connection to a stream of another server. */
export interface PlainStream {
  readonly url: string;
  readonly container: PlainContainer;
  /** False: a file, whose length the server has announced. */
  readonly isLive: boolean;
  /** The next bytes, from the beginning; null at the end. Rejects with a `PlainError`. */
  read(): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Safe to call twice. */
  close(): void;
}

/** Bytes as they arrive, without what they mean. */
export interface ByteSource {
  readonly isLive: boolean;
  /** As that of a stream. */
  read(): Promise<Uint8Array<ArrayBuffer> | null>;
}

const silentAfterMs: Ms = 10_000;

/**
 * Connects, and reads as much as tells what the stream is. The connection ends with `signal`, or `close`. Never
 * rejects.
 */
export async function openStream(url: string, signal: AbortSignal): Promise<Result<PlainStream, PlainFault>> {
  const closing = new AbortController();
  const close = () => closing.abort();
  signal.addEventListener('abort', close, { signal: closing.signal });
  try {
    const isSocket = /^ws/i.test(url);
    const source = await inTime((isSocket ? readWebSocket : readHttp)(url, closing.signal));
    const [first, container] = await firstBytes(source);
    if (!container) throw new PlainError(notStream);
    const read = async () => first.shift() ?? (await inTime(source.read()));
    return ok({ url, container, isLive: source.isLive, read, close });
  } catch (error) {
    close();
    return err(faultOf(error));
  }
}

async function firstBytes(
  source: ByteSource,
): Promise<[chunks: Uint8Array<ArrayBuffer>[], container: PlainContainer | null]> {
  let all = new Uint8Array();
  for (;;) {
    const chunk = await inTime(source.read());
    if (chunk) all = joined(all, chunk);
    const container = containerOf(all);
    if (container || !chunk || all.length >= bytesToTell) return [[all], container];
  }
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

/** Rejects if it takes too long. What was asked for is given up by closing the connection. */
async function inTime<T>(promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new PlainError(silent)), silentAfterMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

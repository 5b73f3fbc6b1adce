import { request } from 'node:http';
import { WebSocket } from 'ws';
import { FlvReader, type ReadTag, readScript, readVideo } from './flv-reader.ts';

export interface Refused {
  /** HTTP status, or WebSocket close code. */
  readonly status: number;
  readonly code: string;
}

export interface ReceivedTag extends ReadTag {
  /** By the test's monotonic clock. */
  readonly arrivedAtMs: number;
}

/** A viewer in a test, with the same interface for HTTP and WebSocket. */
export interface FlvClient {
  /** All tags so far. A long test removes the tags it has read. */
  readonly tags: ReceivedTag[];
  readonly flags: { audio: boolean; video: boolean } | null;
  /** Resolves when the connection has ended; `status` is 0 without a close code. */
  readonly closed: Promise<Refused>;
  readonly isClosed: boolean;
  /** Stops reading, as a stalled browser does. */
  pause(): void;
  /** Sends a ping with this many bytes. WebSocket only. */
  ping(bytes: number): void;
  /** Sends a further message. WebSocket only. */
  send(message: string | Buffer): void;
  resume(): void;
  destroy(): void;
}

export type Transport = 'http' | 'ws';

export interface ClientOptions {
  readonly port: number;
  readonly path?: string;
  readonly ticket?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
  /** Sent instead of the ticket message; null sends nothing. WebSocket only. */
  readonly firstMessage?: string | Buffer | null;
}

const defaultPath = '/live/CAM1/1/main.flv';

class Received {
  readonly tags: ReceivedTag[] = [];
  isClosed = false;
  resolve!: (refused: Refused) => void;
  readonly closed = new Promise<Refused>((resolve) => {
    this.resolve = (refused) => {
      this.isClosed = true;
      resolve(refused);
    };
  });
  readonly reader = new FlvReader((tag) => this.tags.push({ ...tag, arrivedAtMs: performance.now() }));
}

/** Resolves on the first byte; rejects with a `Refused` if the connection ends before. */
export function openClient(transport: Transport, options: ClientOptions): Promise<FlvClient> {
  return transport === 'http' ? openHttp(options) : openWs(options);
}

function openHttp({
  port,
  path = defaultPath,
  ticket,
  headers = {},
  method = 'GET',
}: ClientOptions): Promise<FlvClient> {
  const received = new Received();
  return new Promise((resolve, reject) => {
    const authorization = ticket ? { Authorization: `Bearer ${ticket}` } : {};
    const requested = request({
      port,
      path,
      method,
      agent: false,
      headers: { ...authorization, ...headers },
    });
    requested.on('error', reject);
    requested.on('response', (response) => {
      if (response.statusCode !== 200) {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const body = Buffer.concat(chunks).toString();
          reject({ status: response.statusCode, code: body ? JSON.parse(body).code : '' });
        });
        return;
      }
      const { socket } = response;
      response.on('data', (chunk: Buffer) => received.reader.push(chunk));
      response.once('data', () =>
        resolve(
          clientOf(received, {
            pause: () => socket.pause(),
            ping: () => {},
            send: () => {},
            resume: () => socket.resume(),
            destroy: () => socket.destroy(),
          }),
        ),
      );
      response.on('error', () => {}); // `close` reports a lost connection
      response.on('close', () => received.resolve({ status: 0, code: endCode(received.tags) }));
    });
    requested.end();
  });
}

function openWs({
  port,
  path = defaultPath,
  ticket,
  headers = {},
  firstMessage,
}: ClientOptions): Promise<FlvClient> {
  const received = new Received();
  const ws = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers, perMessageDeflate: false });
  return new Promise((resolve, reject) => {
    ws.on('open', () => {
      if (firstMessage !== null) ws.send(firstMessage ?? JSON.stringify({ ticket }));
    });
    ws.on('unexpected-response', (_, response) => {
      ws.terminate();
      reject({ status: response.statusCode, code: '' });
    });
    ws.on('error', () => {}); // reported by `close`
    ws.on('message', (data: Buffer) => {
      received.reader.push(data);
      resolve(
        clientOf(received, {
          pause: () => ws.pause(),
          ping: (bytes) => ws.ping(Buffer.alloc(bytes)),
          send: (message) => ws.send(message),
          resume: () => ws.resume(),
          destroy: () => ws.terminate(),
        }),
      );
    });
    ws.on('close', (status, reason) => {
      received.resolve({ status, code: reason.toString() });
      reject({ status, code: reason.toString() });
    });
  });
}

function clientOf(
  received: Received,
  socket: Pick<FlvClient, 'pause' | 'ping' | 'send' | 'resume' | 'destroy'>,
): FlvClient {
  return {
    tags: received.tags,
    get flags() {
      return received.reader.flags;
    },
    closed: received.closed,
    get isClosed() {
      return received.isClosed;
    },
    ...socket,
  };
}

/** Code in the last tag, if that states why the stream ended. */
function endCode(tags: readonly ReadTag[]): string {
  const last = tags.at(-1);
  if (last?.type !== 'script') return '';
  const { name, value } = readScript(last);
  return name === 'onOrielEnd' ? String(value.code) : '';
}

export function videoFrames(client: Pick<FlvClient, 'tags'>) {
  return client.tags
    .filter((tag) => tag.type === 'video')
    .map((tag) => ({ ...readVideo(tag), timestampMs: tag.timestampMs, arrivedAtMs: tag.arrivedAtMs }))
    .filter((picture) => !picture.isHeader);
}

export function scripts(client: FlvClient, name: string) {
  return client.tags
    .filter((tag) => tag.type === 'script')
    .map((tag) => ({ ...readScript(tag), timestampMs: tag.timestampMs }))
    .filter((script) => script.name === name);
}

/** Polls a condition that depends on network and time; throws with `what` after `withinMs`. */
export async function until(what: string, isSo: () => boolean, withinMs = 8_000): Promise<void> {
  const endAt = Date.now() + withinMs;
  while (!isSo()) {
    if (Date.now() > endAt) throw new Error(`timeout after ${withinMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** One connection that receives FLV bytes. It never reconnects; it ends once, with a reason. */
import type { EngineFailure, LiveTarget } from './engine.ts';
import { failureOfClose, failureOfStatus, networkClosed } from './failures.ts';

export interface ConnectionSink {
  bytes(chunk: Uint8Array): void;
  /** Called at most once, never after `close`. */
  ended(failure: EngineFailure): void;
}

export interface LiveConnection {
  /** Sends another ticket on the open connection. Not possible over HTTP. */
  renew(ticket: string): void;
  /** Closes the connection, also while connecting or stalled. Safe to call twice. */
  close(): void;
}

export type Transport = 'websocket' | 'http';

export function connect(transport: Transport, target: LiveTarget, sink: ConnectionSink): LiveConnection {
  return transport === 'websocket' ? connectWebSocket(target, sink) : connectHttp(target, sink);
}

/** The ticket is the first message; in a URL it would appear in logs and history. */
function connectWebSocket(target: LiveTarget, sink: ConnectionSink): LiveConnection {
  const realm = createRealm();
  const socket = new realm.WebSocket(target.url.replace(/^http/, 'ws'));
  socket.binaryType = 'arraybuffer';
  const show = (ticket: string): void => socket.send(JSON.stringify({ ticket }));
  socket.onopen = () => show(target.ticket);
  socket.onmessage = (message) => {
    // An `ArrayBuffer`, possibly of another realm.
    if (typeof message.data === 'object') sink.bytes(new Uint8Array(message.data));
  };
  socket.onclose = (event) => {
    forget();
    realm.end();
    sink.ended(failureOfClose(event.code, event.reason));
  };
  const forget = (): void => {
    socket.onopen = null;
    socket.onmessage = null;
    socket.onclose = null;
  };
  return {
    renew(ticket) {
      if (socket.readyState === WebSocket.OPEN) show(ticket);
    },
    close() {
      forget();
      socket.close();
      realm.end();
    },
  };
}

/**
 * `close()` waits for the server's close frame, which is behind all data that is still on the way: on a slow connection
 * this data would delay the next stream for seconds. Browsers drop a socket at once whose document is removed, as
 * they do with that of a terminated worker.
 */
function createRealm(): { readonly WebSocket: typeof WebSocket; end(): void } {
  if (typeof document === 'undefined') return { WebSocket, end() {} };
  const iframe = document.createElement('iframe');
  iframe.hidden = true;
  document.documentElement.append(iframe);
  const window = iframe.contentWindow as (Window & typeof globalThis) | null;
  return { WebSocket: window?.WebSocket ?? WebSocket, end: () => iframe.remove() };
}

function connectHttp(target: LiveTarget, sink: ConnectionSink): LiveConnection {
  const abort = new AbortController();
  const run = async (): Promise<EngineFailure> => {
    const response = await fetch(target.url, {
      headers: { authorization: `Bearer ${target.ticket}` },
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
      signal: abort.signal,
    });
    if (response.status !== 200 || !response.body) return refusal(response);
    const reader = response.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done || abort.signal.aborted) return networkClosed;
      sink.bytes(value);
    }
  };
  run()
    .catch(() => networkClosed)
    .then((failure) => {
      if (!abort.signal.aborted) sink.ended(failure);
    });
  return { renew() {}, close: () => abort.abort() };
}

/** Reads the server's `{code, msg}` if present. */
async function refusal(response: Response): Promise<EngineFailure> {
  const body: unknown = await response.json().catch(() => null);
  const field = (name: string): string | null => {
    const value = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : null;
    return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 200) : null;
  };
  return failureOfStatus(response.status, field('code'), field('msg'));
}

import type { ByteSource } from './open-stream.ts';
import { closed, PlainError, unreachable } from './plain-fault.ts';

/** A WebSocket cannot be slowed down, so a player that does not read ends its connection at this size. */
const maxWaitingBytes = 16 * 1024 * 1024;

/** Rejects with a `PlainError` if the connection cannot be opened. */
export function readWebSocket(url: string, signal: AbortSignal): Promise<ByteSource> {
  const socket = new WebSocket(url);
  socket.binaryType = 'arraybuffer';
  const waiting: Uint8Array<ArrayBuffer>[] = [];
  let waitingBytes = 0;
  /** Set by a read that waits for bytes. */
  let wake = () => {};
  const end = () => {
    socket.close();
    wake();
  };
  signal.addEventListener('abort', end);
  socket.onmessage = ({ data }) => {
    // Some servers send texts between the media.
    if (!(data instanceof ArrayBuffer)) return;
    waiting.push(new Uint8Array(data));
    waitingBytes += data.byteLength;
    if (waitingBytes > maxWaitingBytes) end();
    wake();
  };
  return new Promise((resolve, reject) => {
    socket.onopen = () => resolve({ isLive: true, read });
    socket.onclose = () => {
      signal.removeEventListener('abort', end);
      reject(new PlainError(unreachable));
      wake();
    };
  });

  async function read(): Promise<Uint8Array<ArrayBuffer> | null> {
    while (waiting.length === 0 && socket.readyState === WebSocket.OPEN)
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    if (waitingBytes > maxWaitingBytes) throw new PlainError(closed);
    const next = waiting.shift() ?? null;
    waitingBytes -= next?.length ?? 0;
    return next;
  }
}

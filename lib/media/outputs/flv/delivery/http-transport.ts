import type { ServerResponse } from 'node:http';
import type { Clock } from '../../../../kernel/clock.ts';
import type { SharedBytes } from '../shared-bytes.ts';
import type { KernelBacklog } from './kernel-backlog.ts';
import type { Answer } from './refusal.ts';
import { SocketWriter } from './socket-writer.ts';
import type { Transport } from './transport.ts';

const privateHeaders = {
  'Cache-Control': 'private, no-store',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // The body ends with the connection, so no chunk headers are needed.
  Connection: 'close',
} as const;

/** Responds with a status and `{code, msg}`. */
function refuseHttp(response: ServerResponse, answer: Answer): void {
  if (response.headersSent || response.destroyed) return;
  const body = JSON.stringify({ code: answer.code, msg: answer.message });
  response.writeHead(answer.httpStatus, { ...privateHeaders, ...refusalHeaders(answer), ...lengthOf(body) });
  response.end(body);
}

/** HTTP-FLV. The head is written by Node, the body directly to the socket as shared buffers. */
export class HttpTransport implements Transport {
  private writer: SocketWriter | null = null;
  private progressListener: (() => void) | null = null;

  constructor(
    private readonly response: ServerResponse,
    private readonly clock: Clock,
    private readonly backlog: KernelBacklog,
  ) {}

  get pendingBytes(): number {
    return this.writer?.pendingBytes ?? 0;
  }

  open(): void {
    const { response } = this;
    if (!response.socket || response.destroyed) return;
    response.useChunkedEncodingByDefault = false;
    response.removeHeader('Transfer-Encoding');
    response.writeHead(200, { ...privateHeaders, 'Content-Type': 'video/x-flv', 'X-Accel-Buffering': 'no' });
    response.flushHeaders();
    this.writer = new SocketWriter(response.socket, this.clock, this.backlog);
    if (this.progressListener) this.writer.onProgress(this.progressListener);
  }

  hasCapacity(): boolean {
    return this.writer?.hasCapacity() ?? false;
  }

  write(bytes: SharedBytes): void {
    this.writer?.write(bytes.body);
  }

  cork(): void {
    this.writer?.cork();
  }

  uncork(): void {
    this.writer?.uncork();
  }

  refuse(answer: Answer): void {
    refuseHttp(this.response, answer);
  }

  finish(answer: Answer, lastTag: SharedBytes | null): void {
    if (answer.code === 'viewer.tooSlow') this.destroy();
    else {
      if (lastTag) this.write(lastTag);
      this.writer?.end();
    }
  }

  onClosed(listener: () => void): void {
    this.response.once('close', listener);
  }

  onProgress(listener: () => void): void {
    this.progressListener = listener;
    this.writer?.onProgress(listener);
  }

  destroy(): void {
    if (this.writer) this.writer.destroy();
    else this.response.destroy();
  }
}

function refusalHeaders(answer: Answer): Record<string, string> {
  return {
    'Content-Type': 'application/json; charset=utf-8',
    ...(answer.httpStatus === 401 && { 'WWW-Authenticate': 'Bearer' }),
    ...(answer.httpStatus === 405 && { Allow: 'GET' }),
    ...(answer.retryInMs !== undefined && { 'Retry-After': String(Math.ceil(answer.retryInMs / 1_000)) }),
  };
}

function lengthOf(body: string): Record<string, number> {
  return { 'Content-Length': Buffer.byteLength(body) };
}

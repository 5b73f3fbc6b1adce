import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Clock } from '../../../../kernel/clock.ts';
import type { SharedBytes } from '../shared-bytes.ts';
import type { KernelBacklog } from './kernel-backlog.ts';
import type { Answer } from './refusal.ts';
import { SocketWriter } from './socket-writer.ts';
import type { Transport } from './transport.ts';

/** RFC 6455: a close reason has at most 123 bytes. Our codes are far shorter; a gate's may not be. */
const MAX_REASON_BYTES = 123;

/**
 * WebSocket-FLV. `ws` handles reading, control frames and closing. Media bypasses it, because its WebSocket
 * frames already exist and one buffer serves all viewers. Both write complete frames, so they can be
 * interleaved.
 */
export class WsTransport implements Transport {
  private readonly writer: SocketWriter;

  constructor(
    private readonly ws: WebSocket,
    private readonly socket: Duplex,
    clock: Clock,
    backlog: KernelBacklog,
  ) {
    this.writer = new SocketWriter(socket, clock, backlog);
  }

  get pendingBytes(): number {
    return this.writer.pendingBytes;
  }

  open(): void {}

  hasCapacity(): boolean {
    return this.isOpen && this.writer.hasCapacity();
  }

  write(bytes: SharedBytes): void {
    if (this.isOpen) this.writer.write(bytes.framed);
  }

  cork(): void {
    this.writer.cork();
  }

  uncork(): void {
    this.writer.uncork();
  }

  refuse(answer: Answer): void {
    this.close(answer);
  }

  finish(answer: Answer, lastTag: SharedBytes | null): void {
    if (lastTag && answer.code !== 'viewer.tooSlow') this.write(lastTag);
    this.close(answer);
  }

  onClosed(listener: () => void): void {
    this.socket.once('close', listener);
  }

  onProgress(listener: () => void): void {
    this.writer.onProgress(listener);
  }

  destroy(): void {
    this.writer.destroy();
  }

  private get isOpen(): boolean {
    return this.ws.readyState === this.ws.OPEN;
  }

  private close(answer: Answer): void {
    if (this.isOpen) this.ws.close(answer.wsCode, answer.code.slice(0, MAX_REASON_BYTES));
    this.writer.destroySoon();
  }
}

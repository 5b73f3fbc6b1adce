import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Clock } from '../../kernel/clock.ts';
import type { Ms } from '../../kernel/units.ts';

/** More than this waiting in the socket and a viewer is behind. The relay keeps what comes next, once for all. */
const MAX_PENDING_BYTES = 64 * 1024;
/** How long a viewer may take to receive the end of a stream. */
const CLOSE_WITHIN_MS: Ms = 2_000;
const PROBE_AFTER_MS: Ms = 15_000;

/** Writes prepared buffers to a socket without another layer in between. */
export class SocketWriter {
  constructor(
    private readonly socket: Duplex,
    private readonly clock: Clock,
  ) {
    if (!(socket instanceof Socket)) return;
    socket.setNoDelay(true);
    socket.setTimeout(0);
    socket.setKeepAlive(true, PROBE_AFTER_MS);
  }

  get pendingBytes(): number {
    return this.socket.writableLength;
  }

  hasRoom(): boolean {
    return this.socket.writableLength < MAX_PENDING_BYTES && this.socket.writable;
  }

  write(bytes: Buffer): void {
    if (this.socket.writable) this.socket.write(bytes);
  }

  cork(): void {
    this.socket.cork();
  }

  uncork(): void {
    this.socket.uncork();
  }

  onRoom(listener: () => void): void {
    this.socket.on('drain', listener);
  }

  /** Sends what is queued and closes; a viewer who does not take it in time is dropped. */
  end(): void {
    this.socket.end();
    this.destroySoon();
  }

  destroySoon(): void {
    const cancel = this.clock.after(CLOSE_WITHIN_MS, () => this.destroy());
    this.socket.once('close', cancel);
  }

  /** Resets, so that the kernel forgets what a stalled viewer never took. */
  destroy(): void {
    if (this.socket.destroyed) return;
    if (this.socket instanceof Socket && !this.socket.connecting) this.socket.resetAndDestroy();
    else this.socket.destroy();
  }
}

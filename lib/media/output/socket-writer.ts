import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Clock } from '../../kernel/clock.ts';
import type { Ms } from '../../kernel/units.ts';
import type { KernelBacklog } from './kernel-backlog.ts';

/** More than this waiting in the socket and a viewer is behind. The relay keeps what comes next, once for all. */
const MAX_PENDING_BYTES = 64 * 1024;
/** The kernel may hold this much time of the stream, within these bounds; going on begins at half of it. */
const MAX_KERNEL_MS: Ms = 2_000;
const MIN_KERNEL_BYTES = 64 * 1024;
const MAX_KERNEL_BYTES = 2 * 1024 * 1024;
/** The first group comes in one go and says nothing about the rate. */
const SETTLE_MS: Ms = 3_000;
/** How much one reading moves the estimated rate. */
const RATE_WEIGHT = 0.25;
/** How long a viewer may take to receive the end of a stream. */
const CLOSE_WITHIN_MS: Ms = 2_000;
const PROBE_AFTER_MS: Ms = 15_000;

/** Writes prepared buffers to a socket without another layer in between, and knows when it takes no more. */
export class SocketWriter {
  private roomListener: (() => void) | null = null;
  private isHeld = false;
  private writtenBytes = 0;
  private readonly openedAt: Ms;
  private seen: { at: Ms; writtenBytes: number };
  private bytesPerMs = 0;

  constructor(
    private readonly socket: Duplex,
    private readonly clock: Clock,
    backlog: KernelBacklog,
  ) {
    this.openedAt = clock.monotonic();
    this.seen = { at: this.openedAt, writtenBytes: 0 };
    socket.on('drain', () => this.roomListener?.());
    if (!(socket instanceof Socket)) return;
    socket.setNoDelay(true);
    socket.setTimeout(0);
    socket.setKeepAlive(true, PROBE_AFTER_MS);
    socket.once(
      'close',
      backlog.watch(socket, (bytes) => this.kernelHolds(bytes)),
    );
  }

  get pendingBytes(): number {
    return this.socket.writableLength;
  }

  hasRoom(): boolean {
    return !this.isHeld && this.socket.writableLength < MAX_PENDING_BYTES && this.socket.writable;
  }

  write(bytes: Buffer): void {
    if (!this.socket.writable) return;
    this.writtenBytes += bytes.byteLength;
    this.socket.write(bytes);
  }

  cork(): void {
    this.socket.cork();
  }

  uncork(): void {
    this.socket.uncork();
  }

  onRoom(listener: () => void): void {
    this.roomListener = listener;
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

  private kernelHolds(bytes: number): boolean {
    const now = this.clock.monotonic();
    if (!this.isHeld && now > this.seen.at) {
      const rate = (this.writtenBytes - this.seen.writtenBytes) / (now - this.seen.at);
      const isSettled = now - this.openedAt > SETTLE_MS;
      this.bytesPerMs = isSettled ? this.bytesPerMs * (1 - RATE_WEIGHT) + rate * RATE_WEIGHT : rate;
    }
    this.seen = { at: now, writtenBytes: this.writtenBytes };
    const limit = Math.min(MAX_KERNEL_BYTES, Math.max(MIN_KERNEL_BYTES, this.bytesPerMs * MAX_KERNEL_MS));
    const wasHeld = this.isHeld;
    this.isHeld = bytes > (wasHeld ? limit / 2 : limit);
    if (wasHeld && !this.isHeld && this.socket.writableLength < MAX_PENDING_BYTES) this.roomListener?.();
    return this.isHeld;
  }
}

import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Clock } from '../../../../kernel/clock.ts';
import type { Ms } from '../../../../kernel/units.ts';
import type { KernelBacklog } from './kernel-backlog.ts';

/** With more bytes queued in the socket, a viewer is behind. Further data is kept once, in the chunk log. */
const MAX_PENDING_BYTES = 64 * 1024;
/** Limit of the kernel's send queue as stream time, within these bounds; writing resumes at half of it. */
const MAX_KERNEL_MS: Ms = 1_000;
const MIN_KERNEL_BYTES = 64 * 1024;
const MAX_KERNEL_BYTES = 2 * 1024 * 1024;
const RATE_OVER_MS: Ms = 10_000;
/** After being held back, a viewer is monitored closely for this long. */
const SUSPECT_MS: Ms = 10_000;
/** Timeout for delivering the end of a stream. */
const CLOSE_WITHIN_MS: Ms = 2_000;
const PROBE_AFTER_MS: Ms = 15_000;

/** Writes shared buffers directly to a socket, and applies back-pressure. */
export class SocketWriter {
  private progressListener: (() => void) | null = null;
  private isThrottled = false;
  private kernelBytes = 0;
  private suspectUntil: Ms = 0;
  /** Bytes that may be written before the next reading. */
  private allowanceBytes = Number.POSITIVE_INFINITY;
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
    socket.on('drain', () => this.progressListener?.());
    if (!(socket instanceof Socket)) return;
    socket.setNoDelay(true);
    socket.setTimeout(0);
    socket.setKeepAlive(true, PROBE_AFTER_MS);
    socket.once(
      'close',
      backlog.watch(socket, (bytes) => this.updateThrottle(bytes)),
    );
  }

  get pendingBytes(): number {
    return this.socket.writableLength;
  }

  hasCapacity(): boolean {
    return (
      !this.isThrottled &&
      this.allowanceBytes > 0 &&
      this.socket.writableLength < MAX_PENDING_BYTES &&
      this.socket.writable
    );
  }

  write(bytes: Buffer): void {
    if (!this.socket.writable) return;
    this.writtenBytes += bytes.byteLength;
    this.allowanceBytes -= bytes.byteLength;
    this.socket.write(bytes);
  }

  cork(): void {
    this.socket.cork();
  }

  uncork(): void {
    this.socket.uncork();
  }

  /** Called when the viewer has received data, even if there is no capacity yet. */
  onProgress(listener: () => void): void {
    this.progressListener = listener;
  }

  /** Sends queued data and closes; resets the connection on timeout. */
  end(): void {
    this.socket.end();
    this.destroySoon();
  }

  destroySoon(): void {
    const cancel = this.clock.after(CLOSE_WITHIN_MS, () => this.destroy());
    this.socket.once('close', cancel);
  }

  /** Resets the connection, so that the kernel frees the send queue of a stalled viewer. */
  destroy(): void {
    if (this.socket.destroyed) return;
    if (this.socket instanceof Socket && !this.socket.connecting) this.socket.resetAndDestroy();
    else this.socket.destroy();
  }

  /** A moving average over time, so that bursts while catching up do not distort the rate. */
  private measureRate(now: Ms): void {
    const passed = now - this.seen.at;
    if (passed <= 0) return;
    const rate = (this.writtenBytes - this.seen.writtenBytes) / passed;
    const weight = passed / Math.max(passed, Math.min(now - this.openedAt, RATE_OVER_MS));
    this.bytesPerMs += (rate - this.bytesPerMs) * weight;
    this.seen = { at: now, writtenBytes: this.writtenBytes };
  }

  private updateThrottle(bytes: number): boolean {
    const now = this.clock.monotonic();
    this.measureRate(now);
    const limit = Math.min(MAX_KERNEL_BYTES, Math.max(MIN_KERNEL_BYTES, this.bytesPerMs * MAX_KERNEL_MS));
    // Nothing is written while throttled, so every byte less was received by the viewer.
    const hasProgress = this.isThrottled && bytes < this.kernelBytes;
    this.kernelBytes = bytes;
    this.isThrottled = bytes > (this.isThrottled ? limit / 2 : limit);
    if (this.isThrottled) this.suspectUntil = now + SUSPECT_MS;
    const isSuspect = now < this.suspectUntil;
    // Otherwise all waiting data would be written to the kernel before the next reading.
    this.allowanceBytes = isSuspect ? limit - bytes : Number.POSITIVE_INFINITY;
    if (hasProgress || (isSuspect && !this.isThrottled)) this.progressListener?.();
    return isSuspect;
  }
}

import type { Ms } from '../../lib/kernel/units.ts';
import type { FeedEvent } from '../recorder/feed.ts';

/** Each message wakes another thread and copies its samples. */
const batchMs: Ms = 1_000;

/**
 * Also sends received samples to a recorder. They are copied once, because their bytes are views of larger messages
 * still used by the decoder and the GOP store. Sent once per second: waking another thread per sample would cost more
 * than writing the file.
 */
export class RecordTap {
  private waiting: FeedEvent[] = [];
  private oldestAt: Ms = 0;

  constructor(
    private readonly port: MessagePort,
    private readonly monotonic: () => Ms,
  ) {}

  /** Sends by itself, because timers of hidden pages are late. */
  add(event: FeedEvent): void {
    const now = this.monotonic();
    if (this.waiting.length === 0) this.oldestAt = now;
    this.waiting.push(event);
    if (now - this.oldestAt >= batchMs) this.flush();
  }

  /** To be called from time to time, for a stream that has stopped. */
  flushOld(): void {
    if (this.monotonic() - this.oldestAt >= batchMs) this.flush();
  }

  flush(): void {
    if (this.waiting.length === 0) return;
    const copied: ArrayBuffer[] = [];
    const copy = <T extends { readonly data: Uint8Array }>(unit: T): T => {
      const data = unit.data.slice();
      copied.push(data.buffer);
      return { ...unit, data };
    };
    const events = this.waiting.map((event): FeedEvent => {
      if (event.type === 'video') return { type: 'video', unit: copy(event.unit) };
      return event.type === 'audio' ? { type: 'audio', unit: copy(event.unit) } : event;
    });
    this.waiting = [];
    this.port.postMessage(events, copied);
  }

  close(): void {
    this.flush();
    this.port.close();
  }
}

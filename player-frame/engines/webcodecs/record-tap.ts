import type { FeedEvent } from '../../recorder/feed.ts';

/**
 * Sends what arrives to a recorder too. Samples are copied, once: their bytes are parts of larger messages that
 * the decoder and the group store still look at. They leave in batches: waking another thread for each of them would
 * cost more than writing the file.
 */
export class RecordTap {
  private waiting: FeedEvent[] = [];

  constructor(private readonly port: MessagePort) {}

  add(event: FeedEvent): void {
    this.waiting.push(event);
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

import type { FeedEvent } from '../../recorder/feed.ts';

/**
 * Also sends received samples to a recorder. They are copied once, because their bytes are views of larger messages
 * still used by the decoder and the GOP store. Sent in batches: waking another thread per sample would cost more than
 * writing the file.
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

import type { TrackSet } from '../ports.ts';
import type { ReceivedUnit } from './gop-cache.ts';
import type { ReaderPolicy, ReaderStatus, StreamEnd, StreamReader } from './reader.ts';

type Queued =
  | { readonly kind: 'unit'; readonly received: ReceivedUnit }
  | { readonly kind: 'tracks'; readonly tracks: TrackSet }
  | { readonly kind: 'restarted' };

/**
 * Size counted for a queued `tracks` or `restarted`, so that a source that keeps restarting also fills the
 * queue.
 */
const CONTROL_BYTES = 1_024;

export const endReaderTooSlow: StreamEnd = {
  code: 'reader.tooSlow',
  message: 'The reader is too slow for this stream.',
};

const endReaderFailed: StreamEnd = { code: 'reader.failed', message: 'The reader failed.' };

/**
 * One reader's position in the stream. While the reader keeps up, units are delivered directly. While it has
 * no capacity, references to units are queued in order, up to the limit of its policy.
 */
export class ReaderQueue {
  private queue: Queued[] = [];
  private queuedBytes = 0;
  private needsKey = true;
  private hasVideo = false;
  private isDelivering = false;
  isOver = false;

  constructor(
    private readonly reader: StreamReader,
    private readonly policy: ReaderPolicy,
    /** This reader is to be ended: it is too slow, or it threw. */
    private readonly onEnd: (queue: ReaderQueue, end: StreamEnd) => void,
    private readonly onError: (error: unknown) => void,
  ) {}

  get bufferedBytes(): number {
    return this.queuedBytes;
  }

  tracks(tracks: TrackSet): void {
    this.hasVideo = tracks.video !== null;
    this.add({ kind: 'tracks', tracks }, CONTROL_BYTES);
  }

  restarted(): void {
    this.needsKey = true;
    this.add({ kind: 'restarted' }, CONTROL_BYTES);
  }

  /** Units up to the next key frame are missing from here on. */
  skipToKey(): void {
    this.needsKey = true;
  }

  unit(received: ReceivedUnit): void {
    const { unit } = received;
    if (this.needsKey) {
      if (this.hasVideo && !(unit.kind === 'video' && unit.isKey)) return;
      this.needsKey = false;
    }
    this.add({ kind: 'unit', received }, unit.data.byteLength);
  }

  status(status: ReaderStatus): void {
    if (this.isOver) return;
    try {
      this.reader.status(status);
    } catch (error) {
      this.fail(error);
    }
  }

  end(end: StreamEnd): void {
    if (this.isOver) return;
    this.close();
    try {
      this.reader.end(end);
    } catch (error) {
      this.onError(error);
    }
  }

  resume(): void {
    // A reader may resume from within `unit`: the running loop continues.
    if (this.isDelivering) return;
    while (!this.isOver && this.hasCapacity()) {
      const item = this.queue.shift();
      if (!item) return;
      this.queuedBytes -= bytesOf(item);
      this.deliver(item);
    }
  }

  close(): void {
    this.isOver = true;
    this.queue = [];
    this.queuedBytes = 0;
  }

  private add(item: Queued, bytes: number): void {
    if (this.isOver) return;
    if (this.queue.length === 0 && !this.isDelivering && this.hasCapacity()) {
      this.deliver(item);
      // Something may have been queued from within the call.
      if (this.queue.length > 0) this.resume();
      return;
    }
    if (this.queuedBytes + bytes > this.policy.maxQueuedBytes && !this.makeSpace(item)) return;
    this.queue.push(item);
    this.queuedBytes += bytes;
  }

  /** True when the item that did not fit may be queued after all. */
  private makeSpace(item: Queued): boolean {
    if (this.policy.whenFull === 'end') {
      this.onEnd(this, endReaderTooSlow);
      return false;
    }
    // Keep what applies to the next key frame: `restarted` and the newest tracks.
    const restarted = this.queue.findLast(({ kind }) => kind === 'restarted');
    const tracks = this.queue.findLast(({ kind }) => kind === 'tracks');
    this.queue = this.queue.filter((queued) => queued === restarted || queued === tracks);
    this.queuedBytes = this.queue.length * CONTROL_BYTES;
    if (item.kind !== 'unit') return true;
    const isStart = !this.hasVideo || (item.received.unit.kind === 'video' && item.received.unit.isKey);
    this.needsKey = !isStart;
    return isStart;
  }

  private hasCapacity(): boolean {
    return this.reader.hasCapacity?.() ?? true;
  }

  private deliver(item: Queued): void {
    this.isDelivering = true;
    try {
      if (item.kind === 'unit') this.reader.unit(item.received.unit, item.received.receivedAt);
      else if (item.kind === 'tracks') this.reader.tracks(item.tracks);
      else this.reader.restarted();
    } catch (error) {
      this.fail(error);
    }
    this.isDelivering = false;
  }

  private fail(error: unknown): void {
    this.onError(error);
    this.onEnd(this, endReaderFailed);
  }
}

function bytesOf(item: Queued): number {
  return item.kind === 'unit' ? item.received.unit.data.byteLength : CONTROL_BYTES;
}

import type { RecordedPart } from '../../../lib/codec/hls/recorded-part.ts';
import type { Clock } from '../../../lib/kernel/clock.ts';
import type { EpochMs } from '../../../lib/kernel/units.ts';
import type { RecordedTarget } from '../engine.ts';
import { fetchRest, Growth } from '../recorded/growth.ts';
import { fetchKeyFrame, type KeyFrame } from '../recorded/key-frame.ts';
import { PartStore } from '../recorded/part-store.ts';
import { RecordedTimeline } from '../recorded/recorded-timeline.ts';
import { type FeedSink, FrameFeed } from './frame-feed.ts';
import { TimeLapse } from './time-lapse.ts';

interface RecordingSinks {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly feed: FeedSink;
  readonly lapse: Pick<FeedSink, 'frame' | 'failed' | 'wants'>;
  /** The timeline has more parts. */
  readonly onGrown: () => void;
}

/** A recording whose playlist is read: where its parts are, and what loads and decodes them. */
export class OpenRecording {
  readonly timeline: RecordedTimeline;
  readonly store: PartStore;
  readonly feed: FrameFeed;
  readonly lapse: TimeLapse;
  readonly growth: Growth;
  private keyFrameBytes = 0;

  constructor(
    private readonly target: RecordedTarget,
    parts: readonly RecordedPart[],
    ticket: string,
    private readonly sinks: RecordingSinks,
  ) {
    const { clock, signal, feed, lapse, onGrown } = sinks;
    const timeline = new RecordedTimeline(parts, target.range);
    const store = new PartStore(timeline.parts, target.url, target.decryption ?? null);
    store.ticket = ticket;
    this.timeline = timeline;
    this.store = store;
    this.feed = new FrameFeed(store, timeline, feed);
    this.lapse = new TimeLapse(timeline, (at) => this.fetchKey(at), lapse);
    this.growth = new Growth({
      clock,
      timeline,
      fetch: (after) => fetchRest(target, store.ticket, after, signal),
      onGrown,
    });
  }

  /** Received in total. */
  get bytes(): number {
    return this.store.bytes + this.keyFrameBytes;
  }

  /** Decoding ends. The store remains, for a recorder that has not got everything yet. */
  close(): void {
    this.growth.close();
    this.feed.close();
    this.lapse.close();
  }

  private async fetchKey(at: EpochMs): Promise<KeyFrame> {
    const key = await fetchKeyFrame({ ...this.target, ticket: this.store.ticket }, at, this.sinks.signal);
    this.keyFrameBytes += key.data.length;
    return key;
  }
}

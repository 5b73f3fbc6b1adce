import type { AudioConfig } from '../../lib/codec/decoder-config.ts';
import type { VideoUnit } from '../../lib/codec/flv/flv-events.ts';
import type { Ms } from '../../lib/kernel/units.ts';
import type { FeedEvent, RecordedVideo } from '../recorder/feed.ts';
import type { ClockTag } from './stream-clock.ts';

/**
 * Also sends received samples to a recorder. They are copied once, because their bytes are views of larger messages
 * still used by the decoder and the GOP store. Sent once per second: waking another thread per sample would cost
 * more than writing the file.
 */
export class RecordTap {
  private waiting: FeedEvent[] = [];

  constructor(private readonly port: MessagePort) {}

  add(event: FeedEvent): void {
    this.waiting.push(event);
  }

  flush(): void {
    if (this.waiting.length === 0) return;
    const { events, buffer } = copied(this.waiting);
    this.waiting = [];
    this.port.postMessage(events, [buffer]);
  }

  /** Nothing that was added is lost: the recorder waits for the end of the feed. */
  close(): void {
    this.add({ type: 'end' });
    this.flush();
    this.port.close();
  }
}

/** What a live stream has received so far. */
export interface LiveState {
  readonly hasVideo: boolean;
  readonly hasAudio: boolean;
  readonly video: RecordedVideo | null;
  readonly audio: AudioConfig | null;
  /** Of the last key frame, if known. */
  readonly clock: ClockTag | null;
  /** Frames from the last key frame on. */
  readonly group: readonly VideoUnit[];
  /** Null before the first sample. */
  readonly newestMs: Ms | null;
}

/** A tap of a live stream, from its current GOP on. */
export function tapLive(
  port: MessagePort,
  { hasVideo, hasAudio, video, audio, clock, group, newestMs }: LiveState,
): RecordTap {
  const tap = new RecordTap(port);
  tap.add({ type: 'begin', hasVideo, hasAudio });
  if (video) tap.add({ type: 'videoConfig', config: video });
  if (audio) tap.add({ type: 'audioConfig', config: audio });
  if (clock) tap.add({ type: 'clock', ...clock });
  for (const unit of group) tap.add({ type: 'video', unit });
  if (newestMs !== null) tap.add({ type: 'live', mediaMs: newestMs });
  tap.flush();
  return tap;
}

/** The same events, with their samples in one buffer: one allocation and one transfer for a batch. */
function copied(events: readonly FeedEvent[]): { events: FeedEvent[]; buffer: ArrayBuffer } {
  const total = events.reduce((sum, event) => sum + ('unit' in event ? event.unit.data.length : 0), 0);
  const all = new Uint8Array(total);
  let at = 0;
  const copy = <T extends { readonly data: Uint8Array }>(unit: T): T => {
    const data = all.subarray(at, at + unit.data.length);
    data.set(unit.data);
    at += data.length;
    return { ...unit, data };
  };
  return {
    buffer: all.buffer,
    events: events.map((event): FeedEvent => {
      if (event.type === 'video') return { type: 'video', unit: copy(event.unit) };
      return event.type === 'audio' ? { type: 'audio', unit: copy(event.unit) } : event;
    }),
  };
}

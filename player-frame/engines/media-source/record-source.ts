import type { AudioConfig } from '../../../lib/codec/decoder-config.ts';
import type { Ms } from '../../../lib/kernel/units.ts';
import type { FeedEvent, RecordedVideo } from '../../recorder/feed.ts';
import type { ClearFlvEvent } from '../flv-input.ts';
import { GopStore } from '../gop-store.ts';
import { RecordTap } from '../record-tap.ts';
import { type ClockTag, readOrielTag } from '../stream-clock.ts';
import { recordedVideo, type Size, sizeOf } from './recorded-video.ts';

/** What a recorder needs of an FLV stream: its tracks, the current GOP, and from then on every sample. */
export class RecordSource {
  private readonly gop = new GopStore();
  private tap: RecordTap | null = null;
  private size: Size = { width: 0, height: 0 };
  private tracks = { hasVideo: false, hasAudio: false };
  private video: RecordedVideo | null = null;
  private audio: AudioConfig | null = null;
  private clock: ClockTag | null = null;
  private newestMs: Ms | null = null;

  constructor(private readonly monotonic: () => Ms) {}

  event(event: ClearFlvEvent): void {
    const sample = this.read(event);
    if (sample) this.tap?.add(sample);
  }

  /** Sends the stream to this port, beginning with the current GOP. Null ends that. */
  record(port: MessagePort | null): void {
    this.tap?.close();
    this.tap = port && new RecordTap(port, this.monotonic);
    const { tap, video, audio, clock, newestMs } = this;
    if (!tap) return;
    tap.add({ type: 'begin', ...this.tracks });
    if (video) tap.add({ type: 'videoConfig', config: video });
    if (audio) tap.add({ type: 'audioConfig', config: audio });
    if (clock) tap.add({ type: 'clock', ...clock });
    for (const unit of this.gop.all()) tap.add({ type: 'video', unit });
    if (newestMs !== null) tap.add({ type: 'live', mediaMs: newestMs });
    tap.flush();
  }

  /** To be called from time to time, for a stream that has stopped. */
  flushOld(): void {
    this.tap?.flushOld();
  }

  private read(event: ClearFlvEvent): FeedEvent | null {
    switch (event.type) {
      case 'header':
        this.tracks = { hasVideo: event.hasVideo, hasAudio: event.hasAudio };
        return null;
      case 'videoConfig':
        this.video = recordedVideo(event.config, this.size);
        this.gop.clear();
        return { type: 'videoConfig', config: this.video };
      case 'audioConfig':
        this.audio = event.config;
        return event;
      case 'video':
        this.newestMs = event.unit.dtsMs;
        this.gop.add(event.unit);
        return event;
      case 'audio':
        if (!this.tracks.hasVideo) this.newestMs = event.unit.ptsMs;
        return event;
      case 'script': {
        this.size = sizeOf(event.name, event.value) ?? this.size;
        const oriel = readOrielTag(event.name, event.value);
        if (oriel?.name !== 'clock' || !oriel.tag.isFrame) return null;
        this.clock = oriel.tag;
        return { type: 'clock', ...oriel.tag };
      }
      case 'skipped':
        return null;
    }
  }
}

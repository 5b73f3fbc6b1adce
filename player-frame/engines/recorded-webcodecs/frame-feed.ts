import type { SizedVideoConfig } from '../../../lib/codec/mp4/init-segment.ts';
import type { EpochMs, Ms } from '../../../lib/kernel/units.ts';
import { EngineError, type EngineFailure } from '../engine.ts';
import { decodeFailed, engineBroken, unsupported } from '../failures.ts';
import type { KeyFrame } from '../recorded/key-frame.ts';
import { isSameVideo, type PartStore, type StoredSample } from '../recorded/part-store.ts';
import { lastAtOrBefore, type RecordedTimeline } from '../recorded/recorded-timeline.ts';

/** A decoded frame that waits for its time. */
export interface ReadyFrame {
  readonly frame: VideoFrame;
  readonly wallMs: EpochMs;
  readonly isKey: boolean;
  readonly part: number;
  /** Frames before it were left out, because they were late. */
  readonly isAfterSkip?: boolean;
  /** Of a time lapse, which does not show what is between its frames. */
  readonly coded?: Pick<KeyFrame, 'config' | 'data'>;
}

export interface FeedSink {
  /** In the order of presentation. The receiver closes the frame. */
  frame(ready: ReadyFrame): void;
  failed(failure: EngineFailure): void;
  /** More frames are wanted now. */
  wants(): boolean;
  /** What is played now: frames before a key frame of this time are late, and left out. Null: every frame is wanted. */
  dueMs(): EpochMs | null;
  /** Frames were left out, because they were late. */
  skipped(): void;
  /** Nothing but key frames is wanted, where they are so far apart. */
  wantsKeysOnly(keyIntervalMs: Ms): boolean;
}

/** Frames in the decoder beyond those that wait: enough for decoders that hold some back. */
const maxInDecoder = 6;

/** Decodes a recording from a position on, as long as frames are wanted. */
export class FrameFeed {
  private decoder: VideoDecoder | null = null;
  private config: SizedVideoConfig | null = null;
  /** Of the frames in the decoder, by timestamp. */
  private readonly submitted = new Map<number, Omit<ReadyFrame, 'frame'>>();
  private part = 0;
  private next = 0;
  private generation = 0;
  private isPumping = false;
  private isFlushed = false;
  /** The next frame is the first one of a position. */
  private isBeginning = false;
  /** The next frame does not follow the one before. */
  private hasSkipped = false;
  /** Frames before the next key frame cannot be decoded, because the ones before them were left out. */
  private awaitsKey = false;
  /** Latest time that the decoder has got since it was set up, microseconds. */
  private newestUs = Number.NEGATIVE_INFINITY;
  /** Waits for the network. */
  isLoading = false;
  /** Frames that were left out, because a later key frame was due. */
  framesSkipped = 0;

  constructor(
    private readonly store: PartStore,
    private readonly timeline: RecordedTimeline,
    private readonly sink: FeedSink,
  ) {}

  /** Nothing more will come. */
  get isAtEnd(): boolean {
    return this.part >= this.endPart && this.isFlushed && this.submitted.size === 0;
  }

  /** Continues with this frame, which must be a key frame. */
  begin(part: number, frame: number): void {
    this.generation += 1;
    this.part = part;
    this.next = frame;
    this.isFlushed = false;
    this.isBeginning = true;
    this.hasSkipped = false;
    this.awaitsKey = false;
    if (this.submitted.size > 0) this.reset();
    void this.pump();
  }

  /** Drops what is in the decoder. */
  private reset(): void {
    this.submitted.clear();
    this.newestUs = Number.NEGATIVE_INFINITY;
    if (this.decoder?.state !== 'configured') return;
    this.decoder.reset();
    if (this.config) this.configure(this.config);
  }

  /** The timeline has more parts. */
  extend(): void {
    this.isFlushed = false;
    void this.pump();
  }

  /** First part that is not played. */
  private get endPart(): number {
    return this.timeline.parts.length;
  }

  async pump(): Promise<void> {
    if (this.isPumping) return;
    this.isPumping = true;
    try {
      while (this.submitted.size < maxInDecoder && this.sink.wants() && !this.isFlushed) {
        this.skipLateParts();
        if (this.part >= this.endPart) await this.flush();
        else await this.feedPart();
      }
    } catch (error) {
      this.sink.failed(error instanceof EngineError ? error.failure : engineBroken(String(error)));
    } finally {
      this.isPumping = false;
    }
  }

  close(): void {
    this.generation += 1;
    this.isFlushed = true;
    if (this.decoder && this.decoder.state !== 'closed') this.decoder.close();
    this.decoder = null;
  }

  private async feedPart(): Promise<void> {
    const { generation, part: index } = this;
    this.isLoading = true;
    const part = await this.store
      .load(index)
      .catch((error: unknown) => {
        // What a seek has left need not be there.
        if (generation === this.generation) throw error;
        return null;
      })
      .finally(() => {
        this.isLoading = false;
      });
    if (!part || generation !== this.generation) return;
    // The next part is loaded while this one plays.
    if (index + 1 < this.endPart) this.store.load(index + 1).catch(() => undefined);
    if (part.video && !isSameVideo(part.video, this.config)) {
      await this.flush();
      if (generation !== this.generation) return;
      this.isFlushed = false;
      this.configure(part.video);
    }
    this.skipLateFrames(part.frames);
    const keys = part.frames.filter(({ isKey }) => isKey).length;
    const keysOnly = this.sink.wantsKeysOnly(
      (this.timeline.parts[index]?.durationMs ?? 0) / Math.max(1, keys),
    );
    while (this.next < part.frames.length && this.submitted.size < maxInDecoder && this.sink.wants()) {
      const sample = part.frames[this.next]!;
      this.next += 1;
      this.awaitsKey = !sample.isKey && (this.awaitsKey || keysOnly);
      if (this.awaitsKey) this.framesSkipped += 1;
      else this.submit(sample, index);
    }
    if (this.next < part.frames.length) return;
    this.part += 1;
    this.next = 0;
  }

  private skipLateParts(): void {
    const dueMs = this.sink.dueMs();
    if (dueMs === null) return;
    const begun = lastAtOrBefore(this.timeline.parts, dueMs, ({ startMs }) => startMs);
    if (begun <= this.part) return;
    this.part = begun;
    this.next = 0;
    this.skipped();
  }

  private skipLateFrames(frames: readonly StoredSample[]): void {
    const dueMs = this.sink.dueMs();
    if (dueMs === null) return;
    const key = frames.findLastIndex(({ isKey, wallMs }) => isKey && wallMs <= dueMs);
    if (key <= this.next) return;
    this.framesSkipped += key - this.next;
    this.next = key;
    this.skipped();
  }

  private skipped(): void {
    this.hasSkipped = true;
    this.sink.skipped();
  }

  private submit({ wallMs, isKey, data }: StoredSample, part: number): void {
    const timestamp = Math.round(wallMs * 1_000);
    // An empty decoder takes a later key frame as it is; to set it up again would take some milliseconds. After an earlier
    // one, WebKitGTK gives frames the times of others.
    if (this.isBeginning && timestamp <= this.newestUs) this.reset();
    this.isBeginning = false;
    this.newestUs = Math.max(this.newestUs, timestamp);
    this.submitted.set(timestamp, { wallMs, isKey, part, isAfterSkip: this.hasSkipped });
    this.hasSkipped = false;
    this.decoder?.decode(new EncodedVideoChunk({ type: isKey ? 'key' : 'delta', timestamp, data }));
  }

  /** Frames that the decoder holds back. */
  private async flush(): Promise<void> {
    const { generation } = this;
    if (this.decoder?.state === 'configured') await this.decoder.flush().catch(() => undefined);
    if (generation === this.generation) this.isFlushed = true;
  }

  private configure(config: SizedVideoConfig): void {
    this.decoder ??= new VideoDecoder({
      output: (frame) => this.output(frame),
      error: (error) => this.sink.failed(decodeFailed(error.message)),
    });
    this.config = config;
    try {
      this.decoder.configure({
        codec: config.codecString,
        description: config.config,
        optimizeForLatency: true,
      });
    } catch {
      throw new EngineError(unsupported(config.codecString));
    }
  }

  private output(frame: VideoFrame): void {
    const known = this.submitted.get(frame.timestamp);
    this.submitted.delete(frame.timestamp);
    // Of before a seek.
    if (!known) frame.close();
    else this.sink.frame({ frame, ...known });
    void this.pump();
  }
}

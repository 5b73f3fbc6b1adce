import type { SizedVideoConfig } from '../../../lib/codec/mp4/init-segment.ts';
import type { EpochMs } from '../../../lib/kernel/units.ts';
import { EngineError, type EngineFailure } from '../engine.ts';
import { decodeFailed, engineBroken, unsupported } from '../failures.ts';
import type { RecordedTimeline } from '../recorded/recorded-timeline.ts';
import type { PartStore, StoredSample } from './part-store.ts';

/** A decoded frame that waits for its time. */
export interface ReadyFrame {
  readonly frame: VideoFrame;
  readonly wallMs: EpochMs;
  readonly part: number;
}

export interface FeedSink {
  /** In the order of presentation. The receiver closes the frame. */
  frame(ready: ReadyFrame): void;
  failed(failure: EngineFailure): void;
  /** The decoder has a new configuration. */
  configured(config: SizedVideoConfig): void;
  /** More frames are wanted now. */
  wants(): boolean;
}

/** Frames in the decoder beyond those that wait: enough for decoders that hold some back. */
const maxInDecoder = 6;

/** Decodes a recording from a position on, as long as frames are wanted. */
export class FrameFeed {
  private decoder: VideoDecoder | null = null;
  private config: SizedVideoConfig | null = null;
  /** Of the frames in the decoder, by timestamp. */
  private readonly submitted = new Map<number, { readonly wallMs: EpochMs; readonly part: number }>();
  private part = 0;
  private next = 0;
  private generation = 0;
  private isPumping = false;
  private isFlushed = false;
  /** Only key frames, for high speeds. */
  keysOnly = false;

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
    this.submitted.clear();
    if (this.decoder?.state === 'configured') {
      this.decoder.reset();
      if (this.config) this.configure(this.config);
    }
    void this.pump();
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
    const part = await this.store.load(index);
    if (generation !== this.generation) return;
    // The next part is loaded while this one plays.
    if (index + 1 < this.endPart) this.store.load(index + 1).catch(() => undefined);
    if (part.video && !isSame(part.video, this.config)) {
      await this.flush();
      if (generation !== this.generation) return;
      this.isFlushed = false;
      this.configure(part.video);
    }
    while (this.next < part.frames.length && this.submitted.size < maxInDecoder && this.sink.wants()) {
      const sample = part.frames[this.next]!;
      this.next += 1;
      if (sample.isKey || !this.keysOnly) this.submit(sample, index);
    }
    if (this.next < part.frames.length) return;
    this.part += 1;
    this.next = 0;
  }

  private submit({ wallMs, isKey, data }: StoredSample, part: number): void {
    const timestamp = Math.round(wallMs * 1_000);
    this.submitted.set(timestamp, { wallMs, part });
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
    if (config !== this.config) this.sink.configured(config);
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

/** Whether a decoder can continue without being configured again. */
export function isSame(one: SizedVideoConfig, other: SizedVideoConfig | null): boolean {
  if (!other || one.codecString !== other.codecString || one.config.length !== other.config.length)
    return false;
  return one.config.every((byte, index) => byte === other.config[index]);
}

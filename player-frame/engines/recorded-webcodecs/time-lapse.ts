import type { SizedVideoConfig } from '../../../lib/codec/mp4/init-segment.ts';
import type { EpochMs, Ms } from '../../../lib/kernel/units.ts';
import { EngineError } from '../engine.ts';
import { decodeFailed, engineBroken, nothingStored } from '../failures.ts';
import type { KeyFrame } from '../recorded/key-frame.ts';
import { isSameVideo } from '../recorded/part-store.ts';
import type { RecordedTimeline } from '../recorded/recorded-timeline.ts';
import type { FeedSink } from './frame-feed.ts';

/** Key frames that are requested at once. */
const maxRequests = 4;
/** Frames shown per second, at most: one request for each. */
export const lapseFps = 10;

interface Requested {
  readonly part: number;
  readonly loading: Promise<KeyFrame | null>;
}

/**
 * Key frames at even steps of wall time, for speeds at which a recording cannot be read whole: of a day at 1440x the
 * server sends about 600 frames. What is not recorded is skipped. Steps that are shorter than a GOP become as long as
 * it is, so that few frames are requested twice.
 */
export class TimeLapse {
  private decoder: VideoDecoder | null = null;
  private config: SizedVideoConfig | null = null;
  private requests: Requested[] = [];
  private next: EpochMs = 0;
  private stepMs: Ms = 0;
  /** Start of the last key frame: short steps lead to the same one again. */
  private lastStart: EpochMs = Number.NEGATIVE_INFINITY;
  /** Duration of a GOP, once steps were shorter; otherwise 0. */
  private gopMs: Ms = 0;
  /** The last request led to the same key frame as the one before. */
  private isRepeated = false;
  private lastPart = 0;
  private generation = 0;
  private isDecoding = false;
  private isOpen = true;
  private output: ((frame: VideoFrame) => void) | null = null;

  constructor(
    private readonly timeline: RecordedTimeline,
    /** The key frame with which the picture at a time begins. Rejects with an `EngineError`. */
    private readonly fetch: (at: EpochMs) => Promise<KeyFrame>,
    private readonly sink: Pick<FeedSink, 'frame' | 'failed' | 'wants'>,
  ) {}

  /** Continues at this time. */
  begin(at: EpochMs, rate: number): void {
    this.generation += 1;
    this.requests = [];
    this.stepMs = (rate * 1_000) / lapseFps;
    this.next = at + this.stepMs;
    this.lastStart = at;
    this.gopMs = 0;
    this.isRepeated = false;
    void this.pump();
  }

  /** What is requested is not shown. */
  halt(): void {
    this.generation += 1;
    this.requests = [];
  }

  /** Nothing more will come. */
  get isAtEnd(): boolean {
    return this.requests.length === 0 && !this.isDecoding && this.timeline.placeOf(this.next) === null;
  }

  async pump(): Promise<void> {
    if (this.isDecoding || !this.isOpen) return;
    this.isDecoding = true;
    try {
      this.request();
      while (this.isOpen && this.requests.length > 0 && this.sink.wants()) {
        await this.show(this.requests.shift()!);
        this.request();
      }
    } catch (error) {
      if (this.isOpen)
        this.sink.failed(error instanceof EngineError ? error.failure : engineBroken(String(error)));
    } finally {
      this.isDecoding = false;
    }
  }

  close(): void {
    this.isOpen = false;
    this.requests = [];
    if (this.decoder && this.decoder.state !== 'closed') this.decoder.close();
  }

  private request(): void {
    while (this.requests.length < maxRequests) {
      const place = this.timeline.placeOf(this.next);
      if (!place) return;
      this.next = place.wallMs + Math.max(this.stepMs, this.gopMs);
      const loading = this.fetch(Math.round(place.wallMs)).catch((error: unknown) => {
        // Retention removed it meanwhile.
        if (error instanceof EngineError && error.failure.code === nothingStored.code) return null;
        throw error;
      });
      loading.catch(() => undefined); // awaited in `show`, unless a seek comes first
      this.requests.push({ part: place.index, loading });
    }
  }

  private async show({ part, loading }: Requested): Promise<void> {
    const { generation } = this;
    const key = await loading;
    if (!key || generation !== this.generation) return;
    const sinceLast = key.start - this.lastStart;
    const isNextGop = this.isRepeated && !this.timeline.gapWithin(this.lastPart, part);
    this.isRepeated = sinceLast <= 0;
    if (this.isRepeated) return;
    if (isNextGop) this.gopMs = sinceLast;
    this.lastStart = key.start;
    this.lastPart = part;
    const frame = await this.decode(key);
    if (!frame) return;
    if (generation === this.generation && this.isOpen)
      this.sink.frame({ frame, wallMs: key.start, isKey: true, part, coded: key });
    else frame.close();
  }

  private async decode({ config, data, start }: KeyFrame): Promise<VideoFrame | null> {
    const found: { frame: VideoFrame | null } = { frame: null };
    this.output = (frame) => {
      found.frame?.close();
      found.frame = frame;
    };
    try {
      this.decoder ??= new VideoDecoder({
        output: (frame) => (this.output ? this.output(frame) : frame.close()),
        // `flush` rejects, too.
        error: () => undefined,
      });
      if (!isSameVideo(config, this.config)) {
        const { codecString: codec, config: description } = config;
        this.decoder.configure({ codec, description, optimizeForLatency: true });
        this.config = config;
      }
      this.decoder.decode(new EncodedVideoChunk({ type: 'key', timestamp: Math.round(start * 1_000), data }));
      // Every frame is a key frame, so nothing is lost.
      await this.decoder.flush();
    } catch (error) {
      found.frame?.close();
      throw new EngineError(decodeFailed(String(error)));
    }
    return found.frame;
  }
}

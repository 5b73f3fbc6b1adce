/**
 * Recordings that a camera replays itself. Its storage is read from a time on, so every seek, every other speed and
 * every pause ends the stream, and playback continues with a new one: each is played by a live engine of its own.
 */
import { systemClock } from '../../../lib/kernel/clock.ts';
import type { EpochMs } from '../../../lib/kernel/units.ts';
import {
  type EngineDeps,
  EngineError,
  type EngineEvent,
  type EngineRecording,
  type LiveEngine,
  type LiveTarget,
  type MediaEngine,
  type MediaTarget,
  type Pausable,
  type Rateable,
  type RecordedEnd,
  type RecordedTarget,
  type RecordOptions,
  type Seekable,
  type SnapshotOptions,
  type Stage,
} from '../engine.ts';
import { EngineEvents } from '../engine-events.ts';
import { engineBroken } from '../failures.ts';
import { noFrame, seekReplaced } from '../refusals.ts';
import { untilFirstFrame } from '../until-first-frame.ts';
import { ReplayStretch } from './replay-stretch.ts';

export type LiveEngineMaker = (stage: Stage, deps: EngineDeps) => Promise<LiveEngine>;

const ends: Readonly<Record<string, RecordedEnd>> = {
  'replay.rangeEnd': 'rangeEnd',
  'replay.noMore': 'noMoreSegments',
};

export class ReplayEngine implements MediaEngine {
  readonly can: MediaEngine['can'];
  readonly seekable: Seekable = {
    seek: (to) => this.#open(to, { isSeek: true }),
    range: () => this.#target?.range ?? null,
  };
  readonly rateable: Rateable = { rates: [0.5, 1, 2, 4], setRate: (rate) => this.#setRate(rate) };
  readonly pausable: Pausable = { pause: () => this.#pause(), resume: () => this.#resume() };

  readonly #clock = systemClock;
  readonly #stage: Stage;
  readonly #deps: EngineDeps;
  readonly #make: LiveEngineMaker;
  readonly #events = new EngineEvents();
  #target: RecordedTarget | null = null;
  /** On the screen. */
  #shown: ReplayStretch | null = null;
  /** Requested, and not on the screen yet. */
  #next: ReplayStretch | null = null;
  /** Time of the frame on the screen while nothing plays. */
  #restsAt: EpochMs | null = null;
  #recording: EngineRecording | null = null;
  #rate = 1;
  #isPaused = false;
  #isEnded = false;
  #isMuted = true;
  #volume = 1;
  #isVisible = true;
  #hasFirstFrame = false;
  #destroyed: Promise<void> | null = null;

  constructor(stage: Stage, deps: EngineDeps, make: LiveEngineMaker) {
    this.#stage = stage;
    this.#deps = deps;
    this.can = { snapshot: true, record: deps.assets.recorderWorker !== undefined };
    this.#make = make;
  }

  load(target: MediaTarget, signal: AbortSignal): Promise<void> {
    return untilFirstFrame(this, signal, () => {
      if (!('range' in target)) {
        this.#events.emit({ type: 'failed', failure: engineBroken('not a recording') });
        return;
      }
      this.#target = target;
      this.#open(target.startAt ?? target.range.begin).catch(() => undefined);
    });
  }

  renew(ticket: string): boolean {
    if (this.#target) this.#target = { ...this.#target, ticket };
    return this.#playing?.engine?.renew(ticket) ?? true;
  }

  setMuted(muted: boolean): void {
    this.#isMuted = muted;
    this.#playing?.engine?.setMuted(muted);
  }

  setVolume(volume: number): void {
    this.#volume = volume;
    this.#playing?.engine?.setVolume(volume);
  }

  setVisible(visible: boolean): void {
    this.#isVisible = visible;
    this.#playing?.engine?.setVisible(visible);
  }

  currentTime(): EpochMs | null {
    return this.#restsAt ?? this.#shown?.engine?.currentTime() ?? null;
  }

  snapshot(options: SnapshotOptions): Promise<Blob> {
    return this.#shown?.engine?.snapshot(options) ?? Promise.reject(new EngineError(noFrame));
  }

  async copyFrame(): Promise<ImageBitmap | null> {
    const shown = this.#shown;
    if (shown?.engine?.copyFrame) return shown.engine.copyFrame();
    const source = shown?.element.querySelector<HTMLCanvasElement | HTMLVideoElement>('canvas, video');
    return source ? createImageBitmap(source).catch(() => null) : null;
  }

  element(): HTMLCanvasElement | HTMLVideoElement | null {
    return this.#shown?.engine?.element?.() ?? null;
  }

  redraw(): void {
    this.#shown?.engine?.redraw?.();
  }

  /** Each stream continues it: what is between them takes no time in the file. */
  async record(options: RecordOptions): Promise<EngineRecording> {
    const engine = this.#shown?.engine;
    if (!engine) throw new EngineError(noFrame);
    if (options.resume) {
      this.#recording = options.resume;
      await this.#continueRecording(engine);
      return options.resume;
    }
    this.#recording = await engine.record({ ...options, closesGaps: true });
    return this.#recording;
  }

  async #continueRecording(engine: LiveEngine): Promise<void> {
    const resume = this.#recording;
    if (!resume || this.#restsAt !== null) return;
    await engine.record({ resume }).catch(() => {
      // Where this stream still plays, the recording has ended. Otherwise the next stream continues it.
      const isPlaying = this.#shown?.engine === engine && this.#restsAt === null;
      if (isPlaying && this.#recording === resume) this.#recording = null;
    });
  }

  onEvent(listener: Parameters<MediaEngine['onEvent']>[0]): () => void {
    return this.#events.listen(listener);
  }

  destroy(): Promise<void> {
    this.#destroyed ??= this.#release();
    return this.#destroyed;
  }

  async #release(): Promise<void> {
    this.#events.close();
    await Promise.all([this.#close(this.#next), this.#close(this.#shown)]);
  }

  get #playing(): ReplayStretch | null {
    return this.#next ?? this.#shown;
  }

  // ---- streams -------------------------------------------------------------------------------------

  /** Resolves when the frame at this time is on the screen. */
  #open(from: EpochMs, { isSeek = false } = {}): Promise<void> {
    const target = this.#target;
    if (!target || this.#destroyed) return Promise.reject(new EngineError(seekReplaced));
    this.#rest();
    void this.#close(this.#next);
    const wasEnded = this.#isEnded;
    this.#isEnded = false;
    const stretch: ReplayStretch = new ReplayStretch(from, {
      clock: this.#clock,
      make: (element) => this.#make({ element }, this.#deps),
      made: (engine) => {
        engine.setMuted(this.#isMuted);
        engine.setVolume(this.#volume);
        engine.setVisible(this.#isVisible);
      },
      event: (event) => this.#onEvent(stretch, event),
      reached: () => this.#show(stretch),
    });
    this.#stage.element.append(stretch.element);
    this.#next = stretch;
    if (wasEnded && isSeek) this.#events.emit({ type: 'resumed' });
    stretch.play(streamAt(target, from, this.#rate));
    return stretch.shown;
  }

  #show(stretch: ReplayStretch): void {
    if (this.#next !== stretch) return;
    const before = this.#shown;
    this.#next = null;
    this.#shown = stretch;
    this.#restsAt = null;
    void this.#close(before);
    if (!this.#hasFirstFrame) {
      this.#hasFirstFrame = true;
      this.#events.emit({ type: 'firstFrame', at: this.#clock.monotonic() });
    }
    if (this.#isPaused) this.#rest();
    if (stretch.engine) void this.#continueRecording(stretch.engine);
    stretch.reveal();
  }

  #onEvent(stretch: ReplayStretch, event: EngineEvent): void {
    if (stretch !== this.#playing) return;
    switch (event.type) {
      case 'firstFrame':
        break;
      case 'failed':
        this.#fail(stretch, event);
        break;
      case 'stats':
        // Delays are of the live picture; a recording has none.
        this.#events.emit({ ...event, stats: { ...event.stats, latencyMs: null, networkDelayMs: null } });
        break;
      case 'gap':
        // A camera may begin with the end of the recording before the requested time, which is not shown.
        if (stretch.isShown) this.#events.emit(event);
        break;
      default:
        this.#events.emit(event);
    }
  }

  #fail(stretch: ReplayStretch, event: Extract<EngineEvent, { type: 'failed' }>): void {
    if (event.failure.code === 'source.speed' && this.#rate !== 1) {
      this.#rate = 1;
      this.#events.emit({ type: 'rate', rate: 1 });
      if (this.#next === stretch) this.#next = null;
      const again = this.#open(stretch.from);
      stretch.follow(again);
      void again.catch(() => undefined).then(() => this.#close(stretch));
      return;
    }
    const reason = ends[event.failure.code];
    if (!reason) {
      this.#rest();
      stretch.settle(event.failure);
      this.#events.emit(event);
      return;
    }
    // A range so short that it ended before it was revealed.
    if (!stretch.isShown && stretch.engine?.currentTime() != null) this.#show(stretch);
    this.#rest();
    this.#isEnded = true;
    stretch.settle();
    this.#events.emit({ type: 'ended', reason });
  }

  /** Closes the connection; the frame stays on the screen. */
  #rest(): void {
    this.#restsAt ??= this.#shown?.engine?.currentTime() ?? null;
    this.#shown?.engine?.halt();
  }

  async #close(stretch: ReplayStretch | null): Promise<void> {
    if (!stretch) return;
    if (this.#next === stretch) this.#next = null;
    await stretch.close();
  }

  // ---- pause, speed --------------------------------------------------------------------------------

  #pause(): void {
    this.#isPaused = true;
    // A stream that was requested is shown first, and closed then.
    if (!this.#next) this.#rest();
  }

  async #resume(): Promise<void> {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    if (this.#next || this.#isEnded) return;
    await this.#open(this.#restsAt ?? this.#target?.range.begin ?? 0);
  }

  #setRate(rate: number): void {
    if (!this.rateable.rates.includes(rate) || rate === this.#rate) return;
    this.#rate = rate;
    const from = this.#next?.from ?? this.currentTime();
    if (from !== null && !this.#isPaused && !this.#isEnded) this.#open(from).catch(() => undefined);
  }
}

/** `…/rec/….flv?at=…`: the same address with another time. */
function streamAt({ url, ticket, decryption }: RecordedTarget, at: EpochMs, rate: number): LiveTarget {
  const address = new URL(url);
  address.search = rate === 1 ? `at=${Math.round(at)}` : `at=${Math.round(at)}&speed=${rate}`;
  return { url: address.href, ticket, decryption };
}

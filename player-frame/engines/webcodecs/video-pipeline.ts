import { firstSpsOf } from '../../../lib/codec/avc-config.ts';
import type { VideoConfig } from '../../../lib/codec/decoder-config.ts';
import type { VideoUnit } from '../../../lib/codec/flv/flv-events.ts';
import { withLowDelay } from '../../../lib/codec/h264-low-delay.ts';
import { sameBytes } from '../../../lib/codec/nal.ts';
import type { Clock } from '../../../lib/kernel/clock.ts';
import type { Ms } from '../../../lib/kernel/units.ts';
import type { EngineFailure } from '../engine.ts';
import { decodeFailed, unsupported } from '../failures.ts';
import { GopStore } from '../gop-store.ts';

/** Browser APIs of the pipeline, replaceable in tests. */
export interface VideoPipelineDeps {
  readonly clock: Clock;
  readonly createDecoder: (init: VideoDecoderInit) => VideoDecoder;
  readonly createChunk: (init: EncodedVideoChunkInit) => EncodedVideoChunk;
  /** Draws and closes the frame, immediately or when the promise settles. */
  readonly paint: (frame: VideoFrame) => Promise<void> | undefined;
  /** Called after a frame was drawn. */
  readonly shown: (ptsMs: Ms) => void;
  readonly failed: (failure: EngineFailure) => void;
}

/** This many queued frames are a backlog: more than the 16 a decoder may hold back. */
const backlogUnits = 20;
/** Bursts are decoded within this time; a longer backlog means that the machine is too slow. */
const maxBacklogMs: Ms = 1_500;
/** A larger burst than the GOP store cannot come from our server. */
const maxQueued = 700;
/** During a burst only the last frame is drawn, unless it takes longer than this. */
const maxBurstMs: Ms = 500;
/** Without output for this long despite input, the decoder holds back or is stuck. */
const stuckAfterMs: Ms = 1_000;
/** More than the 16 frames an H.264 or H.265 decoder may hold back. */
const stuckQueue = 17;
/** Allows for slow initialization of a hardware decoder. */
const firstOutputMs: Ms = 3_000;
/** The same for a camera of few frames, whose decoder may hold some of them back. */
const firstOutputIntervals = 6;
/** A second decoder failure within this time ends the engine. */
const failureWindowMs: Ms = 10_000;
/** Number of frames in decoding order after which the stream is assumed not to reorder. */
const inOrderUnits = 25;

/**
 * Decodes frames and draws the newest one on the canvas. Closes every VideoFrame. The first frame of the stream is
 * drawn as soon as it is decoded; of the rest of the initial burst only the newest.
 */
export class VideoPipeline {
  readonly #deps: VideoPipelineDeps;
  framesShown = 0;
  framesDropped = 0;

  #config: VideoConfig | null = null;
  #decoder: VideoDecoder | null = null;
  readonly #gop = new GopStore();
  #isVisible = true;
  #isStopped = false;
  #needsKey = true;
  #useSoftware = false;
  #lowDelay: 'no' | 'wanted' | 'set' = 'no';
  #unitsInOrder = 0;

  #inFlight = 0;
  #outputs = 0;
  #burstSince: Ms | null = null;
  #backlogSince: Ms | null = null;
  #lastProgress: Ms = 0;
  #lastFailure: Ms | null = null;
  #waiting: VideoFrame | null = null;
  #isPainting = false;
  #cancelPaint: (() => void) | null = null;

  constructor(deps: VideoPipelineDeps) {
    this.#deps = deps;
  }

  configure(config: VideoConfig): void {
    const isSame =
      this.#config?.codecString === config.codecString && sameBytes(this.#config.config, config.config);
    this.#config = config;
    if (isSame && this.#decoder) return;
    const sps = config.codec === 'h264' ? firstSpsOf(config.config) : null;
    this.#lowDelay = sps?.reorderDepth === 0 && !sps.isReorderStated ? 'wanted' : 'no';
    // Only needed if the SPS does not specify the reordering.
    this.#unitsInOrder = sps && sps.reorderDepth !== 0 ? 0 : Number.NaN;
    this.#gop.clear();
    this.#restart();
  }

  push(unit: VideoUnit): void {
    if (this.#isStopped || !this.#config) return;
    this.#watchOrder(unit);
    this.#gop.add(unit);
    if (!this.#isVisible) return;
    if (unit.isKey) this.#onKey();
    if (this.#needsKey && !unit.isKey) {
      this.framesDropped += 1;
      return;
    }
    this.#needsKey = false;
    this.#decode(unit);
  }

  setVisible(visible: boolean): void {
    if (visible === this.#isVisible || this.#isStopped) return;
    this.#isVisible = visible;
    if (visible) this.#replay();
    else this.#closeDecoder();
  }

  /** Encoded frames since the last key frame; empty if they exceeded the limit. */
  get group(): readonly VideoUnit[] {
    return this.#gop.all();
  }

  /** Called a few times per second, with the frame interval of the stream (0 if unknown). */
  watch(intervalMs: Ms): void {
    if (this.#isStopped || !this.#decoder || this.#inFlight === 0) return;
    const idleMs = this.#deps.clock.monotonic() - this.#lastProgress;
    const isStuck = this.#inFlight >= stuckQueue && idleMs > stuckAfterMs;
    const isDumb = this.#outputs === 0 && idleMs > Math.max(firstOutputMs, intervalMs * firstOutputIntervals);
    if (!isStuck && !isDumb) return;
    if (!this.#useSoftware) {
      this.#useSoftware = true;
      this.#replay();
    } else if (this.framesShown === 0) {
      this.#fail(unsupported(this.#config?.codecString ?? 'this stream'));
    } else {
      this.#fail(decodeFailed('the decoder outputs no frames'));
    }
  }

  stop(): void {
    this.#isStopped = true;
    this.#closeDecoder();
    this.#gop.clear();
  }

  /** Restarts the decoder with all frames since the last key frame. */
  #replay(): void {
    this.#restart();
    for (const unit of this.#gop.all()) {
      if (!this.#decoder) return;
      if (unit.isKey) this.#needsKey = false;
      if (!this.#needsKey) this.#decode(unit);
    }
  }

  #restart(): void {
    this.#closeDecoder();
    this.#needsKey = true;
    this.#burstSince = this.#deps.clock.monotonic();
    this.#lastProgress = this.#burstSince;
    this.#backlogSince = null;
    if (this.#isStopped || !this.#config || !this.#isVisible) return;
    const decoder = this.#deps.createDecoder({
      output: (frame) => (decoder === this.#decoder ? this.#output(frame) : frame.close()),
      error: (error) => {
        if (decoder === this.#decoder) this.#decoderFailed(error);
      },
    });
    this.#decoder = decoder;
    this.#configureDecoder();
  }

  #configureDecoder(): void {
    const config = this.#config;
    if (!config) return;
    const description =
      this.#lowDelay === 'no' ? config.config : (withLowDelay(config.config) ?? config.config);
    if (this.#lowDelay === 'wanted') this.#lowDelay = 'set';
    try {
      this.#decoder?.configure({
        codec: config.codecString,
        description,
        optimizeForLatency: true,
        hardwareAcceleration: this.#useSoftware ? 'prefer-software' : 'no-preference',
      });
    } catch (error) {
      this.#decoderFailed(error);
    }
  }

  #onKey(): void {
    if (!this.#decoder) this.#restart();
    // Only at a key frame can a decoder be reconfigured without losing frames.
    else if (this.#lowDelay === 'wanted') this.#configureDecoder();
  }

  /** If the SPS does not specify it, this many frames in order imply no reordering. */
  #watchOrder(unit: VideoUnit): void {
    if (Number.isNaN(this.#unitsInOrder)) return;
    if (unit.ptsMs !== unit.dtsMs) {
      this.#unitsInOrder = Number.NaN;
    } else {
      this.#unitsInOrder += 1;
      if (this.#unitsInOrder < inOrderUnits) return;
      this.#unitsInOrder = Number.NaN;
      this.#lowDelay = 'wanted';
    }
  }

  #decode(unit: VideoUnit): void {
    if (this.#isTooSlow()) {
      this.#needsKey = true;
      this.framesDropped += 1;
      return;
    }
    if (this.#inFlight === 0) this.#lastProgress = this.#deps.clock.monotonic();
    this.#inFlight += 1;
    try {
      this.#decoder?.decode(
        this.#deps.createChunk({
          type: unit.isKey ? 'key' : 'delta',
          timestamp: Math.round(unit.ptsMs * 1_000),
          data: unit.data,
        }),
      );
    } catch (error) {
      this.#decoderFailed(error);
    }
  }

  #isTooSlow(): boolean {
    if (this.#inFlight < backlogUnits) {
      this.#backlogSince = null;
      return false;
    }
    const now = this.#deps.clock.monotonic();
    this.#backlogSince ??= now;
    return this.#inFlight >= maxQueued || now - this.#backlogSince > maxBacklogMs;
  }

  #output(frame: VideoFrame): void {
    this.#inFlight = Math.max(0, this.#inFlight - 1);
    this.#outputs += 1;
    const now = this.#deps.clock.monotonic();
    this.#lastProgress = now;
    if (this.#waiting) {
      this.#waiting.close();
      this.framesDropped += 1;
    }
    this.#waiting = frame;
    if (this.#burstSince !== null && (this.#inFlight <= 1 || now - this.#burstSince > maxBurstMs)) {
      this.#burstSince = null;
    }
    if (this.framesShown === 0 || this.#inFlight === 0) this.#paintWaiting();
    else if (this.#burstSince === null) this.#schedulePaint();
  }

  /** More frames are expected: draws the newest of those decoded within one display refresh. */
  #schedulePaint(): void {
    this.#cancelPaint ??= this.#deps.clock.after(8, () => this.#paintWaiting());
  }

  #paintWaiting(): void {
    this.#cancelPaint?.();
    this.#cancelPaint = null;
    if (!this.#waiting || this.#isPainting) return;
    const frame = this.#waiting;
    this.#waiting = null;
    const ptsMs = frame.timestamp / 1_000;
    const painting = this.#deps.paint(frame);
    if (!painting) {
      this.#painted(ptsMs);
      return;
    }
    const decoder = this.#decoder;
    this.#isPainting = true;
    painting
      .then(
        () => decoder === this.#decoder && this.#painted(ptsMs),
        () => frame.close(),
      )
      .finally(() => {
        this.#isPainting = false;
        // Frames decoded in the meantime; during a burst the next output decides.
        if (this.#burstSince === null || this.#inFlight === 0) this.#paintWaiting();
      });
  }

  #painted(ptsMs: Ms): void {
    this.framesShown += 1;
    this.#deps.shown(ptsMs);
  }

  #decoderFailed(error: unknown): void {
    this.#closeDecoder();
    if (this.#isStopped) return;
    const name = String((error as { name?: unknown } | null)?.name ?? 'error');
    if (this.framesShown === 0 && (this.#useSoftware || name === 'NotSupportedError')) {
      this.#fail(unsupported(this.#config?.codecString ?? 'this stream'));
      return;
    }
    const now = this.#deps.clock.monotonic();
    if (this.#lastFailure !== null && now - this.#lastFailure < failureWindowMs && this.#useSoftware) {
      this.#fail(decodeFailed(name));
      return;
    }
    this.#lastFailure = now;
    this.#useSoftware = true;
    // Before the first frame the key frame is still available; later it may be the corrupt one, so wait for the next.
    if (this.framesShown === 0) this.#replay();
    else this.#needsKey = true;
  }

  #fail(failure: EngineFailure): void {
    this.stop();
    this.#deps.failed(failure);
  }

  #closeDecoder(): void {
    this.#cancelPaint?.();
    this.#cancelPaint = null;
    this.#waiting?.close();
    this.#waiting = null;
    const decoder = this.#decoder;
    this.#decoder = null;
    this.#inFlight = 0;
    this.#outputs = 0;
    if (decoder && decoder.state !== 'closed') decoder.close();
  }
}

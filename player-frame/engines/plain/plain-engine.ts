/** A stream of another server, in a video element. Which library feeds the element is decided by its row in the table. */

import { systemClock } from '../../../lib/kernel/clock.ts';
import type { EpochMs, Ms } from '../../../lib/kernel/units.ts';
import type { PlainStream } from '../../../lib/plain-stream/open-stream.ts';
import type { PlainFault } from '../../../lib/plain-stream/plain-fault.ts';
import { aheadS, type PlainPlayback, type PlaybackReport } from '../../../lib/plain-stream/playback.ts';
import {
  EngineError,
  type EngineEvent,
  type EngineRecording,
  type MediaEngine,
  type MediaTarget,
  type PlainTarget,
  type SnapshotOptions,
  type Stage,
} from '../engine.ts';
import { EngineEvents } from '../engine-events.ts';
import { onNextGesture } from '../gesture.ts';
import { cannotRecord } from '../refusals.ts';
import { fillStage } from '../stage-style.ts';
import { StatsMeter } from '../stats-meter.ts';
import { StillFrame } from '../still-frame.ts';
import { untilFirstFrame } from '../until-first-frame.ts';

export type Play = (video: HTMLVideoElement, stream: PlainStream, report: PlaybackReport) => PlainPlayback;

const watchMs: Ms = 500;
const statsMs: Ms = 1_000;
/** Other servers buffer more than ours, and send in bursts. */
const stalledAfterMs: Ms = 2_000;
const stallLimitMs: Ms = 10_000;
/** While hidden, no more than this is left to be decoded. */
const hiddenAheadS = 5;

export class PlainEngine implements MediaEngine {
  /** A recording would need the samples, which the library keeps to itself. */
  readonly can = { snapshot: true, record: false };
  readonly #clock = systemClock;
  readonly #events = new EngineEvents();
  readonly #video = document.createElement('video');
  readonly #still = new StillFrame(this.#video);
  readonly #meter = new StatsMeter(this.#clock.monotonic());
  readonly #play: Play;
  readonly #cancels: (() => void)[] = [];
  #playback: PlainPlayback | null = null;
  #isWantedMuted = true;
  #isVisible = true;
  #hasFirstFrame = false;
  #hasEnded = false;
  #bytes = 0;
  #shownS = 0;
  #shownAt: Ms = 0;
  #stallReportedAt: Ms | null = null;

  constructor(stage: Stage, play: Play) {
    this.#play = play;
    const video = this.#video;
    video.style.cssText = fillStage;
    video.muted = true;
    video.playsInline = true;
    video.disablePictureInPicture = true;
    stage.element.append(video);
  }

  load(target: MediaTarget, signal: AbortSignal): Promise<void> {
    return untilFirstFrame(this, signal, () => this.#open((target as PlainTarget).plain));
  }

  #open(stream: PlainStream): void {
    const video = this.#video;
    video.addEventListener('loadedmetadata', () => this.#reportTracks());
    // A file continues after its end if it is sought.
    video.addEventListener('playing', () => this.#goOn());
    video.requestVideoFrameCallback(() => this.#firstFrame());
    this.#playback = this.#play(video, stream, {
      received: (bytes) => {
        this.#bytes += bytes;
      },
      failed: (fault) => this.#fail(fault),
      finished: () => {
        this.#hasEnded = true;
        this.#events.emit({ type: 'ended', reason: 'rangeEnd' });
      },
    });
    void this.#start();
    this.#cancels.push(
      this.#clock.every(watchMs, () => this.#watch()),
      this.#clock.every(statsMs, () => this.#reportStats()),
    );
  }

  #start(): Promise<void> {
    return this.#video.play().catch((error: unknown) => {
      if (!(error instanceof DOMException) || error.name !== 'NotAllowedError' || this.#isWantedMuted) return;
      // Autoplay with audio was blocked: plays muted, and unmutes at the next click.
      this.#video.muted = true;
      this.#events.emit({ type: 'audioBlocked' });
      this.#cancels.push(onNextGesture(() => this.setMuted(this.#isWantedMuted)));
      return this.#video.play().catch(() => undefined);
    });
  }

  #firstFrame(): void {
    if (this.#hasFirstFrame || !this.#playback) return;
    this.#hasFirstFrame = true;
    const now = this.#clock.monotonic();
    this.#shownAt = now;
    this.#meter.firstFrame(now);
    this.#events.emit({ type: 'firstFrame', at: now });
    if (!this.#isVisible && this.#isWantedMuted) this.#video.pause();
  }

  #reportTracks(): void {
    const { videoWidth: width, videoHeight: height } = this.#video;
    const { video = '', audio, sampleRate } = this.#playback?.tracks() ?? {};
    this.#events.emit({
      type: 'tracks',
      video: width > 0 ? { codec: video, width, height } : null,
      audio: audio ? { codec: audio, sampleRate } : null,
    });
  }

  #goOn(): void {
    if (this.#hasEnded) this.#events.emit({ type: 'resumed' });
    this.#hasEnded = false;
  }

  /** No event of the element says that its picture stands still. */
  #watch(): void {
    const video = this.#video;
    const now = this.#clock.monotonic();
    const isExpected = this.#hasFirstFrame && !video.paused && !this.#hasEnded && this.#isVisible;
    if (!isExpected || video.currentTime !== this.#shownS) {
      this.#shownS = video.currentTime;
      this.#shownAt = now;
      if (this.#stallReportedAt !== null) this.#events.emit({ type: 'resumed' });
      this.#stallReportedAt = null;
    }
    // What was shown is removed, and the next frame is near when the player is shown again.
    if (!this.#isVisible && video.paused && aheadS(video) > hiddenAheadS) this.#playback?.toLive();
    const forMs = now - this.#shownAt;
    if (!isExpected || forMs < stalledAfterMs) return;
    if (this.#stallReportedAt === null) this.#meter.stalled();
    else if (now - this.#stallReportedAt < 1_000) return;
    this.#stallReportedAt = now;
    this.#events.emit({ type: 'stalled', forMs: Math.round(forMs), limitMs: stallLimitMs });
  }

  renew(): boolean {
    return true;
  }

  setMuted(muted: boolean): void {
    this.#isWantedMuted = muted;
    this.#video.muted = muted;
    this.#attend();
  }

  setVolume(volume: number): void {
    this.#video.volume = Math.min(1, Math.max(0, volume));
  }

  setVisible(visible: boolean): void {
    if (visible === this.#isVisible) return;
    this.#isVisible = visible;
    if (visible) this.#playback?.toLive();
    this.#attend();
  }

  /** A hidden video without sound is not decoded. A file that has ended would start from the beginning. */
  #attend(): void {
    if (!this.#playback || this.#hasEnded) return;
    if (this.#isVisible || !this.#isWantedMuted) void this.#start();
    else if (this.#hasFirstFrame) this.#video.pause();
  }

  /** The stream does not say when its frames were taken. */
  currentTime(): EpochMs | null {
    return this.#hasFirstFrame ? this.#clock.now() : null;
  }

  async snapshot(options: SnapshotOptions): Promise<Blob> {
    const { encodeSnapshot } = await import('../snapshot.ts');
    return encodeSnapshot(this.#hasFirstFrame ? this.#still.shown : null, options);
  }

  element(): HTMLVideoElement {
    return this.#video;
  }

  async record(): Promise<EngineRecording> {
    throw new EngineError(cannotRecord('streams of other servers are not recorded'));
  }

  onEvent(listener: (event: EngineEvent) => void): () => void {
    return this.#events.listen(listener);
  }

  async destroy(): Promise<void> {
    this.#events.close();
    this.#close();
    this.#still.remove();
  }

  #fail(failure: PlainFault): void {
    // The connection must be closed before the event is emitted.
    this.#close();
    this.#events.emit({ type: 'failed', failure });
  }

  #close(): void {
    if (!this.#playback) return;
    for (const cancel of this.#cancels.splice(0)) cancel();
    if (this.#hasFirstFrame) this.#still.keep();
    this.#playback.close();
    this.#playback = null;
  }

  #reportStats(): void {
    const { totalVideoFrames, droppedVideoFrames } = this.#video.getVideoPlaybackQuality();
    const framesShown = totalVideoFrames - droppedVideoFrames;
    this.#events.emit({
      type: 'stats',
      stats: {
        ...this.#meter.read(this.#clock.monotonic(), framesShown, this.#bytes),
        ...{ framesShown, framesDropped: droppedVideoFrames, bytes: this.#bytes, wallMs: this.currentTime() },
        ...{ latencyMs: null, networkDelayMs: null },
        bufferedMs: Math.round(Math.max(0, aheadS(this.#video)) * 1_000),
      },
    });
  }
}

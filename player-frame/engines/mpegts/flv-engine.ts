/**
 * FLV through Media Source: mpegts.js remuxes the bytes of our connection. Runs on the main thread, because its
 * worker only accepts an HTTP address; no worker per tile is needed.
 */
import mpegts from 'mpegts.js';
import type { AmfValue } from '../../../lib/codec/flv/amf0.ts';
import { TagTimes } from '../../../lib/codec/flv/tag-times.ts';
import { FrameInterval } from '../../../lib/codec/frame-interval.ts';
import { systemClock } from '../../../lib/kernel/clock.ts';
import type { EpochMs, Ms } from '../../../lib/kernel/units.ts';
import {
  type EngineDeps,
  EngineError,
  type EngineFailure,
  type EngineRecording,
  type LiveTarget,
  type MediaEngine,
  type RecordOptions,
  type SnapshotOptions,
  type Stage,
} from '../engine.ts';
import { EngineEvents } from '../engine-events.ts';
import { badStream, failureOfEnd, networkClosed, networkSilent, unsupported } from '../failures.ts';
import { onNextGesture } from '../gesture.ts';
import { connect, type LiveConnection, type Transport } from '../live-connection.ts';
import { LiveEdge } from '../live-edge.ts';
import { RecordingSlot } from '../recording-slot.ts';
import { cannotRecord } from '../refusals.ts';
import { fillStage } from '../stage-style.ts';
import { StallWatch } from '../stall-watch.ts';
import { StatsMeter } from '../stats-meter.ts';
import { StillFrame } from '../still-frame.ts';
import { readOrielTag, type SourceFact, StreamClock, sourceRestored } from '../stream-clock.ts';
import { failureOfMpegts } from './mpegts-failures.ts';
import { liveSettings, MpegtsFeed } from './mpegts-feed.ts';

const statsPeriodMs: Ms = 1_000;
const silentAfterMs: Ms = 15_000;
/** Frames of a slow camera are appended in pairs: mpegts.js appends a frame only together with its successor. */
const appendedFrames = 2;

type MediaInfo = Partial<mpegts.MSEPlayerMediaInfo>;

mpegts.LoggingControl.enableAll = false;

export class FlvEngine implements MediaEngine {
  readonly can: MediaEngine['can'];

  private readonly clock = systemClock;
  private readonly events = new EngineEvents();
  private readonly video = document.createElement('video');
  private readonly still = new StillFrame(this.video);
  private readonly streamClock = new StreamClock();
  private readonly stall = new StallWatch();
  private readonly interval = new FrameInterval();
  private readonly tagTimes = new TagTimes((kind, timestampMs) => {
    this.newestMs = timestampMs;
    if (kind === 'video') this.interval.add(timestampMs);
  });
  private readonly transport: Transport;
  private connection: LiveConnection | null = null;
  private readonly feed = new MpegtsFeed(() => this.fail(networkClosed));
  private player: mpegts.Player | null = null;
  private readonly cancels: (() => void)[] = [];
  private destroyed: Promise<void> | null = null;
  private frameRequest = 0;

  private isWantedMuted = true;
  private isVisible = true;
  private isSourceDown = false;
  private hasFailed = false;
  private mediaInfo: MediaInfo | null = null;
  private reportedTracks = '';
  private hasFirstFrame = false;
  /** The element has had a frame to show; a seek resets its `readyState`. */
  private hasData = false;
  private readonly edge: LiveEdge;
  private bytes = 0;
  /** FLV timestamp at time 0 of the element. */
  private baseMs: Ms | null = null;
  private firstClockMs: Ms | null = null;
  /** Frame count at the last reading. */
  private framesSeen = 0;
  private latencyMs: Ms | null = null;
  /** Of the newest frame that has been received. */
  private newestMs: Ms | null = null;
  private networkDelayMs: Ms | null = null;
  private meter = new StatsMeter(this.clock.monotonic());
  private isStalled = false;
  private firstClockAt: Ms | null = null;
  private readonly recordings: RecordingSlot;

  constructor(stage: Stage, deps: EngineDeps) {
    const { video } = this;
    this.transport = deps.transport ?? 'websocket';
    this.recordings = new RecordingSlot(deps.assets.recorderWorker);
    this.can = { snapshot: true, record: this.recordings.isAvailable };
    this.edge = new LiveEdge(video, this.clock);
    video.style.cssText = fillStage;
    video.muted = true;
    video.playsInline = true;
    video.disablePictureInPicture = true;
    // WebKitGTK unmutes when its output stream starts, regardless of the element's state.
    video.addEventListener('volumechange', () => {
      if (this.isWantedMuted && !video.muted) video.muted = true;
    });
    video.addEventListener('loadeddata', () => {
      this.hasData = true;
    });
    video.addEventListener('waiting', () => {
      // Own seeks are not stalls.
      if (this.hasFirstFrame && !video.seeking) this.edge.stalled();
    });
    stage.element.append(video);
  }

  load(target: LiveTarget, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      signal.addEventListener('abort', () => {
        void this.destroy();
        reject(signal.reason);
      });
      this.onEvent((event) => {
        if (event.type === 'firstFrame') resolve();
      });
      this.open(target);
    });
  }

  renew(ticket: string): boolean {
    this.recordings.renew(ticket);
    if (this.transport === 'http') return false;
    this.connection?.renew(ticket);
    return true;
  }

  setMuted(muted: boolean): void {
    this.isWantedMuted = muted;
    this.video.muted = muted;
    if (!this.isVisible) this.attend();
    else if (!muted) void this.play();
  }

  setVolume(volume: number): void {
    this.video.volume = Math.min(1, Math.max(0, volume));
  }

  setVisible(visible: boolean): void {
    if (visible === this.isVisible) return;
    this.isVisible = visible;
    this.excuse();
    // Browsers throttle hidden players differently; continue at the live edge.
    if (visible) this.goOn();
    else this.attend();
  }

  /** Pauses decoding of a hidden, muted video. */
  private attend(): void {
    if (!this.isWantedMuted) this.goOn();
    else if (this.hasFirstFrame) this.edge.suspend();
  }

  private goOn(): void {
    this.edge.resume();
    void this.play();
  }

  currentTime(): EpochMs | null {
    return this.hasFirstFrame ? (this.wallMs ?? this.clock.now()) : null;
  }

  async snapshot(options: SnapshotOptions): Promise<Blob> {
    const { encodeSnapshot, untilDrawable } = await import('../snapshot.ts');
    // A seek to live right after the start delays the callback, the event and the state of the element.
    if (!this.hasFrame && this.video.videoWidth > 0) await untilDrawable(this.video);
    return encodeSnapshot(this.hasFrame ? this.still.shown : null, options);
  }

  /** A frame can be visible before both the callback and the event. */
  private get hasFrame(): boolean {
    return this.hasFirstFrame || this.hasData || this.video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA;
  }

  /** Over a separate connection: data read by mpegts.js is not accessible. */
  async record(options: RecordOptions): Promise<EngineRecording> {
    const { freshTarget } = options;
    if (!freshTarget) throw new EngineError(cannotRecord('a recording needs an address of its own'));
    const recording = await this.recordings.open(options, () => this.destroyed !== null || this.hasFailed);
    await recording.attachConnection(freshTarget);
    return recording;
  }

  onEvent(listener: Parameters<MediaEngine['onEvent']>[0]): () => void {
    return this.events.listen(listener);
  }

  destroy(): Promise<void> {
    this.destroyed ??= this.end();
    return this.destroyed;
  }

  private async end(): Promise<void> {
    this.events.close();
    this.recordings.leave();
    this.closePlayer();
    this.still.remove();
  }

  private open(target: LiveTarget): void {
    this.meter = new StatsMeter(this.clock.monotonic());
    this.connection = connect(this.transport, target, {
      bytes: (chunk) => this.onBytes(chunk),
      ended: (failure) => this.fail(failure),
    });
    const player = mpegts.createPlayer(
      { type: 'flv', url: target.url, isLive: true },
      { ...liveSettings, customLoader: this.feed.loader },
    );
    this.player = player;
    // Events in progress when the player closed still arrive.
    const on = <Args extends unknown[]>(event: string, listener: (...args: Args) => void): void =>
      player.on(event, (...args) => {
        if (this.player === player) listener(...(args as Args));
      });
    on(mpegts.Events.ERROR, (type: string, detail: string, info: unknown) =>
      this.fail(failureOfMpegts(type, detail, info)),
    );
    on(mpegts.Events.MEDIA_INFO, (info: MediaInfo) => this.onMediaInfo(info));
    on(mpegts.Events.SCRIPTDATA_ARRIVED, (data: Record<string, AmfValue>) => this.onScript(data));
    player.attachMediaElement(this.video);
    player.load();
    void this.play();

    const startedAt = this.clock.monotonic();
    this.cancels.push(
      this.edge.keep(
        () => this.hasFirstFrame && (this.isVisible || this.isWantedMuted),
        () => this.interval.ms,
      ),
      this.clock.every(statsPeriodMs, () => this.reportStats()),
      this.clock.every(250, () => this.watch(startedAt)),
    );
    this.awaitFrame();
  }

  private onBytes(chunk: Uint8Array): void {
    this.bytes += chunk.byteLength;
    this.tagTimes.push(chunk);
    if (this.newestMs !== null)
      this.networkDelayMs = this.streamClock.latencyOf(this.newestMs, this.clock.monotonic());
    try {
      this.feed.push(chunk);
    } catch (error) {
      this.fail(badStream(String(error)));
    }
  }

  private play(): Promise<void> {
    return this.video.play().catch((error: unknown) => {
      if (!(error instanceof DOMException) || error.name !== 'NotAllowedError' || this.isWantedMuted) return;
      // Autoplay with audio was blocked: plays muted, and unmutes at the next click.
      this.video.muted = true;
      this.events.emit({ type: 'audioBlocked' });
      this.cancels.push(onNextGesture(() => this.setMuted(this.isWantedMuted)));
      return this.video.play().catch(() => undefined);
    });
  }

  private onMediaInfo(info: MediaInfo): void {
    this.mediaInfo = info;
    const { videoCodec, audioCodec, audioSampleRate: sampleRate, width = 0, height = 0 } = info;
    const description = `${videoCodec} ${audioCodec} ${width}x${height}`;
    if (description !== this.reportedTracks) {
      this.reportedTracks = description;
      this.events.emit({
        type: 'tracks',
        video: videoCodec ? { codec: videoCodec, width, height } : null,
        audio: audioCodec ? { codec: audioCodec, sampleRate } : null,
      });
    }
    if (videoCodec && !MediaSource.isTypeSupported(`video/mp4; codecs="${videoCodec}"`)) {
      this.fail(unsupported(videoCodec));
    }
  }

  private onScript(data: Record<string, AmfValue>): void {
    for (const [name, value] of Object.entries(data)) {
      const oriel = readOrielTag(name, value);
      if (oriel?.name === 'clock') {
        if (oriel.tag.isFrame) this.onClock(oriel.tag.mediaMs);
        this.streamClock.add(oriel.tag, this.clock.monotonic());
        // A key frame implies that the camera is back.
        if (this.isSourceDown) this.onSource(sourceRestored);
      }
      if (oriel?.name === 'alive') this.stall.alive(oriel.quietMs, this.clock.monotonic());
      if (oriel?.name === 'end') this.fail(failureOfEnd(oriel.code));
      if (oriel?.name === 'status') this.onSource(oriel.event);
    }
  }

  /** A clock tag precedes each key frame; a cached GOP is followed by another one immediately. */
  private onClock(mediaMs: Ms): void {
    this.firstClockMs ??= mediaMs;
    const now = this.clock.monotonic();
    const isExtra = this.firstClockAt !== null && now - this.firstClockAt < 500;
    this.firstClockAt ??= now;
    if (!isExtra) this.meter.keyFrame(mediaMs);
  }

  private onSource(event: SourceFact): void {
    this.isSourceDown = event.state === 'retrying';
    this.excuse();
    this.events.emit(event);
  }

  /** Camera wall time of the current playback position. */
  private get wallMs(): EpochMs | null {
    return this.baseMs === null
      ? null
      : this.streamClock.wallOf(this.baseMs + this.video.currentTime * 1_000);
  }

  private get framesShown(): number {
    const { totalVideoFrames, droppedVideoFrames } = this.video.getVideoPlaybackQuality();
    return totalVideoFrames - droppedVideoFrames;
  }

  /** Called for the first frames, then once per statistics interval: each callback causes an additional rendering. */
  private awaitFrame(): void {
    this.video.cancelVideoFrameCallback(this.frameRequest);
    this.frameRequest = this.video.requestVideoFrameCallback((_now, { mediaTime, presentedFrames }) => {
      this.onFrame(mediaTime * 1_000, presentedFrames);
      if (this.baseMs === null) this.awaitFrame();
    });
  }

  private onFrame(mediaTimeMs: Ms, presentedFrames: number): void {
    if (this.firstClockMs !== null && this.baseMs === null) {
      // The first clock tag belongs to the key frame that starts the stream. If that frame is on the screen, its time
      // gives the base; audio may have started a little earlier.
      const isOpening = presentedFrames === 1 && mediaTimeMs < 500;
      this.baseMs = this.firstClockMs - (isOpening ? mediaTimeMs : 0);
    }
    if (this.baseMs !== null)
      this.latencyMs = this.streamClock.latencyOf(this.baseMs + mediaTimeMs, this.clock.monotonic());
    this.begin();
  }

  private begin(): void {
    if (this.hasFirstFrame) return;
    const now = this.clock.monotonic();
    this.hasFirstFrame = true;
    this.meter.firstFrame(now);
    this.events.emit({ type: 'firstFrame', at: now });
    if (!this.isVisible) this.attend();
  }

  private excuse(): void {
    this.stall.excuse(this.isSourceDown || !this.isVisible, this.clock.monotonic());
  }

  private watch(startedAt: Ms): void {
    const now = this.clock.monotonic();
    if (!this.mediaInfo && now - startedAt > silentAfterMs) {
      this.fail(networkSilent);
      return;
    }
    // Browsers do not call frame callbacks in a tile scrolled out of view, although it has a frame.
    if (this.video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) this.begin();
    this.progress(now);
    this.stall.expect(this.interval.ms === null ? null : this.interval.ms * appendedFrames);
    const stalled = this.stall.check(now);
    if (!stalled) return;
    if (!this.isStalled) this.meter.stalled();
    this.isStalled = true;
    this.events.emit(stalled);
  }

  private progress(now: Ms): void {
    const { framesShown } = this;
    if (!this.hasFirstFrame || framesShown === this.framesSeen) return;
    this.framesSeen = framesShown;
    const resumed = this.stall.progress(now);
    if (!resumed) return;
    this.isStalled = false;
    this.events.emit(resumed);
  }

  private reportStats(): void {
    const { framesShown, wallMs } = this;
    const { aheadS } = this.edge;
    if (this.baseMs !== null) this.awaitFrame();
    this.events.emit({
      type: 'stats',
      stats: {
        framesShown,
        framesDropped: this.video.getVideoPlaybackQuality().droppedVideoFrames,
        bytes: this.bytes,
        wallMs,
        latencyMs: this.latencyMs === null ? null : Math.round(this.latencyMs),
        networkDelayMs: this.networkDelayMs === null ? null : Math.round(this.networkDelayMs),
        bufferedMs: aheadS === null ? null : Math.max(0, Math.round(aheadS * 1_000)),
        ...this.meter.read(this.clock.monotonic(), framesShown, this.bytes),
      },
    });
  }

  private fail(failure: EngineFailure): void {
    if (this.hasFailed) return;
    this.hasFailed = true;
    this.recordings.leave();
    if (this.hasFirstFrame) this.still.keep();
    // The connection must be closed before the event is emitted.
    this.closePlayer();
    this.events.emit({ type: 'failed', failure });
  }

  private closePlayer(): void {
    for (const cancel of this.cancels.splice(0)) cancel();
    this.video.cancelVideoFrameCallback(this.frameRequest);
    this.connection?.close();
    this.feed.close();
    const player = this.player;
    this.player = null;
    // mpegts.js fails on its own pending events if destroyed synchronously.
    if (player) queueMicrotask(() => player.destroy());
  }
}

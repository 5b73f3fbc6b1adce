/** FLV through Media Source: each frame becomes MP4 as soon as it arrives. Runs on the main thread. */
import { firstSpsOf } from '../../../lib/codec/avc-config.ts';
import type { AudioConfig, VideoConfig } from '../../../lib/codec/decoder-config.ts';
import type { AmfValue } from '../../../lib/codec/flv/amf0.ts';
import { FrameInterval } from '../../../lib/codec/frame-interval.ts';
import { withLowDelay } from '../../../lib/codec/h264-low-delay.ts';
import type { SizedVideoConfig } from '../../../lib/codec/mp4/init-segment.ts';
import { systemClock } from '../../../lib/kernel/clock.ts';
import type { EpochMs, Ms } from '../../../lib/kernel/units.ts';
import type { RecordedVideo } from '../../recorder/feed.ts';
import type {
  EngineDeps,
  EngineFailure,
  EngineRecording,
  LiveEngine,
  LiveTarget,
  MediaEngine,
  RecordOptions,
  SnapshotOptions,
  Stage,
} from '../engine.ts';
import { EngineEvents } from '../engine-events.ts';
import { failureOfEnd, networkSilent, unsupported } from '../failures.ts';
import { type ClearFlvEvent, FlvInput } from '../flv-input.ts';
import { onNextGesture } from '../gesture.ts';
import { GopStore } from '../gop-store.ts';
import { JumpCover } from '../jump-cover.ts';
import { connect, type LiveConnection, type Transport } from '../live-connection.ts';
import { LiveEdge } from '../live-edge.ts';
import { type RecordTap, tapLive } from '../record-tap.ts';
import { RecordingSlot } from '../recording-slot.ts';
import { fillStage } from '../stage-style.ts';
import { StallWatch } from '../stall-watch.ts';
import { StatsMeter } from '../stats-meter.ts';
import { StillFrame } from '../still-frame.ts';
import {
  type ClockTag,
  readOrielTag,
  type SourceFact,
  StreamClock,
  sourceRestored,
} from '../stream-clock.ts';
import { untilFirstFrame } from '../until-first-frame.ts';
import { ScreenLatency } from './screen-latency.ts';
import { Segmenter, type TrackKind } from './segmenter.ts';
import { mimeTypeOf, SourceBuffers } from './source-buffers.ts';

const statsPeriodMs: Ms = 1_000;
const silentAfterMs: Ms = 15_000;
/** WebKit decodes the whole GOP again when a frame arrives within the duration of the one before. */
const holdsNewest = navigator.vendor.startsWith('Apple');
export class FlvEngine implements LiveEngine {
  readonly can: MediaEngine['can'];

  private readonly clock = systemClock;
  private readonly events = new EngineEvents();
  private readonly video = document.createElement('video');
  private readonly still = new StillFrame(this.video);
  private readonly cover = new JumpCover(this.video, this.clock);
  private readonly streamClock = new StreamClock();
  private readonly latency = new ScreenLatency(this.streamClock);
  private readonly stall = new StallWatch();
  /** The server says that the camera's next key frame is awaited: no frame is expected meanwhile, but its reports. */
  private awaitsKey = false;
  private readonly interval = new FrameInterval();
  private readonly segmenter = new Segmenter((segment) => this.buffers?.append(segment), holdsNewest);
  private readonly transport: Transport;
  private input: FlvInput | null = null;
  private connection: LiveConnection | null = null;
  private buffers: SourceBuffers | null = null;
  private readonly cancels: (() => void)[] = [];
  private destroyed: Promise<void> | null = null;
  private frameRequest = 0;

  private isWantedMuted = true;
  private isVisible = true;
  private isSourceDown = false;
  private hasFailed = false;
  private announced = { hasVideo: false };
  private videoConfig: SizedVideoConfig | null = null;
  private audioConfig: AudioConfig | null = null;
  private metaSize = { width: 0, height: 0 };
  private areTracksAdded = false;
  private hasAudioTrack = false;
  private reportedTracks = '';
  private hasFirstFrame = false;
  /** The element has had a frame to show; a seek resets its `readyState`. */
  private hasData = false;
  private readonly edge: LiveEdge;
  private bytes = 0;
  /** Frame count at the last reading. */
  private framesSeen = 0;
  private latencyMs: Ms | null = null;
  /** Of the newest video frame that has been received. */
  private newestVideoMs: Ms | null = null;
  private networkDelayMs: Ms | null = null;
  private meter = new StatsMeter(this.clock.monotonic());
  private isStalled = false;
  private readonly recordings: RecordingSlot;
  private tap: RecordTap | null = null;
  /** Where a recording begins. */
  private readonly gop = new GopStore();
  private recordedVideo: RecordedVideo | null = null;
  private lastClock: ClockTag | null = null;

  constructor(stage: Stage, deps: EngineDeps) {
    const { video } = this;
    this.transport = deps.transport ?? 'websocket';
    this.recordings = new RecordingSlot(deps.assets.recorderWorker);
    this.can = { snapshot: true, record: this.recordings.isAvailable };
    this.edge = new LiveEdge(
      video,
      this.clock,
      () => this.endS,
      () => this.isVisible && this.cover.keep(),
    );
    video.style.cssText = fillStage;
    video.muted = true;
    video.playsInline = true;
    video.disablePictureInPicture = true;
    // Chromium keeps the pitch by comparing blocks of audio, which needs more of it than is buffered close to live.
    video.preservesPitch = false;
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
    return untilFirstFrame(this, signal, () => {
      this.open(target);
    });
  }

  halt(): void {
    this.events.close();
    if (this.hasFailed) return;
    this.hasFailed = true;
    this.recordings.leave();
    this.still.keep();
    this.closePlayer();
  }

  renew(ticket: string): boolean {
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

  element(): HTMLVideoElement {
    return this.video;
  }

  record(options: RecordOptions): Promise<EngineRecording> {
    return this.recordings.record(
      options,
      () => this.destroyed !== null || this.hasFailed,
      (port) => this.feed(port),
    );
  }

  private feed(port: MessagePort | null): void {
    this.tap?.close();
    this.tap = null;
    if (!port) return;
    this.tap = tapLive(port, {
      hasVideo: this.announced.hasVideo,
      // Not as in the header, which knows of video only while a key frame is awaited.
      hasAudio: this.audioConfig !== null,
      video: this.recordedVideo,
      audio: this.audioConfig,
      clock: this.lastClock,
      group: this.gop.all(),
      newestMs: this.announced.hasVideo ? this.newestVideoMs : this.segmenter.audioEndMs,
    });
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
    this.input = new FlvInput(
      {
        event: (event) => this.onFlv(event),
        delivered: () => !this.hasFailed && this.segmenter.flush(),
        failed: (failure) => this.fail(failure),
      },
      target.decryption ?? null,
    );
    this.connection = connect(this.transport, target, {
      bytes: (chunk) => this.onBytes(chunk),
      ended: (failure) => this.fail(failure),
    });
    this.buffers = new SourceBuffers(this.video, (failure) => this.fail(failure));
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
    this.input?.push(chunk);
    if (this.awaitsKey) this.stall.progress(this.clock.monotonic());
  }

  private onFlv(event: ClearFlvEvent): void {
    if (this.hasFailed) return;
    switch (event.type) {
      case 'header':
        this.announced = event;
        break;
      case 'videoConfig':
        this.onVideoConfig(event.config);
        break;
      case 'audioConfig':
        this.audioConfig = event.config;
        if (this.hasAudioTrack) this.segmenter.configureAudio(event.config);
        this.tap?.add(event);
        break;
      case 'video':
        this.newestVideoMs = event.unit.dtsMs;
        this.interval.add(event.unit.dtsMs);
        this.received(event.unit.dtsMs);
        this.latency.received(event.unit.dtsMs, this.clock.monotonic());
        if (event.unit.isKey) this.meter.keyFrame(event.unit.dtsMs);
        this.awaitKey(null);
        if (this.addTracks()) this.segmenter.addVideo(event.unit);
        this.gop.add(event.unit);
        this.tap?.add(event);
        break;
      case 'audio':
        this.received(event.unit.ptsMs);
        if (this.addTracks()) this.segmenter.addAudio(event.unit, !this.announced.hasVideo);
        this.tap?.add(event);
        break;
      case 'script':
        this.onScript(event.name, event.value);
        break;
      case 'skipped':
        break;
    }
  }

  private received(mediaMs: Ms): void {
    this.networkDelayMs = this.streamClock.linkDelayOf(mediaMs, this.clock.monotonic());
  }

  private onVideoConfig(config: VideoConfig): void {
    const sps = config.codec === 'h264' ? firstSpsOf(config.config) : null;
    const isLowDelay = sps?.reorderDepth === 0 && !sps.isReorderStated;
    const record = (isLowDelay ? withLowDelay(config.config) : null) ?? config.config;
    const { width, height } = sps ?? this.metaSize;
    this.videoConfig = { ...config, config: record, width, height };
    this.recordedVideo = { ...config, width, height };
    this.gop.clear();
    this.tap?.add({ type: 'videoConfig', config: this.recordedVideo });
    if (!this.areTracksAdded) return;
    this.segmenter.configureVideo(this.videoConfig);
    this.reportTracks();
  }

  /** The server sends the configuration of every track before the first frame. */
  private addTracks(): boolean {
    if (this.areTracksAdded || this.hasFailed) return this.areTracksAdded;
    const { videoConfig, audioConfig } = this;
    if (this.announced.hasVideo && !videoConfig) return false;
    this.reportTracks();
    const types = new Map<TrackKind, string>();
    const videoType = videoConfig && mimeTypeOf('video', videoConfig.codecString);
    // Unsupported audio must not prevent video playback.
    const audioType = audioConfig && mimeTypeOf('audio', audioConfig.codecString);
    if (videoConfig && !videoType) this.fail(unsupported(videoConfig.codecString));
    if (videoType) types.set('video', videoType);
    if (audioType) types.set('audio', audioType);
    if (this.hasFailed || types.size === 0) return false;
    this.areTracksAdded = true;
    this.buffers?.add(types);
    if (videoConfig) this.segmenter.configureVideo(videoConfig);
    this.hasAudioTrack = types.has('audio');
    if (audioConfig && audioType) this.segmenter.configureAudio(audioConfig);
    return true;
  }

  private reportTracks(): void {
    const { videoConfig: video, audioConfig: audio } = this;
    const description = `${video?.codecString} ${video?.width}x${video?.height} ${audio?.codecString}`;
    if (description === this.reportedTracks) return;
    this.reportedTracks = description;
    this.events.emit({
      type: 'tracks',
      video: video && { codec: video.codecString, width: video.width, height: video.height },
      audio: audio && { codec: audio.codecString, sampleRate: audio.sampleRate },
    });
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

  private onScript(name: string, value: AmfValue): void {
    if (name === 'onMetaData' && value && typeof value === 'object' && !Array.isArray(value)) {
      const { width, height } = value;
      if (typeof width === 'number' && typeof height === 'number') this.metaSize = { width, height };
    }
    const oriel = readOrielTag(name, value);
    if (oriel?.name === 'clock') {
      this.streamClock.add(oriel.tag, this.clock.monotonic());
      if (oriel.tag.isFrame) {
        this.lastClock = oriel.tag;
        this.tap?.add({ type: 'clock', ...oriel.tag });
      }
      // A key frame implies that the camera is back.
      if (this.isSourceDown) this.onSource(sourceRestored);
    }
    if (oriel?.name === 'alive') this.stall.alive(oriel.quietMs, this.clock.monotonic());
    if (oriel?.name === 'awaitsKey') this.awaitKey(oriel.waitedMs);
    if (oriel?.name === 'end') this.fail(failureOfEnd(oriel.code));
    if (oriel?.name === 'status') this.onSource(oriel.event);
  }

  private onSource(event: SourceFact): void {
    this.isSourceDown = event.state === 'retrying';
    this.excuse();
    this.events.emit(event);
  }

  /** Null: it has arrived, or the reports have ended. */
  private awaitKey(waitedMs: Ms | null): void {
    if (waitedMs === null && !this.awaitsKey) return;
    this.awaitsKey = waitedMs !== null;
    this.events.emit({ type: 'awaitsKey', waitedMs });
  }

  /** Camera wall time of the current playback position. */
  private get wallMs(): EpochMs | null {
    const { positionMs } = this;
    return positionMs === null ? null : this.streamClock.wallOf(positionMs);
  }

  /** Media time of the current playback position. */
  private get positionMs(): Ms | null {
    const { baseMs } = this.segmenter;
    return baseMs === null ? null : baseMs + this.video.currentTime * 1_000;
  }

  /** Time of the element up to which every track has been received. */
  private get endS(): number | null {
    const { baseMs, audioEndMs } = this.segmenter;
    const newestMs = holdsNewest ? 0 : (this.interval.ms ?? 0);
    const videoEndMs = this.newestVideoMs === null ? null : this.newestVideoMs + newestMs;
    const endMs = Math.min(videoEndMs ?? Number.POSITIVE_INFINITY, audioEndMs ?? Number.POSITIVE_INFINITY);
    return baseMs === null || !Number.isFinite(endMs) ? null : (endMs - baseMs) / 1_000;
  }

  private get framesShown(): number {
    const { totalVideoFrames, droppedVideoFrames } = this.video.getVideoPlaybackQuality();
    return totalVideoFrames - droppedVideoFrames;
  }

  /** Once per statistics interval, because each callback causes an additional rendering. */
  private awaitFrame(): void {
    this.video.cancelVideoFrameCallback(this.frameRequest);
    this.frameRequest = this.video.requestVideoFrameCallback((_now, { mediaTime }) => {
      const { baseMs } = this.segmenter;
      if (baseMs !== null) this.latency.appeared(baseMs + mediaTime * 1_000, this.clock.monotonic());
      this.begin();
    });
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
    if (!this.reportedTracks && !this.awaitsKey && now - startedAt > silentAfterMs) {
      this.fail(networkSilent);
      return;
    }
    // Browsers do not call frame callbacks in a tile scrolled out of view, although it has a frame.
    if (this.video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) this.begin();
    this.progress(now);
    this.stall.expect(this.interval.ms);
    const stalled = this.stall.check(now);
    if (!stalled) return;
    this.awaitKey(null);
    if (!this.isStalled) this.meter.stalled();
    this.isStalled = true;
    this.events.emit(stalled);
  }

  private progress(now: Ms): void {
    const { framesShown } = this;
    if (!this.hasFirstFrame || framesShown === this.framesSeen) return;
    this.framesSeen = framesShown;
    const { positionMs } = this;
    const gap = positionMs === null ? null : this.streamClock.takeGap(positionMs);
    if (gap) this.events.emit(gap);
    const resumed = this.stall.progress(now);
    if (!resumed) return;
    this.isStalled = false;
    this.events.emit(resumed);
  }

  private reportStats(): void {
    this.tap?.flush();
    const { framesShown, wallMs, positionMs } = this;
    const { aheadS } = this.edge;
    const now = this.clock.monotonic();
    // A hidden video is paused.
    const isPlaying = this.isVisible || !this.isWantedMuted;
    if (isPlaying && this.hasFirstFrame && positionMs !== null)
      this.latencyMs = this.latency.read(positionMs, now);
    this.awaitFrame();
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
        ...this.meter.read(now, framesShown, this.bytes),
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
    this.cover.remove();
    this.feed(null);
    for (const cancel of this.cancels.splice(0)) cancel();
    this.video.cancelVideoFrameCallback(this.frameRequest);
    this.input?.stop();
    this.connection?.close();
    this.buffers?.close();
    this.buffers = null;
  }
}

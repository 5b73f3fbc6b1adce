/** Playback of one stream inside the worker: connection, demuxer, decoders and events. */

import { firstSpsOf } from '../../../lib/codec/avc-config.ts';
import type { AudioConfig, VideoConfig } from '../../../lib/codec/decoder-config.ts';
import type { FlvEvent } from '../../../lib/codec/flv/flv-events.ts';
import { FrameInterval } from '../../../lib/codec/frame-interval.ts';
import type { Clock } from '../../../lib/kernel/clock.ts';
import type { EngineEvent, EngineFailure, LiveTarget } from '../engine.ts';
import { failureOfEnd, networkSilent } from '../failures.ts';
import { type ClearFlvEvent, FlvInput } from '../flv-input.ts';
import { connect, type LiveConnection, type Transport } from '../live-connection.ts';
import { type RecordTap, tapLive } from '../record-tap.ts';
import { StallWatch } from '../stall-watch.ts';
import { StatsMeter } from '../stats-meter.ts';
import {
  type ClockTag,
  readOrielTag,
  type SourceFact,
  StreamClock,
  sourceRestored,
} from '../stream-clock.ts';
import type { LiveAudio } from './live-audio.ts';
import { type AudioSink, silentAfterMs } from './messages.ts';
import type { Painter } from './painter.ts';
import { VideoPipeline } from './video-pipeline.ts';

export interface LiveSessionDeps {
  readonly clock: Clock;
  readonly painter: Pick<Painter, 'paint'>;
  readonly event: (event: EngineEvent) => void;
  readonly shown: (wallMs: number | null) => void;
}

const watchPeriodMs = 250;
const statsEvery = 4;
/** If the script of the sound cannot be loaded. */
const audioAgainMs = 2_000;

export class LiveSession {
  readonly #deps: LiveSessionDeps;
  readonly #streamClock = new StreamClock();
  readonly #stall = new StallWatch();
  readonly #interval = new FrameInterval();
  /** Null until sound is opened: until then, frames wait for nothing. */
  #audio: LiveAudio | null = null;
  #sink: AudioSink | null = null;
  readonly #video: VideoPipeline;
  #input: FlvInput | null = null;
  #connection: LiveConnection | null = null;
  #stopWatching: (() => void) | null = null;
  #isEnded = false;
  #isVisible = true;
  #isSourceDown = false;
  /** The server says that the camera's next key frame is awaited: no frame is expected meanwhile, but its reports. */
  #awaitsKey = false;
  #hasVideo = false;
  #hasFirstFrame = false;
  #isStalled = false;
  #audioConfig: AudioConfig | null = null;
  #videoConfig: VideoConfig | null = null;
  #metaSize = { width: 0, height: 0 };
  #reportedTracks = '';
  #bytes = 0;
  #shownPtsMs: number | null = null;
  #latencyMs: number | null = null;
  #endCode: string | null = null;
  #ticks = 0;
  readonly #startedAt: number;
  readonly #meter: StatsMeter;
  #newestMs: number | null = null;
  #networkDelayMs: number | null = null;
  #lastClock: ClockTag | null = null;
  #tap: RecordTap | null = null;

  constructor(deps: LiveSessionDeps) {
    this.#deps = deps;
    this.#startedAt = deps.clock.monotonic();
    this.#meter = new StatsMeter(this.#startedAt);
    this.#video = new VideoPipeline({
      clock: deps.clock,
      createDecoder: (init) => new VideoDecoder(init),
      createChunk: (init) => new EncodedVideoChunk(init),
      paint: (frame) => deps.painter.paint(frame),
      shown: (ptsMs) => this.#onShown(ptsMs),
      failed: (failure) => this.#end(failure),
    });
  }

  start(target: LiveTarget, transport: Transport): void {
    this.#input = new FlvInput(
      {
        event: (event) => this.#onFlv(event),
        delivered: () => this.#reportTracks(),
        failed: (failure) => this.#end(failure),
      },
      target.decryption ?? null,
    );
    this.#connection = connect(transport, target, {
      bytes: (chunk) => this.#onBytes(chunk),
      ended: (failure) => this.#end(this.#endCode ? failureOfEnd(this.#endCode) : failure),
    });
    this.#stopWatching = this.#deps.clock.every(watchPeriodMs, () => this.#watch());
  }

  renew(ticket: string): void {
    if (!this.#isEnded) this.#connection?.renew(ticket);
  }

  setVisible(visible: boolean): void {
    this.#isVisible = visible;
    this.#excuse();
    this.#video.setVisible(visible);
  }

  setAudio(sink: AudioSink | null): void {
    this.#sink = sink;
    if (this.#audio) this.#audio.setSink(sink);
    else if (sink) void this.#loadAudio();
  }

  async #loadAudio(): Promise<void> {
    const { clock } = this.#deps;
    const loaded = await import('./live-audio.ts').catch(() => null);
    if (this.#isEnded || this.#audio || !this.#sink) return;
    if (!loaded) {
      clock.after(audioAgainMs, () => void this.#loadAudio());
      return;
    }
    this.#audio = new loaded.LiveAudio({ clock, pushVideo: (unit) => this.#video.push(unit) });
    if (this.#audioConfig) this.#audio.configure(this.#audioConfig);
    this.#audio.setSink(this.#sink);
  }

  /** Also sends the received samples to this port, starting with the current GOP. */
  record(port: MessagePort | null): void {
    this.#tap?.close();
    this.#tap = null;
    if (!port) return;
    this.#tap = tapLive(port, {
      hasVideo: this.#hasVideo,
      // Not as in the header, which knows of video only while a key frame is awaited.
      hasAudio: this.#audioConfig !== null,
      video: this.#videoConfig && this.#sized(this.#videoConfig),
      audio: this.#audioConfig,
      clock: this.#lastClock,
      group: [...this.#video.group, ...(this.#audio?.waiting ?? [])],
      newestMs: this.#newestMs,
    });
  }

  stop(): void {
    this.#isEnded = true;
    this.#input?.stop();
    this.#tap?.close();
    this.#tap = null;
    this.#stopWatching?.();
    this.#connection?.close();
    this.#audio?.stop();
    this.#video.stop();
  }

  #onBytes(chunk: Uint8Array): void {
    if (this.#isEnded) return;
    this.#bytes += chunk.length;
    this.#input?.push(chunk);
    if (!this.#hasVideo || !this.#isVisible || this.#awaitsKey) this.#progress();
  }

  #onFlv(event: ClearFlvEvent): void {
    if (this.#isEnded) return;
    switch (event.type) {
      case 'header':
        this.#hasVideo = event.hasVideo;
        break;
      case 'videoConfig':
        this.#videoConfig = event.config;
        // Waiting frames belong to the old configuration.
        this.#audio?.flushVideo();
        this.#video.configure(event.config);
        this.#tap?.add({ type: 'videoConfig', config: this.#sized(event.config) });
        break;
      case 'video':
        this.#newestMs = event.unit.dtsMs;
        this.#interval.add(event.unit.dtsMs);
        this.#received(event.unit.dtsMs);
        if (event.unit.isKey) {
          this.#meter.keyFrame(event.unit.dtsMs);
          this.#awaitKey(null);
        }
        if (this.#audio) this.#audio.pushVideo(event.unit);
        else this.#video.push(event.unit);
        this.#tap?.add(event);
        break;
      case 'audioConfig':
        this.#audioConfig = event.config;
        this.#audio?.configure(event.config);
        this.#tap?.add(event);
        break;
      case 'audio':
        if (!this.#hasVideo) this.#newestMs = event.unit.ptsMs;
        this.#received(event.unit.ptsMs);
        this.#audio?.push(event.unit);
        this.#tap?.add(event);
        break;
      case 'script':
        this.#onScript(event);
        break;
      case 'skipped':
        break;
    }
  }

  #received(mediaMs: number): void {
    this.#networkDelayMs = this.#streamClock.linkDelayOf(mediaMs, this.#deps.clock.monotonic());
  }

  #onScript({ name, value }: Extract<FlvEvent, { type: 'script' }>): void {
    if (name === 'onMetaData' && value && typeof value === 'object' && !Array.isArray(value)) {
      const { width, height } = value;
      if (typeof width === 'number' && typeof height === 'number') this.#metaSize = { width, height };
    }
    const oriel = readOrielTag(name, value);
    if (oriel?.name === 'clock') {
      this.#streamClock.add(oriel.tag, this.#deps.clock.monotonic());
      if (oriel.tag.isFrame) {
        this.#lastClock = oriel.tag;
        this.#tap?.add({ type: 'clock', ...oriel.tag });
      }
      // A key frame implies that the camera is back.
      if (this.#isSourceDown) this.#onSource(sourceRestored);
    }
    if (oriel?.name === 'alive') this.#stall.alive(oriel.quietMs, this.#deps.clock.monotonic());
    if (oriel?.name === 'awaitsKey') this.#awaitKey(oriel.waitedMs);
    if (oriel?.name === 'end') this.#endCode = oriel.code;
    if (oriel?.name === 'status') this.#onSource(oriel.event);
  }

  #onSource(event: SourceFact): void {
    this.#isSourceDown = event.state === 'retrying';
    this.#excuse();
    this.#deps.event(event);
  }

  /** Null: it has arrived, or the reports have ended. */
  #awaitKey(waitedMs: number | null): void {
    if (waitedMs === null && !this.#awaitsKey) return;
    this.#awaitsKey = waitedMs !== null;
    this.#deps.event({ type: 'awaitsKey', waitedMs });
  }

  /** Reported once per set of tracks, after a chunk has been read completely. */
  #reportTracks(): void {
    const videoConfig = this.#videoConfig;
    const audio = this.#audioConfig;
    const audioCodec = audio?.codecString ?? null;
    if (this.#isEnded || (this.#hasVideo && !videoConfig) || (!videoConfig && !audioCodec)) return;
    const description = `${videoConfig?.codecString ?? null} ${audioCodec}`;
    if (description === this.#reportedTracks) return;
    this.#reportedTracks = description;
    let video = null;
    if (videoConfig) {
      const { codecString: codec, width, height } = this.#sized(videoConfig);
      video = { codec, width, height };
    }
    this.#deps.event({
      type: 'tracks',
      video,
      audio: audio && { codec: audio.codecString, sampleRate: audio.sampleRate },
    });
  }

  #sized(config: VideoConfig): VideoConfig & { width: number; height: number } {
    const sps = config.codec === 'h264' ? firstSpsOf(config.config) : null;
    const { width, height } = sps ?? this.#metaSize;
    return { ...config, width, height };
  }

  #onShown(ptsMs: number): void {
    const { clock } = this.#deps;
    this.#shownPtsMs = ptsMs;
    this.#latencyMs = this.#streamClock.latencyOf(ptsMs, clock.monotonic());
    this.#progress();
    if (!this.#hasFirstFrame) {
      this.#hasFirstFrame = true;
      this.#meter.firstFrame(clock.monotonic());
      this.#deps.event({ type: 'firstFrame', at: clock.monotonic() });
    }
    this.#deps.shown(this.#streamClock.wallOf(ptsMs) ?? clock.now());
    const gap = this.#streamClock.takeGap(ptsMs);
    if (gap) this.#deps.event(gap);
  }

  #progress(): void {
    const resumed = this.#stall.progress(this.#deps.clock.monotonic());
    if (!resumed) return;
    this.#isStalled = false;
    this.#deps.event(resumed);
  }

  #excuse(): void {
    this.#stall.excuse(this.#isSourceDown, this.#deps.clock.monotonic());
  }

  #watch(): void {
    const now = this.#deps.clock.monotonic();
    this.#stall.expect(this.#interval.ms);
    this.#video.watch(this.#interval.ms ?? 0);
    if (this.#isEnded) return;
    if (this.#bytes === 0 && now - this.#startedAt > silentAfterMs) {
      this.#end(networkSilent);
      return;
    }
    const stalled = this.#stall.check(now);
    if (stalled) {
      this.#awaitKey(null);
      if (!this.#isStalled) this.#meter.stalled();
      this.#isStalled = true;
      this.#deps.event(stalled);
    }
    this.#ticks += 1;
    if (this.#ticks % statsEvery === 0) this.#reportStats();
  }

  #reportStats(): void {
    this.#tap?.flush();
    const newestMs = this.#newestMs;
    const shownPtsMs = this.#shownPtsMs;
    const isBuffering = this.#isVisible && newestMs !== null && shownPtsMs !== null;
    this.#deps.event({
      type: 'stats',
      stats: {
        framesShown: this.#video.framesShown,
        framesDropped: this.#video.framesDropped,
        bytes: this.#bytes,
        wallMs: this.#shownPtsMs === null ? null : this.#streamClock.wallOf(this.#shownPtsMs),
        latencyMs: this.#latencyMs === null ? null : Math.round(this.#latencyMs),
        networkDelayMs: this.#networkDelayMs === null ? null : Math.round(this.#networkDelayMs),
        bufferedMs: isBuffering ? Math.max(0, Math.round(newestMs - shownPtsMs)) : null,
        ...this.#meter.read(this.#deps.clock.monotonic(), this.#video.framesShown, this.#bytes),
      },
    });
  }

  #end(failure: EngineFailure): void {
    if (this.#isEnded) return;
    this.stop();
    this.#deps.event({ type: 'failed', failure });
  }
}

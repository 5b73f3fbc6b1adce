/** Recordings by hls.js and Media Source, for browsers that cannot decode frame by frame. */
import Hls, { type ErrorData, ErrorTypes, type Fragment } from 'hls.js/light';
import { printPlaylist } from '../../../lib/codec/hls/print-playlist.ts';
import { systemClock } from '../../../lib/kernel/clock.ts';
import type { EpochMs, Ms } from '../../../lib/kernel/units.ts';
import {
  type EngineDeps,
  EngineError,
  type EngineFailure,
  type EngineRecording,
  type MediaEngine,
  type MediaTarget,
  type Pausable,
  type Rateable,
  type RecordedTarget,
  type Seekable,
  type SnapshotOptions,
  type Stage,
} from '../engine.ts';
import { EngineEvents } from '../engine-events.ts';
import { decodeFailed, engineBroken, nothingStored } from '../failures.ts';
import { onNextGesture } from '../gesture.ts';
import { clearMedia } from '../recorded/clear-media.ts';
import { fetchPlaylist } from '../recorded/fetch-playlist.ts';
import { fetchRest, Growth } from '../recorded/growth.ts';
import { lastAtOrBefore, RecordedTimeline } from '../recorded/recorded-timeline.ts';
import { cannotRecord, seekReplaced } from '../refusals.ts';
import { fillStage } from '../stage-style.ts';
import { StallWatch } from '../stall-watch.ts';
import { StatsMeter } from '../stats-meter.ts';
import { StillFrame } from '../still-frame.ts';
import { untilFirstFrame } from '../until-first-frame.ts';
import { failureOfHls } from './hls-failure.ts';
import { hlsSettings } from './hls-settings.ts';

const statsPeriodMs: Ms = 1_000;
const watchPeriodMs: Ms = 250;
/** A seek between two frames shows the earlier one; rounding must not make it the one before. */
const seekMarginMs: Ms = 1;
/** A seek to the frame that is on the screen presents no other. */
const sameFrameMs: Ms = 300;
/** This close to the end, the element may wait for more. */
const edgeMs: Ms = 1_500;
/** Above, browsers only produce noise. */
const maxPitchedRate = 2;

const isVideoCodec = (codec: string): boolean => /^(?:avc|hvc|hev)/.test(codec);

interface PendingSeek {
  resolve(): void;
  reject(error: EngineError): void;
}

export class HlsEngine implements MediaEngine {
  readonly can = { snapshot: true, record: false };
  readonly seekable: Seekable = {
    seek: (to) => this.seek(to),
    range: () => this.timeline?.range ?? null,
  };
  readonly rateable: Rateable = {
    rates: [0.5, 1, 2, 4],
    setRate: (rate) => this.setRate(rate),
    trim: (factor) => {
      this.video.playbackRate = this.video.defaultPlaybackRate * factor;
    },
  };
  readonly pausable: Pausable = { pause: () => this.pause(), resume: () => this.resume() };

  private readonly clock = systemClock;
  private readonly events = new EngineEvents();
  private readonly video = document.createElement('video');
  private readonly still = new StillFrame(this.video);
  private readonly stall = new StallWatch();
  private readonly meter = new StatsMeter(this.clock.monotonic());
  private readonly cancels: (() => void)[] = [];
  private hls: Hls | null = null;
  private timeline: RecordedTimeline | null = null;
  private growth: Growth | null = null;
  private canGrow = false;
  /** Everything recorded so far is shown, or nearly. */
  private isAtEdge = false;
  private fragments: readonly Fragment[] = [];
  private ticket = '';
  private codecs: { video?: string; audio?: string } | null = null;
  private reportedTracks = '';
  private frameRequest = 0;
  private pendingSeek: PendingSeek | null = null;
  /** Media time of the frame on the screen, in seconds; null before the first frame. */
  private shownS: number | null = null;
  /** Part of the frame on the screen. */
  private shownPart = -1;
  private bytes = 0;
  private isWantedMuted = true;
  private isVisible = true;
  private isPaused = false;
  private isEnded = false;
  private hasFailed = false;
  private destroyed: Promise<void> | null = null;

  constructor(stage: Stage, _deps: EngineDeps) {
    const { video } = this;
    video.style.cssText = fillStage;
    video.muted = true;
    video.playsInline = true;
    video.disablePictureInPicture = true;
    video.addEventListener('loadedmetadata', () => this.reportTracks());
    video.addEventListener('resize', () => this.reportTracks());
    video.addEventListener('ended', () => this.end());
    // The only sign of progress in a hidden tab, which presents no frames.
    video.addEventListener('timeupdate', () => {
      if (!this.isVisible && !video.seeking) this.onFrame(video.currentTime);
    });
    stage.element.append(video);
  }

  load(target: MediaTarget, signal: AbortSignal): Promise<void> {
    return untilFirstFrame(this, signal, () => {
      if (!('range' in target)) return this.fail(engineBroken('not a recording'));
      this.open(target, signal).catch((error: unknown) => {
        if (!signal.aborted)
          this.fail(error instanceof EngineError ? error.failure : engineBroken(String(error)));
      });
    });
  }

  /** Every request carries the ticket, so that the next one uses the new one. */
  renew(ticket: string): boolean {
    this.ticket = ticket;
    return true;
  }

  setMuted(muted: boolean): void {
    this.isWantedMuted = muted;
    this.video.muted = muted;
    if (!muted && !this.isPaused) void this.play();
  }

  setVolume(volume: number): void {
    this.video.volume = Math.min(1, Math.max(0, volume));
  }

  /** A hidden recording plays on, so that its sound does not stop. */
  setVisible(visible: boolean): void {
    this.isVisible = visible;
    this.excuse();
  }

  currentTime(): EpochMs | null {
    return this.shownS === null ? null : this.wallOf(this.shownS);
  }

  async snapshot(options: SnapshotOptions): Promise<Blob> {
    const { encodeSnapshot } = await import('../snapshot.ts');
    return encodeSnapshot(this.shownS === null ? null : this.still.shown, options);
  }

  async record(): Promise<EngineRecording> {
    throw new EngineError(cannotRecord('recordings are exported, not recorded'));
  }

  onEvent(listener: Parameters<MediaEngine['onEvent']>[0]): () => void {
    return this.events.listen(listener);
  }

  destroy(): Promise<void> {
    this.destroyed ??= this.release();
    return this.destroyed;
  }

  private async release(): Promise<void> {
    this.events.close();
    this.close();
    this.still.remove();
  }

  private async open(target: RecordedTarget, signal: AbortSignal): Promise<void> {
    this.ticket = target.ticket;
    const playlist = await fetchPlaylist(target, signal);
    if (signal.aborted) return;
    const timeline = new RecordedTimeline(playlist.parts, target.range);
    this.timeline = timeline;
    const place =
      timeline.placeOf(target.startAt ?? target.range.start) ?? timeline.placeOf(target.range.start);
    if (!place) throw new EngineError(nothingStored);
    this.growth = new Growth({
      clock: this.clock,
      timeline,
      fetch: (after) => fetchRest(target, this.ticket, after, signal),
      onGrown: () => this.onGrown(),
    });
    this.canGrow = this.growth.isOpen;
    const hls = new Hls(
      hlsSettings({
        playlist: () => this.playlistText(playlist.text),
        startS: mediaTimeOf(playlist.parts, place),
        ticket: () => this.ticket,
        clear: (bytes) => this.clear(bytes, target),
      }),
    );
    this.hls = hls;
    hls.on(Hls.Events.LEVEL_LOADED, (_name, { details }) => {
      this.fragments = details.fragments;
    });
    hls.on(Hls.Events.FRAG_LOADED, (_name, { frag }) => {
      this.bytes += frag.stats.loaded;
    });
    hls.on(Hls.Events.BUFFER_CODECS, (_name, tracks) => {
      const codecs = Object.values(tracks).flatMap((track) => track?.codec?.split(',') ?? []);
      const [video, audio] = [codecs.find(isVideoCodec), codecs.find((codec) => !isVideoCodec(codec))];
      this.codecs = { ...(video ? { video } : {}), ...(audio ? { audio } : {}) };
      this.reportTracks();
    });
    hls.on(Hls.Events.ERROR, (_name, data) => this.onError(data));
    hls.loadSource(target.url);
    hls.attachMedia(this.video);
    void this.play();
    this.awaitFrame();
    this.cancels.push(
      this.clock.every(statsPeriodMs, () => this.reportStats()),
      this.clock.every(watchPeriodMs, () => this.watch()),
    );
  }

  /** hls.js requests a playlist without an end again and again. */
  private playlistText(loaded: string): string {
    const { timeline } = this;
    if (!timeline || !this.canGrow) return loaded;
    return printPlaylist(timeline.parts, timeline.range.start, true);
  }

  /** hls.js appends it with its next request. */
  private onGrown(): void {
    if (!this.isEnded) return;
    this.isEnded = false;
    this.excuse();
    this.events.emit({ type: 'resumed' });
    if (!this.isPaused) void this.play();
  }

  private async clear(bytes: Uint8Array, { decryption }: RecordedTarget): Promise<void> {
    try {
      await clearMedia(bytes, decryption ?? null);
    } catch (error) {
      this.fail(error instanceof EngineError ? error.failure : decodeFailed(`decryption: ${error}`));
      throw error;
    }
  }

  private onError(data: ErrorData): void {
    if (!data.fatal) return;
    this.fail(failureOfHls(data, ErrorTypes));
  }

  private reportTracks(): void {
    const { videoWidth: width, videoHeight: height } = this.video;
    const { codecs } = this;
    if (!codecs || (codecs.video && width === 0)) return;
    const description = `${codecs.video} ${width}x${height} ${codecs.audio}`;
    if (description === this.reportedTracks) return;
    this.reportedTracks = description;
    this.events.emit({
      type: 'tracks',
      video: codecs.video ? { codec: codecs.video, width, height } : null,
      audio: codecs.audio ? { codec: codecs.audio } : null,
    });
  }

  // ---- time ----------------------------------------------------------------------------------------

  /** Wall time of a time of the element: hls.js moves fragments slightly when it knows their real duration. */
  private wallOf(mediaS: number): EpochMs | null {
    const index = this.partOf(mediaS);
    const part = this.timeline?.parts[index];
    const fragment = this.fragments[index];
    return part && fragment ? part.startMs + Math.round((mediaS - fragment.start) * 1_000) : null;
  }

  private partOf(mediaS: number): number {
    // Rounding must not attribute the first frame of a part to the one before.
    return Math.max(
      0,
      lastAtOrBefore(this.fragments, mediaS + 0.001, (fragment) => fragment.start),
    );
  }

  private awaitFrame(): void {
    this.video.cancelVideoFrameCallback(this.frameRequest);
    this.frameRequest = this.video.requestVideoFrameCallback((_now, { mediaTime }) => {
      this.awaitFrame();
      this.onFrame(mediaTime);
    });
  }

  private onFrame(mediaS: number): void {
    const now = this.clock.monotonic();
    const isFirst = this.shownS === null;
    this.shownS = mediaS;
    this.reportGap(this.partOf(mediaS));
    const resumed = this.stall.progress(now);
    if (isFirst) {
      this.meter.firstFrame(now);
      this.events.emit({ type: 'firstFrame', at: now });
    }
    if (resumed) this.events.emit(resumed);
    if (!this.video.seeking) this.settleSeek();
    const wallMs = this.wallOf(mediaS);
    if (wallMs !== null && this.timeline && wallMs >= this.timeline.range.end) this.end();
  }

  private reportGap(index: number): void {
    const isNext = index === this.shownPart + 1 && !this.pendingSeek;
    this.shownPart = index;
    const gap = isNext && this.timeline?.gapBefore(index);
    if (gap) this.events.emit({ type: 'gap', ...gap });
  }

  /** Of the file, or of the range within it. */
  private end(): void {
    if (this.isEnded || this.hasFailed) return;
    this.isEnded = true;
    this.video.pause();
    this.excuse();
    this.events.emit({ type: 'ended', reason: this.timeline?.reachesEnd ? 'rangeEnd' : 'noMoreSegments' });
  }

  // ---- seek, rate, pause ---------------------------------------------------------------------------

  private seek(to: EpochMs): Promise<void> {
    const place = this.timeline?.placeOf(to);
    const fragment = place && this.fragments[place.index];
    const part = place && this.timeline?.parts[place.index];
    if (!place || !fragment || !part) return Promise.reject(new EngineError(nothingStored));
    this.pendingSeek?.reject(new EngineError(seekReplaced));
    const sought = new Promise<void>((resolve, reject) => {
      this.pendingSeek = { resolve, reject };
    });
    const own = this.pendingSeek;
    this.video.addEventListener(
      'seeked',
      () => this.clock.after(sameFrameMs, () => this.pendingSeek === own && this.settleSeek()),
      { once: true },
    );
    this.video.currentTime = fragment.start + (place.wallMs - part.startMs + seekMarginMs) / 1_000;
    const wasEnded = this.isEnded;
    this.isEnded = false;
    this.excuse();
    if (wasEnded) this.events.emit({ type: 'resumed' });
    if (!this.isPaused) void this.play();
    return sought;
  }

  private settleSeek(): void {
    this.pendingSeek?.resolve();
    this.pendingSeek = null;
  }

  private setRate(rate: number): void {
    if (!this.rateable.rates.includes(rate)) return;
    this.video.preservesPitch = rate <= maxPitchedRate;
    // The default applies again when the element loads.
    this.video.defaultPlaybackRate = rate;
    this.video.playbackRate = rate;
  }

  private pause(): void {
    this.isPaused = true;
    this.video.pause();
    this.excuse();
  }

  private async resume(): Promise<void> {
    this.isPaused = false;
    this.excuse();
    if (this.hasFailed) throw new EngineError(engineBroken('the recording has failed'));
    if (!this.isEnded) await this.play();
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

  // ---- watch ---------------------------------------------------------------------------------------

  private excuse(): void {
    const isExcused = this.isPaused || this.isEnded || this.isAtEdge || !this.isVisible;
    this.stall.excuse(isExcused, this.clock.monotonic());
  }

  private watch(): void {
    if (this.growth) this.watchEnd(this.growth);
    const stalled = this.stall.check(this.clock.monotonic());
    if (!stalled) return;
    this.meter.stalled();
    this.events.emit(stalled);
  }

  /** The element itself does not end while its playlist can grow. */
  private watchEnd(growth: Growth): void {
    const wallMs = this.wallOf(this.video.currentTime);
    if (wallMs === null || !this.timeline) return;
    growth.position = { wallMs, rate: this.video.playbackRate };
    const isAtEdge = this.canGrow && this.timeline.end - wallMs < edgeMs && !this.video.seeking;
    if (isAtEdge !== this.isAtEdge) {
      this.isAtEdge = isAtEdge;
      this.excuse();
    }
    if (isAtEdge && this.video.readyState <= this.video.HAVE_CURRENT_DATA && !growth.isExpected) this.end();
  }

  private reportStats(): void {
    const { totalVideoFrames, droppedVideoFrames } = this.video.getVideoPlaybackQuality();
    const framesShown = totalVideoFrames - droppedVideoFrames;
    this.events.emit({
      type: 'stats',
      stats: {
        framesShown,
        framesDropped: droppedVideoFrames,
        bytes: this.bytes,
        wallMs: this.currentTime(),
        latencyMs: null,
        networkDelayMs: null,
        bufferedMs: this.bufferedMs,
        ...this.meter.read(this.clock.monotonic(), framesShown, this.bytes),
      },
    });
  }

  private get bufferedMs(): Ms | null {
    const { buffered, currentTime } = this.video;
    for (let index = 0; index < buffered.length; index += 1) {
      if (buffered.start(index) <= currentTime && currentTime < buffered.end(index))
        return Math.round((buffered.end(index) - currentTime) * 1_000);
    }
    return this.shownS === null ? null : 0;
  }

  private fail(failure: EngineFailure): void {
    if (this.hasFailed) return;
    this.hasFailed = true;
    if (this.shownS !== null) this.still.keep();
    this.close();
    this.events.emit({ type: 'failed', failure });
  }

  private close(): void {
    for (const cancel of this.cancels.splice(0)) cancel();
    this.growth?.close();
    this.video.cancelVideoFrameCallback(this.frameRequest);
    this.pendingSeek?.reject(new EngineError(seekReplaced));
    this.pendingSeek = null;
    this.hls?.destroy();
    this.hls = null;
  }
}

/** Time of the element before anything is loaded: the durations before it. */
function mediaTimeOf(
  parts: RecordedTimeline['parts'],
  { index, wallMs }: { readonly index: number; readonly wallMs: EpochMs },
): number {
  const beforeMs = parts.slice(0, index).reduce((sum, part) => sum + part.durationMs, 0);
  return (beforeMs + wallMs - (parts[index]?.startMs ?? wallMs) + seekMarginMs) / 1_000;
}

/** Recordings by hls.js and Media Source, for browsers that cannot decode frame by frame. */
import Hls, { type ErrorData, ErrorTypes } from 'hls.js/light';
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
  type RecordOptions,
  type Seekable,
  type SnapshotOptions,
  type Stage,
  type Steppable,
} from '../engine.ts';
import { EngineEvents } from '../engine-events.ts';
import { decodeFailed, engineBroken, nothingStored } from '../failures.ts';
import { onNextGesture } from '../gesture.ts';
import { clearMedia } from '../recorded/clear-media.ts';
import { fetchPlaylist } from '../recorded/fetch-playlist.ts';
import { frameAfter } from '../recorded/frame-steps.ts';
import { fetchRest, Growth } from '../recorded/growth.ts';
import { PartStore } from '../recorded/part-store.ts';
import { isRate, maxReadRate, recordedRates } from '../recorded/rates.ts';
import { RecordedTimeline } from '../recorded/recorded-timeline.ts';
import { RecordingReports } from '../recorded/recording-reports.ts';
import type { ShownPlace } from '../recorded/shown-taps.ts';
import { RecordingSlot } from '../recording-slot.ts';
import { noMoreFrames } from '../refusals.ts';
import { fillStage } from '../stage-style.ts';
import { StillFrame } from '../still-frame.ts';
import { untilFirstFrame } from '../until-first-frame.ts';
import { ElementPace } from './element-pace.ts';
import { ElementSeek } from './element-seek.ts';
import { failureOfHls } from './hls-failure.ts';
import { hlsSettings } from './hls-settings.ts';
import { KeyFramePlayback } from './key-frame-playback.ts';
import { firstMediaTime, MediaTimes, seekMarginMs } from './media-times.ts';
import { TappedParts } from './tapped-parts.ts';

const statsPeriodMs: Ms = 1_000;
/** Longer than a frame of a camera that sends few. */
const longestFrameS = 10;
const watchPeriodMs: Ms = 250;
/** Browsers update the time four times a second, and slow cameras send one frame per second. */
const maxUnpresented = 6;
/** The frame of a seek begins before the time of the element, but for rounding. */
const aheadS = 0.03;
/** This close to the end, the element may wait for more. */
const edgeMs: Ms = 1_500;
/** A step goes to a time within its frame: times of fragments and of frames are rounded differently. */
const stepMarginMs: Ms = 8;
/** Above, browsers only produce noise. */
const maxPitchedRate = 2;

const isVideoCodec = (codec: string): boolean => /^(?:avc|hvc|hev)/.test(codec);

export class HlsEngine implements MediaEngine {
  readonly can: MediaEngine['can'];
  readonly seekable: Seekable = {
    seek: (to) => this.seek(to),
    range: () => this.timeline?.range ?? null,
  };
  readonly rateable: Rateable = {
    rates: recordedRates,
    setRate: (rate) => this.setRate(rate),
    trim: (factor) => {
      this.video.playbackRate = this.video.defaultPlaybackRate * factor;
    },
  };
  readonly steppable: Steppable = { step: (frames) => this.step(frames) };
  readonly pausable: Pausable = { pause: () => this.pause(), resume: () => this.resume() };

  private readonly clock = systemClock;
  private readonly events = new EngineEvents();
  private readonly video = document.createElement('video');
  private readonly still = new StillFrame(this.video);
  private readonly reports = new RecordingReports(this.clock, (event) => this.events.emit(event));
  private readonly cancels: (() => void)[] = [];
  private readonly recordings: RecordingSlot;
  private readonly seeks = new ElementSeek(this.video, this.clock, () => this.onUnpresented());
  private readonly taps = new TappedParts(this.clock);
  /** Shows key frames only while the rate is too high for the element. */
  private readonly keyFrames = new KeyFramePlayback({
    clock: this.clock,
    partAt: (mediaS) => this.times?.playablePartAt(mediaS) ?? null,
    show: (part) => this.showKeyFrame(part),
    ended: () => this.end(),
  });
  /** Null: the element plays. */
  private keyFrameRate: number | null = null;
  private readonly pace = new ElementPace(this.video, this.clock);
  /** Parts for single steps. */
  private stepStore: PartStore | null = null;
  /** The next frame does not follow the one on the screen. */
  private hasJumped = false;
  private target: RecordedTarget | null = null;
  private hls: Hls | null = null;
  private timeline: RecordedTimeline | null = null;
  private times: MediaTimes | null = null;
  private growth: Growth | null = null;
  private canGrow = false;
  /** Everything recorded so far is shown, or nearly. */
  private isAtEdge = false;
  private ticket = '';
  private codecs: { video?: string; audio?: string } | null = null;
  private frameRequest = 0;
  /** Updates of the time since the last presented frame, while it plays. */
  private unpresented = 0;
  /** Media time of the frame on the screen, in seconds; null before the first frame. */
  private shownS: number | null = null;
  /** Media time of the frame before the last seek; null: it has played since. */
  private soughtFromS: number | null = null;
  /** Part of the frame on the screen. */
  private shownPart = -1;
  private bytes = 0;
  private isWantedMuted = true;
  private rate = 1;
  private isVisible = true;
  private isPaused = false;
  private isEnded = false;
  private hasFailed = false;
  private destroyed: Promise<void> | null = null;

  constructor(stage: Stage, { assets }: EngineDeps) {
    const { video } = this;
    this.recordings = new RecordingSlot(assets.recorderWorker);
    this.can = { snapshot: true, record: this.recordings.isAvailable };
    video.style.cssText = fillStage;
    video.muted = true;
    video.playsInline = true;
    video.disablePictureInPicture = true;
    video.addEventListener('loadedmetadata', () => this.reportTracks());
    video.addEventListener('resize', () => this.reportTracks());
    video.addEventListener('ended', () => this.end());
    // The only sign of progress where no frames are presented: in a hidden tab, or scrolled away.
    video.addEventListener('timeupdate', () => {
      if (!video.paused && this.shownS !== null) this.unpresented += 1;
      const isPresented = this.isVisible && this.unpresented < maxUnpresented;
      if (!isPresented && !video.seeking) this.onFrame(video.currentTime);
    });
    video.addEventListener('seeking', () => {
      this.unpresented = 0;
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
    this.taps.ticket = ticket;
    if (this.stepStore) this.stepStore.ticket = ticket;
    return true;
  }

  setMuted(muted: boolean): void {
    this.isWantedMuted = muted;
    this.video.muted = muted;
    // Play would start from the beginning after the end.
    if (!muted && !this.isPaused && !this.isEnded) void this.play();
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

  playedTime(): EpochMs | null {
    const { currentTime, paused, seeking, readyState } = this.video;
    return paused || seeking || readyState < HTMLMediaElement.HAVE_FUTURE_DATA
      ? null
      : this.wallOf(currentTime);
  }

  async snapshot(options: SnapshotOptions): Promise<Blob> {
    const { encodeSnapshot } = await import('../snapshot.ts');
    return encodeSnapshot(this.shownS === null ? null : this.still.shown, options);
  }

  element(): HTMLVideoElement {
    return this.video;
  }

  record(options: RecordOptions): Promise<EngineRecording> {
    return this.recordings.record(
      { ...options, closesGaps: true },
      () => this.destroyed !== null || this.hasFailed,
      (port) => this.feed(port),
    );
  }

  private feed(port: MessagePort | null): void {
    const { timeline, target, ticket } = this;
    this.taps.feed(port, timeline && target && { timeline, target, ticket }, this.shownPlace);
  }

  private get shownPlace(): ShownPlace | null {
    const wallMs = this.currentTime();
    return wallMs === null || this.shownS === null ? null : { part: this.partOf(this.shownS), wallMs };
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
    this.target = target;
    const playlist = await fetchPlaylist(target, signal);
    if (signal.aborted) return;
    const timeline = new RecordedTimeline(playlist.parts, target.range);
    this.timeline = timeline;
    const times = new MediaTimes(timeline);
    this.times = times;
    const place =
      timeline.placeOf(target.startAt ?? target.range.begin) ?? timeline.placeOf(target.range.begin);
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
        startS: firstMediaTime(playlist.parts, place),
        ticket: () => this.ticket,
        clear: (bytes) => this.clear(bytes, target),
      }),
    );
    this.hls = hls;
    hls.on(Hls.Events.LEVEL_LOADED, (_name, { details }) => {
      times.fragments = details.fragments;
    });
    hls.on(Hls.Events.FRAG_LOADED, (_name, { frag, payload }) => {
      this.bytes += frag.stats.loaded;
      this.taps.loaded(times.fragments.indexOf(frag), payload);
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
    return printPlaylist(timeline.parts, timeline.range.begin, true);
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
    this.reports.tracks({
      video: codecs.video ? { codec: codecs.video, width, height } : null,
      audio: codecs.audio ? { codec: codecs.audio } : null,
    });
  }

  // ---- time ----------------------------------------------------------------------------------------

  private wallOf(mediaS: number): EpochMs | null {
    return this.times?.wallOf(mediaS) ?? null;
  }

  private partOf(mediaS: number): number {
    return this.times?.partOf(mediaS) ?? 0;
  }

  private awaitFrame(): void {
    this.video.cancelVideoFrameCallback(this.frameRequest);
    this.frameRequest = this.video.requestVideoFrameCallback((_now, { mediaTime }) => {
      this.awaitFrame();
      this.unpresented = 0;
      this.onFrame(mediaTime);
    });
  }

  private onFrame(mediaS: number): void {
    if (this.shownS !== null && this.isAheadOfSeek(mediaS)) return;
    const isFirst = this.shownS === null;
    this.shownS = mediaS;
    this.reportGap(this.partOf(mediaS));
    this.reports.shown();
    if (isFirst && this.keyFrameRate !== null && !this.isPaused) void this.play();
    if (!this.video.seeking && !this.isFromBefore(mediaS)) this.seeks.settle();
    if (!this.video.paused && !this.seeks.isPending) this.soughtFromS = null;
    const wallMs = this.wallOf(mediaS);
    if (wallMs !== null && !this.video.seeking) {
      this.taps.shown({ part: this.partOf(mediaS), wallMs }, this.hasJumped);
      this.hasJumped = false;
    }
    if (wallMs !== null && this.timeline && wallMs >= this.timeline.range.end) this.end();
  }

  /** Firefox may present the frame before a seek once more after it, or the one after it late. */
  private isFromBefore(mediaS: number): boolean {
    if (!this.seeks.isPending) return false;
    return mediaS === this.soughtFromS || Math.abs(mediaS - this.video.currentTime) > longestFrameS;
  }

  /** The same in a pause, where the time of the element stands at that of the seek. */
  private isAheadOfSeek(mediaS: number): boolean {
    const { paused, currentTime } = this.video;
    return paused && this.soughtFromS !== null && mediaS > currentTime + aheadS;
  }

  /** The element shows the frame of its time, although it has not said so. */
  private onUnpresented(): void {
    if (this.shownS !== null && this.isFromBefore(this.shownS)) this.onFrame(this.video.currentTime);
  }

  private reportGap(index: number): void {
    const before = this.shownPart;
    this.shownPart = index;
    const isPlayed = index === before + 1 || (this.keyFrames.isRunning && before >= 0);
    const gap = isPlayed && !this.seeks.isPending && this.timeline?.gapWithin(before, index);
    if (gap) this.events.emit({ type: 'gap', ...gap });
  }

  /** Of the file, or of the range within it. */
  private end(): void {
    if (this.isEnded || this.hasFailed) return;
    this.isEnded = true;
    this.keyFrames.stop();
    this.video.pause();
    this.excuse();
    this.reports.ended(this.timeline);
  }

  // ---- seek, rate, pause ---------------------------------------------------------------------------

  private seek(to: EpochMs): Promise<void> {
    const place = this.timeline?.placeOf(to);
    return place
      ? this.showAt({ part: place.index, wallMs: place.wallMs }, seekMarginMs)
      : Promise.reject(new EngineError(nothingStored));
  }

  /** Resolves when the frame is on the screen. */
  private showAt(place: ShownPlace, marginMs: Ms): Promise<void> {
    const mediaS = this.times?.mediaOf(place, marginMs) ?? null;
    if (mediaS === null) return Promise.reject(new EngineError(nothingStored));
    this.keyFrames.stop();
    this.hasJumped = true;
    this.soughtFromS = this.shownS;
    const sought = this.seeks.to(mediaS);
    const wasEnded = this.isEnded;
    this.isEnded = false;
    this.excuse();
    if (wasEnded) this.events.emit({ type: 'resumed' });
    if (!this.isPaused) void this.play();
    return sought;
  }

  private setRate(rate: number): void {
    if (!isRate(recordedRates, rate)) return;
    const wasByKeyFrames = this.keyFrameRate !== null;
    this.rate = rate;
    this.pace.setRate(rate);
    this.keyFrameRate = rate > maxReadRate ? rate : null;
    const elementRate = Math.min(rate, maxReadRate);
    this.video.preservesPitch = rate <= maxPitchedRate;
    // The default applies again when the element loads.
    this.video.defaultPlaybackRate = elementRate;
    this.video.playbackRate = elementRate;
    const isChanged = wasByKeyFrames || this.keyFrameRate !== null;
    if (isChanged && this.shownS !== null && !this.isPaused && !this.isEnded) void this.play();
  }

  private async step(frames: number): Promise<void> {
    this.pause();
    const { timeline, target, shownPlace } = this;
    if (!timeline || !target || !shownPlace) throw new EngineError(nothingStored);
    this.stepStore ??= new PartStore(timeline.parts, target.url, target.decryption ?? null);
    const store = this.stepStore;
    store.ticket = this.ticket;
    const place = await frameAfter(timeline, (part) => store.load(part), shownPlace, frames);
    if (!place) throw new EngineError(noMoreFrames);
    await this.showAt(place, stepMarginMs);
  }

  private async showKeyFrame(part: number): Promise<void> {
    const wallMs = this.timeline?.parts[part]?.startMs;
    const mediaS = wallMs === undefined ? null : this.times?.mediaOf({ part, wallMs }, seekMarginMs);
    if (mediaS == null) return;
    this.hasJumped = true;
    await this.seeks.step(mediaS);
  }

  private pause(): void {
    this.isPaused = true;
    this.keyFrames.stop();
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
    this.keyFrames.stop();
    if (this.keyFrameRate !== null && this.shownS !== null) {
      this.video.pause();
      this.keyFrames.start(this.video.currentTime, this.keyFrameRate);
      return Promise.resolve();
    }
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
    this.reports.excuse(this.isPaused || this.isEnded || this.isAtEdge || !this.isVisible);
  }

  private watch(): void {
    if (this.growth) this.watchEnd(this.growth);
    this.watchPace();
    this.reports.checkStall();
  }

  /** At a rate that the element does not reach, key frames alone are shown for a while. */
  private watchPace(): void {
    if (this.rate > maxReadRate || this.shownS === null || this.isEnded) return;
    const hasMore = (this.bufferedMs ?? 0) > this.rate * 1_000;
    this.pace.watch(this.isVisible && !this.isPaused && !this.isAtEdge && hasMore);
    const part = this.timeline?.parts[this.partOf(this.video.currentTime)];
    const keyFrameRate = this.pace.isByKeyFrames(part?.durationMs ?? 0) ? this.rate : null;
    if (keyFrameRate === this.keyFrameRate) return;
    this.keyFrameRate = keyFrameRate;
    if (!this.isPaused) void this.play();
  }

  /** The element itself does not end while its playlist can grow. */
  private watchEnd(growth: Growth): void {
    const wallMs = this.wallOf(this.video.currentTime);
    if (wallMs === null || !this.timeline) return;
    growth.position = { wallMs, rate: this.keyFrameRate ?? this.video.playbackRate };
    const isAtEdge = this.canGrow && this.timeline.end - wallMs < edgeMs && !this.video.seeking;
    if (isAtEdge !== this.isAtEdge) {
      this.isAtEdge = isAtEdge;
      this.excuse();
    }
    if (isAtEdge && this.video.readyState <= this.video.HAVE_CURRENT_DATA && !growth.isExpected) this.end();
  }

  private reportStats(): void {
    this.taps.flush();
    const { totalVideoFrames, droppedVideoFrames } = this.video.getVideoPlaybackQuality();
    this.reports.stats({
      framesShown: totalVideoFrames - droppedVideoFrames,
      framesDropped: droppedVideoFrames,
      bytes: this.bytes,
      wallMs: this.currentTime(),
      bufferedMs: this.bufferedMs,
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
    this.keyFrames.stop();
    this.recordings.leave();
    this.feed(null);
    this.stepStore?.close();
    this.growth?.close();
    this.video.cancelVideoFrameCallback(this.frameRequest);
    this.seeks.cancel();
    this.hls?.destroy();
    this.hls = null;
  }
}

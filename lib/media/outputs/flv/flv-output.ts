import type { FlvTag } from '../../../codec/flv/flv-tags.ts';
import { flvFileHeader, scriptTag } from '../../../codec/flv/flv-tags.ts';
import { FrameInterval, silenceLimit } from '../../../codec/frame-interval.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { EpochMs, Ms } from '../../../kernel/units.ts';
import type { AccessUnit, SourceFailure, TrackSet } from '../../ports.ts';
import type {
  ReaderPolicy,
  ReaderStatus,
  ReaderSubscription,
  StreamEnd,
  StreamReader,
  UnitStream,
} from '../../stream/reader.ts';
import { isSameTrackSet } from '../../stream/track-set.ts';
import { type Batch, Batcher } from './batcher.ts';
import { ChunkLog, type StreamHeaders } from './chunk-log.ts';
import { FlvMuxer } from './flv-muxer.ts';
import type { FlvLimits } from './limits.ts';
import type { LiveViewer, ViewerSubscription } from './live-viewer.ts';
import { type SharedBytes, shareBytes } from './shared-bytes.ts';
import { Timeline } from './timeline.ts';
import { ViewerCursor } from './viewer-cursor.ts';

export const endTracksChanged: StreamEnd = {
  code: 'tracks.changed',
  message: 'The stream changed: connect again.',
};
const endTooSlow: StreamEnd = {
  code: 'viewer.tooSlow',
  message: 'The connection is too slow for this stream.',
};

/** Units are processed within the call, so the stream never queues for this reader. */
const policy: ReaderPolicy = { start: 'cachedGop', maxQueuedBytes: 0, whenFull: 'skip' };
/** Of a stream whose tracks are not known yet: whether there is audio follows. */
const unknownTracks = shareBytes([flvFileHeader({ video: {}, audio: null })]);
const noSubscription: ViewerSubscription = { resume() {}, close() {}, finish() {} };
/** Interval of checks of viewers that are behind while no units arrive. */
const CHECK_EVERY_MS = 1_000;
/** Audio-only streams have no key frames; viewers start and skip at intervals of this length. */
const AUDIO_GROUP_MS = 1_000;
/** Most cameras have a key frame every two seconds: shorter waits are not reported. */
const AWAITS_KEY_AFTER_MS = 1_500;
/** Clock tags are this far apart at most, so that viewers can measure the connection. */
const CLOCK_EVERY_MS = 1_000;
/** In a replay, a longer time without recordings is reported. */
const GAP_MS = 1_000;

/**
 * One stream reader for all FLV viewers: muxes once, caches one GOP, and skips for slow viewers. Subscribed
 * to the stream while it has viewers.
 */
export class FlvOutput implements StreamReader {
  private readonly viewers = new Set<ViewerCursor>();
  private readonly behind = new Set<ViewerCursor>();
  private readonly log: ChunkLog;
  private readonly timeline: Timeline;
  private readonly batcher: Batcher;
  private subscription: ReaderSubscription | null = null;
  private stopChecking: (() => void) | null = null;
  private muxer: FlvMuxer | null = null;
  private headers: StreamHeaders | null = null;
  private lastKeyMs: Ms | null = null;
  /** Wall time minus monotonic time at the start: viewers measure delays with it, so it must not change with the clock. */
  private readonly serverOffset: EpochMs;
  private lastWall: { wallMs: EpochMs; timestampMs: Ms } | null = null;
  /** Monotonic time of the newest clock tag. */
  private clockAt: Ms = 0;
  /** Monotonic time of the newest unit, of video where there is video. */
  private newestAt: Ms = 0;
  /** Of the units that determine `newestAt`. */
  private readonly interval = new FrameInterval();
  /** The stream waits for its next attempt: new viewers receive the reason. */
  private waiting: { readonly failure: SourceFailure; readonly retryAt: Ms } | null = null;
  /** End of the stream for this subscription. */
  private ended: StreamEnd | null = null;

  constructor(
    private readonly stream: UnitStream,
    private readonly clock: Clock,
    private readonly limits: FlvLimits,
  ) {
    this.serverOffset = clock.now() - clock.monotonic();
    this.log = new ChunkLog(limits.maxGopBytes);
    this.timeline = new Timeline(clock);
    this.batcher = new Batcher(clock, limits.merge, (batch) => this.publish(batch));
  }

  get viewerCount(): number {
    return this.viewers.size;
  }

  /** Bytes kept for new and late viewers. */
  get bufferedBytes(): number {
    return this.log.bufferedBytes;
  }

  /**
   * Opens the viewer as soon as the tracks of the running source are known. `viewer.open` or `viewer.end` may
   * be called before this returns.
   */
  join(viewer: LiveViewer): ViewerSubscription {
    if (!this.subscription) this.attach();
    const end = this.ended ?? this.waitingEnd();
    if (end) {
      viewer.end(end, null);
      this.detachIfUnused();
      return noSubscription;
    }
    if (this.clock.monotonic() - this.newestAt >= this.staleMs) this.log.forgetGop();
    const cursor = new ViewerCursor(viewer, this.log, this.limits.viewer, this.clock);
    this.viewers.add(cursor);
    this.batcher.setViewers(this.viewers.size);
    if (this.muxer && this.headers) this.open(cursor, this.headers);
    return {
      resume: () => {
        if (!this.viewers.has(cursor)) return;
        cursor.resume();
        this.track(cursor);
      },
      close: () => this.remove(cursor),
      finish: (reason) => this.endViewer(cursor, reason),
    };
  }

  restarted(): void {
    this.batcher.flush();
    this.timeline.restart();
    this.log.forgetGop();
    this.interval.reset();
    this.muxer = null;
    this.waiting = null;
    this.pauseViewers();
  }

  tracks(tracks: TrackSet): void {
    this.batcher.flush();
    const old = this.headers;
    if (old && !isSameTrackSet(old.tracks, tracks)) this.endOpen(endTracksChanged);
    this.begin(tracks);
  }

  unit(unit: AccessUnit, receivedAt: Ms): void {
    if (!this.muxer || !this.headers) return;
    const { video } = this.headers.tracks;
    if (!video || unit.kind === 'video') {
      this.newestAt = receivedAt;
      this.interval.add(unit.dtsMs);
    }
    const timestampMs = this.timeline.place(unit.kind, unit.dtsMs, receivedAt);
    const tags = this.muxer.unit(unit, timestampMs);
    if (tags.length === 0) return;
    const isStart = video ? unit.kind === 'video' && unit.isKey : this.isNewAudioGroup(timestampMs);
    if (isStart) {
      const gapFrom = this.gapBefore(unit.wallMs, timestampMs);
      this.lastKeyMs = timestampMs;
      this.lastWall = { wallMs: unit.wallMs, timestampMs };
      tags.unshift(this.clockTag(timestampMs, unit.wallMs, receivedAt, gapFrom === null ? {} : { gapFrom }));
    } else if (this.lastWall !== null && receivedAt - this.clockAt >= CLOCK_EVERY_MS) {
      const wallMs = this.wallAt(this.lastWall, timestampMs);
      tags.unshift(this.clockTag(timestampMs, wallMs, receivedAt, { isFrame: false }));
    }
    this.batcher.add(tags, timestampMs, isStart, video !== null && unit.kind === 'audio');
    if (this.timeline.isExhausted) this.renew(this.headers.tracks);
  }

  status(status: ReaderStatus): void {
    if (status.state === 'quiet') {
      this.script('onOrielAlive', { quietMs: Math.round(status.quietMs) });
    } else if (status.state === 'live') {
      this.script('onOrielStatus', { state: 'live', code: null, retryInMs: null });
    } else if (status.state === 'replaced') {
      this.script('onOrielStatus', { state: 'retrying', code: 'source.changed', retryInMs: 0 });
      this.pauseViewers();
    } else if (status.state === 'awaitsKey') {
      this.awaitsKey(status.waitedMs);
    } else {
      this.retrying(status.failure, status.retryInMs);
    }
  }

  /** The stream has ended: ends all viewers. */
  end(end: StreamEnd): void {
    this.ended = end;
    for (const cursor of [...this.viewers]) this.endViewer(cursor, end);
  }

  private attach(): void {
    this.restarted();
    this.ended = null;
    this.stopChecking = this.clock.every(CHECK_EVERY_MS, () => {
      this.checkBehind();
      this.checkAwaiting();
    });
    this.subscription = this.stream.subscribe(this, policy);
  }

  private detachIfUnused(): void {
    if (this.viewers.size > 0) return;
    this.subscription?.close();
    this.subscription = null;
    this.stopChecking?.();
    this.stopChecking = null;
    this.batcher.flush();
    this.log.forgetGop();
    this.log.trim(Number.POSITIVE_INFINITY);
  }

  /** Nobody is ended for it: frames arrive, and the next key frame will. */
  private awaitsKey(waitedMs: Ms): void {
    if (waitedMs < AWAITS_KEY_AFTER_MS) return;
    for (const cursor of this.viewers) {
      if (!cursor.hasBegun) cursor.begin(unknownTracks);
      this.sayAwaitsKey(cursor, waitedMs);
    }
  }

  /** Viewers for whom no group was kept, and those that were skipped to the next one. */
  private checkAwaiting(): void {
    const isRunning = this.clock.monotonic() - this.newestAt < this.staleMs;
    for (const cursor of isRunning ? this.viewers : []) {
      const { awaitsKeyMs } = cursor;
      if (awaitsKeyMs === null || awaitsKeyMs < AWAITS_KEY_AFTER_MS) continue;
      this.stream.requestKeyFrame?.();
      this.sayAwaitsKey(cursor, awaitsKeyMs);
    }
  }

  private sayAwaitsKey({ viewer }: ViewerCursor, waitedMs: Ms): void {
    if (!viewer.hasCapacity()) return;
    const value = { waitedMs: Math.round(waitedMs) };
    viewer.write(shareBytes(scriptTag('onOrielAwaitsKey', value, this.timeline.now())));
  }

  private get staleMs(): Ms {
    return silenceLimit(this.limits.staleMs, this.interval.ms ?? 0);
  }

  private retrying(failure: SourceFailure, retryInMs: Ms | null): void {
    const { code } = failure;
    if (retryInMs !== null) {
      this.waiting = { failure, retryAt: this.clock.monotonic() + retryInMs };
      const end = this.waitingEnd();
      for (const cursor of [...this.viewers]) if (!cursor.isOpen && end) this.endViewer(cursor, end);
    }
    this.script('onOrielStatus', { state: 'retrying', code, retryInMs: retryInMs ?? 0 });
    this.pauseViewers();
  }

  private pauseViewers(): void {
    for (const cursor of this.viewers) cursor.paused();
  }

  private waitingEnd(): StreamEnd | null {
    if (!this.waiting) return null;
    const { failure, retryAt } = this.waiting;
    const retryInMs = Math.max(0, retryAt - this.clock.monotonic());
    return { code: failure.code, message: failure.message, retryInMs };
  }

  /** Writes a script tag to every open viewer immediately. */
  private script(name: string, value: Parameters<typeof scriptTag>[1]): void {
    if (!this.headers) return;
    const timestampMs = this.timeline.now();
    this.batcher.control(scriptTag(name, value, timestampMs), timestampMs);
  }

  private begin(tracks: TrackSet): void {
    this.log.forgetGop();
    this.lastKeyMs = null;
    this.muxer = new FlvMuxer(tracks);
    this.headers = this.makeHeaders(tracks, this.muxer);
    for (const cursor of [...this.viewers]) if (!cursor.isOpen) this.open(cursor, this.headers);
  }

  /** The FLV timestamps are exhausted: all viewers reconnect and time starts at zero. */
  private renew(tracks: TrackSet): void {
    this.batcher.flush();
    this.endOpen(endTracksChanged);
    this.timeline.reset();
    this.begin(tracks);
  }

  private publish(batch: Batch): void {
    if (!this.headers) return;
    const number = this.log.end;
    const chunk = this.log.append({
      kind: batch.kind,
      bytes: shareBytes(batch.pieces),
      headers: this.headers,
      timestampMs: batch.timestampMs,
    });
    for (const cursor of this.viewers) {
      cursor.offer(chunk, number);
      if (cursor.isBehind) this.behind.add(cursor);
    }
    if (this.behind.size > 0) this.checkBehind();
    if (batch.kind === 'key' || this.log.start === null) this.trim();
  }

  private checkBehind(): void {
    for (const cursor of [...this.behind]) {
      if (cursor.check() === 'tooSlow') this.endViewer(cursor, endTooSlow);
      else this.track(cursor);
    }
  }

  private trim(): void {
    let neededFrom = Number.POSITIVE_INFINITY;
    for (const cursor of this.behind) neededFrom = Math.min(neededFrom, cursor.neededFrom);
    this.log.trim(neededFrom);
  }

  private track(cursor: ViewerCursor): void {
    if (cursor.isBehind && this.viewers.has(cursor)) this.behind.add(cursor);
    else this.behind.delete(cursor);
  }

  private open(cursor: ViewerCursor, headers: StreamHeaders): void {
    // The clock tag of the cached GOP is as old as the GOP, so viewers also get current ones: before the GOP one whose
    // trip no backlog delays, and one after it, which marks the live position.
    const hasFullGop = cursor.open(headers, this.currentClock({ isFrame: false }));
    this.track(cursor);
    const now = hasFullGop ? this.currentClock() : null;
    if (now) cursor.viewer.write(now);
  }

  private currentClock(mark: { isFrame?: boolean } = {}): SharedBytes | null {
    if (!this.lastWall) return null;
    const mediaMs = this.timeline.extrapolated();
    const wallMs = this.wallAt(this.lastWall, mediaMs);
    return shareBytes(this.clockTag(mediaMs, wallMs, this.clock.monotonic(), mark));
  }

  private wallAt(last: { readonly wallMs: EpochMs; readonly timestampMs: Ms }, mediaMs: Ms): EpochMs {
    return last.wallMs + (mediaMs - last.timestampMs) * (this.stream.speed ?? 1);
  }

  /**
   * Where the recordings ended before this frame of a replay: media time runs on across a gap, wall time does not. Null
   * if there is no gap, and for live video, whose camera may have set its clock.
   */
  private gapBefore(wallMs: EpochMs, timestampMs: Ms): EpochMs | null {
    const { speed } = this.stream;
    if (speed === undefined || this.lastWall === null) return null;
    const gapFrom = this.wallAt(this.lastWall, timestampMs);
    return wallMs - gapFrom > GAP_MS ? gapFrom : null;
  }

  /** Media time `mediaMs` was received at `receivedAt` and captured by the camera at `wallMs`. */
  private clockTag(
    mediaMs: Ms,
    wallMs: EpochMs,
    receivedAt: Ms,
    mark: { isFrame?: boolean; gapFrom?: EpochMs } = {},
  ): FlvTag {
    const { speed = 1 } = this.stream;
    this.clockAt = receivedAt;
    const value = {
      mediaMs,
      wallMs,
      serverMs: this.serverOffset + receivedAt,
      ...(speed !== 1 && { speed }),
      ...mark,
    };
    return scriptTag('onOrielClock', value, Math.min(mediaMs, this.timeline.now()));
  }

  private makeHeaders(tracks: TrackSet, muxer: FlvMuxer): StreamHeaders {
    const tags = muxer.headers(this.timeline.now()).flat();
    return { tracks, opening: shareBytes([flvFileHeader(tracks), ...tags]), again: shareBytes(tags) };
  }

  private isNewAudioGroup(timestampMs: Ms): boolean {
    return this.lastKeyMs === null || timestampMs - this.lastKeyMs >= AUDIO_GROUP_MS;
  }

  private endOpen(end: StreamEnd): void {
    for (const cursor of [...this.viewers]) if (cursor.isOpen) this.endViewer(cursor, end);
  }

  private endViewer(cursor: ViewerCursor, end: StreamEnd): void {
    if (!this.remove(cursor)) return;
    const lastTag = scriptTag('onOrielEnd', { code: end.code }, this.timeline.now());
    cursor.viewer.end(end, cursor.hasBegun ? shareBytes(lastTag) : null);
  }

  private remove(cursor: ViewerCursor): boolean {
    this.behind.delete(cursor);
    if (!this.viewers.delete(cursor)) return false;
    this.batcher.setViewers(this.viewers.size);
    this.detachIfUnused();
    return true;
  }
}

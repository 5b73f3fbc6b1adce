/**
 * The stream of a camera with its video as H.264: one reader of the camera's stream, and itself a stream with
 * readers. H.264 passes unchanged; H.265 is converted by one ffmpeg child; audio bypasses it. ffmpeg runs
 * only while the camera sends H.265 and this stream has readers.
 */

import { sameBytes } from '../../../codec/nal.ts';
import type { VideoTrack } from '../../../codec/tracks.ts';
import type { Cancel, Clock } from '../../../kernel/clock.ts';
import type { Logger } from '../../../kernel/logger.ts';
import type { Result } from '../../../kernel/result.ts';
import type { EpochMs, Ms } from '../../../kernel/units.ts';
import type { AccessUnit, SourceFailure, StreamCondition, StreamState, TrackSet } from '../../ports.ts';
import type { ReaderLimits, RetryLimits } from '../../stream/limits.ts';
import type {
  ReaderPolicy,
  ReaderStatus,
  ReaderSubscription,
  StreamEnd,
  StreamReader,
  UnitStream,
} from '../../stream/reader.ts';
import { ReaderSet } from '../../stream/reader-set.ts';
import { RetrySchedule } from '../../stream/retry-schedule.ts';
import type { Converter, StartConverter } from './video-converter.ts';

export interface TranscodeOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  /** In [0, 1). */
  readonly random: () => number;
  readonly limits: ReaderLimits & RetryLimits;
  /** Starts a converter, or why none is available. */
  readonly converter: Result<StartConverter, string>;
  /** Called before a child starts: returns how to release the slot, or null when all are in use. */
  readonly acquireSlot: () => (() => void) | null;
  /** State, tracks or failure changed. */
  readonly onCondition: (condition: StreamCondition) => void;
}

/** If ffmpeg is behind by more, continue at the next key frame. A cached GOP usually fits. */
const policy: ReaderPolicy = { start: 'cachedGop', maxQueuedBytes: 4 * 1024 * 1024, whenFull: 'skip' };
/** The child stays this long after its last reader, so that reloading a page does not start another. */
const LINGER_MS: Ms = 5_000;
/** Frames are pushed, none come out: the child hangs. Detected within five seconds, the check's period included. */
const HANG_MS: Ms = 4_000;
const CHECK_EVERY_MS: Ms = 500;

/** Limits the number of concurrent children; more would delay all of them. */
export function transcodeSlots(maxRunning: number): () => (() => void) | null {
  let running = 0;
  return () => {
    if (running >= maxRunning) return null;
    running += 1;
    let hasSlot = true;
    return () => {
      if (hasSlot) running -= 1;
      hasSlot = false;
    };
  };
}

export class TranscodedStream implements UnitStream, StreamReader {
  private readonly readers: ReaderSet;
  private readonly retry: RetrySchedule;
  private state: StreamState = 'idle';
  private since: EpochMs;
  private subscription: ReaderSubscription | null = null;
  private inputTracks: TrackSet | null = null;
  private converter: Converter | null = null;
  /** What the child produces; null until it has produced something. */
  private converted: VideoTrack | null = null;
  private releaseSlot: (() => void) | null = null;
  private startedAt: Ms = 0;
  private liveAt: Ms | null = null;
  /** Readers have been informed of an interruption and not yet of its end. */
  private isInterrupted = false;
  /** Readers have been notified of a restart, and nothing was delivered since. */
  private isRestarted = false;
  private cancelCheck: Cancel | null = null;
  private cancelLinger: Cancel | null = null;

  constructor(
    private readonly input: UnitStream,
    private readonly options: TranscodeOptions,
  ) {
    const { clock, logger, limits, random } = options;
    this.since = clock.now();
    this.readers = new ReaderSet({ clock, logger, limits, onReaders: (count) => this.readersChanged(count) });
    this.retry = new RetrySchedule({
      clock,
      random,
      limits,
      onDue: () => this.begin(),
      onStatus: (status) => this.readers.status(status),
    });
  }

  // ---- as a stream -----------------------------------------------------------------------------

  subscribe(reader: StreamReader, readerPolicy: ReaderPolicy): ReaderSubscription {
    const subscription = this.readers.add(reader, readerPolicy, this.retry.status ?? this.inputStatus());
    if (this.state === 'idle' && this.readers.count > 0) this.begin();
    return subscription;
  }

  condition(): StreamCondition {
    return {
      state: this.state,
      tracks: this.readers.tracks,
      // Only failures of the conversion; the camera's failures are in the camera's condition.
      lastFailure: this.retry.status ? this.retry.lastFailure : null,
      retryAt: this.retry.retryAt,
      since: this.since,
      bitrateKbps: this.readers.bitrateKbps,
    };
  }

  requestKeyFrame(): void {
    this.input.requestKeyFrame?.();
  }

  // ---- as a reader of the camera's stream ------------------------------------------------------

  hasCapacity(): boolean {
    return this.converter?.hasCapacity ?? true;
  }

  restarted(): void {
    this.endConverter();
    this.inputTracks = null;
    this.waitForUnits();
    this.restartReaders();
  }

  tracks(tracks: TrackSet): void {
    const before = this.inputTracks?.video ?? null;
    this.inputTracks = tracks;
    if (this.retry.isWaiting) return;
    const { video } = tracks;
    if (video?.codec !== 'h265') {
      this.endConverter();
      this.announce(video);
      return;
    }
    const isSameVideo = before?.codec === 'h265' && sameBytes(before.config, video.config);
    if (this.converter === null || !isSameVideo) this.convert(video);
    else if (this.converted !== null) this.announce(this.converted);
  }

  unit(unit: AccessUnit, receivedAt: Ms): void {
    if (this.retry.isWaiting) return;
    if (this.converter === null) this.publish(unit, receivedAt);
    else if (unit.kind === 'video') this.converter.push(unit);
    else if (this.converted !== null) this.publish(unit, receivedAt);
  }

  status(status: ReaderStatus): void {
    // `live` is reported with the first converted unit; while conversion fails, that failure is reported.
    if (status.state === 'live' || this.retry.isWaiting) return;
    if (status.state === 'retrying' || status.state === 'replaced') {
      this.isInterrupted = true;
      this.endConverter();
      this.waitForUnits();
    }
    this.readers.status(status);
  }

  end(end: StreamEnd): void {
    this.readers.endAll(end);
    this.goIdle();
  }

  // ---- between the two -------------------------------------------------------------------------

  /** Reads the camera's stream from its cached GOP on, with a new child if needed. */
  private begin(): void {
    const { clock } = this.options;
    this.endConverter();
    this.inputTracks = null;
    this.waitForUnits();
    this.startedAt = clock.monotonic();
    this.restartReaders();
    const before = this.subscription;
    this.cancelCheck ??= clock.every(CHECK_EVERY_MS, () => this.check());
    const subscription = this.input.subscribe(this, policy);
    before?.close();
    // The camera's stream may have ended within the call.
    if (this.state === 'idle') subscription.close();
    else this.subscription = subscription;
  }

  private convert(video: VideoTrack): void {
    this.endConverter();
    const { converter, clock, acquireSlot } = this.options;
    if (!converter.ok) {
      const message = `the camera sends H.265 and H.264 was requested, but ${converter.error}`;
      this.fail({ code: 'source.unsupported', message, retryable: false });
      return;
    }
    this.releaseSlot = acquireSlot();
    if (this.releaseSlot === null) {
      const message = 'the server converts as many cameras as it may';
      this.fail({ code: 'source.unsupported', message, retryable: true });
      return;
    }
    this.converter = converter.value(video, {
      onTrack: (track) => {
        this.converted = track;
        this.announce(track);
      },
      onUnit: (unit) => this.publish(unit, clock.monotonic()),
      onCapacity: () => this.subscription?.resume(),
      onEnded: (reason) => this.converterFailed('source.ended', `the converter ended (${reason})`),
    });
  }

  /** The camera's stream may restart too when this one begins: readers are notified once. */
  private restartReaders(): void {
    if (this.isRestarted) return;
    this.isRestarted = true;
    this.readers.restarted();
  }

  private announce(video: VideoTrack | null): void {
    this.isRestarted = false;
    this.readers.setTracks({ audio: null, ...this.inputTracks, video });
    this.report();
  }

  private publish(unit: AccessUnit, receivedAt: Ms): void {
    if (this.liveAt === null) {
      const hasVideo = this.readers.tracks?.video != null;
      if (!hasVideo || (unit.kind === 'video' && unit.isKey)) this.goLive();
    }
    this.readers.unit(unit, receivedAt);
  }

  private goLive(): void {
    this.liveAt = this.options.clock.monotonic();
    this.retry.succeeded();
    this.setState('live');
    if (this.isInterrupted) this.readers.status({ state: 'live' });
    this.isInterrupted = false;
  }

  private check(): void {
    if ((this.converter?.waitingMs ?? 0) >= HANG_MS) {
      this.converterFailed('source.silent', 'the converter stopped working');
    }
  }

  private converterFailed(code: SourceFailure['code'], message: string): void {
    this.fail({ code, message, retryable: true });
  }

  private fail(failure: SourceFailure): void {
    const now = this.options.clock.monotonic();
    const { liveAt, startedAt } = this;
    this.endConverter();
    this.readers.sourceStopped();
    this.liveAt = null;
    const retryInMs = this.retry.failed(failure, {
      ranMs: liveAt === null ? 0 : now - liveAt,
      spentMs: liveAt === null ? now - startedAt : 0,
    });
    this.isInterrupted = true;
    const { code, message: reason } = failure;
    this.options.logger.warn({ code, reason, retryInMs }, 'conversion failed');
    this.setState('retrying');
    this.retry.report();
  }

  /** The camera's failure, for readers that join meanwhile; the camera's stream repeats it. */
  private inputStatus(): ReaderStatus | null {
    const { state, lastFailure, retryAt } = this.input.condition();
    if (this.state === 'idle' || state !== 'retrying' || !lastFailure) return null;
    const retryInMs = retryAt === null ? null : Math.max(0, retryAt - this.options.clock.now());
    return { state: 'retrying', failure: lastFailure, retryInMs };
  }

  private waitForUnits(): void {
    this.liveAt = null;
    this.setState(this.retry.status ? 'retrying' : 'starting');
  }

  private endConverter(): void {
    this.converter?.stop();
    this.converter = null;
    this.converted = null;
    this.releaseSlot?.();
    this.releaseSlot = null;
  }

  private readersChanged(count: number): void {
    this.cancelLinger?.();
    this.cancelLinger = null;
    if (count > 0 || this.state === 'idle') return;
    this.cancelLinger = this.options.clock.after(LINGER_MS, () => this.goIdle());
  }

  private goIdle(): void {
    if (this.state === 'idle') return;
    this.endConverter();
    this.cancelLinger?.();
    this.cancelLinger = null;
    this.cancelCheck?.();
    this.cancelCheck = null;
    this.retry.reset();
    this.isInterrupted = false;
    this.isRestarted = false;
    this.readers.sourceStopped();
    this.subscription?.close();
    this.subscription = null;
    this.setState('idle');
  }

  private setState(state: StreamState): void {
    if (this.state !== state) this.since = this.options.clock.now();
    this.state = state;
    this.report();
  }

  private report(): void {
    this.options.onCondition(this.condition());
  }
}

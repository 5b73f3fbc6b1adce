import { isDeepStrictEqual } from 'node:util';
import { silenceLimit } from '../../codec/frame-interval.ts';
import type { Cancel, Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import type {
  AccessUnit,
  CameraKey,
  KeyFrameAsker,
  MediaKey,
  MediaSource,
  SourceDirectory,
  SourceFactory,
  SourceFailure,
  SourceSpec,
  StreamCondition,
  StreamState,
  TrackSet,
} from '../ports.ts';
import type { StreamLimits } from './limits.ts';
import type { ReaderPolicy, ReaderSubscription, StreamEnd, StreamReader, UnitStream } from './reader.ts';
import { ReaderSet } from './reader-set.ts';
import { RetrySchedule } from './retry-schedule.ts';
import { isSameKey } from './track-set.ts';

export interface CameraStreamOptions {
  readonly key: CameraKey;
  readonly sources: SourceFactory;
  readonly directory: Pick<SourceDirectory, 'find' | 'encryption'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** In [0, 1). */
  readonly random: () => number;
  readonly limits: StreamLimits;
  /** Besides what the source does itself. Absent: nothing. */
  readonly askForKeyFrame?: KeyFrameAsker;
  /** Called when the state, tracks or failure change, but not the number of readers. */
  readonly onCondition: (condition: StreamCondition) => void;
  /** Nothing is running and there is no reader: the stream may be forgotten. */
  readonly onIdle: () => void;
}

const endNotFound: StreamEnd = { code: 'stream.notFound', message: 'The stream does not exist.' };
const notRead: SourceFailure = {
  code: 'source.unreadable',
  message: 'The stored camera could not be read.',
  retryable: true,
};
const notMade: SourceFailure = {
  code: 'source.refused',
  message: 'The source could not be opened.',
  retryable: true,
};
const WATCH_EVERY_MS = 500;
/** Most cameras have a key frame until then; others are asked for one. */
const ASK_FOR_KEY_AFTER_MS = 3_000;

/**
 * One connection to one camera and profile, for any number of readers.
 * idle → starting on the first reader → live on the first key frame → retrying on a failure → live again;
 * back to idle when there has been no reader for the linger time.
 */
export class CameraStream implements UnitStream {
  private readonly readers: ReaderSet;
  private readonly retry: RetrySchedule;
  private state: StreamState = 'idle';
  private since: EpochMs;
  private source: MediaSource | null = null;
  /** The stored source when it was last opened. */
  private spec: SourceSpec | null = null;
  /** Of an encrypted device, when the source was last opened. */
  private encryption: MediaKey | null = null;
  /** Another object for each attempt; calls of older attempts are dropped. */
  private attempt: object | null = null;
  private startedAt: Ms = 0;
  private liveAt: Ms | null = null;
  private reportedQuietMs: Ms = 0;
  /** When the source said last that it awaits a key frame. */
  private keyAwaitedAt: Ms | null = null;
  /** Readers have been informed of an interruption and not yet of its end. */
  private isInterrupted = false;
  /** No reader for the linger time, and only the memory of a failure is kept. */
  private isUnread = false;
  private cancelLinger: Cancel | null = null;
  private cancelWatch: Cancel | null = null;

  constructor(private readonly options: CameraStreamOptions) {
    const { clock, logger, limits, random } = options;
    this.since = clock.now();
    this.readers = new ReaderSet({ clock, logger, limits, onReaders: (count) => this.readersChanged(count) });
    this.retry = new RetrySchedule({
      clock,
      random,
      limits,
      onDue: () => (this.isUnread ? this.goIdle() : this.begin()),
      onStatus: (status) => this.readers.status(status),
    });
  }

  get key(): CameraKey {
    return this.options.key;
  }

  /** The source, if it is live and was opened from exactly this spec. */
  runningAs(spec: SourceSpec): MediaSource | null {
    return this.state === 'live' && isDeepStrictEqual(spec, this.spec) ? this.source : null;
  }

  condition(): StreamCondition {
    return {
      state: this.state,
      tracks: this.readers.tracks,
      lastFailure: this.retry.lastFailure,
      retryAt: this.retry.retryAt,
      since: this.since,
      bitrateKbps: this.readers.bitrateKbps,
    };
  }

  subscribe(reader: StreamReader, policy: ReaderPolicy): ReaderSubscription {
    this.isUnread = false;
    const subscription = this.readers.add(reader, policy, this.retry.status);
    if (this.state === 'idle' && this.readers.count > 0) this.begin();
    return { ...subscription, requestKeyFrame: () => this.requestKeyFrame() };
  }

  requestKeyFrame(): void {
    this.source?.requestKeyFrame?.();
    this.options.askForKeyFrame?.(this.key);
  }

  /** The stored source has changed. Readers stay. */
  replace(): void {
    if (this.state === 'idle') return;
    this.options.logger.info({}, 'stored source changed');
    this.stopSource();
    this.retry.reset();
    this.isInterrupted = true;
    this.readers.status({ state: 'replaced' });
    this.begin();
  }

  /** Replaces the source if the stored one has changed. Never rejects. */
  async compare(): Promise<void> {
    const { attempt } = this;
    try {
      const stored = await this.read();
      const isSame =
        isDeepStrictEqual(stored.spec, this.spec) && isSameKey(stored.encryption, this.encryption);
      // A source opened in the meantime was read in the meantime.
      if (this.attempt === attempt && !isSame) this.replace();
    } catch (error) {
      this.options.logger.error({ error }, 'stored source could not be read');
    }
  }

  private async read(): Promise<{ spec: SourceSpec | null; encryption: MediaKey | null }> {
    const { directory, key } = this.options;
    const [spec, encryption = null] = await Promise.all([directory.find(key), directory.encryption?.(key)]);
    return { spec, encryption };
  }

  /** Ends every reader and the source. Safe to call twice. */
  close(end: StreamEnd): void {
    this.readers.endAll(end);
    this.goIdle();
  }

  private begin(): void {
    const attempt = {};
    this.attempt = attempt;
    this.retry.stopWaiting();
    this.liveAt = null;
    this.keyAwaitedAt = null;
    this.startedAt = this.options.clock.monotonic();
    this.readers.restarted();
    this.cancelWatch?.();
    this.cancelWatch = this.options.clock.every(WATCH_EVERY_MS, () => this.watch());
    this.setState(this.retry.lastFailure ? 'retrying' : 'starting');
    void this.open(attempt);
  }

  private async open(attempt: object): Promise<void> {
    const { sources, key, logger } = this.options;
    let isRead = false;
    try {
      const { spec, encryption } = await this.read();
      isRead = true;
      if (this.attempt !== attempt) return;
      this.spec = spec;
      this.encryption = encryption;
      if (!spec) return this.close(endNotFound);
      this.source = sources(spec, key);
    } catch (error) {
      logger.error({ error }, isRead ? 'source could not be created' : 'stored source could not be read');
      if (this.attempt === attempt) this.fail(isRead ? notMade : notRead);
      return;
    }
    this.source.start({
      tracks: (tracks) => this.attempt === attempt && this.tracks(tracks),
      unit: (unit) => this.attempt === attempt && this.unit(unit),
      awaitsKey: (waitedMs) => this.attempt === attempt && this.awaitKey(waitedMs),
      failed: (failure) => this.attempt === attempt && this.fail(failure),
    });
  }

  /** The source is as good as running: the failures before it are over. */
  private awaitKey(waitedMs: Ms): void {
    this.keyAwaitedAt = this.options.clock.monotonic();
    this.retry.succeeded();
    if (waitedMs >= ASK_FOR_KEY_AFTER_MS) this.options.askForKeyFrame?.(this.key);
    this.readers.status({ state: 'awaitsKey', waitedMs });
  }

  private tracks(tracks: TrackSet): void {
    if (!tracks.video && !tracks.audio) {
      const message = 'The camera sends no supported tracks.';
      this.fail({ code: 'source.unsupported', message, retryable: false });
      return;
    }
    this.readers.setTracks(this.encryption ? { ...tracks, encryption: this.encryption } : tracks);
    this.report();
  }

  private unit(unit: AccessUnit): void {
    if (this.liveAt === null) {
      const hasVideo = this.readers.tracks?.video != null;
      if (!hasVideo || (unit.kind === 'video' && unit.isKey)) this.goLive();
    }
    this.readers.unit(unit, this.options.clock.monotonic());
  }

  private goLive(): void {
    this.liveAt = this.options.clock.monotonic();
    this.retry.succeeded();
    this.setState('live');
    if (this.isInterrupted) this.readers.status({ state: 'live' });
    this.isInterrupted = false;
  }

  private fail(failure: SourceFailure): void {
    const now = this.options.clock.monotonic();
    const { liveAt, startedAt } = this;
    this.stopSource();
    const retryInMs = this.retry.failed(failure, {
      ranMs: liveAt === null ? 0 : now - liveAt,
      spentMs: liveAt === null ? now - startedAt : 0,
    });
    this.isInterrupted = true;
    const { code, message: reason } = failure;
    this.options.logger.warn({ code, reason, retryInMs }, 'source failed');
    this.setState('retrying');
    this.retry.report();
  }

  /**
   * A watchdog besides the source's own: a source that does not report its failure must not freeze the video.
   */
  private watch(): void {
    const { limits } = this.options;
    const quietMs = this.quietMs();
    if (quietMs < this.quietLimitMs()) {
      if (this.liveAt !== null) this.reportQuiet(quietMs, limits.quietEveryMs);
      return;
    }
    this.fail({ code: 'source.silent', message: 'The camera sends no video.', retryable: true });
  }

  private quietLimitMs(): Ms {
    const { startMs, silentMs } = this.options.limits;
    const { intervalMs } = this.readers;
    return this.liveAt === null || intervalMs === null ? startMs : silenceLimit(silentMs, intervalMs);
  }

  /** Readers cannot distinguish a camera of few frames from a connection that has stopped; this is the difference. */
  private reportQuiet(quietMs: Ms, everyMs: Ms): void {
    if (quietMs < everyMs) this.reportedQuietMs = 0;
    else if (quietMs - this.reportedQuietMs >= everyMs || quietMs < this.reportedQuietMs) {
      this.reportedQuietMs = quietMs;
      this.readers.status({ state: 'quiet', quietMs });
    }
  }

  private quietMs(): Ms {
    const since = this.liveAt === null ? this.startedAt : (this.readers.newestAt ?? this.liveAt);
    return this.options.clock.monotonic() - Math.max(since, this.keyAwaitedAt ?? since);
  }

  private readersChanged(count: number): void {
    this.cancelLinger?.();
    this.cancelLinger = null;
    if (count > 0 || this.state === 'idle') return;
    this.cancelLinger = this.options.clock.after(this.options.limits.lingerMs, () => this.lingerOver());
  }

  private lingerOver(): void {
    // A permanent failure is kept until its retry is due, so that returning viewers do not cause more failed
    // logins at the camera.
    if (this.retry.isWaiting && this.retry.lastFailure?.retryable === false) this.isUnread = true;
    else this.goIdle();
  }

  private goIdle(): void {
    if (this.state === 'idle') return;
    this.stopSource();
    this.cancelLinger?.();
    this.cancelLinger = null;
    this.retry.reset();
    this.isInterrupted = false;
    this.setState('idle');
    this.options.onIdle();
  }

  private stopSource(): void {
    this.attempt = null;
    this.cancelWatch?.();
    this.cancelWatch = null;
    this.retry.stopWaiting();
    this.readers.sourceStopped();
    const { source } = this;
    this.source = null;
    source?.stop();
  }

  private setState(state: StreamState): void {
    if (this.state !== state) {
      this.options.logger.debug({ state }, 'stream state');
      this.since = this.options.clock.now();
    }
    this.state = state;
    this.report();
  }

  private report(): void {
    this.options.onCondition(this.condition());
  }
}

import { isDeepStrictEqual } from 'node:util';
import { backoffDelay } from '../../kernel/backoff.ts';
import type { Cancel, Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import { Hub } from '../outputs/flv/hub.ts';
import type { LiveViewer, StreamEnd, Subscription } from '../outputs/flv/viewer.ts';
import type {
  AccessUnit,
  MediaSource,
  SourceDirectory,
  SourceFactory,
  SourceFailure,
  SourceSpec,
  StreamKey,
  StreamState,
  StreamStatus,
  TrackSet,
} from '../ports.ts';
import { ByteRate } from './byte-rate.ts';
import type { RelayLimits } from './limits.ts';

export interface SupervisorOptions {
  readonly key: StreamKey;
  readonly sources: SourceFactory;
  readonly directory: SourceDirectory;
  /** Makes the picture H.264 where the source sends something else. */
  readonly transcode?: ((inner: MediaSource) => MediaSource) | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
  /** In [0, 1). */
  readonly random: () => number;
  readonly limits: RelayLimits;
  readonly onStatus: (status: StreamStatus) => void;
  /** Nothing runs any more and nobody watches: the supervisor may be forgotten. */
  readonly onIdle: () => void;
}

const endNotFound: StreamEnd = { code: 'stream.notFound', message: 'There is no such stream.' };
const notRead: SourceFailure = {
  code: 'source.unreadable',
  message: 'What is stored about the camera could not be read.',
  retryable: true,
};
const notMade: SourceFailure = {
  code: 'source.refused',
  message: 'The source could not be opened.',
  retryable: true,
};
const nothing: Subscription = { resume() {}, close() {}, finish() {} };
const WATCH_EVERY_MS = 500;
/** A source that is quiet for this long has nothing live to begin with: who joins waits for its next key frame. */
const STALE_MS: Ms = 2_000;

/**
 * Keeps one source running while somebody watches.
 * idle → starting on the first viewer → live on the first picture → retrying on a failure → live again;
 * back to idle when nobody has watched for the linger time.
 */
export class StreamSupervisor {
  private readonly hub: Hub;
  private readonly rate = new ByteRate();
  private state: StreamState = 'idle';
  private since: EpochMs;
  private source: MediaSource | null = null;
  /** What was stored when the source was last opened. */
  private spec: SourceSpec | null = null;
  /** Made anew for each attempt; what an older attempt still says is dropped. */
  private attempt: object | null = null;
  private lastFailure: SourceFailure | null = null;
  private retries = 0;
  private retryAt: EpochMs | null = null;
  private startedAt: Ms = 0;
  private liveAt: Ms | null = null;
  private lastUnitAt: Ms = 0;
  private toldQuietMs: Ms = 0;
  private isUnwatched = false;
  private cancelRetry: Cancel | null = null;
  private cancelLinger: Cancel | null = null;
  private cancelWatch: Cancel | null = null;
  private cancelTelling: Cancel | null = null;

  constructor(private readonly options: SupervisorOptions) {
    this.since = options.clock.now();
    this.hub = new Hub(options.clock, options.limits, (count) => this.viewersChanged(count));
  }

  get key(): StreamKey {
    return this.options.key;
  }

  status(): StreamStatus {
    return {
      key: this.options.key,
      state: this.state,
      viewers: this.hub.viewerCount,
      tracks: this.hub.tracks,
      lastFailure: this.lastFailure,
      retryAt: this.retryAt,
      since: this.since,
      bitrateKbps: this.rate.kbps(this.options.clock.monotonic()),
    };
  }

  /** `viewer.open` or `viewer.end` may be called before this returns. */
  join(viewer: LiveViewer): Subscription {
    this.isUnwatched = false;
    if (this.cancelRetry && this.lastFailure) {
      // Between two attempts the answer is known: say it instead of letting the viewer wait.
      viewer.end(this.endOf(this.lastFailure), null);
      this.viewersChanged(this.hub.viewerCount);
      return nothing;
    }
    if (this.liveAt !== null && this.quietMs() >= STALE_MS) this.hub.forgetGroup();
    const subscription = this.hub.join(viewer);
    if (this.state === 'idle') this.begin();
    return subscription;
  }

  /** The stored source is another one now. Viewers stay connected. */
  replace(): void {
    if (this.state === 'idle') return;
    this.options.logger.info({}, 'stored source changed');
    this.stopSource();
    this.retries = 0;
    this.lastFailure = null;
    this.tellStatus('retrying', 'source.changed', 0);
    this.begin();
  }

  /** Replaces the source if another one is stored by now. Never rejects. */
  async compare(): Promise<void> {
    const { directory, key, logger } = this.options;
    const { attempt } = this;
    try {
      const stored = await directory.find(key);
      // One that was opened meanwhile was read meanwhile.
      if (this.attempt === attempt && !isDeepStrictEqual(stored, this.spec)) this.replace();
    } catch (error) {
      logger.error({ error }, 'stored source could not be read');
    }
  }

  /** Ends every viewer and the source. Safe to call twice. */
  close(end: StreamEnd): void {
    this.hub.endAll(end);
    this.goIdle();
  }

  private begin(): void {
    const attempt = {};
    this.attempt = attempt;
    this.cancelRetry?.();
    this.cancelRetry = null;
    this.retryAt = null;
    this.liveAt = null;
    this.startedAt = this.options.clock.monotonic();
    this.hub.restart();
    this.cancelWatch?.();
    this.cancelWatch = this.options.clock.every(WATCH_EVERY_MS, () => this.watch());
    this.setState(this.lastFailure ? 'retrying' : 'starting');
    void this.open(attempt);
  }

  private async open(attempt: object): Promise<void> {
    const { directory, sources, transcode, key, logger } = this.options;
    let isRead = false;
    try {
      const spec = await directory.find(key);
      isRead = true;
      if (this.attempt !== attempt) return;
      this.spec = spec;
      if (!spec) return this.notFound();
      const source = sources(spec);
      this.source = key.video === 'h264' && transcode ? transcode(source) : source;
    } catch (error) {
      logger.error({ error }, isRead ? 'source could not be made' : 'stored source could not be read');
      if (this.attempt === attempt) this.fail(isRead ? notMade : notRead);
      return;
    }
    this.source.start({
      tracks: (tracks) => this.attempt === attempt && this.tracks(tracks),
      unit: (unit) => this.attempt === attempt && this.unit(unit),
      failed: (failure) => this.attempt === attempt && this.fail(failure),
    });
  }

  private tracks(tracks: TrackSet): void {
    if (!tracks.video && !tracks.audio) {
      this.fail(unsupported('The camera sends nothing we can carry.'));
    } else if (this.options.key.video === 'h264' && tracks.video?.codec === 'h265') {
      this.fail(unsupported('H.264 was asked for, and nothing here can convert H.265.'));
    } else {
      this.hub.setTracks(tracks);
      this.report();
    }
  }

  private unit(unit: AccessUnit): void {
    this.rate.add(unit.data.byteLength, this.options.clock.monotonic());
    const hasPicture = this.hub.tracks?.video != null;
    if (!hasPicture || unit.kind === 'video') this.lastUnitAt = this.options.clock.monotonic();
    if (this.liveAt === null && (!hasPicture || (unit.kind === 'video' && unit.isKey))) this.goLive();
    this.hub.unit(unit);
  }

  private goLive(): void {
    this.liveAt = this.options.clock.monotonic();
    this.cancelTelling?.();
    this.cancelTelling = null;
    const wasRetrying = this.state === 'retrying';
    this.setState('live');
    if (wasRetrying) this.tellStatus('live', null, null);
  }

  private fail(failure: SourceFailure): void {
    const { clock, limits, logger, random } = this.options;
    const now = clock.monotonic();
    const ranMs = this.liveAt === null ? 0 : now - this.liveAt;
    // An attempt that waited for an answer has spent its delay waiting.
    const spentMs = this.liveAt === null ? now - this.startedAt : 0;
    this.stopSource();
    if (ranMs >= limits.stableMs || this.lastFailure?.retryable !== failure.retryable) this.retries = 0;
    const policy = failure.retryable ? limits.retry : limits.slowRetry;
    const drawn = backoffDelay(policy, this.retries, random);
    const delay = Math.max(Math.min(drawn, limits.retry.firstMs), drawn - spentMs);
    this.retries += 1;
    this.lastFailure = failure;
    this.retryAt = clock.now() + delay;
    this.cancelRetry = clock.after(delay, () => (this.isUnwatched ? this.goIdle() : this.begin()));
    logger.warn({ code: failure.code, reason: failure.message, retryInMs: delay }, 'source failed');
    this.setState('retrying');
    this.hub.endWaiting(this.endOf(failure));
    this.tellRetry();
    this.cancelTelling ??= clock.every(limits.statusEveryMs, () => this.tellRetry());
  }

  private notFound(): void {
    this.hub.endAll(endNotFound);
    this.goIdle();
  }

  /** Our own watch, beside the source's: a source that forgets to fail must not freeze the picture for ever. */
  private watch(): void {
    const { limits } = this.options;
    const quietMs = this.quietMs();
    if (quietMs < (this.liveAt === null ? limits.startMs : limits.silentMs)) {
      if (this.liveAt !== null) this.tellAlive(quietMs, limits.aliveEveryMs);
      return;
    }
    this.fail({ code: 'source.silent', message: 'The camera sends no picture.', retryable: true });
  }

  /** A player cannot tell a camera of few pictures from a connection that stands still: this is what differs. */
  private tellAlive(quietMs: Ms, everyMs: Ms): void {
    if (quietMs < everyMs) this.toldQuietMs = 0;
    else if (quietMs - this.toldQuietMs >= everyMs || quietMs < this.toldQuietMs) {
      this.toldQuietMs = quietMs;
      this.hub.tell('onOrielAlive', { quietMs: Math.round(quietMs) });
    }
  }

  private quietMs(): Ms {
    return this.options.clock.monotonic() - (this.liveAt === null ? this.startedAt : this.lastUnitAt);
  }

  private viewersChanged(count: number): void {
    this.cancelLinger?.();
    this.cancelLinger = null;
    if (count > 0 || this.state === 'idle') return;
    this.cancelLinger = this.options.clock.after(this.options.limits.lingerMs, () => this.lingerOver());
  }

  private lingerOver(): void {
    // A failure that needs a person is remembered until its retry is due, so that viewers who keep coming back
    // do not make the camera count wrong passwords.
    if (this.cancelRetry && this.lastFailure?.retryable === false) this.isUnwatched = true;
    else this.goIdle();
  }

  private goIdle(): void {
    if (this.state === 'idle' && !this.attempt) return;
    this.stopSource();
    this.cancelLinger?.();
    this.cancelTelling?.();
    this.retryAt = null;
    this.setState('idle');
    this.hub.close();
    this.options.onIdle();
  }

  private stopSource(): void {
    this.attempt = null;
    this.rate.clear();
    this.cancelWatch?.();
    this.cancelWatch = null;
    this.cancelRetry?.();
    this.cancelRetry = null;
    const { source } = this;
    this.source = null;
    source?.stop();
  }

  private endOf(failure: SourceFailure): StreamEnd {
    return { code: failure.code, message: failure.message, retryInMs: this.retryInMs() };
  }

  private retryInMs(): Ms {
    return Math.max(0, (this.retryAt ?? 0) - this.options.clock.now());
  }

  private tellRetry(): void {
    this.tellStatus('retrying', this.lastFailure?.code ?? null, this.retryInMs());
  }

  private tellStatus(state: 'live' | 'retrying', code: string | null, retryInMs: Ms | null): void {
    this.hub.tell('onOrielStatus', { state, code, retryInMs });
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
    this.options.onStatus(this.status());
  }
}

function unsupported(message: string): SourceFailure {
  return { code: 'source.unsupported', message, retryable: false };
}

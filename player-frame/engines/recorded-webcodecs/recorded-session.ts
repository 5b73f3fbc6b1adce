/**
 * Plays a recording frame by frame, in a worker: parts → decoder → frames that wait for their time → canvas. Start
 * reading at `tick`.
 */
import type { Cancel, Clock } from '../../../lib/kernel/clock.ts';
import type { EpochMs, Ms } from '../../../lib/kernel/units.ts';
import { EngineError, type EngineEvent, type EngineFailure, type RecordedTarget } from '../engine.ts';
import { engineBroken, nothingStored, noVideoStored } from '../failures.ts';
import { DecoderPace } from '../recorded/decoder-pace.ts';
import { fetchPlaylist } from '../recorded/fetch-playlist.ts';
import { fetchRest, Growth } from '../recorded/growth.ts';
import { fetchKeyFrame, type KeyFrame } from '../recorded/key-frame.ts';
import { frameAt, keyBefore, type LoadedPart, PartStore } from '../recorded/part-store.ts';
import { lapseAbove, maxReadRate } from '../recorded/rates.ts';
import { lastAtOrBefore, RecordedTimeline } from '../recorded/recorded-timeline.ts';
import { ShownTaps } from '../recorded/shown-taps.ts';
import { noMoreFrames, seekReplaced } from '../refusals.ts';
import { StallWatch } from '../stall-watch.ts';
import { StatsMeter } from '../stats-meter.ts';
import type { AudioSink } from '../webcodecs/messages.ts';
import type { Painter } from '../webcodecs/painter.ts';
import { FrameFeed, type ReadyFrame } from './frame-feed.ts';
import { PlaybackClock } from './playback-clock.ts';
import { SoundFeed } from './sound-feed.ts';
import { lapseFps, TimeLapse } from './time-lapse.ts';

const tickMs: Ms = 8;
const watchMs: Ms = 250;
const statsMs: Ms = 1_000;
/** Decoded frames that wait: they occupy memory of the decoder. */
const maxReady = 6;
/** Key frames are at most about this far apart. */
const maxLapseWaitMs: Ms = 4_000;
/** Of times of frames. */
const roundingMs: Ms = 0.5;
/** How late frames of a decoder that is too slow may be, in the viewer's time. */
const maxLateMs: Ms = 2_000;
/** A key frame that is not later than this is shown, even if a later frame is ready. In the viewer's time. */
const keyWithinMs: Ms = 250;
/** Without a tick for so long, the browser had frozen the page, or the machine slept: nobody has watched. */
const frozenMs: Ms = 2_000;
/** Duration of the last frame, if nothing else is known. */
const lastFrameMs: Ms = 40;

export interface RecordedSessionDeps {
  readonly clock: Clock;
  readonly painter: Pick<Painter, 'paint'>;
  readonly event: (event: EngineEvent) => void;
  readonly shown: (wallMs: EpochMs) => void;
  /** Time runs, from `wallMs` on: called often, and not while it stands. */
  readonly played: (wallMs: EpochMs, rate: number) => void;
}

/** The frame that a seek waits for. */
interface Wanted {
  readonly wallMs: EpochMs;
  /** It does not follow the frame on the screen. */
  readonly isJump: boolean;
  readonly settle: (failure: EngineFailure | null) => void;
}

export class RecordedSession {
  private readonly time: PlaybackClock;
  private readonly stall = new StallWatch();
  private readonly pace: DecoderPace;
  private readonly meter: StatsMeter;
  private readonly sound: SoundFeed;
  private readonly taps: ShownTaps;
  private readonly abort = new AbortController();
  private readonly cancels: Cancel[] = [];
  private timeline: RecordedTimeline | null = null;
  private store: PartStore | null = null;
  private feed: FrameFeed | null = null;
  private lapse: TimeLapse | null = null;
  private lapseBytes = 0;
  private growth: Growth | null = null;
  /** All that is recorded is shown, and more is expected. */
  private isAwaitingMore = false;
  private ticket: string | null = null;
  private ready: ReadyFrame[] = [];
  private wanted: Wanted | null = null;
  private shown: { readonly wallMs: EpochMs; readonly part: number } | null = null;
  private isPainting = false;
  private tickedAt: Ms;
  private isPaused = false;
  private isEnded = false;
  private isVisible = true;
  private hasFailed = false;
  private seeks = 0;
  private rate = 1;
  private trim = 1;
  private framesShown = 0;
  private framesDropped = 0;
  private reportedTracks = '';

  constructor(private readonly deps: RecordedSessionDeps) {
    const { clock } = deps;
    this.time = new PlaybackClock(() => clock.monotonic());
    this.tickedAt = clock.monotonic();
    this.pace = new DecoderPace(() => clock.monotonic());
    this.meter = new StatsMeter(clock.monotonic());
    this.sound = new SoundFeed();
    this.taps = new ShownTaps(clock);
  }

  async start(target: RecordedTarget): Promise<void> {
    try {
      this.ticket ??= target.ticket;
      const { parts } = await fetchPlaylist(target, this.abort.signal);
      if (this.hasFailed) return;
      const timeline = new RecordedTimeline(parts, target.range);
      const store = new PartStore(timeline.parts, target.url, target.decryption ?? null);
      store.ticket = this.ticket;
      this.timeline = timeline;
      this.store = store;
      this.sound.open(store, timeline);
      this.feed = new FrameFeed(store, timeline, {
        frame: (ready) => {
          // Decoded for another speed.
          if (this.isLapse && !this.wanted) ready.frame.close();
          else this.onFrame(ready);
        },
        failed: (failure) => this.fail(failure),
        wants: () => this.wanted !== null || (!this.isLapse && this.ready.length < maxReady),
        dueMs: () => (this.wanted ? null : this.time.now),
        skipped: () => this.pace.behind(),
        wantsKeysOnly: (keyIntervalMs) => !this.wanted && this.pace.isByKeyFrames(keyIntervalMs),
      });
      this.lapse = new TimeLapse(timeline, (at) => this.fetchKey(target, at), {
        frame: (ready) => {
          if (this.isLapse && !this.wanted && !this.hasFailed) this.ready.push(ready);
          else ready.frame.close();
        },
        failed: (failure) => this.fail(failure),
        wants: () => this.isLapse && this.wanted === null && this.ready.length < maxReady,
      });
      const { clock } = this.deps;
      this.cancels.push(
        clock.every(tickMs, () => this.tick()),
        clock.every(watchMs, () => this.watch()),
        clock.every(statsMs, () => this.reportStats()),
      );
      this.growth = new Growth({
        clock,
        timeline,
        fetch: (after) => fetchRest(target, store.ticket, after, this.abort.signal),
        onGrown: () => this.onGrown(),
      });
      const from = target.startAt ?? target.range.start;
      const place = timeline.placeOf(from) ? from : target.range.start;
      const failure = await this.seek(place);
      if (failure && failure !== seekReplaced) this.fail(failure);
    } catch (error) {
      this.fail(error instanceof EngineError ? error.failure : engineBroken(String(error)));
    }
  }

  renew(ticket: string): void {
    this.ticket = ticket;
    if (this.store) this.store.ticket = ticket;
  }

  /** Resolves when the frame at or before `to` is on the screen, with null, or with the reason why not. */
  async seek(to: EpochMs): Promise<EngineFailure | null> {
    const place = this.timeline?.placeOf(to);
    if (!place) return nothingStored;
    return this.show(place.index, place.wallMs, true);
  }

  /** Pauses, and shows the frame that many frames away; at the ends of the range the frame stays. */
  async step(frames: number): Promise<EngineFailure | null> {
    this.pause();
    const target = await this.neighbour(frames).catch((error: unknown) => failureIn(error));
    if (!target || 'code' in target) return target ?? noMoreFrames;
    return this.show(target.part, target.wallMs, frames !== 1);
  }

  setRate(rate: number): void {
    const wasLapse = this.isLapse;
    this.rate = rate;
    this.pace.setRate(rate);
    this.time.setRate(rate * this.trim);
    this.sound.setRate(rate);
    if (!this.shown || this.wanted || this.isEnded || !(wasLapse || this.isLapse)) return;
    // What waits was decoded for the other speed.
    this.drop();
    if (!this.isLapse) {
      const place = this.timeline?.placeOf(this.time.now);
      void this.show(place?.index ?? this.shown.part, place?.wallMs ?? this.shown.wallMs, false);
    } else if (!this.isPaused) this.lapse?.begin(this.time.now, rate);
  }

  /** Multiplies the rate, to follow a clock. */
  setTrim(trim: number): void {
    this.trim = trim;
    this.time.setRate(this.rate * trim);
    this.sound.setTrim(trim);
    this.reportTime();
  }

  pause(): void {
    this.isPaused = true;
    this.time.hold();
    this.sound.stop();
    this.excuse();
  }

  resume(): void {
    this.isPaused = false;
    this.isAwaitingMore = false;
    this.excuse();
    if (!this.wanted && !this.isEnded && this.shown) this.run();
  }

  setVisible(visible: boolean): void {
    this.isVisible = visible;
    this.excuse();
  }

  setAudio(sink: AudioSink | null): void {
    this.sound.setSink(sink);
    if (sink && !this.isPaused && !this.wanted) this.sound.begin(this.time.now);
  }

  /** Also sends what was shown to a recorder through this port; null ends that. */
  record(port: MessagePort | null): void {
    const { timeline, store } = this;
    const source = timeline && store && { timeline, load: (part: number) => store.load(part) };
    this.taps.feed(port, source, this.shown);
  }

  /** Resolves when a recorder has got everything. */
  stop(): Promise<void> {
    this.hasFailed = true;
    return this.release();
  }

  // ---- position ------------------------------------------------------------------------------------

  /** Decodes from the key frame before, and shows the last frame at or before `wallMs`. */
  private async show(index: number, wallMs: EpochMs, isJump: boolean): Promise<EngineFailure | null> {
    this.seeks += 1;
    const own = this.seeks;
    this.wanted?.settle(seekReplaced);
    this.wanted = null;
    this.lapse?.halt();
    this.time.hold();
    this.sound.stop();
    let part: LoadedPart;
    try {
      part = await this.store!.load(index);
    } catch (error) {
      const failure = failureIn(error);
      if (own === this.seeks) this.fail(failure);
      return failure;
    }
    if (own !== this.seeks) return seekReplaced;
    if (this.hasFailed) return seekReplaced;
    if (part.frames.length === 0) return part.video ? nothingStored : noVideoStored;
    this.reportTracks(part);
    const target = frameAt(part, wallMs + roundingMs);
    const wasEnded = this.isEnded;
    this.isEnded = false;
    this.isAwaitingMore = false;
    this.drop();
    this.excuse();
    const settled = new Promise<EngineFailure | null>((resolve) => {
      this.wanted = { wallMs: part.frames[target]!.wallMs, isJump, settle: resolve };
    });
    this.feed?.begin(index, keyBefore(part, target));
    if (wasEnded) this.deps.event({ type: 'resumed' });
    return settled;
  }

  private async neighbour(frames: number): Promise<{ part: number; wallMs: EpochMs } | null> {
    const { shown, timeline, store } = this;
    if (!shown || !timeline || !store) return null;
    let { part } = shown;
    let times = await this.timesOf(part);
    let at = lastAtOrBefore(times, shown.wallMs + 0.5, (time) => time) + frames;
    while (at < 0 && part > 0) {
      part -= 1;
      times = await this.timesOf(part);
      at += times.length;
    }
    while (at >= times.length && part + 1 < timeline.parts.length) {
      at -= times.length;
      part += 1;
      times = await this.timesOf(part);
    }
    const wallMs = times[at];
    const isInside =
      wallMs !== undefined && wallMs >= timeline.range.start - 1 && wallMs < timeline.range.end;
    return isInside ? { part, wallMs } : null;
  }

  /** Of the frames of a part, ascending. */
  private async timesOf(index: number): Promise<readonly EpochMs[]> {
    const part = await this.store!.load(index);
    return part.frames.map(({ wallMs }) => wallMs).sort((a, b) => a - b);
  }

  // ---- frames --------------------------------------------------------------------------------------

  private onFrame(ready: ReadyFrame): void {
    const { wanted } = this;
    if (this.hasFailed || (wanted && ready.wallMs < wanted.wallMs - 0.5)) {
      ready.frame.close();
      return;
    }
    if (!wanted || this.isPainting) {
      this.ready.push(ready);
      return;
    }
    this.wanted = null;
    this.time.set(ready.wallMs);
    void this.paint(ready, wanted.isJump).then(() => {
      wanted.settle(null);
      if (!this.isPaused && !this.isEnded && !this.wanted) this.run();
    });
  }

  private run(): void {
    this.time.run();
    this.reportTime();
    this.sound.begin(this.time.now);
    if (this.isLapse) this.lapse?.begin(this.time.now, this.rate);
    else void this.feed?.pump();
  }

  private get isLapse(): boolean {
    return this.rate > maxReadRate;
  }

  private async fetchKey(target: RecordedTarget, at: EpochMs): Promise<KeyFrame> {
    const ticket = this.ticket ?? target.ticket;
    const key = await fetchKeyFrame({ ...target, ticket }, at, this.abort.signal);
    this.lapseBytes += key.data.length;
    return key;
  }

  /** Shows the newest frame whose time has come, but each key frame, unless it is late. */
  private tick(): void {
    this.leaveOutFrozenTime();
    if (this.wanted) {
      this.takeWanted();
      return;
    }
    if (this.isPaused || this.isEnded || !this.shown || this.isPainting) return;
    const { now } = this.time;
    this.sound.tick(now);
    let due: ReadyFrame | null = null;
    const isKept = (frame: ReadyFrame) => frame.isKey && now - frame.wallMs < keyWithinMs * this.rate;
    while (this.ready[0] && this.ready[0].wallMs <= now && !(due && isKept(due))) {
      due?.frame.close();
      if (due) this.framesDropped += 1;
      due = this.ready.shift()!;
    }
    if (due) this.present(due);
    else if (this.ready[0]) this.skip(this.ready[0], now);
    else this.awaitFrames(now);
    void (this.isLapse ? this.lapse : this.feed)?.pump();
  }

  private leaveOutFrozenTime(): void {
    const at = this.deps.clock.monotonic();
    const since = at - this.tickedAt;
    this.tickedAt = at;
    if (since < frozenMs) return;
    this.time.leaveOut(since);
    this.sound.stop(); // begins again with this tick, at the time that is played
  }

  /** A frame arrived for a seek while another was painted. */
  private takeWanted(): void {
    const { wanted } = this;
    const next = this.isPainting ? undefined : this.ready.shift();
    if (!wanted || !next) return;
    this.onFrame(next);
  }

  private present(due: ReadyFrame): void {
    if (due.wallMs >= this.timeline!.range.end) {
      due.frame.close();
      this.end();
      return;
    }
    if (!this.isLapse) this.reportPart(due.part);
    void this.paint(due);
  }

  /** Nothing is to be shown before this frame: nothing was recorded, or what was late is left out while time waited. */
  private skip(next: ReadyFrame, now: EpochMs): void {
    const gap = this.shown && this.timeline?.gapWithin(this.shown.part, next.part);
    if (gap ? now < gap.from : !next.isAfterSkip) return;
    if (gap) this.deps.event({ type: 'gap', ...gap });
    this.time.set(next.wallMs);
    this.reportTime();
    this.sound.begin(next.wallMs);
  }

  private awaitFrames(now: EpochMs): void {
    const { shown, feed, timeline } = this;
    if (!shown || !feed || !timeline) return;
    const last = timeline.parts.at(-1);
    const endMs = Math.min(timeline.range.end, last ? last.startMs + last.durationMs : now);
    if (this.isLapse ? this.lapse?.isAtEnd : feed.isAtEnd) {
      if (!this.isLapse && now < endMs) return;
      if (!this.growth?.isExpected || this.rate > lapseAbove) this.end();
      else if (!this.isAwaitingMore) {
        this.isAwaitingMore = true;
        this.time.set(endMs);
        this.time.hold();
        this.excuse();
      }
      return;
    }
    if (this.isLapse) {
      // Time waits for frames, but a key frame may be the same for several steps.
      this.time.set(Math.min(now, shown.wallMs + maxLapseWaitMs + (2_000 * this.rate) / lapseFps));
      return;
    }
    // Time waits for the network. A decoder that is too slow may be late, and the feed leaves out what it cannot decode.
    if (!feed.isLoading) this.time.set(Math.min(now, shown.wallMs + maxLateMs * this.rate));
    else if (now > shown.wallMs + lastFrameMs * Math.max(1, this.time.rate))
      this.time.set(shown.wallMs + lastFrameMs);
  }

  private onGrown(): void {
    if (this.hasFailed) return;
    // A time lapse would show only a moment.
    if (this.isEnded && this.isLapse) return;
    const wasEnded = this.isEnded;
    const isContinued = wasEnded || this.isAwaitingMore;
    this.isEnded = false;
    this.isAwaitingMore = false;
    if (wasEnded) this.deps.event({ type: 'resumed' });
    this.excuse();
    this.feed?.extend();
    if (isContinued && !this.isPaused && !this.wanted && this.shown) this.run();
  }

  private async paint({ frame, wallMs, part, coded }: ReadyFrame, isJump = false): Promise<void> {
    this.isPainting = true;
    const isFirst = this.shown === null;
    if (coded) this.taps.still({ ...coded, wallMs, forMs: this.lapseFrameMs(wallMs) });
    else this.taps.shown({ part, wallMs }, isJump);
    this.shown = { wallMs, part };
    this.framesShown += 1;
    await this.deps.painter.paint(frame);
    this.isPainting = false;
    const now = this.deps.clock.monotonic();
    this.deps.shown(wallMs);
    const resumed = this.stall.progress(now);
    if (isFirst) {
      this.meter.firstFrame(now);
      this.deps.event({ type: 'firstFrame', at: now });
    }
    if (resumed) this.deps.event(resumed);
  }

  /** How long a frame of a time lapse is on the screen. */
  private lapseFrameMs(wallMs: EpochMs): Ms {
    const stepMs = (wallMs - (this.shown?.wallMs ?? wallMs)) / this.rate;
    return Math.min(Math.max(stepMs, 1_000 / lapseFps), 1_000);
  }

  private end(): void {
    this.isEnded = true;
    this.time.hold();
    this.sound.stop();
    this.drop();
    this.excuse();
    this.deps.event({ type: 'ended', reason: this.timeline?.reachesEnd ? 'rangeEnd' : 'noMoreSegments' });
  }

  private drop(): void {
    for (const { frame } of this.ready.splice(0)) frame.close();
  }

  // ---- reports -------------------------------------------------------------------------------------

  private reportPart(index: number): void {
    if (index === this.shown?.part) return;
    this.store?.load(index).then(
      (part) => this.reportTracks(part),
      () => undefined,
    );
  }

  private reportTracks({ video, audio }: LoadedPart): void {
    const description = `${video?.codecString} ${video?.width}x${video?.height} ${audio?.codecString}`;
    if (description === this.reportedTracks) return;
    this.reportedTracks = description;
    this.deps.event({
      type: 'tracks',
      video: video && { codec: video.codecString, width: video.width, height: video.height },
      audio: audio && { codec: audio.codecString, sampleRate: audio.sampleRate },
    });
  }

  private excuse(): void {
    const isExcused = this.isPaused || this.isEnded || this.isAwaitingMore || !this.isVisible;
    this.stall.excuse(isExcused, this.deps.clock.monotonic());
  }

  private reportTime(): void {
    const isRunning = this.shown && !this.isPaused && !this.isEnded && !this.wanted && !this.isAwaitingMore;
    if (isRunning) this.deps.played(this.time.now, this.time.rate);
  }

  private watch(): void {
    this.reportTime();
    if (this.growth && this.shown) this.growth.position = { wallMs: this.shown.wallMs, rate: this.rate };
    const stalled = this.stall.check(this.deps.clock.monotonic());
    if (!stalled) return;
    this.meter.stalled();
    this.deps.event(stalled);
  }

  private reportStats(): void {
    this.taps.flush();
    const { framesShown } = this;
    const framesDropped = this.framesDropped + (this.feed?.framesSkipped ?? 0);
    const bytes = (this.store?.bytes ?? 0) + this.lapseBytes;
    this.deps.event({
      type: 'stats',
      stats: {
        framesShown,
        framesDropped,
        bytes,
        wallMs: this.shown?.wallMs ?? null,
        latencyMs: null,
        networkDelayMs: null,
        bufferedMs: this.ready.length > 0 ? Math.round(this.ready.at(-1)!.wallMs - this.time.now) : 0,
        ...this.meter.read(this.deps.clock.monotonic(), framesShown, bytes),
      },
    });
  }

  private fail(failure: EngineFailure): void {
    if (this.hasFailed) return;
    this.hasFailed = true;
    void this.release();
    this.deps.event({ type: 'failed', failure });
  }

  private async release(): Promise<void> {
    for (const cancel of this.cancels.splice(0)) cancel();
    this.wanted?.settle(seekReplaced);
    this.wanted = null;
    this.abort.abort();
    this.growth?.close();
    this.feed?.close();
    this.lapse?.close();
    this.sound.close();
    this.drop();
    await this.taps.close();
    this.store?.close();
  }
}

const failureIn = (error: unknown): EngineFailure =>
  error instanceof EngineError ? error.failure : engineBroken(String(error));

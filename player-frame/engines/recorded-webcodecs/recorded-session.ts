/**
 * Plays a recording frame by frame, in a worker: parts → decoder → frames that wait for their time → canvas. Start
 * reading at `phase.ts`, then at `tick`.
 */
import type { Cancel, Clock } from '../../../lib/kernel/clock.ts';
import type { EpochMs, Ms } from '../../../lib/kernel/units.ts';
import { EngineError, type EngineEvent, type EngineFailure, type RecordedTarget } from '../engine.ts';
import { engineBroken, nothingStored, noVideoStored } from '../failures.ts';
import { DecoderPace } from '../recorded/decoder-pace.ts';
import { fetchPlaylist } from '../recorded/fetch-playlist.ts';
import { frameAfter } from '../recorded/frame-steps.ts';
import { frameAt, keyBefore, type LoadedPart } from '../recorded/part-store.ts';
import { lapseAbove, maxReadRate } from '../recorded/rates.ts';
import { RecordingReports } from '../recorded/recording-reports.ts';
import { type ShownPlace, ShownTaps } from '../recorded/shown-taps.ts';
import { noMoreFrames, seekReplaced } from '../refusals.ts';
import type { AudioSink } from '../webcodecs/messages.ts';
import type { Painter } from '../webcodecs/painter.ts';
import type { FeedSink, ReadyFrame } from './frame-feed.ts';
import { FrameQueue } from './frame-queue.ts';
import { OpenRecording } from './open-recording.ts';
import { type Phase, restingIn, type Wanted } from './phase.ts';
import { PlaybackClock } from './playback-clock.ts';
import { SoundFeed } from './sound-feed.ts';
import { lapseFps } from './time-lapse.ts';

const tickMs: Ms = 8;
const watchMs: Ms = 250;
const statsMs: Ms = 1_000;
/** Key frames are at most about this far apart. */
const maxLapseWaitMs: Ms = 4_000;
/** Of times of frames. */
const roundingMs: Ms = 0.5;
/** How late frames of a decoder that is too slow may be, in the viewer's time. */
const maxLateMs: Ms = 2_000;
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

export class RecordedSession {
  private readonly time: PlaybackClock;
  private readonly pace: DecoderPace;
  private readonly reports: RecordingReports;
  private readonly sound = new SoundFeed();
  private readonly taps: ShownTaps;
  private readonly queue = new FrameQueue();
  private readonly abort = new AbortController();
  private readonly cancels: Cancel[] = [];
  private phase: Phase = { is: 'opening' };
  /** The viewer's wish, which outlasts seeks and the end. */
  private isPaused = false;
  private isVisible = true;
  private rate = 1;
  private trim = 1;
  private ticket: string | null = null;
  /** Null until the playlist is read. */
  private recording: OpenRecording | null = null;
  private shown: ShownPlace | null = null;
  private framesShown = 0;
  private isPainting = false;
  private closing: Promise<void> | null = null;

  constructor(private readonly deps: RecordedSessionDeps) {
    const { clock } = deps;
    this.time = new PlaybackClock(() => clock.monotonic());
    this.pace = new DecoderPace(() => clock.monotonic());
    this.reports = new RecordingReports(clock, deps.event);
    this.taps = new ShownTaps(clock);
  }

  async start(target: RecordedTarget): Promise<void> {
    try {
      this.ticket ??= target.ticket;
      const { parts } = await fetchPlaylist(target, this.abort.signal);
      if (this.phase.is === 'closed') return;
      const { clock } = this.deps;
      const recording = new OpenRecording(target, parts, this.ticket, {
        clock,
        signal: this.abort.signal,
        feed: this.feedSink,
        lapse: this.lapseSink,
        onGrown: () => this.onGrown(),
      });
      this.recording = recording;
      this.sound.open(recording.store, recording.timeline);
      this.cancels.push(
        clock.every(tickMs, () => this.tick(recording)),
        clock.every(watchMs, () => this.watch(recording)),
        clock.every(statsMs, () => this.reportStats(recording)),
      );
      const from = target.startAt ?? target.range.begin;
      const place = recording.timeline.placeOf(from) ? from : target.range.begin;
      const failure = await this.seek(place);
      if (failure && failure !== seekReplaced) this.fail(failure);
    } catch (error) {
      this.fail(failureIn(error));
    }
  }

  renew(ticket: string): void {
    this.ticket = ticket;
    if (this.recording) this.recording.store.ticket = ticket;
  }

  /** Resolves when the frame at or before `to` is on the screen, with null, or with the reason why not. */
  async seek(to: EpochMs): Promise<EngineFailure | null> {
    const place = this.recording?.timeline.placeOf(to);
    return place ? this.show({ part: place.index, wallMs: place.wallMs }, true) : nothingStored;
  }

  /** Pauses, and shows the frame that many frames away; at the ends of the range the frame stays. */
  async step(frames: number): Promise<EngineFailure | null> {
    this.pause();
    const { recording, shown } = this;
    if (!recording || !shown) return noMoreFrames;
    const { timeline, store } = recording;
    try {
      const place = await frameAfter(timeline, (part) => store.load(part), shown, frames);
      return place ? await this.show(place, frames !== 1) : noMoreFrames;
    } catch (error) {
      return failureIn(error);
    }
  }

  setRate(rate: number): void {
    const wasLapse = this.isLapse;
    this.rate = rate;
    this.pace.setRate(rate);
    this.time.setRate(rate * this.trim);
    this.sound.setRate(rate);
    const { recording, shown } = this;
    const isAtFrame = this.phase.is === 'playing' || this.phase.is === 'awaitingMore';
    if (!recording || !shown || !isAtFrame || !(wasLapse || this.isLapse)) return;
    // What waits was decoded for the other speed.
    this.queue.drop();
    if (!this.isLapse) {
      const place = recording.timeline.placeOf(this.time.now);
      void this.show(place ? { part: place.index, wallMs: place.wallMs } : shown, false);
    } else if (!this.isPaused) recording.lapse.begin(this.time.now, rate);
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
    if (this.phase.is === 'awaitingMore') this.phase = { is: 'playing' };
    this.excuse();
    this.run();
  }

  setVisible(visible: boolean): void {
    this.isVisible = visible;
    this.excuse();
  }

  setAudio(sink: AudioSink | null): void {
    this.sound.setSink(sink);
    if (sink && this.isRunning) this.sound.begin(this.time.now);
  }

  /** Also sends what was shown to a recorder through this port; null ends that. */
  record(port: MessagePort | null): void {
    const { recording } = this;
    const source = recording && {
      timeline: recording.timeline,
      load: (part: number) => recording.store.load(part),
    };
    this.taps.feed(port, source, this.shown);
  }

  /** Resolves when a recorder has got everything. */
  stop(): Promise<void> {
    this.closing ??= this.close();
    return this.closing;
  }

  // ---- position ------------------------------------------------------------------------------------

  /** Decodes from the key frame before, and shows the last frame at or before `wallMs`. */
  private async show({ part: index, wallMs }: ShownPlace, isJump: boolean): Promise<EngineFailure | null> {
    const { recording, phase: before } = this;
    if (!recording || before.is === 'closed') return seekReplaced;
    const locating = { is: 'locating', from: restingIn(before) } as const;
    this.phase = locating;
    if (before.is === 'seeking') before.wanted.settle(seekReplaced);
    recording.lapse.halt();
    this.time.hold();
    this.sound.stop();
    const part = await recording.store.load(index).catch(failureIn);
    if (this.phase !== locating) return 'code' in part ? part : seekReplaced;
    if ('code' in part) {
      this.fail(part);
      return part;
    }
    if (part.frames.length === 0) {
      this.phase = { is: locating.from };
      // Frames after the one that another seek wanted are on their way.
      if (before.is === 'seeking') this.time.set(before.wanted.wallMs);
      this.run();
      return part.video ? nothingStored : noVideoStored;
    }
    this.reportTracks(part);
    const target = frameAt(part, wallMs + roundingMs);
    return new Promise((settle) => {
      this.phase = { is: 'seeking', wanted: { wallMs: part.frames[target]!.wallMs, isJump, settle } };
      this.queue.drop();
      this.excuse();
      recording.feed.begin(index, keyBefore(part, target));
      if (locating.from === 'ended') this.deps.event({ type: 'resumed' });
    });
  }

  private onFrame(ready: ReadyFrame): void {
    const wanted = this.phase.is === 'seeking' ? this.phase.wanted : null;
    if (this.phase.is === 'closed' || (wanted && ready.wallMs < wanted.wallMs - roundingMs))
      ready.frame.close();
    else if (!wanted || this.isPainting) this.queue.push(ready);
    else this.reach(wanted, ready);
  }

  /** The seek ends with this frame. */
  private reach(wanted: Wanted, ready: ReadyFrame): void {
    this.phase = { is: 'playing' };
    this.time.set(ready.wallMs);
    void this.paint(ready, wanted.isJump).then(() => {
      wanted.settle(null);
      this.run();
    });
  }

  /** Time runs on, if it may. */
  private run(): void {
    const { recording } = this;
    if (!recording || !this.isRunning) return;
    this.time.run();
    this.reportTime();
    this.sound.begin(this.time.now);
    if (this.isLapse) recording.lapse.begin(this.time.now, this.rate);
    else void recording.feed.pump();
  }

  private get isRunning(): boolean {
    return this.phase.is === 'playing' && !this.isPaused;
  }

  private get isSeeking(): boolean {
    return this.phase.is === 'seeking';
  }

  private get isLapse(): boolean {
    return this.rate > maxReadRate;
  }

  private readonly feedSink: FeedSink = {
    frame: (ready) => {
      // Decoded for another speed.
      if (this.isLapse && !this.isSeeking) ready.frame.close();
      else this.onFrame(ready);
    },
    failed: (failure) => this.fail(failure),
    wants: () => this.isSeeking || !(this.isLapse || this.queue.isFull),
    dueMs: () => (this.isSeeking ? null : this.time.now),
    skipped: () => this.pace.behind(),
    wantsKeysOnly: (keyIntervalMs) => !this.isSeeking && this.pace.isByKeyFrames(keyIntervalMs),
  };

  private readonly lapseSink = {
    frame: (ready: ReadyFrame) => {
      if (this.isLapse && !this.isSeeking && this.phase.is !== 'closed') this.queue.push(ready);
      else ready.frame.close();
    },
    failed: (failure: EngineFailure) => this.fail(failure),
    wants: () => this.isLapse && !this.isSeeking && !this.queue.isFull,
  };

  // ---- time ----------------------------------------------------------------------------------------

  /** Shows the newest frame whose time has come. */
  private tick(recording: OpenRecording): void {
    if (this.time.leaveOutFrozen()) this.sound.stop(); // begins again with this tick, at the time that is played
    if (this.isPainting) return;
    if (this.phase.is === 'seeking') {
      // It arrived while another was painted.
      const arrived = this.queue.take();
      if (arrived) this.onFrame(arrived);
      return;
    }
    if (this.isPaused || !(this.phase.is === 'playing' || this.phase.is === 'awaitingMore')) return;
    const { now } = this.time;
    this.sound.tick(now);
    const due = this.queue.takeDue(now, this.rate);
    if (due) this.present(recording, due);
    else if (this.queue.first) this.skip(recording, this.queue.first, now);
    else this.awaitFrames(recording, now);
    void (this.isLapse ? recording.lapse : recording.feed).pump();
  }

  private present(recording: OpenRecording, due: ReadyFrame): void {
    if (due.wallMs >= recording.timeline.range.end) {
      due.frame.close();
      this.end(recording);
      return;
    }
    if (!this.isLapse && due.part !== this.shown?.part)
      recording.store.load(due.part).then(
        (part) => this.reportTracks(part),
        () => undefined,
      );
    void this.paint(due);
  }

  /** Nothing is to be shown before this frame: nothing was recorded, or what was late is left out while time waited. */
  private skip({ timeline }: OpenRecording, next: ReadyFrame, now: EpochMs): void {
    const gap = this.shown && timeline.gapWithin(this.shown.part, next.part);
    if (gap ? now < gap.begin : !next.isAfterSkip) return;
    if (gap) this.deps.event({ type: 'gap', ...gap });
    this.time.set(next.wallMs);
    this.reportTime();
    this.sound.begin(next.wallMs);
  }

  private awaitFrames(recording: OpenRecording, now: EpochMs): void {
    const { shown } = this;
    if (!shown) return;
    const { feed, lapse } = recording;
    if (this.isLapse ? lapse.isAtEnd : feed.isAtEnd) this.awaitEnd(recording, now);
    // Time waits for frames, but a key frame may be the same for several steps.
    else if (this.isLapse)
      this.time.set(Math.min(now, shown.wallMs + maxLapseWaitMs + (2_000 * this.rate) / lapseFps));
    // Time waits for the network. A decoder that is too slow may be late, and the feed leaves out what it cannot decode.
    else if (!feed.isLoading) this.time.set(Math.min(now, shown.wallMs + maxLateMs * this.rate));
    else if (now > shown.wallMs + lastFrameMs * Math.max(1, this.time.rate))
      this.time.set(shown.wallMs + lastFrameMs);
  }

  /** Nothing more will come, for now or at all. */
  private awaitEnd(recording: OpenRecording, now: EpochMs): void {
    const { timeline, growth } = recording;
    const endMs = Math.min(timeline.range.end, timeline.parts.length > 0 ? timeline.end : now);
    if (!this.isLapse && now < endMs) return;
    if (!growth.isExpected || this.rate > lapseAbove) this.end(recording);
    else if (this.phase.is === 'playing') {
      this.phase = { is: 'awaitingMore' };
      this.time.set(endMs);
      this.time.hold();
      this.excuse();
    }
  }

  private end({ timeline }: OpenRecording): void {
    this.phase = { is: 'ended' };
    this.time.hold();
    this.sound.stop();
    this.queue.drop();
    this.excuse();
    this.reports.ended(timeline);
  }

  private onGrown(): void {
    const { is } = this.phase;
    // A time lapse would show only a moment.
    if (is === 'closed' || (is === 'ended' && this.isLapse)) return;
    const isContinued = is === 'ended' || is === 'awaitingMore';
    if (isContinued) this.phase = { is: 'playing' };
    if (is === 'ended') this.deps.event({ type: 'resumed' });
    this.excuse();
    this.recording?.feed.extend();
    if (isContinued) this.run();
  }

  // ---- frames and reports --------------------------------------------------------------------------

  private async paint({ frame, wallMs, part, coded }: ReadyFrame, isJump = false): Promise<void> {
    this.isPainting = true;
    if (coded) this.taps.still({ ...coded, wallMs, forMs: this.lapseFrameMs(wallMs) });
    else this.taps.shown({ part, wallMs }, isJump);
    this.shown = { wallMs, part };
    this.framesShown += 1;
    await this.deps.painter.paint(frame);
    this.isPainting = false;
    this.deps.shown(wallMs);
    this.reports.shown();
  }

  /** How long a frame of a time lapse is on the screen. */
  private lapseFrameMs(wallMs: EpochMs): Ms {
    const stepMs = (wallMs - (this.shown?.wallMs ?? wallMs)) / this.rate;
    return Math.min(Math.max(stepMs, 1_000 / lapseFps), 1_000);
  }

  private reportTracks({ video, audio }: LoadedPart): void {
    this.reports.tracks({
      video: video && { codec: video.codecString, width: video.width, height: video.height },
      audio: audio && { codec: audio.codecString, sampleRate: audio.sampleRate },
    });
  }

  private excuse(): void {
    const rests = this.phase.is === 'closed' ? 'ended' : restingIn(this.phase);
    const isAtEnd = rests === 'ended' || rests === 'awaitingMore';
    this.reports.excuse(this.isPaused || isAtEnd || !this.isVisible);
  }

  private reportTime(): void {
    if (this.isRunning) this.deps.played(this.time.now, this.time.rate);
  }

  private watch({ growth }: OpenRecording): void {
    this.reportTime();
    if (this.shown) growth.position = { wallMs: this.shown.wallMs, rate: this.rate };
    this.reports.checkStall();
  }

  private reportStats({ bytes, feed }: OpenRecording): void {
    this.taps.flush();
    this.reports.stats({
      framesShown: this.framesShown,
      framesDropped: this.queue.framesDropped + feed.framesSkipped,
      bytes,
      wallMs: this.shown?.wallMs ?? null,
      bufferedMs: this.queue.msAfter(this.time.now),
    });
  }

  // ---- end -----------------------------------------------------------------------------------------

  private fail(failure: EngineFailure): void {
    if (this.phase.is === 'closed') return;
    void this.stop();
    this.deps.event({ type: 'failed', failure });
  }

  private async close(): Promise<void> {
    const { phase, recording } = this;
    this.phase = { is: 'closed' };
    for (const cancel of this.cancels.splice(0)) cancel();
    if (phase.is === 'seeking') phase.wanted.settle(seekReplaced);
    this.abort.abort();
    recording?.close();
    this.sound.close();
    this.queue.drop();
    await this.taps.close();
    recording?.store.close();
  }
}

const failureIn = (error: unknown): EngineFailure =>
  error instanceof EngineError ? error.failure : engineBroken(String(error));

/** Records one channel into one store. Start reading the recorder here. */
import type { Cancel, Clock } from '../../../kernel/clock.ts';
import type { Logger } from '../../../kernel/logger.ts';
import type { EpochMs, Ms } from '../../../kernel/units.ts';
import type {
  AccessUnit,
  RecordedSegment,
  RecorderCondition,
  RecordingKey,
  RecordTask,
  TrackSet,
} from '../../ports.ts';
import { type RecordFiles, recordFiles } from '../../recordings/segment-file.ts';
import type { ReaderPolicy, ReaderStatus, StreamEnd, StreamReader } from '../../stream/reader.ts';
import { PreRoll } from './pre-roll.ts';
import { RecordingTime } from './recording-time.ts';
import { type MuxedPart, SegmentMuxer } from './segment-muxer.ts';
import { SegmentWriter } from './segment-writer.ts';

export interface ChannelRecorderOptions {
  /** Folder of all recordings. */
  readonly root: string;
  readonly key: RecordingKey;
  readonly when: RecordTask['when'];
  readonly clock: Clock;
  readonly logger: Logger;
  readonly files?: RecordFiles;
  /** Per channel, in memory: for the disk, and for what precedes an alarm. */
  readonly maxQueuedBytes?: number;
  readonly maxPreRollBytes?: number;
  readonly onSegment: (segment: RecordedSegment) => void;
  readonly onCondition: (condition: RecorderCondition) => void;
  /** Asks the camera for a key frame, because a recording begins with one. Absent: the next one is awaited. */
  readonly requestKeyFrame?: () => void;
  /** The stream has ended: it must be read again. */
  readonly onEnd: (end: StreamEnd) => void;
}

/** Bytes that may wait while the disk fails or is slow: half a minute at 2 Mbit/s. */
const defaultQueuedBytes = 8 * 1024 * 1024;
const defaultPreRollBytes = 32 * 1024 * 1024;
/** Audio that is further from video does not belong to it. */
const maxAudioDistanceMs: Ms = 10_000;

/** The next one of most cameras comes earlier. The same as for viewers. */
const askForKeyAfterMs: Ms = 1_500;
const askEveryMs: Ms = 1_000;

/** How a recorder reads a camera's stream. Its own queue is bounded, so none is needed here. */
export const recorderPolicy: ReaderPolicy = { start: 'nextKey', maxQueuedBytes: 0, whenFull: 'skip' };

export class ChannelRecorder implements StreamReader {
  private readonly time: RecordingTime;
  private readonly writer: SegmentWriter;
  private readonly preRoll: PreRoll;
  private muxer: SegmentMuxer | null = null;
  private leader: AccessUnit['kind'] = 'video';
  private leaderMs: EpochMs = 0;
  /** An alarm is recorded until this time. */
  private alarmUntil: EpochMs = Number.NEGATIVE_INFINITY;
  private isWriting = false;
  /** Parts were dropped: nothing is written before the next GOP. */
  private isDropping = false;
  private isClosed = false;
  /** Since when a running stream has not sent the key frame with which the recording begins; monotonic. */
  private awaitsKeySince: Ms | null = null;
  private readonly stopAsking: Cancel;
  private condition: RecorderCondition;

  constructor(private readonly options: ChannelRecorderOptions) {
    const { clock, when, files = recordFiles, maxQueuedBytes = defaultQueuedBytes } = options;
    this.time = new RecordingTime(clock);
    this.condition = { state: 'waiting', since: clock.now(), failure: null, writtenBytes: 0, newestMs: null };
    this.preRoll = new PreRoll(
      when === 'always' ? 0 : when.beforeMs,
      options.maxPreRollBytes ?? defaultPreRollBytes,
    );
    this.stopAsking = clock.every(askEveryMs, () => this.askForKey());
    this.writer = new SegmentWriter({
      ...options,
      files,
      maxQueuedBytes,
      onPart: (part) => this.written(part),
      onSealed: () => this.recovered(),
      onFailure: (error) => this.failed(error),
    });
  }

  /** The file that is being written; retention leaves it. */
  get openSegmentMs(): EpochMs | null {
    return this.writer.openSegmentMs;
  }

  /** To be called every few seconds. True if the file that is being written is gone; what follows waits for its folder. */
  checkFile(absence: NodeJS.ErrnoException | null): Promise<boolean> {
    return this.writer.checkFile(absence);
  }

  /** Runs this while no file is written, without a gap in the recording. */
  betweenFiles(work: () => Promise<void>): Promise<void> {
    return this.writer.betweenFiles(work);
  }

  /**
   * An alarm at `at`. Where alarms only are recorded, a recording begins `beforeMs` before it; otherwise what is recorded
   * from now on is marked. Alarms that overlap prolong each other. Of one that is reported late, only what belongs to it
   * is recorded, as far as it is still in memory.
   */
  trigger(at: EpochMs, afterMs: Ms): void {
    const { when } = this.options;
    this.alarmUntil = Math.max(this.alarmUntil, at + afterMs);
    if (when === 'always' || this.isWriting) return;
    for (const part of this.preRoll.take(at - when.beforeMs)) this.part(part);
  }

  tracks(tracks: TrackSet): void {
    this.muxer?.interrupt();
    this.leader = tracks.video ? 'video' : 'audio';
    this.muxer = new SegmentMuxer(tracks, (part) => this.part(part));
    this.awaitsKeySince = tracks.video ? this.options.clock.monotonic() : null;
  }

  unit(unit: AccessUnit, receivedAt: Ms): void {
    if (this.isClosed || !this.muxer) return;
    if (unit.kind === 'video' && unit.isKey) this.awaitsKeySince = null;
    if (unit.kind === this.leader) {
      const followed = this.time.follow(unit.dtsMs, receivedAt, unit.isKey);
      if (followed === 'unusable') return;
      if (followed === 'newRun') this.muxer.interrupt();
      this.leaderMs = this.time.wallOf(unit.dtsMs);
    }
    const wallMs = this.time.wallOf(unit.dtsMs);
    if (Math.abs(wallMs - this.leaderMs) < maxAudioDistanceMs) this.muxer.unit(unit, wallMs);
  }

  restarted(): void {
    this.awaitsKeySince = null;
    this.muxer?.interrupt();
    this.time.restart();
  }

  status({ state }: ReaderStatus): void {
    // What has arrived need not wait for the next frame.
    if (state === 'retrying' || state === 'replaced') this.interrupt();
  }

  end(end: StreamEnd): void {
    this.interrupt();
    this.options.onEnd(end);
  }

  /** Resolves when everything received is on the disk, or the disk fails. */
  async flushed(): Promise<void> {
    await this.writer.flushed();
  }

  /** After its subscription was closed. Writes what was received and seals the segment. Never rejects. */
  async close(): Promise<void> {
    if (!this.isClosed) this.muxer?.interrupt();
    this.isClosed = true;
    this.stopAsking();
    await this.writer.close();
  }

  /** Groups of pictures may be minutes long: what is before the next key frame would not be recorded. */
  private askForKey(): void {
    const since = this.awaitsKeySince;
    if (since !== null && this.options.clock.monotonic() - since >= askForKeyAfterMs)
      this.options.requestKeyFrame?.();
  }

  private interrupt(): void {
    this.awaitsKeySince = null;
    this.muxer?.interrupt();
    this.preRoll.clear();
    this.stopWriting();
  }

  private part(part: MuxedPart): void {
    const isWanted = this.options.when === 'always' || part.startMs < this.alarmUntil;
    if (isWanted || (this.isWriting && !part.beginsGop)) this.write(part);
    else {
      this.stopWriting();
      this.preRoll.add(part);
    }
  }

  private stopWriting(): void {
    if (this.isWriting) this.writer.endSegment();
    this.isWriting = false;
    this.update({});
  }

  private write(part: MuxedPart): void {
    if (this.isDropping && !part.beginsGop) return;
    this.isWriting = true;
    const kind = part.startMs < this.alarmUntil ? 'alarm' : 'schedule';
    const isAdded = this.writer.add(part, kind);
    if (!isAdded && !this.isDropping) this.options.logger.warn({}, 'recording dropped: the disk is too slow');
    this.isDropping = !isAdded;
  }

  private written(part: MuxedPart): void {
    this.recovered();
    const writtenBytes = this.condition.writtenBytes + part.bytes;
    this.update({ writtenBytes, newestMs: part.endMs });
  }

  /** Also without a further part: what failed last may be the end of a segment. */
  private recovered(): void {
    if (this.condition.failure === null) return;
    this.options.logger.info({}, 'recording continues');
    this.update({ failure: null });
  }

  private failed(error: unknown): void {
    const { code = 'unknown', message } = error as NodeJS.ErrnoException;
    if (this.condition.failure?.code === code) return;
    this.options.logger.error({ code, reason: message }, 'recording failed');
    this.update({ failure: { code, message } });
  }

  /** What is written last may be on the disk after the stream was interrupted. */
  private update(changes: Partial<Pick<RecorderCondition, 'failure' | 'writtenBytes' | 'newestMs'>>): void {
    const before = this.condition;
    const { failure, newestMs } = { ...before, ...changes };
    const isRecording = this.isWriting && newestMs !== null;
    const state = failure ? 'failing' : isRecording ? 'recording' : 'waiting';
    const since = state === before.state ? before.since : this.options.clock.now();
    this.condition = { ...before, ...changes, state, since };
    const isNews = state !== before.state || failure?.code !== before.failure?.code;
    if (isNews) this.options.onCondition(this.condition);
  }

  get currentCondition(): RecorderCondition {
    return this.condition;
  }
}

import type { Cancel, Clock } from '../../lib/kernel/clock.ts';
import type { Ms } from '../../lib/kernel/units.ts';
import type { RecordingEnd } from '../engines/engine.ts';
import type { FeedEvent } from './feed.ts';
import type { FeedMessage, FromRecorder, MadeFile, ToRecorder } from './messages.ts';
import { Mp4File } from './mp4-file.ts';
import { RecordingSession, type RecordingSink, type RecordingTracks } from './recording-session.ts';
import { mp4Type, type RecordingStorage } from './storage.ts';
import { StretchSession } from './stretch-session.ts';

export interface RecorderDeps {
  readonly clock: Clock;
  readonly storage: RecordingStorage;
  /** File name for the user. */
  readonly fileName: string;
  /** Only what is shown counts (`RecordOptions`). */
  readonly closesGaps: boolean;
  readonly notify: (message: FromRecorder) => void;
}

/** Longer than a player needs to reconnect; after a longer gap two files are better. */
const waitMs: Ms = 20_000;
const checkEveryMs: Ms = 1_000;
/** Asking the browser costs more than writing for a second; what is reserved lasts for a minute at 8 Mbit/s. */
const capacityEvery = 10;
/** A source that has ended sends its last samples within this time. */
const drainMs: Ms = 2_000;

interface SampleSource {
  readonly port: MessagePort;
  cancelDrain: Cancel;
}

/** A recording inside the worker: a replaceable source of samples, a recording session and a file. */
export class Recorder {
  private readonly session: RecordingSession | StretchSession;
  private file: Mp4File | null = null;
  private tracks: RecordingTracks | null = null;
  private source: SampleSource | null = null;
  /** Attached before the end of its predecessor has arrived: messages of different ports are not in order. */
  private nextPort: MessagePort | null = null;
  private detachedAt: Ms | null = null;
  private ending: Promise<void> | null = null;
  private readonly stopChecks: Cancel;
  private ticks = 0;
  private stoppedAt: Ms | null = null;

  constructor(private readonly deps: RecorderDeps) {
    const { clock } = deps;
    const sink: RecordingSink = {
      open: (tracks) => {
        this.tracks = tracks;
        this.file = new Mp4File(deps.storage.writable, tracks, () => void this.end('failed'));
      },
      write: (sample) => this.file?.add(sample),
      ended: (reason) => void this.end(reason),
    };
    this.session = deps.closesGaps ? new StretchSession(sink) : new RecordingSession(sink, clock.monotonic());
    this.stopChecks = clock.every(checkEveryMs, () => void this.check());
  }

  handle(message: Exclude<ToRecorder, { t: 'open' }>): void {
    if (this.ending) return;
    switch (message.t) {
      case 'attach':
        this.nextPort?.close();
        this.nextPort = message.port;
        if (this.source) this.drain();
        else this.attachNext();
        break;
      case 'detach':
        this.detachedAt ??= this.deps.clock.monotonic();
        this.drain();
        break;
      case 'finish':
        this.stoppedAt ??= this.deps.clock.monotonic();
        if (this.source) this.drain();
        else void this.end(null);
        break;
    }
  }

  private event(event: FeedEvent): void {
    if (this.ending) return;
    if (event.type === 'end') {
      this.sourceEnded();
      return;
    }
    if (event.type === 'begin') {
      this.detachedAt = null;
      this.deps.notify({ t: 'running' });
    }
    this.session.event(event, this.deps.clock.monotonic());
  }

  private attachNext(): void {
    const port = this.nextPort;
    this.nextPort = null;
    if (!port) return;
    this.source = { port, cancelDrain: () => {} };
    port.onmessage = ({ data }: MessageEvent<FeedMessage>) => {
      for (const event of data) this.event(event);
    };
  }

  /** The source sends what it still has, and its end. A thread that was terminated sends neither. */
  private drain(): void {
    const { source } = this;
    if (!source) return;
    source.cancelDrain();
    source.cancelDrain = this.deps.clock.after(drainMs, () => this.sourceEnded());
  }

  private sourceEnded(): void {
    this.closeSource();
    if (this.stoppedAt !== null) {
      void this.end(null);
      return;
    }
    this.detachedAt ??= this.deps.clock.monotonic();
    this.attachNext();
  }

  private closeSource(): void {
    this.source?.cancelDrain();
    this.source?.port.close();
    this.source = null;
  }

  private async check(): Promise<void> {
    const now = this.deps.clock.monotonic();
    this.session.tick(now);
    const { detachedAt } = this;
    const isLost = detachedAt !== null && now - detachedAt > waitMs;
    // A recording may be paused for any time.
    if (isLost && !this.deps.closesGaps) await this.end('lost');
    this.ticks += 1;
    if (this.ticks % capacityEvery === 0 && !(await this.deps.storage.hasCapacity())) await this.end('full');
  }

  /** `reason` is null if the page requested the end. */
  private end(reason: RecordingEnd['reason'] | null): Promise<void> {
    this.ending ??= this.finish(reason);
    return this.ending;
  }

  private async finish(reason: RecordingEnd['reason'] | null): Promise<void> {
    const { clock, notify } = this.deps;
    this.stopChecks();
    this.session.stop(this.stoppedAt ?? clock.monotonic(), this.detachedAt !== null);
    this.closeSource();
    this.nextPort?.close();
    const made = await this.make().catch((error: unknown) => String(error));
    if (reason) notify({ t: 'ended', reason });
    const isMade = made !== null && typeof made !== 'string';
    if (!isMade) await this.deps.storage.drop();
    notify({ t: 'file', file: isMade ? made : null, problem: isMade ? null : made });
  }

  /** Null if nothing was recorded. */
  private async make(): Promise<MadeFile | null> {
    if (!this.file || !this.tracks) return null;
    await this.file.finish();
    const { video, audio } = this.tracks;
    const written = await this.deps.storage.result();
    return {
      // The same bytes with another name and type, without copying.
      blob: new File([written], this.deps.fileName, { type: mp4Type }),
      durationMs: Math.round(this.session.endMs),
      width: video?.width ?? 0,
      height: video?.height ?? 0,
      hasAudio: audio !== null,
    };
  }
}

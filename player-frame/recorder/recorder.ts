import type { Cancel, Clock } from '../../lib/kernel/clock.ts';
import type { Ms } from '../../lib/kernel/units.ts';
import type { RecordingEnd } from '../engines/engine.ts';
import type { LiveConnection } from '../engines/live-connection.ts';
import { openFeed } from './dedicated-feed.ts';
import type { FeedEvent } from './feed.ts';
import type { FeedMessage, FromRecorder, MadeFile, ToRecorder } from './messages.ts';
import { Mp4File } from './mp4-file.ts';
import { RecordingSession, type RecordingTracks } from './recording-session.ts';
import { mp4Type, type RecordingStorage } from './storage.ts';

export interface RecorderDeps {
  readonly clock: Clock;
  readonly storage: RecordingStorage;
  /** File name for the user. */
  readonly fileName: string;
  readonly notify: (message: FromRecorder) => void;
}

/** Longer than a player needs to reconnect; after a longer gap two files are better. */
const waitMs: Ms = 20_000;
const checkEveryMs: Ms = 1_000;
/** Asking the browser costs more than writing for a second; what is reserved lasts for a minute at 8 Mbit/s. */
const capacityEvery = 10;
/** Samples flushed at stop arrive within this time. */
const lateMs: Ms = 80;

/** A recording inside the worker: a replaceable feed, a recording session and a file. */
export class Recorder {
  private readonly session: RecordingSession;
  private file: Mp4File | null = null;
  private tracks: RecordingTracks | null = null;
  private connection: LiveConnection | null = null;
  private port: MessagePort | null = null;
  private detachedAt: Ms | null = null;
  private ending: Promise<void> | null = null;
  private readonly stopChecks: Cancel;
  private ticks = 0;
  private stoppedAt: Ms | null = null;

  constructor(private readonly deps: RecorderDeps) {
    const { clock } = deps;
    this.session = new RecordingSession(
      {
        open: (tracks) => {
          this.tracks = tracks;
          this.file = new Mp4File(deps.storage.writable, tracks, () => void this.end('failed'));
        },
        write: (sample) => this.file?.add(sample),
        ended: (reason) => void this.end(reason),
      },
      clock.monotonic(),
    );
    this.stopChecks = clock.every(checkEveryMs, () => void this.check());
  }

  handle(message: Exclude<ToRecorder, { t: 'open' }>): void {
    if (this.ending) return;
    switch (message.t) {
      case 'attach':
        this.leave();
        this.port = message.port;
        this.port.onmessage = ({ data }: MessageEvent<FeedMessage>) => {
          for (const event of data) this.event(event);
        };
        break;
      case 'connect':
        this.leave();
        this.connection = openFeed(message.target, {
          event: (event) => this.event(event),
          ended: ({ code }) => {
            this.detach();
            this.deps.notify({ t: 'lost', code });
          },
        });
        break;
      case 'renew':
        this.connection?.renew(message.ticket);
        break;
      case 'detach':
        this.detach();
        break;
      case 'finish':
        // Earlier messages use another channel and may arrive later.
        this.stoppedAt ??= this.deps.clock.monotonic();
        this.deps.clock.after(lateMs, () => void this.end(null));
        break;
    }
  }

  private event(event: FeedEvent): void {
    if (this.ending) return;
    this.detachedAt = null;
    if (event.type === 'begin') this.deps.notify({ t: 'running' });
    this.session.event(event, this.deps.clock.monotonic());
  }

  private detach(): void {
    this.leave();
    this.detachedAt ??= this.deps.clock.monotonic();
  }

  private leave(): void {
    this.connection?.close();
    this.connection = null;
    this.port?.close();
    this.port = null;
  }

  private async check(): Promise<void> {
    const now = this.deps.clock.monotonic();
    this.session.tick(now);
    if (this.detachedAt !== null && now - this.detachedAt > waitMs) await this.end('lost');
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
    this.leave();
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

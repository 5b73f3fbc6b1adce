import type { Cancel, Clock } from '../../../kernel/clock.ts';
import type { Result } from '../../../kernel/result.ts';
import type { EpochMs, Ms } from '../../../kernel/units.ts';
import type {
  AccessUnit,
  MediaKey,
  ReplayRange,
  ReplaySource,
  SourceFailure,
  StreamCondition,
} from '../../ports.ts';
import type { ReaderSubscription, StreamEnd, StreamReader, UnitStream } from '../../stream/reader.ts';
import { Pacer } from './pacer.ts';

const endOfRange: StreamEnd = { code: 'replay.rangeEnd', message: 'The range was played to its end.' };
export const endOfRecordings: StreamEnd = {
  code: 'replay.noMore',
  message: 'The camera has no recordings in the rest of the range.',
};
const endBlocked: StreamEnd = { code: 'viewer.tooSlow', message: 'The viewer accepts no data.' };

/** Cameras release a session some time after it was closed; a seek opens the next one at once. */
const busyRetries = 5;
const busyRetryMs: Ms = 400;
/** Longer than the frame intervals of most cameras. */
const nearEndMs: Ms = 2_000;

export interface OpenedReplay {
  readonly source: ReplaySource;
  /** Of an encrypted device: its recordings are sent encrypted too. */
  readonly encryption: MediaKey | null;
}

export interface ReplayStreamOptions {
  readonly clock: Clock;
  readonly range: ReplayRange;
  /**
   * Finds the camera and opens a source that is not started yet. Called again if the camera is busy. `isWanted`: the reader
   * is still there. Never rejects.
   */
  readonly open: (isWanted: () => boolean) => Promise<Result<OpenedReplay, StreamEnd>>;
  readonly hasCapacity: () => boolean;
  /** How the failure of the source is reported. */
  readonly endFor: (failure: SourceFailure) => StreamEnd;
}

/** One replay for one reader, released at the speed of the recording. */
export class ReplayStream implements UnitStream {
  readonly speed: number;
  readonly #options: ReplayStreamOptions;
  readonly #pacer: Pacer;
  #reader: StreamReader | null = null;
  #source: ReplaySource | null = null;
  #retries = 0;
  #hasUnits = false;
  #newestWallMs: EpochMs = 0;
  #cancelRetry: Cancel = () => {};

  constructor(options: ReplayStreamOptions) {
    this.#options = options;
    this.speed = options.range.speed;
    this.#pacer = new Pacer({
      clock: options.clock,
      hasCapacity: options.hasCapacity,
      onHold: (isHeld) => (isHeld ? this.#source?.pause() : this.#source?.resume()),
      onBlocked: () => this.#end(endBlocked),
    });
  }

  subscribe(reader: StreamReader): ReaderSubscription {
    this.#reader = reader;
    void this.#open();
    return { resume: () => this.resume(), close: () => this.#close() };
  }

  /** The reader may have capacity again. */
  resume(): void {
    this.#pacer.resume();
  }

  condition(): StreamCondition {
    return {
      state: this.#hasUnits ? 'live' : 'starting',
      tracks: null,
      lastFailure: null,
      retryAt: null,
      since: this.#options.clock.now(),
      bitrateKbps: 0,
    };
  }

  async #open(): Promise<void> {
    const opened = await this.#options.open(() => this.#reader !== null);
    if (this.#reader === null) return;
    if (!opened.ok) {
      this.#end(opened.error);
      return;
    }
    const { source, encryption } = opened.value;
    this.#source = source;
    source.start({
      tracks: (clear) => {
        const tracks = encryption ? { ...clear, encryption } : clear;
        this.#pacer.push({ atMs: null, bytes: 0, release: () => this.#reader?.tracks(tracks) });
      },
      unit: (unit) => this.#unit(unit),
      failed: (failure) => this.#failed(failure),
    });
  }

  /** Frames before the range are sent at once: a decoder needs them to show its first frame. */
  #unit(unit: AccessUnit): void {
    const { range, clock } = this.#options;
    this.#hasUnits = true;
    if (unit.wallMs >= range.toMs) {
      if (unit.kind === 'video') this.#finish(endOfRange);
      return;
    }
    this.#newestWallMs = Math.max(this.#newestWallMs, unit.wallMs);
    this.#pacer.push({
      atMs: unit.wallMs < range.fromMs ? null : unit.dtsMs,
      bytes: unit.data.length,
      release: () => this.#reader?.unit(unit, clock.monotonic()),
    });
  }

  #failed(failure: SourceFailure): void {
    this.#source = null;
    if (failure.code === 'source.busy' && !this.#hasUnits && this.#retries < busyRetries) {
      this.#retries += 1;
      this.#cancelRetry = this.#options.clock.after(busyRetryMs, () => void this.#open());
      return;
    }
    // A camera that has sent the range just stops sending, or closes the connection.
    const isAtEnd = this.#options.range.toMs - this.#newestWallMs <= nearEndMs;
    this.#finish(isAtEnd ? endOfRange : this.#options.endFor(failure));
  }

  /** After everything that is still waiting. */
  #finish(end: StreamEnd): void {
    this.#source?.stop();
    this.#source = null;
    this.#pacer.push({ atMs: null, bytes: 0, release: () => this.#end(end) });
  }

  #end(end: StreamEnd): void {
    const reader = this.#reader;
    this.#close();
    reader?.end(end);
  }

  #close(): void {
    this.#reader = null;
    this.#cancelRetry();
    this.#pacer.stop();
    this.#source?.stop();
    this.#source = null;
  }
}

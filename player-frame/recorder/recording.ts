/** Page side of a recording: owns the recording worker and the file lock, and outlives the engine. */
import type { Clock } from '../../lib/kernel/clock.ts';
import type { Ms } from '../../lib/kernel/units.ts';
import {
  EngineError,
  type EngineRecording,
  type RecordingEnd,
  type RecordingFile,
  type RecordOptions,
} from '../engines/engine.ts';
import { cannotRecord, nothingRecorded } from '../engines/refusals.ts';
import type { FromRecorder, MadeFile, ToRecorder } from './messages.ts';
import { folderName, lockName, recordingName } from './storage.ts';

/** Timeout for the worker or stream to start. */
const startWithinMs: Ms = 15_000;

export interface RecordingDeps {
  readonly workerUrl: string;
  readonly clock: Clock;
}

/** The recording requested from an engine: a new or a continued one. Rejects with an `EngineError`. */
export async function openRecording(
  deps: Omit<RecordingDeps, 'workerUrl'> & {
    readonly workerUrl: string | undefined;
    /** The engine is already recording. */
    readonly isBusy: boolean;
  },
  options: RecordOptions,
): Promise<Recording> {
  const { workerUrl, clock, isBusy } = deps;
  if (isBusy) throw new EngineError(cannotRecord('a recording is running'));
  if (workerUrl === undefined) throw new EngineError(cannotRecord('there is no recorder'));
  const { resume } = options;
  if (resume instanceof Recording) return resume;
  return Recording.open({ workerUrl, clock }, options);
}

export const streamEnded = (): EngineError => new EngineError(cannotRecord('the stream ended'));

export class Recording implements EngineRecording {
  storage: EngineRecording['storage'] = 'disk';

  private readonly name: string;
  private readonly fileName: string;
  private readonly worker: Worker;
  private readonly listeners = new Set<(end: RecordingEnd) => void>();
  private readonly made: Promise<RecordingFile>;
  /** Resolves when the recording has ended. */
  readonly over: Promise<void>;
  private readonly releaseLock: () => void;
  private settle: (message: Extract<FromRecorder, { t: 'file' }>) => void = () => {};
  private opened: () => void = () => {};
  private running: (() => void) | null = null;
  private ended: RecordingEnd | null = null;
  private isOver = false;
  private flush: (() => void) | null = null;

  private constructor(
    private readonly deps: RecordingDeps,
    { fileName, target, closesGaps = false }: RecordOptions,
  ) {
    const now = deps.clock.now();
    this.name = recordingName(now);
    this.fileName = fileName ?? defaultName(new Date(now));
    this.releaseLock = acquireLock(lockName(this.name));
    this.worker = new Worker(deps.workerUrl, { type: 'module', name: 'oriel-recorder' });
    this.made = new Promise((resolve, reject) => {
      this.settle = ({ file, problem }) => {
        if (file) this.hand(file).then(resolve, reject);
        else reject(new EngineError(problem === null ? nothingRecorded : cannotRecord(problem)));
      };
    });
    this.over = this.made.then(
      () => undefined,
      () => undefined,
    );
    this.worker.onmessage = (message: MessageEvent<FromRecorder>) => this.onMessage(message.data);
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.onEnded('failed');
      this.onMessage({
        t: 'file',
        file: null,
        problem: event.message || 'the recording worker did not start',
      });
    };
    this.send(
      { t: 'open', name: this.name, fileName: this.fileName, target: target ?? null, closesGaps },
      target ? [target] : [],
    );
  }

  /** Resolves when the storage is ready; recording starts when a source is attached. */
  static async open(deps: RecordingDeps, options: RecordOptions): Promise<Recording> {
    const recording = new Recording(deps, options);
    await recording.within(
      new Promise<void>((resolve) => {
        recording.opened = resolve;
      }),
    );
    return recording;
  }

  /**
   * Receives samples through a port. Resolves with the first message. `flush` makes the sender send its pending
   * samples and end.
   */
  attachPort(port: MessagePort, flush: () => void): Promise<void> {
    this.flush = flush;
    return this.start({ t: 'attach', port }, [port]);
  }

  /** The stream has ended. If no other engine attaches within some seconds, the recording ends. */
  detach(): void {
    this.flush = null;
    if (!this.isOver) this.send({ t: 'detach' });
  }

  stop(): Promise<RecordingFile> {
    this.flush?.();
    this.flush = null;
    if (!this.isOver) this.send({ t: 'finish' });
    return this.made;
  }

  /** The engine ended before the recording started. */
  async giveUp(): Promise<never> {
    await this.stop().catch(() => undefined); // nothing was recorded
    throw streamEnded();
  }

  onEnd(listener: (end: RecordingEnd) => void): () => void {
    if (this.ended) listener(this.ended);
    else this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private start(message: ToRecorder, transfer: Transferable[] = []): Promise<void> {
    if (this.isOver) return Promise.reject(new EngineError(cannotRecord('the recording has ended')));
    const running = this.within(
      new Promise<void>((resolve) => {
        this.running = resolve;
      }),
    );
    this.send(message, transfer);
    return running.finally(() => {
      this.running = null;
    });
  }

  private onMessage(message: FromRecorder): void {
    switch (message.t) {
      case 'opened':
        this.storage = message.storage;
        this.opened();
        break;
      case 'running':
        this.running?.();
        break;
      case 'ended':
        this.onEnded(message.reason);
        break;
      case 'file':
        if (this.isOver) break;
        this.isOver = true;
        this.settle(message);
        break;
    }
  }

  private onEnded(reason: RecordingEnd['reason']): void {
    if (this.ended || this.isOver) return;
    this.ended = { reason };
    for (const listener of [...this.listeners]) listener(this.ended);
    this.listeners.clear();
  }

  /** The worker can end once one byte of either end was read: the browser then owns the data. */
  private async hand(made: MadeFile): Promise<RecordingFile> {
    const { blob } = made;
    await Promise.all([blob.slice(0, 1).arrayBuffer(), blob.slice(-1).arrayBuffer()]);
    this.worker.terminate();
    let isRetained = this.storage === 'disk';
    if (!isRetained) this.releaseLock();
    return {
      ...made,
      fileName: this.fileName,
      discard: async () => {
        if (!isRetained) return;
        isRetained = false;
        await removeFile(this.name);
        this.releaseLock();
      },
    };
  }

  private async within(step: Promise<void>): Promise<void> {
    let cancel = (): void => {};
    const late = new Promise<never>((_resolve, reject) => {
      cancel = this.deps.clock.after(startWithinMs, () =>
        reject(new EngineError(cannotRecord('it did not start in time'))),
      );
    });
    // A failed worker reports no file.
    const failed = this.made.then(() => undefined);
    try {
      await Promise.race([step, late, failed]);
    } finally {
      cancel();
      if (this.isOver) this.close();
    }
  }

  private close(): void {
    this.worker.terminate();
    this.releaseLock();
  }

  private send(message: ToRecorder, transfer: Transferable[] = []): void {
    this.worker.postMessage(message, transfer);
  }
}

/** The lock prevents other players from deleting the file while the page uses it. */
function acquireLock(name: string): () => void {
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  // Fails where storage is blocked too, and the recording is in memory.
  navigator.locks?.request(name, () => held).catch(() => undefined);
  return release;
}

async function removeFile(name: string): Promise<void> {
  try {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle(folderName);
    await folder.removeEntry(name);
  } catch {
    // Already deleted, or cleared with the site data.
  }
}

/** `2026-03-12_14-03-12.mp4` in local time, so that files sort by time. */
function defaultName(now: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join('-');
  const time = [now.getHours(), now.getMinutes(), now.getSeconds()].map(two).join('-');
  return `${day}_${time}.mp4`;
}

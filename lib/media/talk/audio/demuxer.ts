/** Recorded files in parts, from a thread that is ended when it takes too long. */
import { Worker } from 'node:worker_threads';
import { type Remote, wrap } from 'comlink';
import nodeEndpoint from 'comlink/dist/umd/node-adapter.js';
import type { Cancel, Clock } from '../../../kernel/clock.ts';
import type { Ms } from '../../../kernel/units.ts';

export interface DemuxedAudio {
  /** As mediabunny names it; null: unknown. */
  readonly codec: string | null;
  readonly rate: number;
  readonly channels: number;
  /** AudioSpecificConfig of AAC in a container; null: packets have headers of their own. */
  readonly config: Uint8Array | ArrayBuffer | null;
  readonly packets: readonly Uint8Array[];
  /** Interleaved; null: `packets` must be decoded. */
  readonly pcm: Int16Array | null;
}

export interface DemuxerOptions {
  readonly clock: Clock;
  readonly maxSeconds: number;
  /** For one file, in a thread that has started; then the thread is ended, and a new one started for the next. */
  readonly maxMs: Ms;
}

/** What the thread exposes (`demux-worker.mjs`). */
export interface DemuxThread {
  /** Answers when the thread has started. */
  ready(): true;
  /** Null: no audio that can be read. At most so many seconds of it. */
  demux(file: Uint8Array, maxSeconds: number): DemuxedAudio | null;
}

interface Thread {
  readonly worker: Worker;
  readonly remote: Remote<DemuxThread>;
}

/** A busy server takes seconds to load the modules of a thread. */
const startMs: Ms = 30_000;
/** Without work for this long, the thread ends. */
const idleMs: Ms = 30_000;
const limits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32 };

/** One file at a time. */
export class Demuxer {
  readonly #options: DemuxerOptions;
  #thread: Thread | null = null;
  #queue: Promise<unknown> = Promise.resolve();
  #cancelIdle: Cancel = () => {};

  constructor(options: DemuxerOptions) {
    this.#options = options;
  }

  /** Null: no audio that can be read, or it took too long. Never rejects. */
  read(file: Uint8Array): Promise<DemuxedAudio | null> {
    const read = this.#queue.then(() => this.#readNow(file));
    this.#queue = read;
    return read;
  }

  /** Safe to call twice. */
  async close(): Promise<void> {
    this.#cancelIdle();
    const thread = this.#thread;
    this.#thread = null;
    await thread?.worker.terminate();
  }

  #readNow(file: Uint8Array): Promise<DemuxedAudio | null> {
    const { clock, maxMs, maxSeconds } = this.#options;
    this.#cancelIdle();
    this.#thread ??= startThread();
    const { worker, remote } = this.#thread;
    // The process may end while nothing is being read.
    worker.ref();
    return new Promise((resolve) => {
      const settle = (answer: DemuxedAudio | null, isUsable: boolean) => {
        cancel();
        worker.off('error', broke).off('exit', broke);
        worker.unref();
        if (!isUsable) void this.close();
        else this.#cancelIdle = clock.after(idleMs, () => void this.close());
        resolve(answer);
      };
      const broke = () => settle(null, false);
      let cancel = clock.after(startMs, broke);
      worker.on('error', broke).on('exit', broke);
      const begin = () => {
        cancel();
        cancel = clock.after(maxMs, broke);
        return remote.demux(file, maxSeconds);
      };
      // A thread that has ended answers no more.
      remote
        .ready()
        .then(begin)
        .then((answer) => settle(answer, true), broke);
    });
  }
}

function startThread(): Thread {
  const worker = new Worker(new URL('demux-worker.mjs', import.meta.url), { resourceLimits: limits });
  worker.on('error', () => {
    /* out of memory after its answer: the next file starts another one */
  });
  return { worker, remote: wrap<DemuxThread>(nodeEndpoint(worker)) };
}

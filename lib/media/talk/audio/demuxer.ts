/** Recorded files in parts, from a thread that is ended when it takes too long. */
import { Worker } from 'node:worker_threads';
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
  /** For one file; then the thread is ended, and a new one started for the next. */
  readonly maxMs: Ms;
}

/** Without work for this long, the thread ends. */
const idleMs: Ms = 30_000;
const limits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32 };

/** One file at a time. */
export class Demuxer {
  readonly #options: DemuxerOptions;
  #worker: Worker | null = null;
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
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }

  #readNow(file: Uint8Array): Promise<DemuxedAudio | null> {
    const { clock, maxMs, maxSeconds } = this.#options;
    this.#cancelIdle();
    const worker =
      this.#worker ?? new Worker(new URL('demux-worker.mjs', import.meta.url), { resourceLimits: limits });
    this.#worker = worker;
    // The process may end while nothing is being read.
    worker.ref();
    return new Promise((resolve) => {
      const settle = (answer: DemuxedAudio | null, isUsable: boolean) => {
        cancel();
        // By name: Node keeps listeners of its own, without which the thread neither answers nor ends.
        for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
        worker.unref();
        worker.on('error', () => {
          /* out of memory after its answer: the next file starts another one */
        });
        if (!isUsable) void this.close();
        else this.#cancelIdle = clock.after(idleMs, () => void this.close());
        resolve(answer);
      };
      const cancel = clock.after(maxMs, () => settle(null, false));
      worker.on('message', (answer: DemuxedAudio | null) => settle(answer, true));
      worker.on('error', () => settle(null, false));
      worker.on('exit', () => settle(null, false));
      worker.postMessage({ file, maxSeconds });
    });
  }
}

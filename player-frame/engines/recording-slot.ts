import { systemClock } from '../../lib/kernel/clock.ts';
import type { Recording } from '../recorder/recording.ts';
import type { RecordOptions } from './engine.ts';

/** The single recording of an engine. Recording code is loaded on first use. */
export class RecordingSlot {
  readonly #workerUrl: string | undefined;
  #current: Recording | null = null;
  #opening = 0;

  constructor(workerUrl: string | undefined) {
    this.#workerUrl = workerUrl;
  }

  get isAvailable(): boolean {
    return this.#workerUrl !== undefined;
  }

  /**
   * Starts or continues a recording. `feed` makes the engine send its samples to a port, or end that (null), which also
   * happens when the recording ends by itself.
   */
  async record(
    options: RecordOptions,
    isEngineDestroyed: () => boolean,
    feed: (port: MessagePort | null) => void,
  ): Promise<Recording> {
    const recording = await this.#open(options, isEngineDestroyed, () => feed(null));
    const { port1, port2 } = new MessageChannel();
    feed(port1);
    try {
      await recording.attachPort(port2, () => feed(null));
    } catch (error) {
      // It had ended before.
      if (this.#current === null) feed(null);
      throw error;
    }
    return recording;
  }

  async #open(
    options: RecordOptions,
    isEngineDestroyed: () => boolean,
    over: () => void,
  ): Promise<Recording> {
    const { openRecording, streamEnded } = await import('../recorder/recording.ts');
    const isBusy = this.#current !== null || this.#opening > 0;
    this.#opening += 1;
    try {
      const workerUrl = this.#workerUrl;
      const recording = await openRecording({ workerUrl, clock: systemClock, isBusy }, options);
      if (isEngineDestroyed()) {
        // It waits for the next engine.
        if (options.resume) throw streamEnded();
        return await recording.giveUp();
      }
      this.#current = recording;
      void recording.over.then(() => {
        if (this.#current !== recording) return;
        this.#current = null;
        over();
      });
      return recording;
    } finally {
      this.#opening -= 1;
    }
  }

  /** The stream has ended. The recording waits for another engine, or ends by itself. */
  leave(): void {
    this.#current?.detach();
    this.#current = null;
  }
}

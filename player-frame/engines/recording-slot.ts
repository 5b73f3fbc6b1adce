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

  /** Starts or continues a recording. `over` is called if it ends while it belongs to this engine. */
  async open(
    options: RecordOptions,
    isEngineDestroyed: () => boolean,
    over: () => void = () => {},
  ): Promise<Recording> {
    const { openRecording } = await import('../recorder/recording.ts');
    const isBusy = this.#current !== null || this.#opening > 0;
    this.#opening += 1;
    try {
      const workerUrl = this.#workerUrl;
      const recording = await openRecording({ workerUrl, clock: systemClock, isBusy }, options);
      if (isEngineDestroyed()) return await recording.giveUp();
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

  renew(ticket: string): void {
    this.#current?.renew(ticket);
  }

  /** The stream has ended. The recording waits for another engine, or ends by itself. */
  leave(): void {
    this.#current?.detach();
    this.#current = null;
  }
}

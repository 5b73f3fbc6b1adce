import { systemClock } from '../../lib/kernel/clock.ts';
import type { Recording } from '../recorder/recording.ts';
import type { RecordOptions } from './engine.ts';

/** The one recording an engine may have. What a recording needs is loaded with the first. */
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

  /** A new recording, or the one to go on with. `over` is called when it ends while it is this engine's. */
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

  /** The stream ends. The recording waits for another engine, or ends by itself. */
  leave(): void {
    this.#current?.detach();
    this.#current = null;
  }
}

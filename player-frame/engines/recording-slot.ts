import type { Recording } from '../recorder/recording.ts';
import { EngineError, type RecordOptions } from './engine.ts';
import { cannotRecord } from './failures.ts';

/** The one recording an engine may have. What a recording needs is loaded with the first. */
export class RecordingSlot {
  private current: Recording | null = null;
  private isOpening = false;

  constructor(private readonly workerUrl: string | undefined) {}

  get isAvailable(): boolean {
    return this.workerUrl !== undefined;
  }

  /** A new recording, or the one to go on with. `over` is called when it ends while it is this engine's. */
  async open(
    options: RecordOptions,
    isEngineGone: () => boolean,
    over: () => void = () => {},
  ): Promise<Recording> {
    if (this.current || this.isOpening) throw new EngineError(cannotRecord('a recording is running'));
    this.isOpening = true;
    try {
      const { openRecording } = await import('../recorder/recording.ts');
      const recording = await openRecording(this.workerUrl, options);
      if (isEngineGone()) return await recording.giveUp();
      this.current = recording;
      void recording.over.then(() => {
        if (this.current !== recording) return;
        this.current = null;
        over();
      });
      return recording;
    } finally {
      this.isOpening = false;
    }
  }

  renew(ticket: string): void {
    this.current?.renew(ticket);
  }

  /** The stream ends. The recording waits for another engine, or ends by itself. */
  leave(): void {
    this.current?.detach();
    this.current = null;
  }
}

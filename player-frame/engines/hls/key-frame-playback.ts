import type { Cancel, Clock } from '../../../lib/kernel/clock.ts';
import type { Ms } from '../../../lib/kernel/units.ts';

const stepMs: Ms = 40;
/** A frame that takes longer to load holds up the playback, instead of being skipped over. */
const usualLoadMs: Ms = 200;

export interface KeyFramePlaybackDeps {
  readonly clock: Clock;
  /** The part at a time of the element, in seconds; null after the last one. */
  readonly partAt: (mediaS: number) => number | null;
  /** Shows the key frame with which a part begins. Resolves when it is on the screen, or cannot be shown. Never rejects. */
  readonly show: (part: number) => Promise<void>;
  readonly ended: () => void;
}

/** Playback that is too fast to decode every frame: the key frames of the parts, each at its time. */
export class KeyFramePlayback {
  private cancel: Cancel = () => {};
  /** Of the playback that is running. */
  private run: object | null = null;

  constructor(private readonly deps: KeyFramePlaybackDeps) {}

  get isRunning(): boolean {
    return this.run !== null;
  }

  /** From a time of the element on, in seconds. Replaces the playback that is running. */
  start(fromS: number, rate: number): void {
    this.stop();
    const { clock, partAt, show, ended } = this.deps;
    const run = {};
    this.run = run;
    let startedAt = clock.monotonic();
    let shown = -1;
    const step = async (): Promise<void> => {
      const now = clock.monotonic();
      const part = partAt(fromS + ((now - startedAt) / 1_000) * rate);
      if (part === null) {
        this.stop();
        ended();
        return;
      }
      if (part !== shown) {
        shown = part;
        await show(part);
        startedAt += Math.max(0, clock.monotonic() - now - usualLoadMs);
      }
      if (this.run === run) this.cancel = clock.after(stepMs, () => void step());
    };
    void step();
  }

  /** Safe to call twice. */
  stop(): void {
    this.run = null;
    this.cancel();
  }
}

/** One stream of a camera's recordings, from its request to its end, played by a live engine on an element of its own. */
import type { Clock } from '../../../lib/kernel/clock.ts';
import type { EpochMs, Ms } from '../../../lib/kernel/units.ts';
import {
  EngineError,
  type EngineEvent,
  type EngineFailure,
  type LiveEngine,
  type LiveTarget,
} from '../engine.ts';
import { engineBroken } from '../failures.ts';
import { seekReplaced } from '../refusals.ts';
import { fillStage } from '../stage-style.ts';

/** A stream begins with the key frame before the requested time; what is before that time is not shown. */
const revealEveryMs: Ms = 20;
/** A camera without frame times shows what it sends. */
const revealWithinMs: Ms = 2_000;
/** Rounding must not hide the frame of the requested time. */
const toleranceMs: Ms = 2;

export interface StretchDeps {
  readonly clock: Clock;
  readonly make: (element: HTMLElement) => Promise<LiveEngine>;
  /** Called with the engine before it loads. */
  readonly made: (engine: LiveEngine) => void;
  readonly event: (event: EngineEvent) => void;
  /** The frame of the requested time can be shown. */
  readonly reached: () => void;
}

export class ReplayStretch {
  /** Transparent until `reveal`. */
  readonly element = document.createElement('div');
  /** Resolves when the frame of the requested time is on the screen; rejects with an `EngineError`. */
  readonly shown: Promise<void>;
  engine: LiveEngine | null = null;
  isShown = false;

  readonly #deps: StretchDeps;
  readonly #abort = new AbortController();
  #resolve = () => {};
  #reject: (error: EngineError) => void = () => {};

  constructor(
    /** The requested time. */
    readonly from: EpochMs,
    deps: StretchDeps,
  ) {
    this.#deps = deps;
    this.element.style.cssText = `${fillStage};opacity:0`;
    this.shown = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // Nobody may be waiting for it.
    this.shown.catch(() => undefined);
  }

  play(target: LiveTarget): void {
    this.#play(target).catch((error: unknown) => {
      if (!this.#abort.signal.aborted)
        this.#deps.event({ type: 'failed', failure: engineBroken(String(error)) });
    });
  }

  reveal(): void {
    this.isShown = true;
    this.element.style.opacity = '';
    this.#resolve();
  }

  /** Ends the waiting for the requested time: the stream has ended, or failed. */
  settle(failure: EngineFailure | null = null): void {
    if (failure) this.#reject(new EngineError(failure));
    else this.#resolve();
  }

  /** Settles with another stream, which takes its place. */
  follow(next: Promise<void>): void {
    next.then(this.#resolve, this.#reject);
  }

  async close(): Promise<void> {
    this.#abort.abort();
    this.#reject(new EngineError(seekReplaced));
    await this.engine?.destroy();
    this.element.remove();
  }

  async #play(target: LiveTarget): Promise<void> {
    const { clock, make, made, event, reached } = this.#deps;
    const { signal } = this.#abort;
    const engine = await make(this.element);
    if (signal.aborted) {
      await engine.destroy();
      return;
    }
    this.engine = engine;
    made(engine);
    engine.onEvent(event);
    await engine.load(target, signal).catch(() => undefined);
    if (signal.aborted) return;
    const startedAt = clock.monotonic();
    const cancel = clock.every(revealEveryMs, () => {
      const at = engine.currentTime();
      const isLate = clock.monotonic() - startedAt >= revealWithinMs;
      if (at === null || (at < this.from - toleranceMs && !isLate)) return;
      cancel();
      reached();
    });
    signal.addEventListener('abort', cancel);
  }
}

import type { Ms } from '../../lib/kernel/units.ts';
import type { EngineEvent } from './engine.ts';

/** The server's report is valid for this long. It is repeated about once per second. */
const reportMs: Ms = 3_000;

/** Whether the server says that the camera's next key frame is awaited: no frame can be expected meanwhile. */
export class KeyWait {
  /** When the server said so last; null: never. */
  lastAt: Ms | null = null;
  #isAwaited = false;

  isOn(now: Ms): boolean {
    return this.#isAwaited && this.lastAt !== null && now - this.lastAt < reportMs;
  }

  reported(waitedMs: Ms, now: Ms): EngineEvent {
    this.lastAt = now;
    this.#isAwaited = true;
    return { type: 'awaitsKey', waitedMs };
  }

  /** A key frame arrived, or the reports ended. Returns an event if one was awaited. */
  over(): EngineEvent | null {
    if (!this.#isAwaited) return null;
    this.#isAwaited = false;
    return { type: 'awaitsKey', waitedMs: null };
  }

  /** Called a few times per second. Returns an event if the reports have ended. */
  check(now: Ms): EngineEvent | null {
    return this.isOn(now) ? null : this.over();
  }
}

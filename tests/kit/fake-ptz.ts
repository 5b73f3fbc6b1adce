import type { Clock } from '../../lib/kernel/clock.ts';
import type { Ms } from '../../lib/kernel/units.ts';
import type { PtzDirection, PtzDriver } from '../../lib/media/ports.ts';

const steps = { up: [0, 1], down: [0, -1], left: [-1, 0], right: [1, 0] } as const;

/** Motors that turn by the fake clock, one degree in 10 ms, until a stop or a limit. */
export class FakePtz implements PtzDriver {
  axes = { pan: true, tilt: true };
  /** Degrees from the centre to each limit. */
  range = { x: 1_000_000, y: 1_000_000 };
  /** Delay between a command and its effect, ms. */
  startDelayMs: Ms = 0;
  stopDelayMs: Ms = 0;
  /** Thrown by the next commands of this kind. */
  startError: unknown = null;
  stopError: unknown = null;
  /** Every command that succeeded, in order. A repeated start does not interrupt the movement. */
  readonly commands: string[] = [];
  readonly attempts = { start: 0, stop: 0 };
  isClosed = false;
  #direction: PtzDirection | null = null;
  #at = { x: 0, y: 0 };
  #since: Ms;

  constructor(private readonly clock: Clock) {
    this.#since = clock.monotonic();
  }

  get position(): { readonly x: number; readonly y: number } {
    if (this.#direction === null) return this.#at;
    const [x, y] = steps[this.#direction];
    const way = (this.clock.monotonic() - this.#since) / 10;
    const held = (value: number, range: number) => Math.max(-range, Math.min(range, value));
    return { x: held(this.#at.x + x * way, this.range.x), y: held(this.#at.y + y * way, this.range.y) };
  }

  get isMoving(): boolean {
    return this.#direction !== null;
  }

  async start(direction: PtzDirection): Promise<'accepted' | 'limit'> {
    this.attempts.start += 1;
    await this.#wait(this.startDelayMs);
    if (this.startError) throw this.startError;
    if (this.#direction !== direction) {
      this.commands.push(direction);
      this.#turnTo(direction);
    }
    const [x, y] = steps[direction];
    const isAtEnd = this.position.x * x >= this.range.x || this.position.y * y >= this.range.y;
    return isAtEnd ? 'limit' : 'accepted';
  }

  async stop(): Promise<void> {
    this.attempts.stop += 1;
    await this.#wait(this.stopDelayMs);
    if (this.stopError) throw this.stopError;
    this.commands.push('stop');
    this.#turnTo(null);
  }

  async close(): Promise<void> {
    this.isClosed = true;
  }

  #turnTo(direction: PtzDirection | null): void {
    this.#at = this.position;
    this.#since = this.clock.monotonic();
    this.#direction = direction;
  }

  #wait(ms: Ms): Promise<void> {
    return ms === 0 ? Promise.resolve() : new Promise((resolve) => this.clock.after(ms, resolve));
  }
}

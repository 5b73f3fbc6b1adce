/**
 * One head and whoever steers it. A start is a lease of a second: repeated it lasts, not repeated it ends by
 * itself, so a lost stop, a closed page or a cut network leaves no camera turning. What is told to the
 * camera is told one after the other; only a stop overtakes a start that is still under way.
 */
import { AppError } from '../../kernel/app-error.ts';
import type { Cancel, Clock } from '../../kernel/clock.ts';
import type { Ms } from '../../kernel/units.ts';
import type { PtzDirection, PtzDriver } from '../../media/ports.ts';
import type { PtzLink } from './ptz-link.ts';

/** How long one start moves a camera. */
export const leaseMs: Ms = 1_000;

/** After a stop that failed. The camera's own time limit ends the motion where it has one. */
const retryStopMs: readonly Ms[] = [200, 400, 800, 1_000, 1_000, 2_000, 2_000, 4_000, 4_000, 8_000];

export interface PtzMove {
  readonly direction: PtzDirection;
  readonly speed: number;
}

/** Who steers. Same `name`: the same viewer. */
export interface Holder {
  readonly name: string;
  readonly grantId: string;
  readonly clientAddress: string;
}

export interface Moved {
  readonly outcome: 'accepted' | 'limit';
  /** What the camera was told last; another one than asked for when the viewer has turned meanwhile. */
  readonly direction: PtzDirection;
}

export type EndReason = 'released' | 'lease' | 'revoked' | 'changed' | 'failed' | 'stopping';

export interface PtzEvents {
  started(holder: Holder, move: PtzMove): void;
  limit(holder: Holder, move: PtzMove): void;
  ended(holder: Holder, reason: EndReason): void;
  stopFailed(error: unknown, isLast: boolean): void;
}

export class PtzBusy extends Error {}

interface Lease {
  /** As of the newest start: a viewer's token may be renewed while it steers. */
  holder: Holder;
  move: PtzMove;
  isAtLimit: boolean;
  cancelEnd: Cancel;
}

export class PtzControl {
  readonly #link: PtzLink;
  readonly #clock: Clock;
  readonly #events: PtzEvents;
  #lease: Lease | null = null;
  /** The command that is under way or waits for its turn, and for whose lease. */
  #driving: { readonly lease: Lease; readonly moved: Promise<Moved> } | null = null;
  #tail: Promise<unknown> = Promise.resolve();
  /** Something was told to move and not (surely) to stop. */
  #moving: PtzDriver | null = null;
  #isStarting = false;
  #cancelRetry: Cancel = () => {};

  constructor(parts: { readonly link: PtzLink; readonly clock: Clock; readonly events: PtzEvents }) {
    this.#link = parts.link;
    this.#clock = parts.clock;
    this.#events = parts.events;
  }

  get isAtRest(): boolean {
    return this.#lease === null && this.#moving === null && this.#driving === null;
  }

  isHeldByOther({ name }: Holder): boolean {
    return this.#lease !== null && this.#lease.holder.name !== name;
  }

  /** Takes, renews or turns. Rejects with `PtzBusy`, or `AppError` `head.…` when the camera cannot be told. */
  start(holder: Holder, move: PtzMove): Promise<Moved> {
    if (this.isHeldByOther(holder)) {
      return Promise.reject(new PtzBusy('somebody else is steering'));
    }
    return this.#drive(this.#take(holder, move));
  }

  /** Ends what this viewer has started. Rejects when the camera could not be told; then it is told again. */
  async stop(holder: Holder): Promise<void> {
    if (this.#lease?.holder.name === holder.name) await this.#end('released');
  }

  /** Ends the lease of whom `whose` picks, for instance because the right has ended. Does not reject. */
  async drop(reason: EndReason, whose: (holder: Holder) => boolean = () => true): Promise<void> {
    if (this.#lease === null || !whose(this.#lease.holder)) return;
    await this.#end(reason).catch(ignored);
  }

  /** Ends the lease and lets the head go; a stop that failed is still tried again. Does not reject. */
  async release(reason: EndReason): Promise<void> {
    await this.drop(reason);
    await this.#tail;
    this.#link.forget();
  }

  /** For the end of the process: as `release`, and nothing is tried again. */
  async close(): Promise<void> {
    await this.release('stopping');
    this.#cancelRetry();
    this.#moving = null;
  }

  #take(holder: Holder, move: PtzMove): Lease {
    const held = this.#lease;
    const isNew = held === null || !isSame(held.move, move);
    held?.cancelEnd();
    const lease: Lease = held ?? { holder, move, isAtLimit: false, cancelEnd: () => {} };
    lease.move = move;
    lease.holder = holder;
    if (isNew) lease.isAtLimit = false;
    lease.cancelEnd = this.#clock.after(leaseMs, () => {
      this.#end('lease').catch(ignored);
    });
    this.#lease = lease;
    if (isNew) this.#events.started(holder, move);
    return lease;
  }

  #drive(lease: Lease): Promise<Moved> {
    if (this.#driving?.lease === lease) return this.#driving.moved;
    this.#cancelRetry();
    const moved = this.#inTurn(() => this.#tell(lease));
    this.#driving = { lease, moved };
    return moved;
  }

  /** Tells the camera the wish of a lease, again while it changes on the way. */
  async #tell(lease: Lease): Promise<Moved> {
    let outcome: Moved['outcome'] = 'accepted';
    let sentMove: PtzMove | null = null;
    try {
      const driver = await this.#link.get();
      while (this.#lease === lease && (sentMove === null || !isSame(sentMove, lease.move))) {
        sentMove = lease.move;
        requireAxis(driver, sentMove.direction);
        outcome = await this.#startHead(driver, sentMove);
      }
    } catch (error) {
      // Not waited for: the stop comes behind this very command.
      if (this.#lease === lease) this.#end('failed').catch(ignored);
      throw error;
    } finally {
      if (this.#driving?.lease === lease) this.#driving = null;
    }
    const move = sentMove ?? lease.move;
    if (outcome === 'limit' && !lease.isAtLimit) {
      lease.isAtLimit = true;
      this.#events.limit(lease.holder, move);
    }
    return { outcome, direction: move.direction };
  }

  async #startHead(driver: PtzDriver, move: PtzMove): Promise<Moved['outcome']> {
    const before = this.#moving;
    this.#moving = driver;
    this.#isStarting = true;
    try {
      return await driver.start(move.direction, move.speed);
    } catch (error) {
      if (reachedNothing(error)) {
        this.#moving = before;
        this.#link.failed(error);
      }
      throw error;
    } finally {
      this.#isStarting = false;
    }
  }

  #end(reason: EndReason): Promise<void> {
    const lease = this.#lease;
    if (lease === null) return Promise.resolve();
    lease.cancelEnd();
    this.#lease = null;
    this.#events.ended(lease.holder, reason);
    return this.#halt(0);
  }

  /** `tries`: stops that failed before this one. */
  #halt(attempts: number): Promise<void> {
    this.#cancelRetry();
    // A command that still waits for its turn finds no lease.
    if (this.#moving === null) return Promise.resolve();
    if (this.#isStarting) {
      this.#moving?.stop().catch(ignored); // the one that waits for its turn decides
    }
    return this.#inTurn(async () => {
      const driver = this.#moving;
      if (driver === null) return;
      try {
        await driver.stop();
        if (this.#moving === driver) this.#moving = null;
      } catch (error) {
        this.#stopFailed(error, attempts);
        throw error;
      }
    });
  }

  #stopFailed(error: unknown, attempts: number): void {
    const delayMs = retryStopMs[attempts];
    this.#events.stopFailed(error, delayMs === undefined);
    if (delayMs === undefined) {
      this.#moving = null;
      this.#link.forget();
      return;
    }
    this.#cancelRetry = this.#clock.after(delayMs, () => {
      // Whoever steers now will stop it.
      if (this.#lease !== null) return;
      this.#halt(attempts + 1).catch(ignored);
    });
  }

  #inTurn<Value>(run: () => Promise<Value>): Promise<Value> {
    const done = this.#tail.then(run, run);
    this.#tail = done.catch(ignored);
    return done;
  }
}

/** What failed is told by `stopFailed`, or to whoever waits for the command itself. */
function ignored(): void {}

/** Refused before any motor heard of it. */
function reachedNothing(error: unknown): boolean {
  return error instanceof AppError && ['ptz.auth', 'ptz.refused', 'ptz.unsupported'].includes(error.code);
}

function isSame(one: PtzMove, other: PtzMove): boolean {
  return one.direction === other.direction && one.speed === other.speed;
}

function requireAxis({ axes }: PtzDriver, direction: PtzDirection): void {
  const isThere = direction === 'up' || direction === 'down' ? axes.tilt : axes.pan;
  if (!isThere) throw new AppError('ptz.unsupported', 'The camera does not turn that way');
}

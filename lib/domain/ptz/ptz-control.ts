/**
 * PTZ of one channel. A start is a lease of a second; the player renews it while a button is current. Without renewal the
 * motion ends by itself, so a lost stop, a closed page or a network failure leaves no camera moving. Commands are sent
 * one after the other; only a stop overtakes a start that is still in progress.
 */
import { AppError } from '../../kernel/app-error.ts';
import type { Cancel, Clock } from '../../kernel/clock.ts';
import type { Ms } from '../../kernel/units.ts';
import type { PtzDirection, PtzDriver } from '../../media/ports.ts';
import type { PtzLink } from './ptz-link.ts';

/** How long one start moves a camera. */
export const leaseMs: Ms = 1_000;

/** Delays after a failed stop. Where the camera has its own time limit, that ends the motion too. */
const retryStopMs: readonly Ms[] = [200, 400, 800, 1_000, 1_000, 2_000, 2_000, 4_000, 4_000, 8_000];

export interface PtzMove {
  readonly direction: PtzDirection;
  readonly speed: number;
}

/** The viewer in control. The same `name` means the same viewer. */
export interface Holder {
  readonly name: string;
  readonly grantId: string;
  readonly clientAddress: string;
}

export interface Moved {
  readonly outcome: 'accepted' | 'limit';
  /**
   * Direction of the last command sent; differs from the requested one if the viewer has changed direction meanwhile.
   */
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
  /** From the latest start: a viewer's token may be renewed while it holds the lease. */
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
  /** The command in progress or in the queue, and its lease. */
  #driving: { readonly lease: Lease; readonly moved: Promise<Moved> } | null = null;
  #tail: Promise<unknown> = Promise.resolve();
  /** A motion was started and not (certainly) stopped. */
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

  isControlledByOther({ name }: Holder): boolean {
    return this.#lease !== null && this.#lease.holder.name !== name;
  }

  /** Starts, renews or changes direction. Rejects with `PtzBusy`, or `AppError` `ptz.…` when the camera fails. */
  start(holder: Holder, move: PtzMove): Promise<Moved> {
    if (this.isControlledByOther(holder)) {
      return Promise.reject(new PtzBusy('PTZ is in use by another viewer'));
    }
    return this.#drive(this.#take(holder, move));
  }

  /** Ends this viewer's motion. Rejects when the stop command failed; it is then retried. */
  async stop(holder: Holder): Promise<void> {
    if (this.#lease?.holder.name === holder.name) await this.#end('released');
  }

  /** Ends the lease of matching viewers, for instance because their permission ended. Does not reject. */
  async drop(reason: EndReason, whose: (holder: Holder) => boolean = () => true): Promise<void> {
    if (this.#lease === null || !whose(this.#lease.holder)) return;
    await this.#end(reason).catch(ignored);
  }

  /** Ends the lease and releases the connection; a failed stop is still retried. Does not reject. */
  async release(reason: EndReason): Promise<void> {
    await this.drop(reason);
    await this.#tail;
    this.#link.forget();
  }

  /** For process shutdown: like `release`, but without retries. */
  async close(): Promise<void> {
    await this.release('stopping');
    this.#cancelRetry();
    this.#moving = null;
  }

  #take(holder: Holder, move: PtzMove): Lease {
    const current = this.#lease;
    const isNew = current === null || !isSame(current.move, move);
    current?.cancelEnd();
    const lease: Lease = current ?? { holder, move, isAtLimit: false, cancelEnd: () => {} };
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
    const moved = this.#serialize(() => this.#sendMove(lease));
    this.#driving = { lease, moved };
    return moved;
  }

  /** Sends the lease's direction to the camera, and again if it changes meanwhile. */
  async #sendMove(lease: Lease): Promise<Moved> {
    let outcome: Moved['outcome'] = 'accepted';
    let sentMove: PtzMove | null = null;
    try {
      const driver = await this.#link.get();
      while (this.#lease === lease && (sentMove === null || !isSame(sentMove, lease.move))) {
        sentMove = lease.move;
        requireAxis(driver, sentMove.direction);
        outcome = await this.#startMotion(driver, sentMove);
      }
    } catch (error) {
      // Not awaited: the stop is queued behind this command.
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

  async #startMotion(driver: PtzDriver, move: PtzMove): Promise<Moved['outcome']> {
    const before = this.#moving;
    this.#moving = driver;
    this.#isStarting = true;
    try {
      return await driver.start(move.direction, move.speed);
    } catch (error) {
      if (isRejected(error)) {
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

  /** `attempts`: stops that failed before this one. */
  #halt(attempts: number): Promise<void> {
    this.#cancelRetry();
    // A queued command finds no lease and does nothing.
    if (this.#moving === null) return Promise.resolve();
    if (this.#isStarting) {
      this.#moving?.stop().catch(ignored); // the queued one does it
    }
    return this.#serialize(async () => {
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
      // The new holder will stop it.
      if (this.#lease !== null) return;
      this.#halt(attempts + 1).catch(ignored);
    });
  }

  #serialize<Value>(run: () => Promise<Value>): Promise<Value> {
    const done = this.#tail.then(run, run);
    this.#tail = done.catch(ignored);
    return done;
  }
}

/** The failure is reported by `stopFailed`, or to the caller of the command itself. */
function ignored(): void {}

/** True when the command was rejected before any motion. */
function isRejected(error: unknown): boolean {
  return error instanceof AppError && ['ptz.auth', 'ptz.refused', 'ptz.unsupported'].includes(error.code);
}

function isSame(one: PtzMove, other: PtzMove): boolean {
  return one.direction === other.direction && one.speed === other.speed;
}

function requireAxis({ axes }: PtzDriver, direction: PtzDirection): void {
  const isThere = direction === 'up' || direction === 'down' ? axes.tilt : axes.pan;
  if (!isThere) throw new AppError('ptz.unsupported', 'The camera has no motion on that axis');
}

import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Ms } from '../../kernel/units.ts';
import type { PtzDriver, PtzSpec } from '../../media/ports.ts';

/**
 * How long failures are remembered. Cameras lock accounts after several wrong logins; other failures may be over soon.
 */
const timeoutMs: Readonly<Record<string, Ms>> = { 'ptz.auth': 60_000, 'ptz.refused': 60_000 };
const defaultTimeoutMs: Ms = 3_000;

/** The connection to one camera's PTZ: opened on demand and shared. */
export class PtzLink {
  #opening: Promise<PtzDriver> | null = null;
  #failure: { readonly error: unknown; readonly until: Ms } | null = null;
  readonly #open: () => Promise<PtzDriver>;
  readonly #clock: Clock;

  /** `find` throws or rejects with `ptz.unsupported` if there is no PTZ. */
  constructor(
    find: () => Promise<PtzSpec>,
    open: (spec: PtzSpec) => Promise<PtzDriver>,
    { clock }: { readonly clock: Clock },
  ) {
    this.#open = async () => open(await find());
    this.#clock = clock;
  }

  /** Rejects with `AppError` `ptz.…`. A failure is remembered for a while, so that a held key connects only once. */
  get(): Promise<PtzDriver> {
    if (this.#failure !== null && this.#clock.monotonic() < this.#failure.until) {
      return Promise.reject(this.#failure.error);
    }
    this.#opening ??= this.#start();
    return this.#opening;
  }

  /** The camera rejected a command: no new connection for as long as after a rejected login. */
  failed(error: unknown): void {
    const code = error instanceof AppError ? error.code : '';
    this.#failure = { error, until: this.#clock.monotonic() + (timeoutMs[code] ?? 0) };
  }

  /** The next `get` opens a new connection at once. Safe to call at any time. */
  forget(): void {
    this.#failure = null;
    const opening = this.#opening;
    this.#opening = null;
    opening
      ?.then((driver) => driver.close())
      .catch(() => {
        /* it never opened, or closed by itself */
      });
  }

  #start(): Promise<PtzDriver> {
    this.#failure = null;
    const opening = this.#open();
    opening.catch((error: unknown) => {
      if (this.#opening !== opening) return; // replaced or forgotten meanwhile
      this.#opening = null;
      const code = error instanceof AppError ? error.code : '';
      const until = this.#clock.monotonic() + (timeoutMs[code] ?? defaultTimeoutMs);
      this.#failure = { error, until };
    });
    return opening;
  }
}

import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Ms } from '../../kernel/units.ts';
import type { PtzDriver, PtzSpec } from '../../media/ports.ts';

/** Cameras lock accounts after some wrong logins; whatever else went wrong may be over in a moment. */
const timeoutMs: Readonly<Record<string, Ms>> = { 'ptz.auth': 60_000, 'ptz.refused': 60_000 };
const defaultTimeoutMs: Ms = 3_000;

/** The way to one head: reached when it is needed, by everybody who needs it together. */
export class PtzLink {
  #opening: Promise<PtzDriver> | null = null;
  #failure: { readonly error: unknown; readonly until: Ms } | null = null;
  readonly #open: () => Promise<PtzDriver>;
  readonly #clock: Clock;

  /** `find` throws or rejects with `ptz.unsupported` where there is no head. */
  constructor(
    find: () => Promise<PtzSpec>,
    open: (spec: PtzSpec) => Promise<PtzDriver>,
    { clock }: { readonly clock: Clock },
  ) {
    this.#open = async () => open(await find());
    this.#clock = clock;
  }

  /** Rejects with `AppError` `head.…`; a failure is remembered a while, so that a held key asks a camera once. */
  get(): Promise<PtzDriver> {
    if (this.#failure !== null && this.#clock.monotonic() < this.#failure.until) {
      return Promise.reject(this.#failure.error);
    }
    this.#opening ??= this.#start();
    return this.#opening;
  }

  /** The head refused a command: it is left alone for as long as a refused login is. */
  failed(error: unknown): void {
    const code = error instanceof AppError ? error.code : '';
    this.#failure = { error, until: this.#clock.monotonic() + (timeoutMs[code] ?? 0) };
  }

  /** The next `get` opens anew, at once. Safe to call at any time. */
  forget(): void {
    this.#failure = null;
    const opening = this.#opening;
    this.#opening = null;
    opening
      ?.then((driver) => driver.close())
      .catch(() => {
        /* it never opened, or went away by itself */
      });
  }

  #start(): Promise<PtzDriver> {
    this.#failure = null;
    const opening = this.#open();
    opening.catch((error: unknown) => {
      if (this.#opening !== opening) return; // forgotten meanwhile
      this.#opening = null;
      const code = error instanceof AppError ? error.code : '';
      const until = this.#clock.monotonic() + (timeoutMs[code] ?? defaultTimeoutMs);
      this.#failure = { error, until };
    });
    return opening;
  }
}

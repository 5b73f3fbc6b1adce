import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Ms } from '../../kernel/units.ts';
import type { HeadSpec, PanTiltHead } from '../../media/ports.ts';

/** Cameras lock accounts after some wrong logins; whatever else went wrong may be over in a moment. */
const patienceMs: Readonly<Record<string, Ms>> = { 'head.auth': 60_000, 'head.refused': 60_000 };
const usualPatienceMs: Ms = 3_000;

/** The way to one head: reached when it is needed, by everybody who needs it together. */
export class PtzLink {
  #opening: Promise<PanTiltHead> | null = null;
  #failure: { readonly error: unknown; readonly until: Ms } | null = null;
  readonly #open: () => Promise<PanTiltHead>;
  readonly #clock: Clock;

  /** `find` throws or rejects with `head.unsupported` where there is no head. */
  constructor(
    find: () => Promise<HeadSpec>,
    open: (spec: HeadSpec) => Promise<PanTiltHead>,
    { clock }: { readonly clock: Clock },
  ) {
    this.#open = async () => open(await find());
    this.#clock = clock;
  }

  /** Rejects with `AppError` `head.…`; a failure is remembered a while, so that a held key asks a camera once. */
  get(): Promise<PanTiltHead> {
    if (this.#failure !== null && this.#clock.monotonic() < this.#failure.until) {
      return Promise.reject(this.#failure.error);
    }
    this.#opening ??= this.#start();
    return this.#opening;
  }

  /** The head refused a command: it is left alone for as long as a refused login is. */
  failed(error: unknown): void {
    const code = error instanceof AppError ? error.code : '';
    this.#failure = { error, until: this.#clock.monotonic() + (patienceMs[code] ?? 0) };
  }

  /** The next `get` opens anew, at once. Safe to call at any time. */
  forget(): void {
    this.#failure = null;
    const opening = this.#opening;
    this.#opening = null;
    opening
      ?.then((head) => head.close())
      .catch(() => {
        /* it never opened, or went away by itself */
      });
  }

  #start(): Promise<PanTiltHead> {
    this.#failure = null;
    const opening = this.#open();
    opening.catch((error: unknown) => {
      if (this.#opening !== opening) return; // forgotten meanwhile
      this.#opening = null;
      const code = error instanceof AppError ? error.code : '';
      const until = this.#clock.monotonic() + (patienceMs[code] ?? usualPatienceMs);
      this.#failure = { error, until };
    });
    return opening;
  }
}

/** What the two libraries have in common, as this file needs it. */
export interface PlainEngine {
  /** Connects the element to the address, and goes on loading after a network error. */
  load(): void;
  /** Goes on after a decoder's error. */
  recover(): void;
  destroy(): void;
}

export interface PlainError {
  readonly kind: 'network' | 'media' | 'other';
  readonly message: string;
}

export type MakeEngine = (
  video: HTMLVideoElement,
  url: string,
  onError: (error: PlainError) => void,
) => Promise<PlainEngine>;

export interface PlainOptions {
  /** Where `hls.js` and `flv.js` are; default: beside the script. */
  folder?: string | undefined;
  /** Default true. */
  autoplay?: boolean | undefined;
  handleError?: ((error: { code: number; msg: string; type: string }) => void) | undefined;
}

const firstRetryMs = 500;
const longestRetryMs = 8_000;

/**
 * A plain address in a video element (specification, section 1): a network error loads again, a media error
 * recovers, any other fatal error ends the player.
 */
export class PlainPlayer {
  readonly video: HTMLVideoElement | null;
  /** A picture was asked for and runs. */
  isPlaying = false;
  loading = false;
  readonly #url: string;
  readonly #options: PlainOptions;
  readonly #make: MakeEngine;
  #engine: PlainEngine | null = null;
  #run = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #retryMs = firstRetryMs;
  #lastRecoveryAt = Number.NEGATIVE_INFINITY;

  constructor(target: unknown, url: unknown, options: PlainOptions, make: MakeEngine) {
    const element = typeof target === 'string' ? document.getElementById(target) : target;
    this.video = element instanceof HTMLVideoElement ? element : null;
    this.#url = String(url);
    this.#options = options;
    this.#make = make;
    if (options.autoplay ?? true)
      this.play().catch(() => {
        /* handleError has told it. */
      });
  }

  /** Resolves when the element plays. */
  async play(): Promise<void> {
    const { video } = this;
    if (!video) return this.#fail('no video element of this id');
    if (!/^https?:$/.test(new URL(this.#url, location.href).protocol))
      return this.#fail('the address must be http or https');
    if (!this.#engine) {
      this.loading = true;
      this.#run += 1;
      const run = this.#run;
      try {
        const engine = await this.#make(video, this.#url, (error) => {
          if (run === this.#run) this.#onError(error);
        });
        if (run !== this.#run) return engine.destroy(); // stopped meanwhile
        this.#engine = engine;
        engine.load();
      } catch (error) {
        if (run === this.#run) return this.#fail(error instanceof Error ? error.message : String(error));
        return;
      }
    }
    await video.play();
    this.#retryMs = firstRetryMs;
    this.loading = false;
    this.isPlaying = true;
  }

  stop(): void {
    this.#run += 1;
    clearTimeout(this.#retry);
    this.#engine?.destroy();
    this.#engine = null;
    this.loading = false;
    this.isPlaying = false;
  }

  destroy(): void {
    this.stop();
  }

  #onError({ kind, message }: PlainError): void {
    if (kind === 'network') {
      clearTimeout(this.#retry);
      this.#retry = setTimeout(() => this.#engine?.load(), this.#retryMs);
      this.#retryMs = Math.min(longestRetryMs, this.#retryMs * 2);
    } else if (kind === 'media' && performance.now() - this.#lastRecoveryAt > 1_000) {
      this.#lastRecoveryAt = performance.now();
      this.#engine?.recover();
    } else {
      this.destroy();
      this.#tell(message);
    }
  }

  #fail(message: string): never {
    this.stop();
    this.#tell(message);
    throw new Error(message);
  }

  #tell(msg: string): void {
    this.#options.handleError?.({ code: -1, msg, type: 'handleError' });
  }
}

/** Common interface of the two libraries. */
export interface PlainEngine {
  /** Connects the element to the address, or resumes loading after a network error. */
  load(): void;
  /** Resumes after a decoder error. */
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
  /** Folder of `hls.js` and `flv.js`. Default: the folder of this script. */
  folder?: string | undefined;
  /** Default true. */
  autoplay?: boolean | undefined;
  handleError?: ((error: { code: number; msg: string; type: string }) => void) | undefined;
}

const firstRetryMs = 500;
const maxRetryMs = 8_000;

/**
 * Plays a plain address in a video element (specification, section 1). A network error reloads, a media error
 * recovers, any other fatal error ends playback.
 */
export class PlainPlayer {
  /** Vue must not wrap it in a proxy: a reactive copy of a player is of no use. */
  protected readonly __v_skip = true;
  readonly video: HTMLVideoElement | null;
  /** True while the element plays. */
  isPlaying = false;
  loading = false;
  private readonly url: string;
  private readonly options: PlainOptions;
  private readonly make: MakeEngine;
  private engine: PlainEngine | null = null;
  private run = 0;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private retryMs = firstRetryMs;
  private readonly waiting: { resolve(): void; reject(error: Error): void }[] = [];
  private lastRecoveryAt = Number.NEGATIVE_INFINITY;

  constructor(target: unknown, url: unknown, options: PlainOptions, make: MakeEngine) {
    const element = typeof target === 'string' ? document.getElementById(target) : target;
    this.video = element instanceof HTMLVideoElement ? element : null;
    this.url = String(url);
    this.options = options;
    this.make = make;
    if (options.autoplay ?? true) void this.play();
  }

  /** Resolves when the element plays; rejects on failure, or if stopped before. */
  play(): Promise<void> {
    const started = new Promise<void>((resolve, reject) => {
      this.waiting.push({ resolve, reject });
    });
    started.catch(() => {
      /* Also reported by handleError, because pages often ignore the promise. */
    });
    this.begin().catch((error: unknown) => this.fail(error));
    return started;
  }

  private async begin(): Promise<void> {
    const { video } = this;
    if (!video) throw new Error('no video element of this id');
    if (!/^https?:$/.test(new URL(this.url, location.href).protocol))
      throw new Error('the address must be http or https');
    // A video that plays already does not begin to: there is no event to wait for.
    if (this.isPlaying && !video.paused) return this.onPlaying();
    if (this.engine) return this.start(video);
    // Two engines on one element would detach each other's source.
    if (this.loading) return;
    this.loading = true;
    this.run += 1;
    const run = this.run;
    const engine = await this.make(video, this.url, (error) => {
      if (run === this.run) this.onError(error);
    });
    if (run !== this.run) return engine.destroy(); // stopped in the meantime
    this.engine = engine;
    video.addEventListener('playing', this.onPlaying);
    engine.load();
    this.start(video);
  }

  /** `play()` also rejects if the element loses its source; the next attempt starts over. */
  private start(video: HTMLVideoElement): void {
    video.play().catch((error: unknown) => {
      if ((error as DOMException).name === 'NotAllowedError') this.fail(error);
    });
  }

  private readonly onPlaying = (): void => {
    this.retryMs = firstRetryMs;
    this.loading = false;
    this.isPlaying = true;
    for (const { resolve } of this.waiting.splice(0)) resolve();
  };

  stop(): void {
    this.run += 1;
    clearTimeout(this.retry);
    this.video?.removeEventListener('playing', this.onPlaying);
    this.engine?.destroy();
    this.engine = null;
    this.loading = false;
    this.isPlaying = false;
    for (const { reject } of this.waiting.splice(0)) reject(new Error('stopped'));
  }

  destroy(): void {
    this.stop();
  }

  private onError({ kind, message }: PlainError): void {
    if (kind === 'network') {
      clearTimeout(this.retry);
      this.retry = setTimeout(() => {
        this.engine?.load();
        if (this.video) this.start(this.video);
      }, this.retryMs);
      this.retryMs = Math.min(maxRetryMs, this.retryMs * 2);
    } else if (kind === 'media' && performance.now() - this.lastRecoveryAt > 1_000) {
      this.lastRecoveryAt = performance.now();
      this.engine?.recover();
      if (this.video) this.start(this.video);
    } else this.fail(new Error(message));
  }

  private fail(reason: unknown): void {
    const error = reason instanceof Error ? reason : new Error(String(reason));
    for (const { reject } of this.waiting.splice(0)) reject(error);
    this.destroy();
    this.options.handleError?.({ code: -1, msg: error.message, type: 'handleError' });
  }
}

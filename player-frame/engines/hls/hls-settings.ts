import type { HlsConfig, LoadPolicy } from 'hls.js';
import Hls from 'hls.js/light';

/** Retries are decided by the player, which knows the token and the network; one repetition covers a lost connection. */
const loadPolicy: LoadPolicy = {
  default: {
    maxTimeToFirstByteMs: 5_000,
    maxLoadTimeMs: 20_000,
    timeoutRetry: { maxNumRetry: 1, retryDelayMs: 0, maxRetryDelayMs: 0 },
    errorRetry: { maxNumRetry: 1, retryDelayMs: 300, maxRetryDelayMs: 300 },
  },
};

export interface HlsSettings {
  /** The text of the playlist. Read again while it grows. */
  readonly playlist: () => string;
  /** Time of the element to begin at. */
  readonly startS: number;
  /** Read for each request, because it may be renewed. */
  readonly ticket: () => string;
  /** Decrypts fetched bytes in place. If it rejects, the request remains without an answer. */
  readonly clear: (bytes: Uint8Array) => Promise<void>;
}

export function hlsSettings({ playlist, startS, ticket, clear }: HlsSettings): Partial<HlsConfig> {
  return {
    startPosition: startS,
    maxBufferLength: 20,
    backBufferLength: 30,
    // A worker only pays where segments have to be remuxed.
    enableWorker: false,
    lowLatencyMode: false,
    fragLoadPolicy: loadPolicy,
    pLoader: loadedPlaylist(playlist),
    fLoader: clearingLoader(clear),
    xhrSetup(xhr, url) {
      xhr.open('GET', url, true);
      xhr.setRequestHeader('Authorization', `Bearer ${ticket()}`);
    },
  };
}

/** A loader that answers with the playlist that was fetched for the timeline, so that it is not fetched twice. */
function loadedPlaylist(playlist: () => string): HlsConfig['pLoader'] & {} {
  return class {
    context: null = null;
    readonly stats = {
      aborted: false,
      loaded: 0,
      retry: 0,
      total: 0,
      chunkCount: 0,
      bwEstimate: 0,
      loading: { start: 0, first: 0, end: 0 },
      parsing: { start: 0, end: 0 },
      buffering: { start: 0, first: 0, end: 0 },
    };

    load(
      context: Parameters<PlaylistLoader['load']>[0],
      _config: unknown,
      callbacks: Parameters<PlaylistLoader['load']>[2],
    ): void {
      const now = performance.now();
      const text = playlist();
      this.stats.loaded = text.length;
      this.stats.total = text.length;
      this.stats.loading = { start: now, first: now, end: now };
      // After hls.js has finished with the request, as with a real one.
      queueMicrotask(() => {
        if (!this.stats.aborted)
          callbacks.onSuccess({ url: context.url, data: text }, this.stats, context, null);
      });
    }

    abort(): void {
      this.stats.aborted = true;
    }

    destroy(): void {
      this.stats.aborted = true;
    }
  } as unknown as HlsConfig['pLoader'] & {};
}

type PlaylistLoader = InstanceType<HlsConfig['pLoader'] & {}>;

/** The usual loader, which decrypts what it has loaded. */
function clearingLoader(clear: (bytes: Uint8Array) => Promise<void>): FragmentLoaderClass {
  const Base = Hls.DefaultConfig.loader as unknown as FragmentLoaderClass;
  return class extends Base {
    private isOver = false;

    override load(...[context, config, callbacks]: Parameters<FragmentLoader['load']>): void {
      super.load(context, config, {
        ...callbacks,
        onSuccess: (response, ...rest) => {
          const forward = () => this.isOver || callbacks.onSuccess(response, ...rest);
          if (response.data instanceof ArrayBuffer)
            clear(new Uint8Array(response.data)).then(forward, () => {});
          else forward();
        },
      });
    }

    override abort(): void {
      this.isOver = true;
      super.abort();
    }

    override destroy(): void {
      this.isOver = true;
      super.destroy();
    }
  };
}

type FragmentLoaderClass = HlsConfig['fLoader'] & {};
type FragmentLoader = InstanceType<FragmentLoaderClass>;

import type { HlsConfig, LoadPolicy } from 'hls.js';
import type { FetchedPlaylist } from '../recorded/fetch-playlist.ts';

/** Retries are decided by the player, which knows the token and the network; one repetition covers a lost connection. */
const loadPolicy: LoadPolicy = {
  default: {
    maxTimeToFirstByteMs: 5_000,
    maxLoadTimeMs: 20_000,
    timeoutRetry: { maxNumRetry: 1, retryDelayMs: 0, maxRetryDelayMs: 0 },
    errorRetry: { maxNumRetry: 1, retryDelayMs: 300, maxRetryDelayMs: 300 },
  },
};

/** `ticket` is read for each request, because it may be renewed. `startS` is the time of the element to begin at. */
export function hlsSettings(
  playlist: FetchedPlaylist,
  startS: number,
  ticket: () => string,
): Partial<HlsConfig> {
  return {
    startPosition: startS,
    maxBufferLength: 20,
    backBufferLength: 30,
    // A worker only pays where segments have to be remuxed.
    enableWorker: false,
    lowLatencyMode: false,
    fragLoadPolicy: loadPolicy,
    pLoader: loadedPlaylist(playlist.text),
    xhrSetup(xhr, url) {
      xhr.open('GET', url, true);
      xhr.setRequestHeader('Authorization', `Bearer ${ticket()}`);
    },
  };
}

/** A loader that answers with the playlist that was fetched for the timeline, so that it is not fetched twice. */
function loadedPlaylist(text: string): HlsConfig['pLoader'] & {} {
  return class {
    context: null = null;
    readonly stats = {
      aborted: false,
      loaded: text.length,
      retry: 0,
      total: text.length,
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

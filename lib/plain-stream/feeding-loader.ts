import type { MpegtsLoader } from './mpegts-library.ts';

/** Where a loader takes its bytes from. */
export interface Feed {
  /** As that of a stream; also waits while the player has enough. */
  next(): Promise<Uint8Array<ArrayBuffer> | null>;
  failed(error: unknown): void;
}

/** Of mpegts.js. */
const status = { idle: 0, buffering: 2, complete: 4 };

/**
 * A loader for mpegts.js that passes on a stream which is open already. The library's own loaders connect by
 * themselves, tell less about errors, and keep their connection for as long as the server is silent.
 */
export function feedingLoader(feed: Feed): new () => MpegtsLoader {
  return class FeedingLoader implements MpegtsLoader {
    readonly type = 'oriel';
    /** Bytes are passed on as they arrive: a small live picture fills the library's buffer in seconds only. */
    readonly needStashBuffer = false;
    status = status.idle;
    onContentLengthKnown: MpegtsLoader['onContentLengthKnown'] = null;
    onURLRedirect: MpegtsLoader['onURLRedirect'] = null;
    onDataArrival: MpegtsLoader['onDataArrival'] = null;
    onError: MpegtsLoader['onError'] = null;
    onComplete: MpegtsLoader['onComplete'] = null;

    isWorking(): boolean {
      return this.status === status.buffering;
    }

    open(): void {
      this.status = status.buffering;
      this.feedAll().catch((error: unknown) => this.isWorking() && feed.failed(error));
    }

    private async feedAll(): Promise<void> {
      let sent = 0;
      for (;;) {
        const chunk = await feed.next();
        if (!this.isWorking()) return;
        if (!chunk) break;
        this.onDataArrival?.(bufferOf(chunk), sent, sent + chunk.length);
        sent += chunk.length;
      }
      this.status = status.complete;
      this.onComplete?.(0, sent - 1);
    }

    abort(): void {
      this.status = status.idle;
    }

    destroy(): void {
      this.status = status.idle;
      this.onDataArrival = null;
      this.onComplete = null;
    }
  };
}

/** The library takes whole buffers, and a chunk may be part of one. */
const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>): ArrayBuffer =>
  byteLength === buffer.byteLength ? buffer : buffer.slice(byteOffset, byteOffset + byteLength);

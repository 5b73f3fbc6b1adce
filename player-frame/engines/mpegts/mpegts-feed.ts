import mpegts from 'mpegts.js';

/** Forwards each frame immediately and frees what has been played. */
export const liveSettings: mpegts.Config = {
  isLive: true,
  enableStashBuffer: false,
  lazyLoad: false,
  autoCleanupSourceBuffer: true,
  autoCleanupMaxBackwardDuration: 12,
  autoCleanupMinBackwardDuration: 6,
};

/**
 * Feeds mpegts.js with the bytes of our own connection. Its loaders use HTTP, which occupies one of the browser's six
 * connections per host, cannot send a second ticket, and leaks stalled connections on the main thread.
 */
export class MpegtsFeed {
  /** For `customLoader`. */
  readonly loader: new () => mpegts.BaseLoader;

  /** Data received before Media Source is ready. */
  private waiting: ArrayBuffer[] = [];
  private take: ((chunk: ArrayBuffer) => void) | null = null;
  private isClosed = false;

  /** `interrupted`: mpegts.js stopped reading, because the browser's buffer is full. */
  constructor(interrupted: () => void) {
    const ended = (): void => {
      this.take = null;
      if (!this.isClosed) interrupted();
    };
    const opened = (take: (chunk: ArrayBuffer) => void): void => {
      this.take = take;
      for (const chunk of this.waiting.splice(0)) take(chunk);
    };
    const { kBuffering, kComplete } = mpegts.LoaderStatus;
    this.loader = class extends mpegts.BaseLoader {
      private received = 0;

      constructor() {
        super('oriel');
      }

      override open(): void {
        this._status = kBuffering;
        opened((chunk) => {
          const at = this.received;
          this.received += chunk.byteLength;
          this.onDataArrival(chunk, at, this.received);
        });
      }

      override abort(): void {
        this._status = kComplete;
        ended();
      }
    };
  }

  /** Throws the demuxer's errors. */
  push(chunk: Uint8Array): void {
    if (this.isClosed) return;
    const buffer = ownBuffer(chunk);
    if (this.take) this.take(buffer);
    else this.waiting.push(buffer);
  }

  close(): void {
    this.isClosed = true;
    this.waiting = [];
  }
}

/** An ArrayBuffer that contains exactly these bytes. */
function ownBuffer({ buffer, byteOffset, byteLength }: Uint8Array): ArrayBuffer {
  const isEntireBuffer = buffer instanceof ArrayBuffer && byteLength === buffer.byteLength;
  return isEntireBuffer ? buffer : (buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer);
}

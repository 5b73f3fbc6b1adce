import mpegts from 'mpegts.js';

/** Each picture goes on as it comes, and what was played is thrown away. */
export const liveSettings: mpegts.Config = {
  isLive: true,
  enableStashBuffer: false,
  lazyLoad: false,
  autoCleanupSourceBuffer: true,
  autoCleanupMaxBackwardDuration: 12,
  autoCleanupMinBackwardDuration: 6,
};

/**
 * Hands mpegts.js the bytes of a connection that is ours. Its own loaders fetch by HTTP, which takes one of the
 * six connections a browser opens to a host, cannot show a second ticket, and on the main thread leaks a
 * connection that stands still.
 */
export class MpegtsFeed {
  /** For `customLoader`. */
  readonly loader: new () => mpegts.BaseLoader;

  /** What comes before Media Source is ready to take it. */
  private waiting: ArrayBuffer[] = [];
  private take: ((chunk: ArrayBuffer) => void) | null = null;
  private isClosed = false;

  /** `interrupted`: mpegts.js stopped reading, as it does when the browser's buffer is full. */
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

  /** Throws what the demuxer throws. */
  push(chunk: Uint8Array): void {
    if (this.isClosed) return;
    const buffer = wholeBuffer(chunk);
    if (this.take) this.take(buffer);
    else this.waiting.push(buffer);
  }

  close(): void {
    this.isClosed = true;
    this.waiting = [];
  }
}

/** Memory that holds these bytes and nothing else. */
function wholeBuffer({ buffer, byteOffset, byteLength }: Uint8Array): ArrayBuffer {
  const isEntireBuffer = buffer instanceof ArrayBuffer && byteLength === buffer.byteLength;
  return isEntireBuffer ? buffer : (buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer);
}

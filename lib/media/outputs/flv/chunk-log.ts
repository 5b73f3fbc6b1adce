import type { Ms } from '../../../kernel/units.ts';
import type { TrackSet } from '../../ports.ts';
import type { SharedBytes } from './shared-bytes.ts';

/** What a viewer needs before a key frame. Compared by identity; a restart creates a new one. */
export interface StreamHeaders {
  readonly tracks: TrackSet;
  /** For the first bytes of a connection: file header, metadata, sequence headers. */
  readonly opening: SharedBytes;
  /** For a connection that continues after a restart: the same without the file header. */
  readonly again: SharedBytes;
}

/** Tags that are written together. */
export interface Chunk {
  /** `key`: decoding can start here. `control`: script tags only, valid at any position. */
  readonly kind: 'key' | 'delta' | 'control';
  readonly bytes: SharedBytes;
  readonly headers: StreamHeaders;
  readonly timestampMs: Ms;
  /** Key frames since the stream began. */
  readonly gop: number;
  /** Bytes of all chunks before this one. */
  readonly offsetBytes: number;
}

/**
 * The newest chunks of one stream, numbered consecutively from 0. Viewers hold a number, not chunks, so
 * memory is bounded here, independent of viewers.
 */
export class ChunkLog {
  private chunks: Chunk[] = [];
  private firstNumber = 0;
  private gopStart: number | null = null;
  private totalBytes = 0;
  private gop = 0;

  constructor(private readonly maxGopBytes: number) {}

  /** Number of the next chunk. */
  get end(): number {
    return this.firstNumber + this.chunks.length;
  }

  /**
   * Number of the newest key frame, where a new viewer starts; null if there is none or the GOP is too large.
   */
  get start(): number | null {
    return this.gopStart;
  }

  /** Bytes held. */
  get bufferedBytes(): number {
    return this.totalBytes - (this.chunks[0]?.offsetBytes ?? this.totalBytes);
  }

  get newest(): Chunk | undefined {
    return this.chunks.at(-1);
  }

  at(number: number): Chunk | undefined {
    return this.chunks[number - this.firstNumber];
  }

  append(chunk: Pick<Chunk, 'kind' | 'bytes' | 'headers' | 'timestampMs'>): Chunk {
    if (chunk.kind === 'key') {
      this.gop += 1;
      this.gopStart = this.end;
    }
    const added: Chunk = { ...chunk, gop: this.gop, offsetBytes: this.totalBytes };
    this.chunks.push(added);
    this.totalBytes += chunk.bytes.body.byteLength;
    const start = this.gopStart === null ? undefined : this.at(this.gopStart);
    if (start && this.totalBytes - start.offsetBytes > this.maxGopBytes) this.gopStart = null;
    return added;
  }

  /** No viewer may start in earlier chunks: the source was restarted. */
  forgetGop(): void {
    this.gopStart = null;
  }

  /** Drops chunks that are needed neither by new viewers nor from `neededFrom` on (the slowest viewer). */
  trim(neededFrom: number): void {
    const keepFrom = Math.min(neededFrom, this.gopStart ?? this.end);
    const drop = Math.min(keepFrom - this.firstNumber, this.chunks.length);
    if (drop <= 0) return;
    this.chunks = this.chunks.slice(drop);
    this.firstNumber += drop;
  }
}

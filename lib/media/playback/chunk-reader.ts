import type { Readable } from 'node:stream';
import { join } from '../../codec/mp4/boxes.ts';

/** Reads a stream in pieces of wanted lengths. Close it in any case. */
export class ChunkReader {
  private readonly chunks: AsyncIterator<Uint8Array>;
  private rest: Uint8Array = new Uint8Array();
  /** Bytes that were read or skipped. */
  taken = 0;

  constructor(private readonly stream: Readable) {
    this.chunks = stream[Symbol.asyncIterator]();
  }

  /** Rejects if the stream ends before. */
  async exactly(bytes: number): Promise<Uint8Array> {
    const pieces: Uint8Array[] = [];
    for await (const piece of this.pieces(bytes)) pieces.push(piece);
    return pieces.length === 1 ? pieces[0]! : join(pieces);
  }

  /** As they arrive. Rejects if the stream ends before. */
  async *pieces(bytes: number): AsyncGenerator<Uint8Array, void, undefined> {
    for (let left = bytes; left > 0; ) {
      const piece = await this.next(left);
      if (!piece) throw new Error('a recording is incomplete');
      left -= piece.length;
      yield piece;
    }
  }

  /** What is not there need not be skipped. */
  async skip(bytes: number): Promise<void> {
    for (let left = bytes; left > 0; ) {
      const piece = await this.next(left);
      if (!piece) return;
      left -= piece.length;
    }
  }

  /** Resolves when nothing is open any more. */
  async close(): Promise<void> {
    if (this.stream.closed) return;
    const closed = new Promise<void>((resolve) => this.stream.once('close', resolve));
    this.stream.destroy();
    await closed;
  }

  /** At most this many bytes; null at the end. */
  private async next(most: number): Promise<Uint8Array | null> {
    while (this.rest.length === 0) {
      const { done, value } = await this.chunks.next();
      if (done) return null;
      this.rest = value;
    }
    const piece = this.rest.subarray(0, most);
    this.rest = this.rest.subarray(piece.length);
    this.taken += piece.length;
    return piece;
  }
}

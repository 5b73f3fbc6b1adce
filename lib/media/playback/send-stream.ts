import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';

/**
 * Sends as fast as the viewer takes it, and ends when the viewer goes, which closes what is read. Rejects if it cannot be
 * read.
 */
export async function sendStream(
  bytes: AsyncIterable<Uint8Array | string> | Iterable<string>,
  response: ServerResponse,
  through?: NodeJS.ReadWriteStream,
): Promise<void> {
  try {
    await (through ? pipeline(bytes, through, response) : pipeline(bytes, response));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}

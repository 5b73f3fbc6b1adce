import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { GrantWatch } from '../ports.ts';

/**
 * Sends as fast as the viewer takes it. Ends when the viewer goes, which closes what is read, and when the grant is
 * revoked. Rejects if it cannot be read.
 */
export async function sendStream(
  bytes: AsyncIterable<Uint8Array>,
  response: ServerResponse,
  gate: GrantWatch,
  grantId: string,
): Promise<void> {
  const forget = gate.onRevoked((ended) => {
    if (ended === grantId) response.destroy();
  });
  try {
    await pipeline(bytes, response);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  } finally {
    forget();
  }
}

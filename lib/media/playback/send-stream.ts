import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { GrantWatch } from '../ports.ts';

/**
 * Sends as fast as the viewer takes it. Ends when the viewer goes, which closes what is read, and when the grant has
 * ended. Rejects if it cannot be read.
 */
export async function sendStream(
  bytes: AsyncIterable<Uint8Array>,
  response: ServerResponse,
  gate: GrantWatch,
  grantId: string,
): Promise<void> {
  const end = () => response.destroy();
  const stops = [
    gate.onRevoked((ended) => {
      if (ended === grantId) end();
    }),
    gate.onDoubt(endUnlessValid(gate, grantId, end)),
  ];
  try {
    await pipeline(bytes, response);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  } finally {
    for (const stop of stops) stop();
  }
}

/** Of several doubts during a check, one check follows: an import changes thousands of cameras at once. */
function endUnlessValid(gate: GrantWatch, grantId: string, end: () => void): () => void {
  let isChecking = false;
  let isAgain = false;
  const check = async () => {
    isChecking = true;
    do {
      isAgain = false;
      // What cannot be checked is not sent.
      const ended = await gate.ended([grantId]).catch(() => new Set([grantId]));
      if (ended.has(grantId)) return end();
    } while (isAgain);
    isChecking = false;
  };
  return () => {
    if (isChecking) isAgain = true;
    else void check();
  };
}

import { clearRecording } from '../../../lib/codec/mp4/clear-recording.ts';
import { AppError } from '../../../lib/kernel/app-error.ts';
import type { Decryption } from '../../../lib/kernel/decryption.ts';
import { EngineError } from '../engine.ts';
import { encryptedRecording } from '../failures.ts';

/**
 * Decrypts fetched bytes as `clearRecording` does. Rejects with an `EngineError`. A player fetches the head of each file
 * before its fragments, so that a wrong key is reported before any frame.
 */
export async function clearMedia(bytes: Uint8Array, decryption: Decryption | null): Promise<void> {
  await clearRecording(bytes, decryption).catch((error: unknown) => {
    throw error instanceof AppError ? new EngineError(encryptedRecording(error.code)) : error;
  });
}

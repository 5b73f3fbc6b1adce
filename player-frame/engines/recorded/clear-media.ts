import { findBox } from '../../../lib/codec/mp4/boxes.ts';
import { clearBytes } from '../../../lib/codec/mp4/clear.ts';
import { readKeyTerms } from '../../../lib/codec/mp4/encryption.ts';
import { type Decryption, decryptUnit, hasCrypto } from '../decryption.ts';
import { EngineError } from '../engine.ts';
import { codeNeeded, codeWrong, insecure } from '../failures.ts';

/**
 * Decrypts fetched bytes of a recording in place: the head of a file, or whole fragments, or both. Clear ones stay as
 * they are. Rejects with an `EngineError`: 400035 without a key, 400036 if the file was recorded with another code,
 * `encryption.insecure` where browsers offer no cryptography. A
 * player fetches the head of each file before its fragments, so that a wrong key is reported before any frame.
 */
export async function clearMedia(bytes: Uint8Array, decryption: Decryption | null): Promise<void> {
  const terms = readKeyTerms(bytes);
  const isEncrypted = terms !== null || findBox(bytes, 'moof', 'traf', 'senc') !== null;
  if (!isEncrypted) return;
  if (!hasCrypto()) throw new EngineError(insecure);
  if (!decryption) throw new EngineError(codeNeeded);
  if (terms && terms.keyId !== decryption.keyId) throw new EngineError(codeWrong);
  await clearBytes(bytes, (iv, data) => decryptUnit(decryption, iv, data));
}

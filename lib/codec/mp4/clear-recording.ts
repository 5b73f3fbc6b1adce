import { AppError } from '../../kernel/app-error.ts';
import { type Decryption, decryptUnit, hasCrypto } from '../../kernel/decryption.ts';
import { findBox } from './boxes.ts';
import { clearBytes } from './clear.ts';
import { readKeyTerms } from './encryption.ts';

/**
 * Decrypts bytes of a recording in place, in a browser: the head of a file, or whole fragments, or both. Clear ones stay
 * as they are. Rejects with an `AppError`: 400035 without a key, 400036 if the file was recorded with another code,
 * `encryption.insecure` where browsers offer no cryptography. Only the head tells whether the key is right, so it has to
 * come first.
 */
export async function clearRecording(bytes: Uint8Array, decryption: Decryption | null): Promise<void> {
  const terms = readKeyTerms(bytes);
  const isEncrypted = terms !== null || findBox(bytes, 'moof', 'traf', 'senc') !== null;
  if (!isEncrypted) return;
  if (!hasCrypto()) throw new AppError('encryption.insecure', 'the recording is encrypted');
  if (!decryption) throw new AppError('400035', 'the recording is encrypted');
  if (terms && terms.keyId !== decryption.keyId)
    throw new AppError('400036', 'the recording is encrypted with another code');
  await clearBytes(bytes, (iv, data) => decryptUnit(decryption, iv, data));
}

/** From the bytes of an encrypted file to those of a clear one of the same length, so that byte ranges remain valid. */
import { boxHeaderBytes, readBoxes } from './boxes.ts';
import { clearFragmentBoxes, clearHead } from './encryption.ts';
import { readFragment } from './read-fragment.ts';

/** Returns the clear data, of the same length. */
export type DecryptSample = (iv: Uint8Array, data: Uint8Array) => Promise<Uint8Array>;

/**
 * Changes complete boxes of an encrypted file in place: its head, or fragments, or both. Clear ones stay as they are.
 * Rejects if `decrypt` does; the bytes are then unusable.
 */
export async function clearBytes(bytes: Uint8Array, decrypt: DecryptSample): Promise<void> {
  const pending: Promise<void>[] = [];
  clearHead(bytes);
  for (const { type, body } of readBoxes(bytes)) {
    if (type !== 'moof') continue;
    const start = body.byteOffset - bytes.byteOffset - boxHeaderBytes;
    for (const { samples } of readFragment(body)?.runs ?? []) {
      for (const { offset, bytes: length, iv } of samples) {
        const data = bytes.subarray(start + offset, start + offset + length);
        if (iv && data.length === length) pending.push(decrypt(iv, data).then((clear) => data.set(clear)));
      }
    }
  }
  await Promise.all(pending);
  for (const { type, body } of readBoxes(bytes)) if (type === 'moof') clearFragmentBoxes(body);
}

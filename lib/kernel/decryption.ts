/** Decryption of the media of encrypted cameras, by WebCrypto, in workers and on the page's thread. */
import { deriveMediaKey, type MediaKeyTerms } from './media-key.ts';

/** Sent to workers as it is; the bytes of the key cannot be read from it. */
export interface Decryption {
  /** 32 hex digits. */
  readonly keyId: string;
  readonly key: CryptoKey;
}

/** Hidden by browsers on pages over plain HTTP, except those of this computer. */
export const hasCrypto = (): boolean => globalThis.crypto?.subtle !== undefined;

/** What this verification code gives. Whether it is the right one, `keyId` tells. */
export async function decryptionOf(code: string, terms: Omit<MediaKeyTerms, 'keyId'>): Promise<Decryption> {
  const { keyId, secret } = await deriveMediaKey(code, terms);
  const key = await crypto.subtle.importKey('raw', secret, 'AES-CTR', false, ['decrypt']);
  secret.fill(0);
  return { keyId, key };
}

/** `iv`: the first counter block. Returns a copy. */
export async function decryptUnit(
  { key }: Decryption,
  iv: Uint8Array,
  data: Uint8Array,
): Promise<Uint8Array<ArrayBuffer>> {
  const counter = iv as Uint8Array<ArrayBuffer>;
  const algorithm = { name: 'AES-CTR', counter, length: 32 };
  return new Uint8Array(await crypto.subtle.decrypt(algorithm, key, data as Uint8Array<ArrayBuffer>));
}

/**
 * The key with which media of an encrypted device are sent and stored, derived from its verification code by the same
 * function in the server and in the browser. Requires a secure context there.
 */

/** What the holder of a verification code needs to derive the key. Not secret. */
export interface MediaKeyTerms {
  /** Of the key, 32 hex digits. Another code, device or organisation has another id. */
  readonly keyId: string;
  /** Base64. */
  readonly salt: string;
  /** Of PBKDF2-HMAC-SHA-256. */
  readonly iterations: number;
}

export interface DerivedMediaKey {
  readonly keyId: string;
  /** AES-128, 16 bytes. */
  readonly secret: Uint8Array<ArrayBuffer>;
}

/** 0.2 s on a common processor. Codes are short, so this is the cost of each guess for somebody who has a file. */
export const mediaKeyIterations = 600_000;

const secretBytes = 16;
const idBytes = 16;

/**
 * One block of PBKDF2, 32 bytes: the first half is the key, the second its id, which says nothing about the key that
 * a guess of the code would not say too. Does not block: the work is done in another thread.
 */
export async function deriveMediaKey(
  code: string,
  { salt, iterations }: Omit<MediaKeyTerms, 'keyId'>,
): Promise<DerivedMediaKey> {
  const { subtle } = globalThis.crypto;
  const password = await subtle.importKey('raw', new TextEncoder().encode(code), 'PBKDF2', false, [
    'deriveBits',
  ]);
  const saltBytes = Uint8Array.from(atob(salt), (letter) => letter.charCodeAt(0));
  const bits = await subtle.deriveBits(
    { name: 'PBKDF2', hash: 'SHA-256', salt: saltBytes, iterations },
    password,
    (secretBytes + idBytes) * 8,
  );
  return {
    secret: new Uint8Array(bits.slice(0, secretBytes)),
    keyId: [...new Uint8Array(bits, secretBytes)].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
  };
}

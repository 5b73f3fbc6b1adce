/** The keys of this installation. The server creates, checks and loads them; there are no defaults. */
export interface SecretKey {
  /** Identifies the key in what was signed or sealed with it, so that keys can be rotated. `[A-Za-z0-9_-]{1,32}`. */
  readonly kid: string;
  /** 32 random bytes. */
  readonly key: Uint8Array;
}

export interface Secrets {
  /** Seals camera credentials and verification codes. */
  readonly masterKey: SecretKey;
  /** Previous master keys: they only open what they sealed. */
  readonly oldMasterKeys?: readonly SecretKey[];
  /** The first signs media tickets; all of them are accepted. Never empty. */
  readonly mediaKeys: readonly SecretKey[];
  /** For console sessions, in the same way. Never empty. */
  readonly sessionKeys: readonly SecretKey[];
}

const kidPattern = /^[A-Za-z0-9_-]{1,32}$/;

/**
 * Keys by id. Throws, without the key in the message, when a key has a wrong length, an invalid id or a duplicate one.
 */
export function keyRing(keys: readonly SecretKey[]): ReadonlyMap<string, Uint8Array> {
  for (const { kid, key } of keys) {
    if (!kidPattern.test(kid)) throw new Error('a key has an invalid id');
    if (key.length !== 32) throw new Error(`key ${kid} is not 256 bits long`);
  }
  const ring = new Map(keys.map(({ kid, key }) => [kid, key]));
  if (ring.size !== keys.length || ring.size === 0)
    throw new Error('a key is missing or its id is not unique');
  return ring;
}

/** The keys of this installation. The server makes, checks and loads them; nothing here has a default. */
export interface SecretKey {
  /** Names the key in what it made, so that keys can be replaced. `[A-Za-z0-9_-]{1,32}`. */
  readonly kid: string;
  /** 32 random bytes. */
  readonly key: Uint8Array;
}

export interface Secrets {
  /** Seals camera credentials and verification codes. */
  readonly masterKey: SecretKey;
  /** Master keys of earlier: they open what they sealed and seal nothing new. */
  readonly oldMasterKeys?: readonly SecretKey[];
  /** The first signs media tickets; all of them are accepted. Never empty. */
  readonly mediaKeys: readonly SecretKey[];
  /** Of the console's sessions, in the same way. Never empty. */
  readonly sessionKeys: readonly SecretKey[];
}

const kidPattern = /^[A-Za-z0-9_-]{1,32}$/;

/** Keys by name. Throws, without the key in the sentence, when one is short, badly named or named twice. */
export function keyRing(keys: readonly SecretKey[]): ReadonlyMap<string, Uint8Array> {
  for (const { kid, key } of keys) {
    if (!kidPattern.test(kid)) throw new Error('a key has no usable name');
    if (key.length !== 32) throw new Error(`key ${kid} is not 256 bits long`);
  }
  const ring = new Map(keys.map(({ kid, key }) => [kid, key]));
  if (ring.size !== keys.length || ring.size === 0) throw new Error('a key is missing or named twice');
  return ring;
}

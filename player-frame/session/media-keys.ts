import { deriveMediaKey, type MediaKeyTerms } from '../../lib/kernel/media-key.ts';
import { err, ok, type Result } from '../../lib/kernel/result.ts';
import type { Decryption } from '../engines/decryption.ts';
import type { Failure } from '../state/player-events.ts';

export interface MediaKeys {
  /**
   * The key that this verification code gives. Fails with 400035 without a code, 400036 for the code of another key,
   * `encryption.insecure` where browsers offer no cryptography.
   */
  derive(code: string | null, terms: MediaKeyTerms): Promise<Result<Decryption, Failure>>;
}

/** Derives each key once while the player exists, because it takes a moment, and streams reconnect. */
export function createMediaKeys(isAvailable: () => boolean = hasCrypto): MediaKeys {
  let last: { readonly name: string; readonly made: Promise<Decryption> } | null = null;
  return {
    async derive(code, terms) {
      if (code === null) return err(failure('400035'));
      if (!isAvailable()) return err(failure('encryption.insecure'));
      const name = JSON.stringify([code, terms.salt, terms.iterations]);
      if (last?.name !== name) last = { name, made: make(code, terms) };
      const made = await last.made;
      return made.keyId === terms.keyId ? ok(made) : err(failure('400036'));
    },
  };
}

async function make(code: string, terms: MediaKeyTerms): Promise<Decryption> {
  const { keyId, secret } = await deriveMediaKey(code, terms);
  const key = await crypto.subtle.importKey('raw', secret, 'AES-CTR', false, ['decrypt']);
  secret.fill(0);
  return { keyId, key };
}

/** Hidden by browsers on pages over plain HTTP, except those of this computer. */
const hasCrypto = (): boolean => globalThis.crypto?.subtle !== undefined;

const failure = (code: string): Failure => ({ kind: 'other', code, stage: 'address', message: null });

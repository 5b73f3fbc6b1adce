import { type Decryption, decryptionOf, hasCrypto } from '../../lib/kernel/decryption.ts';
import type { MediaKeyTerms } from '../../lib/kernel/media-key.ts';
import { err, ok, type Result } from '../../lib/kernel/result.ts';
import type { Failure } from '../state/player-events.ts';

/** Without `keyId`: of recordings that may be encrypted. */
export type OfferedKeyTerms = Omit<MediaKeyTerms, 'keyId'> & { readonly keyId?: string | undefined };

export interface MediaKeys {
  /**
   * The key that this verification code gives. Without `keyId`, any code is accepted, and the files tell. Fails with 400035 without a code, 400036 for the code of another key,
   * `encryption.insecure` where browsers offer no cryptography.
   */
  derive(code: string | null, terms: OfferedKeyTerms): Promise<Result<Decryption, Failure>>;
}

/** Derives each key once while the player exists, because it takes a moment, and streams reconnect. */
export function createMediaKeys(isAvailable: () => boolean = hasCrypto): MediaKeys {
  let last: { readonly name: string; readonly made: Promise<Decryption> } | null = null;
  return {
    async derive(code, terms) {
      if (code === null) return err(failure('400035'));
      if (!isAvailable()) return err(failure('encryption.insecure'));
      const name = JSON.stringify([code, terms.salt, terms.iterations]);
      if (last?.name !== name) last = { name, made: decryptionOf(code, terms) };
      const made = await last.made;
      return terms.keyId === undefined || made.keyId === terms.keyId ? ok(made) : err(failure('400036'));
    },
  };
}

const failure = (code: string): Failure => ({ kind: 'other', code, stage: 'address', message: null });

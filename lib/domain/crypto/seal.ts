import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { AppError } from '../../kernel/app-error.ts';
import { operatorError } from '../errors/operator-errors.ts';
import type { Entropy } from './entropy.ts';
import { keyRing, type SecretKey, type Secrets } from './secrets.ts';

/** Where a sealed value is stored. A value copied to another place cannot be opened there. */
export interface SealContext {
  readonly tenantId: string;
  /** Id of the device's row, not its serial number: a serial number can be reused for another device. */
  readonly deviceId: string;
  /** For instance `validCode`, `source/1/main`. */
  readonly field: string;
}

const nonceBytes = 12;
const tagBytes = 16;
const sealedPattern = /^v1\.([A-Za-z0-9_-]{1,32})\.([A-Za-z0-9_-]+)$/;

/** Encryption of stored camera credentials and verification codes: AES-256-GCM with a fresh 96-bit nonce each time. */
export class Sealer {
  readonly #current: SecretKey;
  readonly #ring: ReadonlyMap<string, Uint8Array>;
  readonly #entropy: Entropy;

  constructor(secrets: Pick<Secrets, 'masterKey' | 'oldMasterKeys'>, entropy: Entropy) {
    this.#current = secrets.masterKey;
    this.#ring = keyRing([secrets.masterKey, ...(secrets.oldMasterKeys ?? [])]);
    this.#entropy = entropy;
  }

  /** `v1.<kid>.<base64url of nonce, ciphertext, tag>`. */
  seal(place: SealContext, text: string): string {
    const nonce = this.#entropy.bytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', this.#current.key, nonce);
    cipher.setAAD(additionalData(place, this.#current.kid));
    const body = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `v1.${this.#current.kid}.${body.toString('base64url')}`;
  }

  /** Throws `secret.unreadable` when the key is unknown, a byte was changed or the place differs. */
  open(place: SealContext, sealed: string): string {
    const [, kid = '', encoded = ''] = sealedPattern.exec(sealed) ?? [];
    const key = this.#ring.get(kid);
    const body = Buffer.from(encoded, 'base64url');
    if (!key || body.length < nonceBytes + tagBytes) throw unreadable(place);
    const decipher = createDecipheriv('aes-256-gcm', key, body.subarray(0, nonceBytes), {
      authTagLength: tagBytes,
    });
    decipher.setAAD(additionalData(place, kid));
    decipher.setAuthTag(body.subarray(-tagBytes));
    try {
      const text = decipher.update(body.subarray(nonceBytes, -tagBytes));
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    } catch (cause) {
      throw unreadable(place, cause);
    }
  }
}

/** The id of the key that a value was sealed with. Null if the text is no sealed value. */
export function keyIdOf(sealed: string): string | null {
  return sealedPattern.exec(sealed)?.[1] ?? null;
}

/** JSON, so that different places never give the same text. */
function additionalData(place: SealContext, kid: string): Buffer {
  return Buffer.from(JSON.stringify(['oriel.seal.v1', kid, place.tenantId, place.deviceId, place.field]));
}

function unreadable({ deviceId, field }: SealContext, cause?: unknown): AppError {
  return operatorError('secret.unreadable', { deviceId, field }, cause);
}

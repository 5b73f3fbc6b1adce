import { createHash, createSecretKey } from 'node:crypto';
import { deriveMediaKey, type MediaKeyTerms, mediaKeyIterations } from '../../kernel/media-key.ts';
import type { MediaKey } from '../../media/ports.ts';
import type { Sealer } from '../crypto/seal.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';
import type { Device } from './device.repository.ts';
import { validCodeSealContext } from './source-slot.ts';

export interface MediaKeys {
  /**
   * The key of the media of an encrypted device, derived from its verification code. Takes 0.2 s the first time,
   * in another thread. Rejects with `secret.unreadable`.
   */
  of(scope: TenantScope, device: Pick<Device, 'id' | 'serial' | 'validCodeSealed'>): Promise<MediaKey>;
  /** The key that any code gives for this device, for recordings of an earlier code. */
  ofCode(scope: TenantScope, serial: string, code: string): Promise<MediaKey>;
}

/** How the key of a device is derived, whatever its code is. */
export const mediaKeyDerivation = (
  { tenantId }: TenantScope,
  serial: string,
): Omit<MediaKeyTerms, 'keyId'> => ({
  salt: sha256(JSON.stringify(['oriel media key 1', tenantId, serial]))
    .subarray(0, 16)
    .toString('base64'),
  iterations: mediaKeyIterations,
});

/** Keys kept in memory, of the devices that were used last. */
const maxKept = 1_000;

export function mediaKeys(sealer: Pick<Sealer, 'open'>): MediaKeys {
  const kept = new Map<string, Promise<MediaKey>>();
  async function ofCode(scope: TenantScope, serial: string, code: string): Promise<MediaKey> {
    // Two seals of the same code differ, so the code is part of the name; as a digest, because maps can be printed.
    const name = sha256(JSON.stringify([scope.tenantId, serial, code])).toString('hex');
    const made = kept.get(name) ?? derive(scope, serial, code);
    // Inserted again, so that the map is in order of use.
    kept.delete(name);
    kept.set(name, made);
    made.catch(() => kept.delete(name));
    for (const oldest of kept.keys()) {
      if (kept.size <= maxKept) break;
      kept.delete(oldest);
    }
    return made;
  }
  return {
    ofCode,
    async of(scope, device) {
      if (device.validCodeSealed === null) throw new Error('an encrypted device has a verification code');
      const code = sealer.open(validCodeSealContext(scope, device.id), device.validCodeSealed);
      return ofCode(scope, device.serial, code);
    },
  };
}

/**
 * The salt is of the organisation and the serial number, so that equal codes give different keys, and a key can be
 * derived again from the code for as long as its recordings exist.
 */
async function derive(scope: TenantScope, serial: string, code: string): Promise<MediaKey> {
  const terms = mediaKeyDerivation(scope, serial);
  const { keyId, secret } = await deriveMediaKey(code, terms);
  const key: MediaKey = { ...terms, keyId, secret: createSecretKey(secret) };
  secret.fill(0);
  return key;
}

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest();

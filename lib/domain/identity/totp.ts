/** The second factor: six digits that change every half minute, of a secret that a phone holds too (RFC 6238). */
import { Secret, TOTP } from 'otpauth';
import type { EpochMs } from '../../kernel/units.ts';
import { isSameText } from '../crypto/digest.ts';
import type { Entropy } from '../crypto/entropy.ts';

const periodS = 30;
const secretBytes = 20;
/** Clocks of phones may be half a minute off. */
const windowSteps = 1;

/** 32 characters of base32. */
export function newTotpSecret(entropy: Entropy): string {
  return new Secret({ buffer: Uint8Array.from(entropy.bytes(secretBytes)).buffer }).base32;
}

/** What a phone reads from a code of squares. */
export function totpUri(secret: string, account: string, issuer: string): string {
  return totpOf(secret, account, issuer).toString();
}

/** The step whose code this is, later than `lastStep`: each code works once. Null: none. */
export function totpStepOf(
  secret: string,
  code: string,
  now: EpochMs,
  lastStep: number | null,
): number | null {
  const current = Math.floor(now / 1000 / periodS);
  const totp = totpOf(secret, '', '');
  let found: number | null = null;
  for (let step = current - windowSteps; step <= current + windowSteps; step += 1) {
    const fits = isSameText(totp.generate({ timestamp: step * periodS * 1000 }), code);
    if (fits && (lastStep === null || step > lastStep)) found ??= step;
  }
  return found;
}

function totpOf(secret: string, label: string, issuer: string): TOTP {
  return new TOTP({
    secret: Secret.fromBase32(secret),
    label,
    issuer,
    digits: 6,
    period: periodS,
    algorithm: 'SHA1',
  });
}

/** Where the sealed secret lies. */
export const totpSealContext = ({ tenantId, id }: { readonly tenantId: string; readonly id: number }) => ({
  tenantId,
  deviceId: `user/${id}`,
  field: 'totp',
});

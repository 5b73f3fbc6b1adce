/**
 * Two-step verification: six digits that change every 30 seconds, derived from a secret shared with an authenticator
 * app (RFC 6238).
 */
import { Secret, TOTP } from 'otpauth';
import type { EpochMs } from '../../kernel/units.ts';
import { isSameText } from '../crypto/digest.ts';
import type { Entropy } from '../crypto/entropy.ts';

const periodS = 30;
const secretBytes = 20;
/** Phone clocks may be off by half a minute. */
const windowSteps = 1;

/** 32 characters of base32. */
export function newTotpSecret(entropy: Entropy): string {
  return new Secret({ buffer: Uint8Array.from(entropy.bytes(secretBytes)).buffer }).base32;
}

/** The URI that an authenticator app reads from a QR code. */
export function totpUri(secret: string, account: string, issuer: string): string {
  return totpOf(secret, account, issuer).toString();
}

/** The time step of this code, if it is later than `lastStep`: each code works once. Null: no match. */
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

/** The seal context of the secret. */
export const totpSealContext = ({ tenantId, id }: { readonly tenantId: string; readonly id: number }) => ({
  tenantId,
  deviceId: `user/${id}`,
  field: 'totp',
});

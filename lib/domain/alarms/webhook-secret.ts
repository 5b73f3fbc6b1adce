import { createHmac } from 'node:crypto';
import type { EpochMs } from '../../kernel/units.ts';
import type { SealContext } from '../crypto/seal.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';

/** The seal context of the secret of a webhook, whose row takes the place of a device's. */
export function webhookSealContext({ tenantId }: TenantScope, webhookId: string): SealContext {
  return { tenantId, deviceId: webhookId, field: 'webhook' };
}

/** `t=<seconds since 1970>,v1=<hex>`: HMAC-SHA-256 with the secret over `<t>.<body>`. */
export function webhookSignature(secret: string, body: string, now: EpochMs): string {
  const seconds = Math.floor(now / 1_000);
  const mac = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${mac}`;
}

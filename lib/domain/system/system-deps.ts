import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../db/schema.ts';
import type { Entropy } from '../crypto/entropy.ts';
import type { Sealer } from '../crypto/seal.ts';
import type { LoginLimits } from '../identity/login-limits.ts';
import type { Passwords } from '../identity/passwords.ts';
import type { ResourceDeps } from '../resource/resource-deps.ts';
import type { Settings } from '../settings/settings.ts';

export interface SystemDeps extends ResourceDeps {
  readonly sealer: Sealer;
  readonly entropy: Entropy;
  readonly settings: Settings;
  readonly passwords: Pick<Passwords, 'oneTime' | 'set'>;
  readonly limits: Pick<LoginLimits, 'unlock' | 'lockStatus'>;
}

/** The database, or a transaction in it. */
export type Reader = Kysely<Database> | Transaction<Database>;

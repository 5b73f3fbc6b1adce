/** What every area is wired with: the database, keys, time and the identity of this process. */
import type { OpenDatabase } from '../../db/client.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import { type Entropy, newId, systemEntropy } from '../crypto/entropy.ts';
import { Sealer } from '../crypto/seal.ts';
import type { Secrets } from '../crypto/secrets.ts';
import { type ProcessIdentity, type RecorderLeases, recorderLeases } from '../recordings/recorder-leases.ts';
import { type TenantZone, tenantZone } from '../resource/tenant-zone.ts';

export interface CoreDeps {
  readonly database: Pick<OpenDatabase, 'db' | 'engine' | 'changes'>;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly log: Logger;
  readonly entropy?: Entropy;
  /** Absent: a new process, which replaces no other one. */
  readonly process?: ProcessIdentity;
}

export interface Core extends Required<CoreDeps> {
  readonly db: OpenDatabase['db'];
  readonly changes: OpenDatabase['changes'];
  readonly sealer: Sealer;
  readonly zoneOf: TenantZone;
  /** Several processes may use the database. */
  readonly isShared: boolean;
  /** What this process leases of what only one may do for a camera. Null: there is no other process. */
  leases(): RecorderLeases | null;
  logOf(part: string): Logger;
}

/** Throws when a key is unusable. */
export function wireCore({ database, secrets, clock, log, ...given }: CoreDeps): Core {
  const { db, changes, engine } = database;
  const entropy = given.entropy ?? systemEntropy;
  const process = given.process ?? { processId: newId(entropy, clock.now()), killedProcessId: null };
  const isShared = engine === 'postgres';
  return {
    ...{ database, secrets, clock, log, entropy, process, db, changes, isShared },
    sealer: new Sealer(secrets, entropy),
    zoneOf: tenantZone({ database, clock }),
    leases: () => (isShared ? recorderLeases(db, clock, process) : null),
    logOf: (part) => log.child({ part }),
  };
}

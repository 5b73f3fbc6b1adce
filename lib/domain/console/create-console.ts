/** Wires what the console consists of. `create-domain.ts` calls it; `lib/http/admin/admin-routes.ts` serves it. */
import type { ResourceDef } from '../../contracts/admin/define-resource.ts';
import type { OpenDatabase } from '../../db/client.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { Entropy } from '../access/entropy.ts';
import type { Sealer } from '../access/seal.ts';
import type { SecretKey } from '../access/secrets.ts';
import type { ResourceService } from '../resource/resource-service.ts';
import type { PasswordHasher } from './password-hasher.ts';
import type { SetupCodes } from './people.service.ts';
import { type SessionParts, sessionParts } from './session-parts.ts';

export interface ConsoleDeps {
  readonly database: Pick<OpenDatabase, 'db' | 'engine'>;
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly log: Logger;
  /** The first signs bearers; all of them are accepted. Never empty. */
  readonly sessionKeys: readonly SecretKey[];
  readonly setupCodes: SetupCodes;
  readonly hasher?: PasswordHasher;
}

/** A definition and what stands behind its calls. */
export interface BoundResource {
  readonly definition: ResourceDef;
  readonly service: ResourceService;
}

/** Signing in and accounts, and the rooms. */
export interface Console extends SessionParts {
  readonly resources: readonly BoundResource[];
}

export function createConsole(deps: ConsoleDeps): Console {
  return { ...sessionParts(deps), resources: [] };
}

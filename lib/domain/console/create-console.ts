/** Wires what the console consists of. `create-domain.ts` calls it; `lib/http/admin/admin-routes.ts` serves it. */
import type { ResourceDef } from '../../contracts/admin/define-resource.ts';
import type { OpenDatabase } from '../../db/client.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { Entropy } from '../access/entropy.ts';
import type { Sealer } from '../access/seal.ts';
import type { ResourceService } from '../resource/resource-service.ts';

export interface ConsoleDeps {
  readonly database: Pick<OpenDatabase, 'db' | 'engine'>;
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly log: Logger;
}

/** A definition and what stands behind its calls. */
export interface BoundResource {
  readonly definition: ResourceDef;
  readonly service: ResourceService;
}

export interface Console {
  readonly resources: readonly BoundResource[];
}

export function createConsole(_deps: ConsoleDeps): Console {
  return { resources: [] };
}

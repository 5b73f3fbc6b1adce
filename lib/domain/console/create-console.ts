/** Wires what the console consists of. `create-domain.ts` calls it; `lib/http/admin/admin-routes.ts` serves it. */
import type { ResourceDef } from '../../contracts/admin/define-resource.ts';
import type { OpenDatabase } from '../../db/client.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { Entropy } from '../access/entropy.ts';
import type { Sealer } from '../access/seal.ts';
import type { SecretKey } from '../access/secrets.ts';
import type { ResourceService } from '../resource/resource-service.ts';
import { type AccountService, accountService } from './account.service.ts';
import { type SessionService, sessionService } from './session.service.ts';
import { settingReader } from './setting-reader.ts';
import { type Submissions, submissions } from './submissions.ts';

export interface ConsoleDeps {
  readonly database: Pick<OpenDatabase, 'db' | 'engine'>;
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly log: Logger;
  /** The first signs bearers; all of them are accepted. Never empty. */
  readonly sessionKeys: readonly SecretKey[];
}

/** A definition and what stands behind its calls. */
export interface BoundResource {
  readonly definition: ResourceDef;
  readonly service: ResourceService;
}

export interface Console {
  readonly clock: Clock;
  readonly sessionKeys: readonly SecretKey[];
  readonly accounts: AccountService;
  readonly sessions: SessionService;
  readonly submissions: Submissions;
  /** Housekeeping: sessions, submissions and counts that are over. */
  forgetEnded(): Promise<void>;
  readonly resources: readonly BoundResource[];
}

export function createConsole(deps: ConsoleDeps): Console {
  const { clock, entropy, sealer, sessionKeys: keys } = deps;
  const { db, engine } = deps.database;
  const settings = settingReader(db);
  const sessions = sessionService({ db, clock, entropy, keys, settings });
  const submitted = submissions({ db, engine, clock, sealer, keys });
  return {
    clock,
    sessionKeys: keys,
    resources: [],
    accounts: accountService({ db, clock, settings }),
    sessions,
    submissions: submitted,
    async forgetEnded() {
      await sessions.forgetEnded();
      await submitted.forgetEnded();
    },
  };
}

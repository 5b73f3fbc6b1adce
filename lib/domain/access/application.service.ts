import { z } from 'zod';
import { displayName } from '../../contracts/lapp/fields.ts';
import { capabilities, maxTokenSeconds } from '../../contracts/lapp/token-get.call.ts';
import type { Clock } from '../../kernel/clock.ts';
import { operatorError } from '../operator-errors.ts';
import type { Application, ApplicationRepository } from './application.repository.ts';
import { allowedOrigin } from './application-origin.ts';
import { digest } from './digest.ts';
import { type Entropy, newId, newSecret } from './entropy.ts';
import type { GrantRepository } from './grant.repository.ts';
import type { TenantScope } from './tenant-scope.ts';
import type { TokenService } from './token.service.ts';

const mostOrigins = 32;
const originList = z
  .array(allowedOrigin)
  .max(mostOrigins)
  .transform((list) => [...new Set(list)]);

export const newApplication = z.strictObject({
  name: displayName,
  origins: originList,
  maxTokenSeconds: z.number().int().min(60).max(maxTokenSeconds).default(maxTokenSeconds),
  capabilities: z.array(z.enum(capabilities)).min(1).nullable().default(null),
});
export type NewApplication = z.output<typeof newApplication>;

export const applicationChange = z.strictObject({
  appKey: z.string().min(1).max(128),
  name: displayName.optional(),
  addOrigins: originList.default([]),
  /** Any text: what is stored may have been allowed by other rules once. */
  removeOrigins: z.array(z.string().max(512)).max(mostOrigins).default([]),
});
export type ApplicationChange = z.output<typeof applicationChange>;

export interface ApplicationWithSecret {
  readonly application: Application;
  /** Told once; only its digest is stored. */
  readonly appSecret: string;
}

export interface ApplicationService {
  create(scope: TenantScope, input: NewApplication): Promise<ApplicationWithSecret>;
  list(scope: TenantScope): Promise<readonly Application[]>;
  /** A new secret; the old one stops working at once, tokens made with it live on. Throws `app.notFound`. */
  rotate(scope: TenantScope, appKey: string): Promise<ApplicationWithSecret>;
  /**
   * Changes name and origins. Pages that show the player already go on until they load again. Throws
   * `app.notFound`, `input.nothing`, `app.originUnknown` (to be removed, not there), `app.tooManyOrigins`.
   */
  update(scope: TenantScope, change: ApplicationChange): Promise<Application>;
  /** Removes it with its tokens, which ends every stream of theirs. Returns how many tokens. Throws `app.notFound`. */
  remove(scope: TenantScope, appKey: string): Promise<number>;
  /** Switching off ends every stream of its tokens. Throws `app.notFound`. */
  setEnabled(scope: TenantScope, appKey: string, isEnabled: boolean): Promise<void>;
  /** Origins that may frame the player for this key; null when the key is unknown or switched off. */
  frameOrigins(appKey: string): Promise<readonly string[] | null>;
}

export function applicationService(deps: {
  readonly applications: ApplicationRepository;
  readonly grants: GrantRepository;
  readonly tokens: Pick<TokenService, 'announceEnd'>;
  readonly clock: Clock;
  readonly entropy: Entropy;
}): ApplicationService {
  const { applications, grants, tokens, clock, entropy } = deps;

  async function require(scope: TenantScope, appKey: string): Promise<Application> {
    const application = await applications.find(scope, appKey);
    if (!application) throw operatorError('app.notFound', { appKey });
    return application;
  }

  return {
    async create(scope, input) {
      const now = clock.now();
      const appSecret = newSecret(entropy);
      const application: Application = {
        id: newId(entropy, now),
        name: input.name,
        appKey: Buffer.from(entropy.bytes(16)).toString('hex'),
        allowedOrigins: input.origins,
        tokenPolicy: { maxTokenSeconds: input.maxTokenSeconds, capabilities: input.capabilities },
        isEnabled: true,
        secretRotatedAt: now,
        createdAt: now,
      };
      await applications.insert(scope, { ...application, secretHash: digest(appSecret) });
      return { application, appSecret };
    },

    list: (scope) => applications.list(scope),

    async rotate(scope, appKey) {
      await require(scope, appKey);
      const appSecret = newSecret(entropy);
      await applications.replaceSecret(scope, appKey, digest(appSecret), clock.now());
      return { application: await require(scope, appKey), appSecret };
    },

    async update(scope, { appKey, name, addOrigins, removeOrigins }) {
      if (name === undefined && addOrigins.length + removeOrigins.length === 0) {
        throw operatorError('input.nothing');
      }
      // Two changes at once: the later one starts again from what the earlier one left.
      for (;;) {
        const before = await require(scope, appKey);
        const allowedOrigins = changedOrigins(before.allowedOrigins, addOrigins, removeOrigins);
        const after = { name: name ?? before.name, allowedOrigins };
        if (await applications.update(scope, before, after)) return { ...before, ...after };
      }
    },

    async remove(scope, appKey) {
      const { id } = await require(scope, appKey);
      const grantIds = await grants.openGrantIds(scope, id, clock.now());
      if (!(await applications.delete(scope, appKey))) throw operatorError('app.notFound', { appKey });
      tokens.announceEnd(grantIds);
      return grantIds.length;
    },

    async setEnabled(scope, appKey, isEnabled) {
      const { id } = await require(scope, appKey);
      await applications.setEnabled(scope, appKey, isEnabled);
      if (!isEnabled) tokens.announceEnd(await grants.openGrantIds(scope, id, clock.now()));
    },

    async frameOrigins(appKey) {
      const found = await applications.findByKeyAnywhere(appKey);
      return found?.application.isEnabled && found.isTenantEnabled ? found.application.allowedOrigins : null;
    },
  };
}

function changedOrigins(
  before: readonly string[],
  add: readonly string[],
  remove: readonly string[],
): string[] {
  const unknown = remove.filter((origin) => !before.includes(origin));
  if (unknown.length > 0) throw operatorError('app.originUnknown', { origins: unknown, known: before });
  const after = [...new Set([...before.filter((origin) => !remove.includes(origin)), ...add])];
  if (after.length > mostOrigins) throw operatorError('app.tooManyOrigins');
  return after;
}

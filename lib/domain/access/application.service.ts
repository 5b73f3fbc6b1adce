import { z } from 'zod';
import { displayName } from '../../contracts/lapp/fields.ts';
import { capabilities, maxTokenSeconds } from '../../contracts/lapp/token-get.call.ts';
import type { Clock } from '../../kernel/clock.ts';
import { operatorError } from '../operator-errors.ts';
import type { Application, ApplicationRepository } from './application.repository.ts';
import { digest } from './digest.ts';
import { type Entropy, newId, newSecret } from './entropy.ts';
import type { GrantRepository } from './grant.repository.ts';
import type { TenantScope } from './tenant-scope.ts';
import type { TokenService } from './token.service.ts';

/** URLs allow `*`, `;` and quotes in a host, which mean something else in the header these end up in. */
const originPattern = /^https?:\/\/(?:[a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::\d+)?$/;

/** Exact origins; plain http only on this computer, because a framed camera is worth a certificate. */
const origin = z.string().superRefine((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isLocal = url !== null && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (!url || url.origin !== text || !originPattern.test(text)) {
    context.addIssue(`不是有效的来源：${text}（例如 https://www.example.com，末尾不带斜杠）`);
  } else if (url.protocol === 'http:' && !isLocal) {
    context.addIssue(`来源必须使用https（本机除外）：${text}`);
  }
});

export const newApplication = z.strictObject({
  name: displayName,
  origins: z
    .array(origin)
    .max(32)
    .transform((list) => [...new Set(list)]),
  maxTokenSeconds: z.number().int().min(60).max(maxTokenSeconds).default(maxTokenSeconds),
  capabilities: z.array(z.enum(capabilities)).min(1).nullable().default(null),
});
export type NewApplication = z.output<typeof newApplication>;

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

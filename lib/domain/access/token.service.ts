import type { Transaction } from 'kysely';
import type { Capability } from '../../contracts/lapp/token-get.call.ts';
import { capabilities as allCapabilities, maxTokenSeconds } from '../../contracts/lapp/token-get.call.ts';
import type { Changes } from '../../db/changes.ts';
import type { Db } from '../../db/client.ts';
import type { Database } from '../../db/schema.ts';
import { transact } from '../../db/transact.ts';
import type { Clock } from '../../kernel/clock.ts';
import { hasPassed } from '../../kernel/deadline.ts';
import type { EpochMs } from '../../kernel/units.ts';
import { digest, isSameText } from '../crypto/digest.ts';
import { type Entropy, newId, newSecret } from '../crypto/entropy.ts';
import { lappError } from '../errors/lapp-errors.ts';
import { operatorError } from '../errors/operator-errors.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';
import type { Application, ApplicationRepository } from './application.repository.ts';
import { coversChannel, coversDevice } from './camera-list.ts';
import {
  type Grant,
  type GrantRange,
  type GrantRepository,
  type GrantStatus,
  grantRepository,
} from './grant.repository.ts';

export interface TokenRequest {
  /** `SERIAL` or `SERIAL:CHANNEL`. Absent: every camera of the tenant. */
  readonly cameras?: readonly string[] | undefined;
  /** Absent: everything that the application is allowed. */
  readonly capabilities?: readonly Capability[] | undefined;
  /** Absent: the longest time that the application is allowed. */
  readonly expireSeconds?: number | undefined;
}

export interface IssuedToken {
  /** Returned only once; the database stores its digest. */
  readonly accessToken: string;
  readonly grantId: string;
  readonly expireTime: EpochMs;
}

/** Who issued a grant in the console. */
export interface IssuedBy {
  /** Account name. */
  readonly createdBy: string;
  /** The grant ends with this session. Null: it is not bound to one. */
  readonly sessionId: string | null;
  /** Name of the token. */
  readonly name?: string;
  /** The shared recording that it opens, and to which it is limited. */
  readonly share?: GrantRange & { readonly id: string };
  /** Runs in the same transaction. */
  readonly also?: (transaction: Transaction<Database>, grant: Grant) => Promise<void>;
}

/** The owner of a valid access token. Created only in this file, so holding a value proves authentication. */
export interface Viewer {
  readonly scope: TenantScope;
  readonly grant: Grant;
}

export interface TokenService {
  /** For integrators. Throws 10017, 10030, 10005 or 10013 (the request exceeds what the application is allowed). */
  get(appKey: string, appSecret: string, request: TokenRequest): Promise<IssuedToken>;
  /** For operators of the tenant. Throws `app.notFound`, `app.builtIn`. */
  issue(scope: TenantScope, appKey: string, request: TokenRequest, by?: IssuedBy): Promise<IssuedToken>;
  /** For previews: a token of the built-in application, which is issued in no other way. */
  issueFor(
    scope: TenantScope,
    application: Application,
    request: TokenRequest,
    by: IssuedBy,
  ): Promise<IssuedToken>;
  /** Throws 10002. */
  authenticate(accessToken: string): Promise<Viewer>;
  /** Throws `token.notFound`. */
  revoke(scope: TenantScope, grantId: string): Promise<void>;
  /** Revokes all of them or none; `also` runs in the same transaction. Throws `token.notFound`. */
  revokeAll(
    scope: TenantScope,
    grantIds: readonly string[],
    also?: (transaction: Transaction<Database>) => Promise<void>,
  ): Promise<void>;
  /** Called for each grant that was revoked, in any process. */
  onRevoked(listener: (grantId: string) => void): () => void;
}

/** True while the grant is valid. */
export function isValidGrant(status: GrantStatus, now: EpochMs): boolean {
  return (
    status.grant.revokedAt === null &&
    !hasPassed(status.grant.expiresAt, now, maxTokenSeconds * 1_000) &&
    status.isApplicationEnabled &&
    now < status.sessionEndsAt &&
    now < status.shareEndsAt &&
    status.isTenantEnabled
  );
}

/**
 * Throws 10031 for a camera that the token does not cover, before any lookup, so that tokens cannot be used to discover
 * cameras.
 */
export function requireCamera(
  viewer: Viewer,
  capability: Capability | null,
  serial: string,
  channelNo: number | null,
): void {
  const { cameras, capabilities } = viewer.grant;
  const isNamed =
    channelNo === null ? coversDevice(cameras, serial) : coversChannel(cameras, serial, channelNo);
  if (!isNamed || (capability !== null && !capabilities.includes(capability))) throw lappError('10031');
}

export function tokenService(deps: {
  readonly db: Db;
  readonly changes: Changes;
  readonly applications: ApplicationRepository;
  readonly grants: GrantRepository;
  readonly clock: Clock;
  readonly entropy: Entropy;
}): TokenService {
  const { db, changes, applications, grants, clock, entropy } = deps;

  async function grantTo(
    scope: TenantScope,
    application: Application,
    request: TokenRequest,
    { createdBy, sessionId, name = '', share, also }: IssuedBy = { createdBy: '', sessionId: null },
  ): Promise<IssuedToken> {
    const mayDo = application.tokenPolicy.capabilities ?? allCapabilities;
    const capabilities = request.capabilities ?? mayDo;
    if (capabilities.some((capability) => !mayDo.includes(capability))) throw lappError('10013');
    const max = Math.min(maxTokenSeconds, application.tokenPolicy.maxTokenSeconds);
    const seconds = Math.min(max, request.expireSeconds ?? max);
    const now = clock.now();
    const accessToken = newSecret(entropy);
    const grant: Grant = {
      id: newId(entropy, now),
      applicationId: application.id,
      cameras: request.cameras ? [...new Set(request.cameras)] : null,
      capabilities: [...new Set(capabilities)],
      createdAt: now,
      expiresAt: now + seconds * 1000,
      revokedAt: null,
      range: share ? { fromMs: share.fromMs, toMs: share.toMs } : null,
    };
    const owner = { deptId: application.deptId, createdBy, sessionId, name, shareId: share?.id ?? null };
    await transact(db, async (transaction) => {
      await grantRepository(transaction).insert(scope, grant, digest(accessToken), owner);
      await also?.(transaction, grant);
    });
    return { accessToken, grantId: grant.id, expireTime: grant.expiresAt };
  }

  const revokeAll: TokenService['revokeAll'] = async (scope, grantIds, also) => {
    await transact(db, async (transaction) => {
      const rows = grantRepository(transaction);
      for (const grantId of grantIds) {
        if (!(await rows.revoke(scope, grantId, clock.now()))) {
          throw operatorError('token.notFound', { grantId });
        }
      }
      await also?.(transaction);
      await changes.notify(transaction, 'grant', grantIds);
    });
  };

  return {
    async get(appKey, appSecret, request) {
      const found = await applications.findByKeyAnywhere(appKey);
      // Takes the same time whether or not the application exists, so that timing reveals no keys.
      const isRight = isSameText(found?.secretHash ?? digest(''), digest(appSecret));
      if (!found) throw lappError('10017');
      if (!isRight) throw lappError('10030');
      if (!found.application.isEnabled || !found.isTenantEnabled) throw lappError('10005');
      return grantTo(found.scope, found.application, request);
    },

    async issue(scope, appKey, request, by) {
      const application = await applications.find(scope, appKey);
      if (!application) throw operatorError('app.notFound', { appKey });
      if (application.isBuiltIn) throw operatorError('app.builtIn');
      return grantTo(scope, application, request, by);
    },

    issueFor: grantTo,

    async authenticate(accessToken) {
      const status = await grants.findByTokenHashAnywhere(digest(accessToken));
      if (!status || !isValidGrant(status, clock.now())) throw lappError('10002');
      return { scope: status.scope, grant: status.grant };
    },

    revoke: (scope, grantId) => revokeAll(scope, [grantId]),

    revokeAll,

    onRevoked: (onReceived) => changes.listen('grant', { onReceived, missed: () => {} }),
  };
}

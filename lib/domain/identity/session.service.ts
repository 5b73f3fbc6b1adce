/**
 * Console sessions: opened after sign-in, checked at each call, ended by sign-out, by an administrator or by expiry.
 * Every call reads the row; nothing is cached in memory. `besideOwnCall` of a call is the only exception.
 */

import { adminCodes } from '../../contracts/admin/envelope.ts';
import type { OpenDatabase } from '../../db/client.ts';
import { storageFaultOf } from '../../db/storage-fault.ts';
import { transact } from '../../db/transact.ts';
import type { Clock } from '../../kernel/clock.ts';
import { hasPassed } from '../../kernel/deadline.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import { digest } from '../crypto/digest.ts';
import { type Entropy, newId, newSecret } from '../crypto/entropy.ts';
import type { SecretKey } from '../crypto/secrets.ts';
import { AdminError, expired, revoked } from '../errors/admin-error.ts';
import type { Settings } from '../settings/settings.ts';
import type { Actor, CallContext } from './actor.ts';
import { Bearers } from './bearer.ts';
import { type ActorLoader, actorLoader } from './load-actor.ts';
import { endSessions, type SessionRow, sessionRepository } from './session.repository.ts';

const hourMs: Ms = 60 * 60_000;
/** 604,800,000 ms: the token lifetime in the specification. */
export const sessionLifeMs: Ms = 7 * 24 * hourMs;
/** Remembered sessions have no idle limit. */
export const maxIdleMs: Ms = 12 * hourMs;
/** Interval at which the last activity is stored: a disk write per call would be too much. */
const seenEveryMs: Ms = 60_000;
/** Sensitive operations require the password again after this time. */
const freshMs: Ms = 10 * 60_000;
/** Ended rows are kept for a while, so that their bearers return U0231 instead of U0230. */
const endedRetentionMs: Ms = 30 * 24 * hourMs;

export interface NewSession {
  readonly tenantId: string;
  readonly userId: number;
  readonly address: string;
  readonly userAgent: string;
  readonly isRemembered: boolean;
}

export interface IssuedBearer {
  readonly token: string;
  readonly expiresAt: EpochMs;
}

export interface OpenSession extends IssuedBearer {
  readonly sessionId: string;
  readonly tenantId: string;
  /** For the cookie; not stored. */
  readonly secret: string;
  readonly sessionEndsAt: EpochMs;
}

export interface SessionServiceDeps {
  readonly database: Pick<OpenDatabase, 'db' | 'changes'>;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly keys: readonly SecretKey[];
  readonly settings: Pick<Settings, 'get'>;
}

export interface SessionService {
  open(session: NewSession): Promise<OpenSession>;
  /** The session that a bearer names; it may have ended. Null: no valid bearer. */
  sessionOf(bearer: string): string | null;
  /** Throws U0230 or U0231. */
  authenticate(bearer: string): Promise<Actor>;
  /** Issues a new bearer for the cookie's secret. Throws U0230 or U0231. */
  renew(secret: string): Promise<IssuedBearer & { readonly sessionId: string }>;
  /** True when the cookie's session is open; pages use it only to choose a redirect. */
  isOpen(secret: string): Promise<boolean>;
  end(actor: Actor): Promise<void>;
  /** Throws U0200 with field `password` when the password was entered too long ago: enter it, then repeat the call. */
  requireFresh(context: CallContext): Promise<void>;
  refreshed(actor: Actor): Promise<void>;
  forgetEnded(): Promise<void>;
}

export function sessionService({
  database,
  clock,
  entropy,
  keys,
  settings,
}: SessionServiceDeps): SessionService {
  const { db, changes } = database;
  const rows = sessionRepository(db);
  const bearers = new Bearers(keys);
  const loadActor: ActorLoader = actorLoader(db);

  /** Returns the row if the session is open, and stores the activity. */
  async function usableRow(row: SessionRow | undefined): Promise<SessionRow> {
    const now = clock.now();
    if (!row || isOver(row, now)) throw expired();
    if (row.revokedAt !== null) throw row.revokedReason === 'logout' ? expired() : revoked();
    if (row.status !== '0' || row.tenantEnabled !== 1) throw revoked();
    if (Math.abs(now - row.lastSeenAt) >= seenEveryMs) {
      await rows.seen(row.sessionId, now).catch((error: unknown) => {
        // Where nothing can be stored, pages can still be read; the database has noted the fault.
        if (storageFaultOf(error) === null) throw error;
      });
    }
    return row;
  }

  async function rowOf(actor: Actor): Promise<SessionRow> {
    const row = await rows.find(actor.sessionId);
    if (!row) throw expired();
    return row;
  }

  return {
    async open(session) {
      const now = clock.now();
      const secret = newSecret(entropy);
      const id = newId(entropy, now);
      const sessionEndsAt = now + sessionLifeMs;
      await rows.open({
        ...session,
        id,
        userAgent: session.userAgent.slice(0, 512),
        tokenHash: digest(secret),
        now,
        expiresAt: sessionEndsAt,
      });
      const { tenantId } = session;
      return { sessionId: id, tenantId, secret, sessionEndsAt, ...bearers.issue(id, now, sessionEndsAt) };
    },

    sessionOf: (bearer) => bearers.sessionOf(bearer, clock.now()),

    async authenticate(bearer) {
      const sessionId = bearers.sessionOf(bearer, clock.now());
      if (sessionId === null) throw expired();
      const row = await usableRow(await rows.find(sessionId));
      const actor = await loadActor(row);
      if (row.isRoot !== 1 || row.totpSealed !== null) return actor;
      return { ...actor, mustEnableTotp: await settings.get(actor.scope, 'sys.account.totpForRoot') };
    },

    async renew(secret) {
      const row = await usableRow(await rows.findByToken(digest(secret)));
      return { sessionId: row.sessionId, ...bearers.issue(row.sessionId, clock.now(), row.expiresAt) };
    },

    async isOpen(secret) {
      const row = await rows.findByToken(digest(secret));
      if (!row || row.revokedAt !== null || isOver(row, clock.now())) return false;
      return row.status === '0' && row.tenantEnabled === 1;
    },

    async end(actor) {
      await transact(db, (transaction) =>
        endSessions({ transaction, changes }, actor.scope, { ids: [actor.sessionId] }, 'logout', clock.now()),
      );
    },

    async requireFresh({ actor }) {
      const { authenticatedAt } = await rowOf(actor);
      if (clock.now() - authenticatedAt < freshMs) return;
      throw new AdminError(adminCodes.refused, requestPassword, {
        errors: [{ path: 'password', message: requestPassword }],
      });
    },

    refreshed: (actor) => rows.authenticated(actor.sessionId, clock.now()),

    forgetEnded: () => rows.deleteEndedAnywhere(clock.now() - endedRetentionMs),
  };
}

const requestPassword = {
  'zh-CN': '请再次输入登录密码以继续',
  'en-US': 'Enter your password again to continue',
} as const;

/** Expired, or idle for too long. */
function isOver(row: Pick<SessionRow, 'expiresAt' | 'isRemembered' | 'lastSeenAt'>, now: EpochMs): boolean {
  return hasPassed(row.expiresAt, now, sessionLifeMs) || isIdle(row, now);
}

export function isIdle(row: Pick<SessionRow, 'isRemembered' | 'lastSeenAt'>, now: EpochMs): boolean {
  return row.isRemembered !== 1 && now - row.lastSeenAt >= maxIdleMs;
}

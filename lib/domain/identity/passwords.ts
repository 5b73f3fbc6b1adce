/** Sets passwords for all callers: the same rules, the same hash, the same consequences. */
import type { Transaction } from 'kysely';
import { adminCodes } from '../../contracts/admin/envelope.ts';
import type { OpenDatabase } from '../../db/client.ts';
import type { Database } from '../../db/schema.ts';
import type { LocalText } from '../../i18n/translate.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import type { Entropy } from '../crypto/entropy.ts';
import { AdminError, invalid } from '../errors/admin-error.ts';
import type { Settings } from '../settings/settings.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';
import { HasherBusy, type PasswordHasher } from './password-hasher.ts';
import { minLengthForRoot, passwordFault } from './password-policy.ts';
import { endSessions } from './session.repository.ts';

/** Previous passwords that cannot be reused. */
const remembered = 5;
/** Without characters that are easily confused: users type these from a screen. */
const oneTimeAlphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const oneTimeLength = 20;
const hourMs: Ms = 60 * 60_000;

export interface PasswordOwner {
  readonly id: number;
  readonly username: string;
  readonly displayName: string;
  readonly isRoot: number;
  readonly passwordHash: string | null;
}

export interface NewPassword {
  readonly hash: string;
  /** A one-time password: it works for one sign-in until then, and that sign-in requires a new one. */
  readonly oneTimeValidUntil?: EpochMs;
  /** A session that is kept: that of a user who changes their own password. */
  readonly keep?: string;
  /** Account name of the caller. */
  readonly by: string;
}

export interface OneTimePassword {
  readonly password: string;
  readonly hash: string;
  readonly validUntil: EpochMs;
}

export type Passwords = ReturnType<typeof passwords>;

export function passwords(deps: {
  readonly database: Pick<OpenDatabase, 'db' | 'changes'>;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly settings: Settings;
  readonly hasher: PasswordHasher;
}) {
  const { clock, entropy, settings, hasher } = deps;
  const { db, changes } = deps.database;

  async function rulesFor(scope: TenantScope, isRoot: boolean) {
    const [min, characters] = [
      await settings.get(scope, 'sys.user.pwdPolicy'),
      await settings.get(scope, 'sys.account.chrtype'),
    ];
    return { leastLength: Math.max(min, isRoot ? minLengthForRoot : 8), characters };
  }

  return {
    /** Minimum length of a new password, in characters. */
    async leastLength(scope: TenantScope, isRoot: boolean): Promise<number> {
      return (await rulesFor(scope, isRoot)).leastLength;
    },

    /**
     * True when the password matches. Does the same work without a hash. Throws 429 when too many checks are waiting.
     */
    async fits(hash: string | null, password: string): Promise<boolean> {
      return hasher.verify(hash, password).catch(asTooMany);
    },

    /** Returns the hash. Throws 40000 at `path` for a password that the policy rejects. */
    async hashNew(
      scope: TenantScope,
      owner: Pick<PasswordOwner, 'username' | 'displayName' | 'isRoot'> & Partial<PasswordOwner>,
      password: string,
      path: string,
    ): Promise<string> {
      const rules = await rulesFor(scope, owner.isRoot === 1);
      const fault = passwordFault(password, rules, [owner.username, owner.displayName]);
      if (fault) throw invalid([{ path, message: fault }]);
      if (owner.id !== undefined && (await isUsed(scope, { ...owner, id: owner.id }, password))) {
        throw invalid([{ path, message: usedBefore }]);
      }
      return hasher.hash(password).catch(asTooMany);
    },

    /** In the transaction of the change. Ends all other sessions of the user. */
    async set(
      transaction: Transaction<Database>,
      scope: TenantScope,
      owner: PasswordOwner,
      { hash, oneTimeValidUntil, keep, by }: NewPassword,
    ): Promise<void> {
      const now = clock.now();
      const { tenantId } = scope;
      if (owner.passwordHash !== null) {
        await transaction
          .insertInto('passwordHistory')
          .values({ tenantId, userId: owner.id, passwordHash: owner.passwordHash, usedAt: now })
          .execute();
        const old = await transaction
          .selectFrom('passwordHistory')
          .select('id')
          .where('tenantId', '=', tenantId)
          .where('userId', '=', owner.id)
          .orderBy('id', 'desc')
          .limit(1)
          .offset(remembered - 1)
          .executeTakeFirst();
        if (old) {
          await transaction
            .deleteFrom('passwordHistory')
            .where('tenantId', '=', tenantId)
            .where('userId', '=', owner.id)
            .where('id', '<', old.id)
            .execute();
        }
      }
      await transaction
        .updateTable('user')
        .set((row) => ({
          passwordHash: hash,
          passwordChangedAt: now,
          mustChangePassword: oneTimeValidUntil === undefined ? 0 : 1,
          oneTimeValidUntil: oneTimeValidUntil ?? null,
          version: row('version', '+', 1),
          updatedBy: by,
          updatedAt: now,
        }))
        .where('tenantId', '=', tenantId)
        .where('id', '=', owner.id)
        .execute();
      const which = { userIds: [owner.id], ...(keep === undefined ? {} : { but: keep }) };
      await endSessions({ transaction, changes }, scope, which, 'password', now);
    },

    /** 20 letters and digits (115 bits), to be changed at the first sign-in. */
    async oneTime(scope: TenantScope): Promise<OneTimePassword> {
      const password = Array.from(
        { length: oneTimeLength },
        () => oneTimeAlphabet[pick(entropy, oneTimeAlphabet.length)],
      ).join('');
      const hours = await settings.get(scope, 'sys.account.oneTimePasswordHours');
      return {
        password,
        hash: await hasher.hash(password).catch(asTooMany),
        validUntil: clock.now() + hours * hourMs,
      };
    },
  };

  async function isUsed(
    scope: TenantScope,
    owner: { readonly id: number; readonly passwordHash?: string | null },
    password: string,
  ): Promise<boolean> {
    const rows = await db
      .selectFrom('passwordHistory')
      .select('passwordHash')
      .where('tenantId', '=', scope.tenantId)
      .where('userId', '=', owner.id)
      .orderBy('id', 'desc')
      .limit(remembered - 1)
      .execute();
    for (const hash of [owner.passwordHash ?? null, ...rows.map((row) => row.passwordHash)]) {
      if (hash !== null && (await hasher.verify(hash, password).catch(asTooMany))) return true;
    }
    return false;
  }
}

/** Uniformly distributed. */
function pick(entropy: Entropy, below: number): number {
  for (;;) {
    const [byte = 0] = entropy.bytes(1);
    if (byte < 256 - (256 % below)) return byte % below;
  }
}

/** For `catch`: `HasherBusy` as the error of a call. */
export function asTooMany(error: unknown): never {
  if (error instanceof HasherBusy) throw new AdminError(adminCodes.tooMany, busy);
  throw error;
}

const busy: LocalText = {
  'zh-CN': '系统繁忙，请稍后再试',
  'en-US': 'The server is busy. Try again shortly.',
};
const usedBefore: LocalText = {
  'zh-CN': `新密码不能与最近 ${remembered} 次使用过的密码相同`,
  'en-US': `The new password must differ from the last ${remembered} passwords`,
};

/** What users read and change of their own account. */
import type { Transaction } from 'kysely';
import { adminCodes } from '../../contracts/admin/envelope.ts';
import { maskRules } from '../../contracts/admin/field.ts';
import { systemUser } from '../../contracts/admin/resources/system-user.resource.ts';
import type { Database } from '../../db/schema.ts';
import { transact } from '../../db/transact.ts';
import type { LocalText } from '../../i18n/translate.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { EpochMs } from '../../kernel/units.ts';
import { recordOperation } from '../audit/operation-log.ts';
import { operationTitles } from '../audit/operation-titles.ts';
import { AdminError, invalid, notFound, stale } from '../errors/admin-error.ts';
import type { Actor, CallContext } from '../identity/actor.ts';
import type { Passwords } from '../identity/passwords.ts';
import type { SessionService } from '../identity/session.service.ts';
import type { FailureLimit, FailureLimiter } from '../limits/failure-limiter.ts';
import { fieldChanges } from '../resource/field-changes.ts';
import type { ResourceDeps } from '../resource/resource-deps.ts';
import { tenantZone } from '../resource/tenant-zone.ts';
import { shippedDepts, shippedRoles } from '../seed/shipped.ts';
import type { Brands } from '../settings/brand.ts';

export interface AccountDeps extends ResourceDeps {
  readonly passwords: Passwords;
  readonly sessions: Pick<SessionService, 'refreshed'>;
  readonly failures: FailureLimiter;
  readonly brands: Pick<Brands, 'of'>;
}
export type AccountService = ReturnType<typeof accountService>;

const ofUser = ({ userId, displayName }: Actor) => ({
  bizKey: `system.user:${userId}`,
  bizName: displayName,
});

/** Fields that are left out keep their value. */
export interface ProfileChange {
  readonly nickName?: string | undefined;
  readonly phonenumber?: string | undefined;
  readonly email?: string | undefined;
  readonly sex?: string | undefined;
  readonly version?: number | undefined;
}

/** Limits password guessing at a page that the user left open. */
const wrongPasswords: FailureLimit = { kind: 'password', maxFailures: 5, windowMs: 15 * 60_000 };

export function accountService(deps: AccountDeps) {
  const { passwords, sessions, failures, brands } = deps;
  const { db, engine } = deps.database;
  const clock: Clock = deps.clock;
  const zoneOf = tenantZone(deps);

  /** Within a transaction, the row is locked until the transaction ends. */
  const rowOf = async ({ scope, userId }: Actor, transaction?: Transaction<Database>) => {
    const row = await (transaction ?? db)
      .selectFrom('user')
      .selectAll()
      .where('tenantId', '=', scope.tenantId)
      .where('id', '=', userId)
      .$if(transaction !== undefined && engine === 'postgres', (build) => build.forUpdate())
      .executeTakeFirst();
    if (!row) throw notFound();
    return row;
  };

  /** The user's row, after checking the password. Throws 40000 at `path`, 429 after too many wrong ones. */
  async function proven(actor: Actor, password: string, path: string) {
    const names = [[wrongPasswords, String(actor.userId)]] as const;
    if ((await failures.count(names)) > 0) {
      throw new AdminError(adminCodes.tooMany, texts.tooOften);
    }
    const row = await rowOf(actor);
    const fits = await passwords.fits(row.passwordHash, password).catch(async (error: unknown) => {
      // Nothing was checked: the server is busy.
      await failures.takeBack(names);
      throw error;
    });
    if (!fits) throw invalid([{ path, message: texts.wrong }]);
    await failures.forget(names);
    return row;
  }

  return {
    proven,
    rowOf,

    /** `/get-user-info`. */
    async describe({ actor, locale }: CallContext) {
      const row = await rowOf(actor);
      const zone = await zoneOf(actor.scope.tenantId);
      return {
        tenantId: actor.scope.tenantId,
        avatar: row.avatar ?? '',
        roleCodes: [...actor.roleKeys],
        permissions: [...actor.permissions].sort(),
        nickName: row.displayName,
        userId: actor.userId,
        userName: row.username,
        pwdChangeRequired: actor.mustChangePassword,
        totpRequired: actor.mustEnableTotp ?? false,
        totpAdvised: row.isRoot === 1 && row.totpSealed === null,
        lastLoginTime: row.loginAt === null ? null : zone.text(row.loginAt),
        deptName: shippedDepts.shown(locale, actor.deptName),
        allData: actor.dataScope.kind === 'everything',
        masks: maskRules.filter((rule) => actor.sees !== 'everything' && !actor.sees.has(rule)),
        timeZone: zone.name,
        passwordLength: await passwords.leastLength(actor.scope, row.isRoot === 1),
        brand: await brands.of(actor.scope),
      };
    },

    /** Formats times in the organisation's time zone. */
    async timesOf({ scope }: Actor): Promise<(at: EpochMs) => string> {
      const zone = await zoneOf(scope.tenantId);
      return (at) => zone.text(at);
    },

    async profile({ actor, locale }: CallContext) {
      const row = await rowOf(actor);
      const zone = await zoneOf(actor.scope.tenantId);
      const roles = await db
        .selectFrom('userRole')
        .innerJoin('role', 'role.id', 'userRole.roleId')
        .select('role.roleName')
        .where('userRole.userId', '=', actor.userId)
        .orderBy('role.roleSort')
        .execute();
      const posts = await db
        .selectFrom('userPost')
        .innerJoin('post', 'post.id', 'userPost.postId')
        .select('post.postName')
        .where('userPost.userId', '=', actor.userId)
        .where('post.deletedAt', 'is', null)
        .orderBy('post.postSort')
        .execute();
      return {
        userId: row.id,
        userName: row.username,
        nickName: row.displayName,
        phonenumber: row.phone ?? '',
        email: row.email ?? '',
        sex: sexOf(row.sex),
        avatar: row.avatar ?? '',
        deptName: shippedDepts.shown(locale, actor.deptName),
        roleNames: roles.map(({ roleName }) => shippedRoles.shown(locale, roleName)),
        postNames: posts.map(({ postName }) => postName),
        loginIp: row.loginAddress,
        loginDate: row.loginAt === null ? null : zone.text(row.loginAt),
        pwdUpdateDate: row.passwordChangedAt === null ? null : zone.text(row.passwordChangedAt),
        createTime: zone.text(row.createdAt),
        totpEnabled: row.totpSealed !== null,
        version: row.version,
      };
    },

    /**
     * Throws U0210 for a row that has changed. Others may have the same phone number or address: an answer would
     * confirm theirs.
     */
    async change(call: CallContext, change: ProfileChange): Promise<void> {
      const { actor } = call;
      const { nickName, phonenumber, sex } = change;
      const [phone, email] = [orNull(phonenumber), orNull(change.email)];
      const write = async (transaction: Transaction<Database>) => {
        const row = await rowOf(actor, transaction);
        if (change.version !== undefined && change.version !== row.version)
          throw stale(row.updatedBy === actor.username);
        const { phone: phoneBefore, email: emailBefore } = row;
        const diff = fieldChanges(
          systemUser,
          { nickName: row.displayName, phonenumber: phoneBefore, email: emailBefore, sex: row.sex },
          given({ nickName, phonenumber: phone, email, sex }),
        );
        await transaction
          .updateTable('user')
          .set({
            ...given({ displayName: nickName, phone, email, sex }),
            version: row.version + 1,
            updatedBy: actor.username,
            updatedAt: clock.now(),
          })
          .where('tenantId', '=', actor.scope.tenantId)
          .where('id', '=', actor.userId)
          .execute();
        await recordOperation(
          deps,
          { call, title: operationTitles.ownProfile, type: 'update', ...ofUser(actor), diff },
          transaction,
        );
      };
      await transact(db, write);
    },

    /** Ends all other sessions. Throws 40000 for a wrong old password and for a new one that the policy rejects. */
    async changePassword(call: CallContext, oldPassword: string, newPassword: string): Promise<void> {
      const { actor } = call;
      const row = await proven(actor, oldPassword, 'oldPassword');
      const hash = await passwords.hashNew(actor.scope, row, newPassword, 'newPassword');
      await transact(db, async (transaction) => {
        const keep = actor.sessionId;
        // Another request changed the password after the old one was checked.
        const { passwordHash } = await rowOf(actor, transaction);
        if (passwordHash !== row.passwordHash) {
          throw invalid([{ path: 'oldPassword', message: texts.wrong }]);
        }
        await passwords.set(transaction, actor.scope, row, {
          hash,
          keep,
          by: actor.username,
        });
        await recordOperation(
          deps,
          { call, title: operationTitles.ownPassword, type: 'update', ...ofUser(actor) },
          transaction,
        );
      });
      await sessions.refreshed(actor);
    },

    async reauthenticate(actor: Actor, password: string): Promise<void> {
      await proven(actor, password, 'password');
      await sessions.refreshed(actor);
    },
  };
}

/** An empty text is stored as null. */
const orNull = (text: string | undefined) => (text === '' ? null : text);

/** Drops fields that are undefined. */
const given = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: Exclude<T[Name], undefined>;
  };

function sexOf(stored: string): '0' | '1' | '2' {
  return stored === '0' || stored === '1' ? stored : '2';
}

const texts = {
  wrong: { 'zh-CN': '密码错误', 'en-US': 'Incorrect password' },
  tooOften: {
    'zh-CN': '密码错误次数过多，请稍后再试',
    'en-US': 'Too many incorrect passwords. Try again later.',
  },
} as const satisfies Record<string, LocalText>;

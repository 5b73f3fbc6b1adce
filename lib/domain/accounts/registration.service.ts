/**
 * Accounts that come into being without somebody who is signed in: the first administrator, by the setup code or
 * by the operator's command line, and those who register where that is allowed.
 */
import type { Transaction } from 'kysely';
import { adminCodes } from '../../contracts/admin/envelope.ts';
import { systemUser } from '../../contracts/admin/resources/system-user.resource.ts';
import type { Db, OpenDatabase } from '../../db/client.ts';
import type { Database } from '../../db/schema.ts';
import { transact } from '../../db/transact.ts';
import type { LocalText } from '../../i18n/translate.ts';
import type { Clock } from '../../kernel/clock.ts';
import { recordOperation } from '../audit/operation-log.ts';
import { AdminError, conflict, invalid, notFound, refused } from '../errors/admin-error.ts';
import { adminRole, type CallContext } from '../identity/actor.ts';
import type { CaptchaService } from '../identity/captcha.service.ts';
import type { LoginLimits } from '../identity/login-limits.ts';
import type { Passwords } from '../identity/passwords.ts';
import { fieldChanges } from '../resource/field-changes.ts';
import type { Settings } from '../settings/settings.ts';
import { operatorScope } from '../tenancy/operator-scope.ts';

/** The one-time code that opens the first set-up. The server keeps it. */
export interface SetupCodes {
  isValid(code: string): Promise<boolean>;
  /** It opens nothing any more. */
  burn(): Promise<void>;
}

export interface NewAccount {
  readonly accountNo: string;
  readonly nickName: string;
  readonly password: string;
}

/** Where the first administrator came from. */
export interface Origin extends Pick<CallContext, 'address' | 'traceId' | 'request'> {
  /** Absent: themselves. */
  readonly by?: string;
}

export interface RegistrationDeps {
  readonly database: Pick<OpenDatabase, 'db' | 'engine' | 'changes'>;
  readonly clock: Clock;
  readonly settings: Settings;
  readonly passwords: Passwords;
  readonly captchas: CaptchaService;
  readonly limits: LoginLimits;
  readonly setupCodes: SetupCodes;
}

export type RegistrationService = ReturnType<typeof registrationService>;

export function registrationService(deps: RegistrationDeps) {
  const { database, clock, settings, passwords, captchas, limits, setupCodes } = deps;
  const { db }: { readonly db: Db } = database;
  const scope = operatorScope;

  const hasRoot = async (reader: Pick<Db, 'selectFrom'>) =>
    (await reader
      .selectFrom('user')
      .select('id')
      .where('tenantId', '=', scope.tenantId)
      .where('isRoot', '=', 1)
      .executeTakeFirst()) !== undefined;

  const rootOf = (account: NewAccount) => ({
    username: account.accountNo,
    displayName: account.nickName,
    isRoot: 1,
  });

  /** Throws U0200 when there is an administrator, U0210 when the name is taken. */
  async function insertRoot(
    account: NewAccount,
    hash: string,
    mustChangePassword: 0 | 1,
    origin: Origin,
  ): Promise<number> {
    return transact(db, async (transaction) => {
      // Two who try take turns here.
      await transaction
        .updateTable('tenant')
        .set((row) => ({ permissionsVersion: row('permissionsVersion', '+', 1) }))
        .where('id', '=', scope.tenantId)
        .execute();
      if (await hasRoot(transaction)) throw refused(texts.there);
      const id = await insert(transaction, account, {
        hash,
        isRoot: 1,
        mustChangePassword,
        by: account.accountNo,
      });
      const admin = await transaction
        .selectFrom('role')
        .select('id')
        .where('tenantId', '=', scope.tenantId)
        .where('roleKey', '=', adminRole)
        .where('isBuiltIn', '=', 1)
        .executeTakeFirst();
      if (admin) {
        await transaction
          .insertInto('userRole')
          .values({ tenantId: scope.tenantId, userId: id, roleId: admin.id })
          .execute();
      }
      await recordFirst(transaction, id, account, origin);
      return id;
    });
  }

  /** Nobody was signed in: it is their own doing, or that of whoever works on the server's machine. */
  async function recordFirst(
    transaction: Transaction<Database>,
    userId: number,
    { accountNo, nickName }: NewAccount,
    { by = accountNo, address, traceId, request }: Origin,
  ): Promise<void> {
    const call: CallContext = {
      actor: {
        scope,
        userId,
        username: by,
        displayName: nickName,
        deptId: null,
        deptName: null,
        sessionId: '',
        roleIds: [],
        roleKeys: [adminRole],
        permissions: new Set(),
        dataScope: { kind: 'everything' },
        sees: 'everything',
        mustChangePassword: false,
      },
      address,
      traceId,
      ...(request ? { request } : {}),
    };
    await recordOperation(
      { database, clock },
      {
        call,
        title: systemUser.title,
        type: 'insert',
        bizKey: `${systemUser.key}:${userId}`,
        bizName: nickName,
        diff: fieldChanges(systemUser, {}, { userName: accountNo, nickName, isRoot: true }),
      },
      transaction,
    );
  }

  async function insert(
    transaction: Transaction<Database>,
    { accountNo, nickName }: NewAccount,
    more: { hash: string; isRoot: 0 | 1; mustChangePassword: 0 | 1; by: string },
  ): Promise<number> {
    const now = clock.now();
    const row = await transaction
      .insertInto('user')
      .values({
        tenantId: scope.tenantId,
        username: accountNo,
        displayName: nickName,
        deptId: null,
        phone: null,
        email: null,
        sex: '2',
        avatar: null,
        status: '0',
        remark: null,
        isRoot: more.isRoot,
        passwordHash: more.hash,
        passwordChangedAt: now,
        mustChangePassword: more.mustChangePassword,
        totpSealed: null,
        totpStep: null,
        loginAddress: null,
        loginAt: null,
        version: 1,
        createdBy: more.by,
        createdAt: now,
        updatedBy: more.by,
        updatedAt: now,
      })
      .onConflict((found) => found.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!row) throw conflict(texts.taken, [{ path: 'accountNo', message: texts.taken }]);
    return row.id;
  }

  return {
    async needsSetup(): Promise<boolean> {
      return !(await hasRoot(db));
    },

    /** Throws U0200 for a wrong or used code and where an administrator is, 429 after too many tries. */
    async setUp(account: NewAccount, code: string, origin: Origin): Promise<void> {
      const { address } = origin;
      const wait = await limits.countSetup(address);
      if (wait > 0) throw new AdminError(adminCodes.tooMany, texts.tooOften);
      if (await hasRoot(db)) throw refused(texts.there);
      if (!(await setupCodes.isValid(code))) {
        throw invalid([{ path: 'code', message: texts.badCode }]);
      }
      const hash = await passwords.hashNew(scope, rootOf(account), account.password, 'password');
      await insertRoot(account, hash, 0, origin);
      await setupCodes.burn();
    },

    /** For the operator, who needs no code. Null `password`: one is made, shown once, to be changed. */
    async createAdmin(
      account: Omit<NewAccount, 'password'>,
      password: string | null,
    ): Promise<{ userId: number; oneTimePassword: string | null }> {
      const full = { ...account, password: password ?? '' };
      const made = password === null ? await passwords.oneTime() : null;
      const hash = made?.hash ?? (await passwords.hashNew(scope, rootOf(full), full.password, 'password'));
      const userId = await insertRoot(full, hash, made ? 1 : 0, { by: 'operator', address: '', traceId: '' });
      await setupCodes.burn();
      return { userId, oneTimePassword: made?.password ?? null };
    },

    /** For the operator: everybody, without anything secret. */
    async list() {
      return db
        .selectFrom('user')
        .select(['id', 'username', 'displayName', 'status', 'isRoot', 'loginAt', 'createdAt'])
        .select((row) => row('totpSealed', 'is not', null).as('hasTotp'))
        .where('tenantId', '=', scope.tenantId)
        .orderBy('id')
        .limit(10_000)
        .execute();
    },

    /** For the operator. A one-time password, and all of their sessions end; `dropTotp`: their phone is lost. */
    async resetPassword(
      accountNo: string,
      { dropTotp = false }: { dropTotp?: boolean } = {},
    ): Promise<{ userId: number; oneTimePassword: string }> {
      const user = await db
        .selectFrom('user')
        .select(['id', 'username', 'displayName', 'isRoot', 'passwordHash'])
        .where('tenantId', '=', scope.tenantId)
        .where((row) => row(row.fn('lower', ['username']), '=', accountNo.toLowerCase()))
        .executeTakeFirst();
      if (!user) throw notFound();
      const made = await passwords.oneTime();
      await transact(db, async (transaction) => {
        await passwords.set(transaction, scope, user, { hash: made.hash, mustChange: true, by: 'operator' });
        if (dropTotp) {
          await transaction
            .updateTable('user')
            .set({ totpSealed: null, totpStep: null })
            .where('id', '=', user.id)
            .execute();
        }
      });
      await limits.unlock(user.username);
      return { userId: user.id, oneTimePassword: made.password };
    },

    /** Throws U0200 where nobody may, 40000 for a picture that was not read, U0210 for a name that is taken. */
    async register(
      account: NewAccount & { readonly smsCode: string; readonly uuid: string },
      address: string,
    ): Promise<void> {
      if (!(await settings.get(scope, 'sys.account.registerUser'))) throw refused(texts.closed);
      if (!(await captchas.take(['register', 'login'], address, account.uuid, account.smsCode))) {
        throw invalid([{ path: 'smsCode', message: texts.captcha }]);
      }
      if ((await limits.countRegistration(address)) > 0) {
        throw new AdminError(adminCodes.tooMany, texts.tooOften);
      }
      const person = { username: account.accountNo, displayName: account.nickName, isRoot: 0 };
      const hash = await passwords.hashNew(scope, person, account.password, 'password');
      await transact(db, (transaction) =>
        insert(transaction, account, { hash, isRoot: 0, mustChangePassword: 0, by: account.accountNo }),
      );
    },
  };
}

const texts = {
  there: { 'zh-CN': '管理员已存在，不能再次初始化', 'en-US': 'An administrator already exists' },
  badCode: { 'zh-CN': '初始化代码错误或已失效', 'en-US': 'The setup code is incorrect or has expired' },
  taken: { 'zh-CN': '账号已存在', 'en-US': 'This account already exists' },
  tooOften: { 'zh-CN': '尝试次数过多，请稍后再试', 'en-US': 'Too many attempts. Try again later.' },
  closed: { 'zh-CN': '当前系统没有开启注册功能', 'en-US': 'Registration is not enabled' },
  captcha: { 'zh-CN': '验证码错误或已失效', 'en-US': 'The verification code is incorrect or has expired' },
} as const satisfies Record<string, LocalText>;

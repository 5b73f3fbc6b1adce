/** Accounts that users create for themselves: the first administrator with the setup code, and registration. */
import { adminCodes } from '../../contracts/admin/envelope.ts';
import type { OpenDatabase } from '../../db/client.ts';
import { transact } from '../../db/transact.ts';
import type { LocalText } from '../../i18n/translate.ts';
import { AdminError, invalid, refused } from '../errors/admin-error.ts';
import type { CaptchaService } from '../identity/captcha.service.ts';
import type { LoginLimits } from '../identity/login-limits.ts';
import type { Passwords } from '../identity/passwords.ts';
import type { Settings } from '../settings/settings.ts';
import { operatorScope } from '../tenancy/operator-scope.ts';
import {
  type AccountWriter,
  administratorExists,
  type NewAccount,
  type Origin,
  rootOf,
} from './account-writer.ts';

/** The one-time code of the first set-up. The server stores it. */
export interface SetupCodes {
  isValid(code: string): Promise<boolean>;
  /** Invalidates the code. */
  burn(): Promise<void>;
}

export interface RegistrationDeps {
  readonly database: Pick<OpenDatabase, 'db'>;
  readonly accounts: AccountWriter;
  readonly settings: Settings;
  readonly passwords: Passwords;
  readonly captchas: CaptchaService;
  readonly limits: LoginLimits;
  readonly setupCodes: SetupCodes;
}

export type RegistrationService = ReturnType<typeof registrationService>;

export function registrationService(deps: RegistrationDeps) {
  const { database, accounts, settings, passwords, captchas, limits, setupCodes } = deps;
  const scope = operatorScope;

  return {
    async needsSetup(): Promise<boolean> {
      return !(await accounts.hasRoot());
    },

    /** Throws 40000 for a wrong or used code, U0200 if an administrator exists, 429 after too many attempts. */
    async setUp(account: NewAccount, code: string, origin: Origin): Promise<void> {
      const { address } = origin;
      const wait = await limits.countSetup(address);
      if (wait > 0) throw new AdminError(adminCodes.tooMany, texts.tooOften);
      if (await accounts.hasRoot()) throw refused(administratorExists);
      if (!(await setupCodes.isValid(code))) {
        throw invalid([{ path: 'code', message: texts.badCode }]);
      }
      const hash = await passwords.hashNew(scope, rootOf(account), account.password, 'password');
      await accounts.insertRoot(account, hash, null, origin);
      await setupCodes.burn();
    },

    /** Throws U0200 if registration is disabled, 40000 for a wrong captcha, U0210 if the name is taken. */
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
      await transact(database.db, (transaction) =>
        accounts.insertUser(transaction, account, {
          hash,
          isRoot: 0,
          oneTimeValidUntil: null,
          by: account.accountNo,
        }),
      );
    },
  };
}

const texts = {
  badCode: { 'zh-CN': '初始化代码错误或已失效', 'en-US': 'The setup code is incorrect or has expired' },
  tooOften: { 'zh-CN': '尝试次数过多，请稍后再试', 'en-US': 'Too many attempts. Try again later.' },
  closed: { 'zh-CN': '当前系统没有开启注册功能', 'en-US': 'Registration is not enabled' },
  captcha: { 'zh-CN': '验证码错误或已失效', 'en-US': 'The verification code is incorrect or has expired' },
} as const satisfies Record<string, LocalText>;

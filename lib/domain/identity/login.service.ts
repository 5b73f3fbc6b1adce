/**
 * Sign-in. Checked in this order: whether address, account and origin may try again; the captcha, where required; the
 * password, with the same work for unknown accounts; two-step verification; whether a one-time password is valid. The response is the same for a wrong name
 * and a wrong password.
 */
import { adminCodes } from '../../contracts/admin/envelope.ts';
import type { Db } from '../../db/client.ts';
import type { LocalText } from '../../i18n/translate.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Ms } from '../../kernel/units.ts';
import type { Sealer } from '../crypto/seal.ts';
import { AdminError } from '../errors/admin-error.ts';
import type { Settings } from '../settings/settings.ts';
import { operatorScope } from '../tenancy/operator-scope.ts';
import { tenantScope } from '../tenancy/tenant-scope.ts';
import { isListed } from './address-list.ts';
import type { CaptchaService } from './captcha.service.ts';
import type { LoginLimits } from './login-limits.ts';
import type { LoginLog } from './login-log.ts';
import { loginMessages } from './login-messages.ts';
import type { Passwords } from './passwords.ts';
import type { OpenSession, SessionService } from './session.service.ts';
import { totpSealContext, totpStepOf } from './totp.ts';

export interface LoginRequest {
  readonly accountNo: string;
  readonly password: string;
  readonly smsCode: string;
  readonly uuid: string;
  readonly totpCode?: string | undefined;
  readonly rememberMe: boolean;
  readonly address: string;
  readonly userAgent: string;
  readonly traceId: string;
}

export interface LoginDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly settings: Settings;
  readonly captchas: CaptchaService;
  readonly limits: LoginLimits;
  readonly log: LoginLog;
  readonly passwords: Passwords;
  readonly sessions: Pick<SessionService, 'open'>;
}

const dayMs: Ms = 24 * 60 * 60_000;

export interface LoginService {
  /** Throws code 500 with the message for the user; `errors` names `smsCode` or `totpCode` when one is required. */
  login(request: LoginRequest): Promise<OpenSession>;
  needsCaptcha(address: string): Promise<boolean>;
}

export function loginService(deps: LoginDeps): LoginService {
  const { db, clock, sealer, settings, captchas, limits, log, passwords, sessions } = deps;

  const userOf = (accountNo: string) =>
    db
      .selectFrom('user')
      .innerJoin('tenant', 'tenant.id', 'user.tenantId')
      .selectAll('user')
      .select('tenant.enabled as tenantEnabled')
      .where((row) => row(row.fn('lower', ['user.username']), '=', accountNo.toLowerCase()))
      .executeTakeFirst();
  type User = NonNullable<Awaited<ReturnType<typeof userOf>>>;

  async function needsCaptcha(address: string): Promise<boolean> {
    return (
      (await settings.get(operatorScope, 'sys.account.captchaEnabled')) ||
      (await limits.needsCaptcha(address))
    );
  }

  /** Throws when the code of two-step verification is missing or wrong. */
  async function checkTotp(user: User, code: string | undefined): Promise<void> {
    if (user.totpSealed === null) return;
    if (!code) throw failed(texts.totpNeeded, 'totpCode');
    const secret = sealer.open(totpSealContext(user), user.totpSealed);
    const step = totpStepOf(secret, code, clock.now(), user.totpStep);
    if (step === null) throw failed(texts.totpWrong, 'totpCode');
    // Of two concurrent uses of the same code, one succeeds.
    const taken = await db
      .updateTable('user')
      .set({ totpStep: step })
      .where('id', '=', user.id)
      .where((row) => row.or([row('totpStep', 'is', null), row('totpStep', '<', step)]))
      .executeTakeFirst();
    if (taken.numUpdatedRows === 0n) throw failed(texts.totpWrong, 'totpCode');
  }

  /** Throws for a one-time password that was used or has expired. Of two concurrent uses one succeeds. */
  async function spendOneTimePassword({ id, oneTimeValidUntil: until }: User): Promise<void> {
    if (until === null) return;
    const used = await db
      .updateTable('user')
      .set({ oneTimeValidUntil: 0 })
      .where('id', '=', id)
      .where('oneTimeValidUntil', '=', until)
      .where('oneTimeValidUntil', '>', clock.now())
      .executeTakeFirst();
    if (used.numUpdatedRows === 0n) throw failed(texts.oneTimeOver);
  }

  async function open(user: User, request: LoginRequest): Promise<OpenSession> {
    const now = clock.now();
    const validDays = await settings.get(tenantScope(user.tenantId), 'sys.account.passwordValidateDays');
    const isOld = validDays > 0 && now - (user.passwordChangedAt ?? 0) > validDays * dayMs;
    await db
      .updateTable('user')
      .set({
        loginAddress: request.address,
        loginAt: now,
        ...(isOld ? { mustChangePassword: 1 as const } : {}),
      })
      .where('id', '=', user.id)
      .execute();
    return sessions.open({
      tenantId: user.tenantId,
      userId: user.id,
      address: request.address,
      userAgent: request.userAgent,
      isRemembered: request.rememberMe,
    });
  }

  return {
    needsCaptcha,

    async login(request) {
      const { accountNo, address, userAgent, traceId } = request;
      const entry = { userName: accountNo, userId: null, address, userAgent, traceId, isIn: false };
      const rules = {
        maxRetries: await settings.get(operatorScope, 'sys.login.maxRetry'),
        lockMinutes: await settings.get(operatorScope, 'sys.login.lockMinutes'),
      };
      if (isListed(address, await settings.get(operatorScope, 'sys.login.blackIPList'))) {
        await log.writeBlocked(operatorScope, { ...entry, message: loginMessages.refusedAddress });
        throw failed(texts.blocked);
      }
      const blockedError = async (wait: Ms) => {
        await log.writeBlocked(operatorScope, { ...entry, message: loginMessages.blocked });
        return failed(tooOften(wait));
      };
      const wait = await limits.waitMs(accountNo, address, rules);
      if (wait > 0) throw await blockedError(wait);
      // Consumed whatever the outcome of the rest.
      const isRead = request.uuid
        ? await captchas.take(['login'], address, request.uuid, request.smsCode)
        : false;
      if (!isRead && (await needsCaptcha(address))) {
        await log.writeBlocked(operatorScope, { ...entry, message: loginMessages.captcha });
        throw failed(request.uuid ? texts.captchaWrong : texts.captchaNeeded, 'smsCode');
      }
      const attempt = await limits.begin(accountNo, address, rules);
      if (typeof attempt === 'number') throw await blockedError(attempt);
      const user = await userOf(accountNo);
      const scope = user ? tenantScope(user.tenantId) : operatorScope;
      const known = { ...entry, userId: user?.id ?? null };
      let isPasswordCorrect: boolean;
      try {
        isPasswordCorrect = await passwords.fits(user?.passwordHash ?? null, request.password);
      } catch (error) {
        if (!(error instanceof AdminError)) throw error;
        await attempt.takenBack();
        throw failed(error.text);
      }
      if (!user || !isPasswordCorrect) {
        await log.write(scope, {
          ...known,
          message: user ? loginMessages.password : loginMessages.unknownAccount,
        });
        throw failed(texts.wrong);
      }
      if (user.status !== '0' || user.tenantEnabled !== 1) {
        await log.write(scope, { ...known, message: loginMessages.disabled });
        throw failed(texts.disabled);
      }
      try {
        await checkTotp(user, request.totpCode);
      } catch (error) {
        if (!(error instanceof AdminError)) throw error;
        // The code was missing, not guessed: it is requested now.
        if (!request.totpCode) await attempt.takenBack();
        await log.write(scope, {
          ...known,
          message: request.totpCode ? loginMessages.code : loginMessages.codeNeeded,
        });
        throw error;
      }
      try {
        await spendOneTimePassword(user);
      } catch (error) {
        if (error instanceof AdminError) await log.write(scope, { ...known, message: loginMessages.oneTime });
        throw error;
      }
      await attempt.succeeded();
      const opened = await open(user, request);
      await log.write(scope, { ...known, isIn: true, message: loginMessages.in });
      return opened;
    },
  };
}

function failed(text: LocalText, path?: string): AdminError {
  const errors = path === undefined ? [] : [{ path, message: text }];
  return new AdminError(adminCodes.failed, text, { errors });
}

function tooOften(wait: Ms): LocalText {
  const minutes = Math.ceil(wait / 60_000);
  return wait < 60_000
    ? {
        'zh-CN': `登录失败次数过多，请 ${Math.ceil(wait / 1000)} 秒后再试`,
        'en-US': `Too many failed attempts. Try again in ${Math.ceil(wait / 1000)} s.`,
      }
    : {
        'zh-CN': `登录失败次数过多，请 ${minutes} 分钟后再试`,
        'en-US': `Too many failed attempts. Try again in ${minutes} min.`,
      };
}

const texts = {
  wrong: { 'zh-CN': '账号或密码错误', 'en-US': 'Incorrect account or password' },
  oneTimeOver: {
    'zh-CN': '一次性密码已使用或已过期，请联系管理员重新生成',
    'en-US': 'The one-time password has expired or was already used. Ask your administrator for a new one.',
  },
  disabled: {
    'zh-CN': '账号已停用，请联系管理员',
    'en-US': 'This account is disabled. Contact your administrator.',
  },
  blocked: { 'zh-CN': '当前地址不允许登录', 'en-US': 'Sign-in is not allowed from this address' },
  captchaNeeded: { 'zh-CN': '请输入验证码', 'en-US': 'Enter the verification code' },
  captchaWrong: {
    'zh-CN': '验证码错误或已失效',
    'en-US': 'The verification code is incorrect or has expired',
  },
  totpNeeded: { 'zh-CN': '请输入动态验证码', 'en-US': 'Enter the code from your authenticator app' },
  totpWrong: { 'zh-CN': '动态验证码错误', 'en-US': 'The code is incorrect or has already been used' },
} as const satisfies Record<string, LocalText>;

/** Sign-in, sign-out, the first administrator and the current user. */
import {
  captchaChallenge,
  captchaImage,
  login,
  logout,
  logoutByPost,
  register,
  renewToken,
  setup,
  setupState,
  userInfo,
} from '../../contracts/admin/calls/session.calls.ts';
import { adminCodes } from '../../contracts/admin/envelope.ts';
import { organisationCookie } from '../../contracts/organisation-address.ts';
import type { Console } from '../../domain/console/create-console.ts';
import { AdminError, expired } from '../../domain/errors/admin-error.ts';
import type { CallContext } from '../../domain/identity/actor.ts';
import type { CaptchaPurpose } from '../../domain/identity/captcha.service.ts';
import { operatorScope } from '../../domain/tenancy/operator-scope.ts';
import type { Clock } from '../../kernel/clock.ts';
import { type AdminInput, type AdminRoute, bindAdminCall, bindOpenCall } from './admin-route.ts';
import { sessionCookies } from './session-cookie.ts';

export function sessionRoutes(adminConsole: Console): readonly AdminRoute[] {
  const { sessions, clock, registration, logins, captchas, limits, settings } = adminConsole;
  const cookies = sessionCookies(adminConsole.sessionKeys);

  const signOut = async (input: AdminInput<unknown, unknown, unknown>, { actor }: CallContext) => {
    await sessions.end(actor);
    input.responseHeaders.append('set-cookie', cookies.clear(input.isSecure));
    return null;
  };

  /** Counts the captcha that is issued then. Throws 429 after too many. */
  async function needsCaptcha(purpose: CaptchaPurpose, address: string): Promise<boolean> {
    const isNeeded =
      purpose === 'register'
        ? await settings.get(operatorScope, 'sys.account.registerUser')
        : await logins.needsCaptcha(address);
    if (isNeeded && (await limits.countCaptcha(address)) > 0) throw tooManyCaptchas();
    return isNeeded;
  }

  return [
    bindOpenCall(setupState, async () => ({ needed: await registration.needsSetup() })),
    bindOpenCall(setup, async ({ body: { code, ...account }, address, traceId }) => {
      const request = { method: setup.method, route: setup.path, path: setup.path, startedAt: clock.now() };
      await registration.setUp(account, code, { address, traceId, request });
      return null;
    }),

    bindOpenCall(captchaImage, async ({ query: { purpose }, address }) => {
      const registerEnabled = await settings.get(operatorScope, 'sys.account.registerUser');
      const offered = { registerEnabled, challengeEnabled: true };
      if (!(await needsCaptcha(purpose, address))) {
        return { captchaEnabled: false, uuid: '', img: '', ...offered };
      }
      return { captchaEnabled: true, ...(await captchas.makeImage(purpose, address)), ...offered };
    }),
    bindOpenCall(captchaChallenge, async ({ query: { purpose }, address }) => {
      if (!(await needsCaptcha(purpose, address))) {
        return { captchaEnabled: false, uuid: '', challenge: null };
      }
      return { captchaEnabled: true, ...(await captchas.makeChallenge(purpose, address)) };
    }),

    bindOpenCall(login, async (input) => {
      const { body, address, userAgent, traceId } = input;
      const opened = await logins.login({ ...body, address, userAgent, traceId });
      const lifeMs = opened.sessionEndsAt - clock.now();
      input.responseHeaders.append('set-cookie', await cookies.make(opened.secret, input.isSecure, lifeMs));
      input.responseHeaders.append('set-cookie', organisationCookie(opened.tenantId, input.isSecure));
      return bearerOf(opened, clock);
    }),

    bindOpenCall(register, async ({ body, address }) => {
      await registration.register({ ...body, nickName: body.nickName ?? body.accountNo }, address);
      return null;
    }),

    bindOpenCall(renewToken, async (input) => {
      const secret = await cookies.read(input.cookies, input.isSecure);
      if (secret === null) throw expired();
      try {
        return bearerOf(await sessions.renew(secret), clock);
      } catch (error) {
        // Delete an invalid cookie, otherwise the browser would be redirected in a loop.
        if (error instanceof AdminError) {
          input.responseHeaders.append('set-cookie', cookies.clear(input.isSecure));
        }
        throw error;
      }
    }),
    bindAdminCall(logout, signOut),
    bindAdminCall(logoutByPost, signOut),
    bindAdminCall(userInfo, (_input, call) => adminConsole.accounts.describe(call)),
  ];
}

/** The remaining validity instead of the expiry time, because browser clocks are often wrong. */
function bearerOf({ token, expiresAt }: { token: string; expiresAt: number }, clock: Clock) {
  return { token, expiresInMs: expiresAt - clock.now() };
}

const tooManyCaptchas = () =>
  new AdminError(adminCodes.tooMany, {
    'zh-CN': '验证码获取过于频繁，请稍后再试',
    'en-US': 'Too many captcha requests. Try again in a minute.',
  });

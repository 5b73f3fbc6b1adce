/** Signing in and out, and who somebody is. */
import { logout, logoutByPost, renewToken, userInfo } from '../../contracts/admin/calls/session.calls.ts';
import type { CallContext } from '../../domain/console/actor.ts';
import { expired } from '../../domain/console/admin-error.ts';
import type { Console } from '../../domain/console/create-console.ts';
import type { Clock } from '../../kernel/clock.ts';
import { type AdminInput, type AdminRoute, bindAdminCall, bindOpenCall } from './admin-route.ts';
import { sessionCookies } from './session-cookie.ts';

export function sessionRoutes(console: Console): readonly AdminRoute[] {
  const { sessions, clock } = console;
  const cookies = sessionCookies(console.sessionKeys);
  const signOut = async (input: AdminInput<unknown, unknown, unknown>, { actor }: CallContext) => {
    await sessions.end(actor);
    input.answerHeaders.append('set-cookie', cookies.clear(input.isSecure));
    return null;
  };
  return [
    bindOpenCall(renewToken, async (input) => {
      const secret = await cookies.read(input.cookies, input.isSecure);
      if (secret === null) throw expired();
      return bearerOf(await sessions.renew(secret), clock);
    }),
    bindAdminCall(logout, signOut),
    bindAdminCall(logoutByPost, signOut),
    bindAdminCall(userInfo, (_input, context) => console.accounts.describe(context.actor)),
  ];
}

/** Its remaining life rather than its end: clocks of browsers are often wrong. */
export function bearerOf({ token, expiresAt }: { token: string; expiresAt: number }, clock: Clock) {
  return { token, expiresInMs: expiresAt - clock.now() };
}

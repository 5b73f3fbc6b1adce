/** What every signed-in user may read and change of their own account. */
import {
  avatar,
  beginTotp,
  changePassword,
  changeProfile,
  confirmTotp,
  endOwnSession,
  endTotp,
  ownSessions,
  profile,
  reauthenticate,
  setAvatar,
} from '../../contracts/admin/calls/account.calls.ts';
import type { Console } from '../../domain/console/create-console.ts';
import { type AdminRoute, bindAdminCall, bindOpenCall } from './admin-route.ts';
import { storedResponse } from './stored-response.ts';

export function accountRoutes(adminConsole: Console): readonly AdminRoute[] {
  const { accounts, avatars, secondFactor } = adminConsole;
  return [
    bindAdminCall(profile, (_input, call) => accounts.profile(call)),
    bindAdminCall(changeProfile, async ({ body }, context) => {
      await accounts.change(context, body);
      return null;
    }),
    bindAdminCall(changePassword, async ({ body }, context) => {
      await accounts.changePassword(context, body.oldPassword, body.newPassword);
      return null;
    }),
    bindAdminCall(setAvatar, async ({ file }, context) => ({
      avatar: await avatars.set(context, file),
    })),
    bindOpenCall(avatar, async ({ params, responseHeaders }) => {
      const image = await avatars.get(params.id);
      const extension = image.contentType.slice(image.contentType.indexOf('/') + 1);
      return storedResponse(image, `avatar.${extension}`, responseHeaders);
    }),
    bindAdminCall(reauthenticate, async ({ body }, { actor }) => {
      await accounts.reauthenticate(actor, body.password);
      return null;
    }),

    bindAdminCall(ownSessions, async (_input, { actor }) => {
      const text = await accounts.timesOf(actor);
      return (await adminConsole.ownSessions.list(actor)).map((session) => ({
        id: session.id,
        ipaddr: session.address,
        browser: session.browser,
        os: session.os,
        device: session.device,
        rememberMe: session.isRemembered,
        current: session.isCurrent,
        loginTime: text(session.createdAt),
        lastAccess: text(session.lastSeenAt),
        expiresAt: text(session.expiresAt),
      }));
    }),
    bindAdminCall(endOwnSession, async ({ params }, context) => {
      await adminConsole.ownSessions.end(context, params.id);
      return null;
    }),

    bindAdminCall(beginTotp, ({ body }, { actor }) => secondFactor.begin(actor, body.password)),
    bindAdminCall(confirmTotp, async ({ body }, context) => {
      await secondFactor.confirm(context, body.secret, body.code);
      return null;
    }),
    bindAdminCall(endTotp, async ({ body }, context) => {
      await secondFactor.end(context, body.password);
      return null;
    }),
  ];
}

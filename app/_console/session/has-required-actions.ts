import type { SessionUser } from './session-types.ts';

/** True while the server rejects all other calls until the user has completed the required actions. */
export function hasRequiredActions(user: SessionUser | null): boolean {
  return user !== null && (user.pwdChangeRequired || user.totpRequired);
}

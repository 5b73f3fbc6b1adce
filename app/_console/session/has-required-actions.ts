import type { SessionUser } from './session-types.ts';

/** True while the server answers nothing but what its user has to do first. */
export function hasRequiredActions(user: SessionUser | null): boolean {
  return user !== null && (user.pwdChangeRequired || user.totpRequired);
}

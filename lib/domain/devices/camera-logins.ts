import { operatorError } from '../errors/operator-errors.ts';
import type { CameraUrlCheck } from './camera-input.ts';

export interface Login {
  readonly username: string;
  readonly password: string;
}

/** A known login and the host it was entered for. */
export interface KnownLogin {
  readonly login: Login;
  readonly host: string;
}

/** As in a URL, lower case: `192.168.1.2`, `[fd00::1]`, `door.local`. Empty when it is not a URL. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.toLowerCase() : '';
}

/**
 * The login for an address without one: the first of these for the same host. A login is never sent to another host
 * than the one it was entered for; otherwise a user who may change addresses could send the stored password to a
 * machine of their own. Throws `camera.loginNeeded` when only logins of other hosts exist.
 */
export function loginFor(
  url: string,
  known: readonly (KnownLogin | undefined)[],
  check: CameraUrlCheck,
): Login | undefined {
  const checked = check(url);
  if (!checked.ok) return undefined; // sealing reports the error
  const host = hostOf(checked.value.url);
  const real = known.filter((each) => each !== undefined && each.login.username + each.login.password !== '');
  const own = real.find((each) => each?.host === host);
  if (!own && real.length > 0) throw operatorError('camera.loginNeeded');
  return own?.login;
}

/** The credentials inside a URL. Undefined: none, or the address is invalid. */
export function loginInside(url: string, check: CameraUrlCheck): Login | undefined {
  const checked = check(url);
  if (!checked.ok || checked.value.username + checked.value.password === '') return undefined;
  return { username: checked.value.username, password: checked.value.password };
}

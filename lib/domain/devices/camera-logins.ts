import { operatorError } from '../errors/operator-errors.ts';
import type { CameraUrlCheck } from './camera-input.ts';

export interface Login {
  readonly username: string;
  readonly password: string;
}

/** A login that is already there, and the host it belongs to. */
export interface KnownLogin {
  readonly login: Login;
  readonly host: string;
}

/** As in a URL, lower case: `192.168.1.2`, `[fd00::1]`, `door.local`. Empty for what is no URL. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.toLowerCase() : '';
}

/**
 * The login for an address that came without one: the first of these that belongs to its host. A login never
 * goes to another host than the one it was given for, else whoever may change an address could have the stored
 * password sent to a machine of their own. Throws `camera.loginNeeded` when only such a login is there.
 */
export function loginFor(
  url: string,
  known: readonly (KnownLogin | undefined)[],
  check: CameraUrlCheck,
): Login | undefined {
  const checked = check(url);
  if (!checked.ok) return undefined; // sealing it tells what is wrong with it
  const host = hostOf(checked.value.url);
  const real = known.filter((each) => each !== undefined && each.login.username + each.login.password !== '');
  const own = real.find((each) => each?.host === host);
  if (!own && real.length > 0) throw operatorError('camera.loginNeeded');
  return own?.login;
}

/** What stands before the @. Undefined: nothing, or an address that does not fit. */
export function loginInside(url: string, check: CameraUrlCheck): Login | undefined {
  const checked = check(url);
  if (!checked.ok || checked.value.username + checked.value.password === '') return undefined;
  return { username: checked.value.username, password: checked.value.password };
}

import type { CameraUrlCheck, NewCamera } from './camera-input.ts';
import { hostOf, type KnownLogin, loginFor, loginInside } from './camera-logins.ts';
import type { PtzEndpoint } from './ptz-sealing.ts';

/**
 * The PTZ endpoint of a new camera. Without its own login it gets that of the main stream if both have the same host.
 * Throws `camera.loginNeeded`.
 */
export function newPtzEndpoint(
  { onvif, main }: NewCamera,
  check: { readonly checkUrl: CameraUrlCheck; readonly checkOnvifUrl: CameraUrlCheck },
): PtzEndpoint | null {
  if (!onvif) return null;
  const { url } = onvif;
  const own = onvif.login ?? loginInside(url, check.checkOnvifUrl);
  if (own) return { url, ...own, sharesLogin: false };
  const mainLogin = main.kind === 'rtsp' ? loginOfMain(main, check.checkUrl) : undefined;
  const shared = loginFor(url, [mainLogin], check.checkOnvifUrl);
  return { url, username: shared?.username ?? '', password: shared?.password ?? '', sharesLogin: true };
}

function loginOfMain(
  main: {
    readonly url: string;
    readonly username?: string | undefined;
    readonly password?: string | undefined;
  },
  checkUrl: CameraUrlCheck,
): KnownLogin {
  const inside = loginInside(main.url, checkUrl);
  return {
    login: {
      username: main.username ?? inside?.username ?? '',
      password: main.password ?? inside?.password ?? '',
    },
    host: hostOf(main.url),
  };
}

/** Where the sign-in leads, and back. */

export const landingPath = '/index';
export const loginPath = '/user/login';

/** The login page that returns to `fullPath` afterwards. */
export function loginAddress(fullPath: string): string {
  return `${loginPath}?redirect=${encodeURIComponent(fullPath)}`;
}

/**
 * The place a `redirect` names, if it is a path of this origin; the landing page otherwise. Resolved as a
 * browser would, because it reads `/\evil` and `/%09/evil` in ways that no pattern sees.
 */
export function safeRedirect(wanted: string | null, origin: string): string {
  if (!wanted?.startsWith('/')) return landingPath;
  let url: URL;
  try {
    url = new URL(wanted, origin);
  } catch {
    return landingPath;
  }
  const path = url.pathname + url.search + url.hash;
  // Pages of signing in would only send people here again.
  const isHere = url.origin === origin && !path.startsWith('//') && !url.pathname.startsWith('/user');
  return isHere ? path : landingPath;
}

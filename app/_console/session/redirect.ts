/** Redirects to the sign-in page and back. */

export const landingPath = '/index';
export const loginPath = '/user/login';

/** Address of the sign-in page, returning to `fullPath`. */
export function loginAddress(fullPath: string): string {
  return `${loginPath}?redirect=${encodeURIComponent(fullPath)}`;
}

/**
 * The `redirect` parameter if it is a path of this origin, otherwise the landing page. Parsed as a URL, because
 * browsers interpret `/\evil` and `/%09/evil` in ways a pattern would miss.
 */
export function safeRedirect(redirect: string | null, origin: string): string {
  if (!redirect?.startsWith('/')) return landingPath;
  let url: URL;
  try {
    url = new URL(redirect, origin);
  } catch {
    return landingPath;
  }
  const path = url.pathname + url.search + url.hash;
  // Redirecting to a sign-in page would be a loop.
  const isHere = url.origin === origin && !path.startsWith('//') && !url.pathname.startsWith('/user');
  return isHere ? path : landingPath;
}

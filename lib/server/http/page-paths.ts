/**
 * Which paths are console pages. Rendering takes about 10 ms of the event loop that also serves video, so
 * requests for other paths are never passed to Next.
 */
import { cookieName } from '../../http/current-session.ts';

/** First path segments of the built-in console pages. */
const known: ReadonlySet<string> = new Set([
  'home',
  'index',
  'user',
  'account',
  'system',
  'monitor',
  'iot',
  'tool',
  'gen',
  'sms',
  'callback',
  'auth-redirect',
  'bind',
  'share',
  'watch',
  's',
  't',
  'templates',
  'e',
  'o',
  '403',
  '404',
  '500',
]);

/** At most 6 segments, without dots: a path with an extension is a file. */
const grammar = /^(?:\/[A-Za-z0-9][A-Za-z0-9_~:-]{0,63}){1,6}$/;

/**
 * `cookies`: menus can define any path, so requests with a session cookie may open any page. `isPublic`: with
 * another backend, sessions are unknown here, so every request may.
 */
export function isConsolePage(pathname: string, cookies: string | undefined, isPublic = false): boolean {
  if (pathname === '/') return true;
  if (!grammar.test(pathname)) return false;
  return isPublic || known.has(pathname.split('/')[1] ?? '') || hasSessionCookie(cookies ?? '');
}

/** Whether the session is valid is checked later. */
function hasSessionCookie(cookies: string): boolean {
  return [true, false].some((isSecure) => cookies.includes(`${cookieName(isSecure)}=`));
}

/**
 * Which addresses are pages of the console. Rendering one costs some 10 ms of the event loop that also carries the
 * pictures, so what strangers try (files, other products' pages, nonsense) never gets as far.
 */
import { cookieName } from '../../http/current-session.ts';

/** First parts of the addresses that the console comes with. */
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
  '403',
  '404',
  '500',
]);

/** At most 6 parts, without dots: what has an extension is a file. */
const grammar = /^(?:\/[A-Za-z0-9][A-Za-z0-9_~:-]{0,63}){1,6}$/;

/**
 * `cookies`: menus may lead anywhere, so whoever shows a session's cookie may ask for any page. `isAnybodys`: sessions
 * of another backend are not known here, so anybody may.
 */
export function isConsolePage(pathname: string, cookies: string | undefined, isAnybodys = false): boolean {
  if (pathname === '/') return true;
  if (!grammar.test(pathname)) return false;
  return isAnybodys || known.has(pathname.split('/')[1] ?? '') || hasSessionCookie(cookies ?? '');
}

/** Whether it opens anything is asked later. */
function hasSessionCookie(cookies: string): boolean {
  return [true, false].some((isSecure) => cookies.includes(`${cookieName(isSecure)}=`));
}

/**
 * `/o/<code>`: the sign-in page of an organisation; the code is its id. The organisation is kept in a cookie, which each
 * sign-in sets too, so that the sign-in page after the end of a session has the same brand. It gives no permission.
 */

const name = 'oriel_org';
/** A year. */
const maxAgeSeconds = 31_536_000;
const code = '[A-Za-z0-9][A-Za-z0-9_-]{0,63}';
const address = new RegExp(`^/o/(${code})$`);
const cookie = new RegExp(`(?:^|;\\s*)${name}=(${code})(?:;|$)`);

/** Null: the path is no such address. */
export const organisationOfPath = (pathname: string): string | null => address.exec(pathname)?.[1] ?? null;

/** Of a `Cookie` header. Null: none, or no code. */
export const organisationOfCookies = (header: string | null): string | null =>
  cookie.exec(header ?? '')?.[1] ?? null;

/** `Set-Cookie`, the same for organisations that exist and for others. It is deleted for an id that is no code. */
export function organisationCookie(organisation: string, isSecure: boolean): string {
  const isCode = organisationOfPath(`/o/${organisation}`) !== null;
  const value = isCode ? `${organisation}; Max-Age=${maxAgeSeconds}` : '; Max-Age=0';
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}

/**
 * The cookie of a session, in next-auth's own format: an encrypted token that `getToken` reads as well, in
 * `proxy.ts`. It carries the session's secret and opens `/token/renew` alone.
 */
import { decode, encode } from 'next-auth/jwt';
import type { SecretKey } from '../../domain/access/secrets.ts';

/** The prefix makes browsers refuse it from anybody but this very host; they keep it to https. */
export const cookieName = (isSecure: boolean) => (isSecure ? '__Host-oriel_sid' : 'oriel_sid');

/** next-auth takes text. Each installation has its own; the first of a ring makes new cookies. */
export const cookieSecret = ({ key }: SecretKey) => Buffer.from(key).toString('base64url');

const sessionSecret = /^[A-Za-z0-9_-]{43}$/;

export interface SessionCookies {
  /** `set-cookie` for a session that was opened. */
  make(secret: string, isSecure: boolean, lifeMs: number): Promise<string>;
  /** `set-cookie` that takes it away. */
  clear(isSecure: boolean): string;
  /** The session's secret; null without a cookie of ours. */
  read(cookies: Readonly<Record<string, string>>, isSecure: boolean): Promise<string | null>;
}

export function sessionCookies(keys: readonly SecretKey[]): SessionCookies {
  const secrets = keys.map(cookieSecret);
  const attributes = (isSecure: boolean) => `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return {
    async make(secret, isSecure, lifeMs) {
      const maxAge = Math.floor(lifeMs / 1000);
      const value = await encode({ token: { sid: secret }, secret: secrets[0] ?? '', maxAge });
      return `${cookieName(isSecure)}=${value}; Max-Age=${maxAge}; ${attributes(isSecure)}`;
    },
    clear: (isSecure) => `${cookieName(isSecure)}=; Max-Age=0; ${attributes(isSecure)}`,
    async read(cookies, isSecure) {
      const value = cookies[cookieName(isSecure)];
      if (!value || value.length > 2_048) return null;
      for (const secret of secrets) {
        const token = await decode({ token: value, secret }).catch(() => null); // altered, ended, or of another key
        const sid = token?.['sid'];
        if (typeof sid === 'string' && sessionSecret.test(sid)) return sid;
      }
      return null;
    },
  };
}

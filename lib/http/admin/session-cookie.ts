/**
 * The session cookie in next-auth's format: an encrypted token that `getToken` in `proxy.ts` can read too. It contains
 * the session's secret and is accepted only by `/token/renew`.
 */
import { decode, encode } from 'next-auth/jwt';
import type { SecretKey } from '../../domain/crypto/secrets.ts';
import { cookieName, cookieSecret, sidPattern } from '../current-session.ts';

export interface SessionCookies {
  /** `set-cookie` for a new session. */
  make(secret: string, isSecure: boolean, lifeMs: number): Promise<string>;
  /** `set-cookie` that deletes it. */
  clear(isSecure: boolean): string;
  /** The session's secret; null without a valid cookie. */
  read(cookies: Readonly<Record<string, string>>, isSecure: boolean): Promise<string | null>;
}

export function sessionCookies(keys: readonly SecretKey[]): SessionCookies {
  const secrets = keys.map(cookieSecret);
  const attributes = (isSecure: boolean) => `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return {
    async make(secret, isSecure, lifeMs) {
      const maxAge = Math.round(lifeMs / 1000);
      const value = await encode({ token: { sid: secret }, secret: secrets[0] ?? '', maxAge });
      return `${cookieName(isSecure)}=${value}; Max-Age=${maxAge}; ${attributes(isSecure)}`;
    },
    clear: (isSecure) => `${cookieName(isSecure)}=; Max-Age=0; ${attributes(isSecure)}`,
    async read(cookies, isSecure) {
      const value = cookies[cookieName(isSecure)];
      if (!value || value.length > 2_048) return null;
      for (const secret of secrets) {
        const token = await decode({ token: value, secret }).catch(() => null); // altered, expired, or made with another key
        const sid = token?.sid;
        if (typeof sid === 'string' && sidPattern.test(sid)) return sid;
      }
      return null;
    },
  };
}

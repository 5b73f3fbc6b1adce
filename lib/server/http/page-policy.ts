import { randomBytes } from 'node:crypto';

/**
 * Policy of Next's pages. Next reads the nonce from the request's header of the same name and puts it on
 * its scripts. Development needs eval and a socket for hot reload.
 */
export function pagePolicy(isDevelopment: boolean): string {
  const nonce = randomBytes(16).toString('base64');
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    `style-src 'self'${isDevelopment ? " 'unsafe-inline'" : ''}`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${isDevelopment ? ' ws:' : ''}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

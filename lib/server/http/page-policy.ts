import { randomBytes } from 'node:crypto';

export interface PagePolicyOptions {
  readonly isDevelopment: boolean;
  /** Where pages send their calls: a path of ours, or the address of another backend. */
  readonly consoleApi: string;
}

/**
 * Policy of Next's pages. Next reads the nonce from the request's header of the same name and puts it on
 * its scripts. Sheets made in the page carry the nonce too; `style` attributes, which components move and size
 * things by, need no more than to be allowed. What may become script or markup a policy of the page's own decides
 * (`app/_console/settings/trusted-types.ts`). Frames are the player's, for the preview. Development needs eval,
 * sheets without a nonce, and a socket for hot reload.
 */
export function pagePolicy({ isDevelopment, consoleApi }: PagePolicyOptions): string {
  const nonce = randomBytes(16).toString('base64');
  const backend = URL.canParse(consoleApi) ? ` ${new URL(consoleApi).origin}` : '';
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    isDevelopment ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob:${backend}`,
    "font-src 'self'",
    `connect-src 'self'${backend}${isDevelopment ? ' ws:' : ''}`,
    "frame-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    // Hot reload makes scripts of text.
    ...(isDevelopment ? [] : ["require-trusted-types-for 'script'", 'trusted-types default']),
  ].join('; ');
}

import { randomBytes } from 'node:crypto';

export interface PagePolicyOptions {
  readonly isDevelopment: boolean;
  /** Where pages send API calls: a path on this server, or the URL of another backend. */
  readonly consoleApi: string;
  /** Address of map tiles with `{z}`, `{x}` and `{y}`. Default: pages load none. */
  readonly mapTiles?: string | null;
  /** Pages of every origin may frame it. Default: none may. */
  readonly isEmbeddable?: boolean;
}

/**
 * Content Security Policy of Next's pages. Next reads the nonce from the request header of the same name and
 * adds it to its scripts. Style sheets created in the page use the nonce too; `style` attributes, which
 * components use for position and size, are allowed. Trusted Types are defined in
 * `app/_console/settings/trusted-types.ts`. Frames: the player, for previews. Development needs eval, style
 * sheets without a nonce, and a WebSocket for hot reload.
 */
export function pagePolicy({
  isDevelopment,
  consoleApi,
  mapTiles = null,
  isEmbeddable,
}: PagePolicyOptions): string {
  const nonce = randomBytes(16).toString('base64');
  const backend = URL.canParse(consoleApi) ? ` ${new URL(consoleApi).origin}` : '';
  const tileHost = mapTiles === null ? '' : ` ${new URL(mapTiles).origin}`;
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    isDevelopment ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob:${backend}${tileHost}`,
    // Uploaded videos; key frames of alarms, which were loaded by a call.
    "media-src 'self' blob:",
    "font-src 'self'",
    `connect-src 'self'${backend}${isDevelopment ? ' ws:' : ''}`,
    "frame-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    // Not `*`, which excludes pages that have no origin.
    ...(isEmbeddable ? [] : ["frame-ancestors 'none'"]),
    // Hot reload evaluates text as script.
    ...(isDevelopment ? [] : ["require-trusted-types-for 'script'", 'trusted-types default']),
  ].join('; ');
}

/** An origin for WebSockets, which its other form does not cover in every browser. */
const forSockets = (origin: string): string => origin.replace(/^http/, 'ws');

/** The origin itself and those of other servers, each with its WebSocket form. */
function connectSources(selfOrigin: string, streamOrigins: readonly string[]): string {
  const others = streamOrigins.flatMap((origin) => [origin, forSockets(origin)]);
  return ["'self'", forSockets(selfOrigin), ...others].join(' ');
}

/** What the frame's scripts may load: part of the frame's policy, and the complete policy of its workers. */
function scriptSources(selfOrigin: string, streamOrigins: readonly string[] = []): readonly string[] {
  return [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    `connect-src ${connectSources(selfOrigin, streamOrigins)}`,
    "worker-src 'self' blob:",
  ];
}

export function scriptPolicy(selfOrigin: string): string {
  return [
    ...scriptSources(selfOrigin),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/**
 * The isolation headers allow threads in the frame on any host page. The policy restricts loading and
 * connections to the frame's own origin, except images of themes from `imageOrigins`, and streams of other servers from
 * `streamOrigins`. Only `ancestors` may embed the frame; none if empty. `any`: the page that embeds it decides who may
 * embed that page.
 */
export function frameHeaders(
  selfOrigin: string,
  ancestors: readonly string[] | 'any',
  {
    imageOrigins = [],
    streamOrigins = [],
  }: { readonly imageOrigins?: readonly string[]; readonly streamOrigins?: readonly string[] } = {},
): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'private, no-store',
    'content-security-policy': [
      ...scriptSources(selfOrigin, streamOrigins),
      "style-src 'self'",
      ["img-src 'self' data: blob:", ...imageOrigins].join(' '),
      ["media-src 'self' blob:", ...streamOrigins].join(' '),
      "base-uri 'none'",
      "form-action 'none'",
      // No text can become markup or script, even through a bug; the only policy is in
      // player-frame/trusted-scripts.ts.
      "require-trusted-types-for 'script'",
      'trusted-types default',
      ...(ancestors === 'any'
        ? []
        : [`frame-ancestors ${ancestors.length > 0 ? ancestors.join(' ') : "'none'"}`]),
    ].join('; '),
    'document-isolation-policy': 'isolate-and-credentialless',
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-resource-policy': 'cross-origin',
    'permissions-policy':
      'autoplay=(self), fullscreen=(self), microphone=(self), picture-in-picture=(self), accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), midi=(), payment=(), usb=()',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    vary: 'accept-language, sec-ch-ua-mobile, user-agent',
  };
}

/**
 * For the page in place of a player that may not be shown. It contains a sentence and no data, so that any page may
 * frame it: without `frame-ancestors`, because `*` excludes pages that have no origin.
 */
export const refusalHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'private, no-store',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  'document-isolation-policy': 'isolate-and-credentialless',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'cross-origin',
  vary: 'accept-language, referer',
};

/** An exact web origin: anything else could add a source or a directive to the policy. */
export function isPlainOrigin(text: string): boolean {
  return /^https?:\/\/[A-Za-z0-9.[\]:-]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

/** The origin itself and its WebSocket form, which `'self'` does not cover in every browser. */
function connectSources(selfOrigin: string): string {
  return `'self' ${selfOrigin.replace(/^http/, 'ws')}`;
}

/** What the frame's scripts may load: a part of the frame's policy, and the whole one of its workers. */
function scriptSources(selfOrigin: string): readonly string[] {
  return [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    `connect-src ${connectSources(selfOrigin)}`,
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
 * The isolation trio gives the frame threads on any host page; the policy lets it load and connect to
 * nothing but its own origin, and pictures of themes from `imageOrigins`. `ancestors` are the only pages
 * that may show it; none when empty.
 */
export function frameHeaders(
  selfOrigin: string,
  ancestors: readonly string[],
  imageOrigins: readonly string[] = [],
): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'private, no-store',
    'content-security-policy': [
      ...scriptSources(selfOrigin),
      "style-src 'self'",
      ["img-src 'self' data: blob:", ...imageOrigins].join(' '),
      "media-src 'self' blob:",
      "base-uri 'none'",
      "form-action 'none'",
      // No text becomes markup or script, whatever a fault of ours would make of it; the one policy is in
      // player-frame/trusted-scripts.ts.
      "require-trusted-types-for 'script'",
      'trusted-types default',
      `frame-ancestors ${ancestors.length > 0 ? ancestors.join(' ') : "'none'"}`,
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

/** An exact web origin, as it may stand in a policy: anything else could add a source or a directive. */
export function isPlainOrigin(text: string): boolean {
  return /^https?:\/\/[A-Za-z0-9.[\]:-]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

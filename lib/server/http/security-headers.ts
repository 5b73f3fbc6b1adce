import type { ServerResponse } from 'node:http';

const permissions = (geolocation: '()' | '(self)') =>
  `accelerometer=(), camera=(), display-capture=(), geolocation=${geolocation}, gyroscope=(), microphone=(self), midi=(), payment=(), usb=()`;

/**
 * Headers of every response. Values set by a handler take precedence; missing ones are added when the head is
 * written, so 404 and 500 have them too.
 */
export const everywhere: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': permissions('()'),
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

/**
 * `link`: of a link for people without an account, whose address is a secret. `embeddedLink`: the same in an iframe of any
 * page.
 */
export type PageKind = 'public' | 'private' | 'link' | 'embeddedLink';

/** The address contains the code. No request of the page contains the address, not even one to this server. */
const ofLink = {
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow, noarchive, nosnippet, noimageindex',
} as const;

/** Isolates pages from windows of other sites, and sends them no referrer. */
const ofKind = {
  public: {},
  // The place of a camera can be that of the person who installs it.
  private: { 'referrer-policy': 'same-origin', 'permissions-policy': permissions('(self)') },
  link: ofLink,
  embeddedLink: { ...ofLink, 'cross-origin-resource-policy': 'cross-origin' },
} as const satisfies Record<PageKind, Readonly<Record<string, string>>>;

function headersOf({ contentSecurityPolicy, kind }: NonNullable<ResponseHeadersOptions['page']>) {
  return {
    'content-security-policy': contentSecurityPolicy,
    'cross-origin-opener-policy': 'same-origin',
    ...ofKind[kind],
  };
}

/** Two years; sent only over TLS, because browsers ignore it otherwise. */
const strictTransport = 'max-age=63072000';

export interface ResponseHeadersOptions {
  /** Policy for pages that run scripts, in place of the strictest one. */
  readonly page?: { readonly contentSecurityPolicy: string; readonly kind: PageKind };
  /** True if browsers reach this server over https. */
  readonly overTls: boolean;
}

/** Adds the headers above to `response`. Call before anything is written. */
export function withSecurityHeaders(response: ServerResponse, options: ResponseHeadersOptions): void {
  const defaults = {
    ...everywhere,
    ...(options.overTls ? { 'strict-transport-security': strictTransport } : {}),
    ...(options.page ? headersOf(options.page) : {}),
  };
  const writeHead = response.writeHead.bind(response);
  response.writeHead = ((...args: Parameters<typeof writeHead>) => {
    response.removeHeader('x-powered-by');
    for (const [name, value] of Object.entries(defaults)) {
      if (!response.hasHeader(name)) response.setHeader(name, value);
    }
    return writeHead(...args);
  }) as typeof response.writeHead;
}

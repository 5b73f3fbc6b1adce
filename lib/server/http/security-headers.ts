import type { ServerResponse } from 'node:http';

/**
 * Headers of every answer, whoever writes it. A handler that sets one of them itself wins; the table
 * fills in what it left out, at the moment the head is written, so 404 and 500 have them too.
 */
export const everywhere: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), midi=(), payment=(), usb=()',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

/** No window of another site keeps a hand on a page, and none hears where in the console people are. */
function headersOf({ contentSecurityPolicy, isPrivate }: NonNullable<ResponseHeadersOptions['page']>) {
  return {
    'content-security-policy': contentSecurityPolicy,
    'cross-origin-opener-policy': 'same-origin',
    ...(isPrivate ? { 'referrer-policy': 'same-origin' } : {}),
  };
}

/** Two years: only said over TLS, where a browser listens to it. */
const strictTransport = 'max-age=63072000';

export interface ResponseHeadersOptions {
  /** Pages that run scripts have a policy of their own in place of the strictest one. */
  readonly page?: { readonly contentSecurityPolicy: string; readonly isPrivate: boolean };
  /** True when browsers reach this server by https. */
  readonly overTls: boolean;
}

/** Arranges that the head of `response` carries the table above. Call before anything is written. */
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

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

/** The console: no window of another site keeps a hand on it, and no other site hears where people are in it. */
const pages = { 'cross-origin-opener-policy': 'same-origin', 'referrer-policy': 'same-origin' };

/** Two years: only said over TLS, where a browser listens to it. */
const strictTransport = 'max-age=63072000';

export interface AnswerHeadersOptions {
  /** Pages that run scripts have a policy of their own in place of the strictest one. */
  readonly page?: { readonly contentSecurityPolicy: string };
  /** True when browsers reach this server by https. */
  readonly overTls: boolean;
}

/** Arranges that the head of `response` carries the table above. Call before anything is written. */
export function secureAnswer(response: ServerResponse, options: AnswerHeadersOptions): void {
  const defaults = {
    ...everywhere,
    ...(options.overTls ? { 'strict-transport-security': strictTransport } : {}),
    ...(options.page ? { ...pages, 'content-security-policy': options.page.contentSecurityPolicy } : {}),
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

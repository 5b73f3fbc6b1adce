/**
 * All calls of the console: token, envelope, messages, timeouts and the guard against double submits, as specified.
 * Independent of React and of browser globals, which are passed in.
 */
import { adminCodes } from '../../../lib/contracts/admin/admin-codes.ts';
import type { FieldError, MessageLink } from '../../../lib/contracts/admin/envelope.ts';
import { apiTexts } from '../../../lib/i18n/console/api.ts';
import { formatMessage } from '../../../lib/i18n/format-message.ts';
import type { Locale } from '../../../lib/i18n/translate.ts';
import type { Clock } from '../../../lib/kernel/clock.ts';
import type { Ms } from '../../../lib/kernel/units.ts';
import { errorNoticeMs, type Notifier } from '../ui/toasts/notifier.ts';
import { ApiError, localCodes } from './api-error.ts';
import { DuplicateGuard, formFingerprint } from './duplicate-guard.ts';
import type { fetchWithProgress, OnProgress } from './fetch-with-progress.ts';
import { type Query, queryPairs, queryText } from './query-text.ts';

export const requestTimeoutMs: Ms = 100_000;

export interface CallOptions {
  readonly query?: Query;
  /** Aborting rejects with the signal's reason and shows no message. */
  readonly signal?: AbortSignal;
  /**
   * Do not show failures, because the caller does; names: failures of these fields only, which a form shows beside them.
   * The end of the session is still announced.
   */
  readonly quiet?: boolean | readonly string[];
  readonly timeoutMs?: Ms;
  /** Allow the same request twice within a second. */
  readonly allowDuplicate?: boolean;
  /** Finish the request even if the page is left. For small bodies only. */
  readonly keepalive?: boolean;
  /** Of the body of an upload. */
  readonly onProgress?: OnProgress;
  /** Send without token (sign-in, registration) and ignore the end of the session. */
  readonly withoutToken?: boolean;
}

export interface ApiParts {
  /** Base of the calls: a path (`/api/admin`) or an absolute URL. */
  readonly base: () => string;
  /** Origin of the page, for example `https://console.example`. */
  readonly origin: () => string;
  readonly fetch: typeof fetch;
  readonly fetchWithProgress?: typeof fetchWithProgress;
  readonly clock: Clock;
  readonly notifier: Notifier;
  readonly locale: () => Locale;
  /** The bearer token, or null. Rejects with an `ApiError` if renewal fails. */
  readonly token: () => Promise<string | null>;
  /** Called when the server reports the end of the session. */
  readonly expired: () => void;
}

export interface Api {
  get<T>(path: string, options?: CallOptions): Promise<T>;
  post<T>(path: string, body?: unknown, options?: CallOptions): Promise<T>;
  put<T>(path: string, body?: unknown, options?: CallOptions): Promise<T>;
  delete<T>(path: string, options?: CallOptions & { readonly body?: unknown }): Promise<T>;
  /** `path` may be the absolute URL of a signed upload; the token is sent to the origin of the calls only. */
  upload<T>(path: string, form: FormData, options?: CallOptions): Promise<T>;
  /** The raw response to a form, for downloads and signed uploads; `path` as for `upload`. Shows no messages. */
  postForm(path: string, form: Query | FormData, options?: CallOptions): Promise<Answer>;
  /** The error that a response body contains, or null. Shows no messages. */
  errorOf(body: unknown, status: number): ApiError | null;
}

export interface Answer {
  readonly status: number;
  readonly isOk: boolean;
  readonly headers: Headers;
  readonly body: Blob;
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
interface Sent {
  readonly body: BodyInit | null;
  /** Null: set by the browser. */
  readonly contentType: string | null;
  readonly fingerprint: string;
}

const nothing: Sent = { body: null, contentType: null, fingerprint: '' };
/** Calls that set, use or clear the session cookie, even if the backend is on another origin. */
const cookiePaths: ReadonlySet<string> = new Set(['/login', '/token/renew', '/logout']);
const expiredCodes: ReadonlySet<string> = new Set(['401', adminCodes.expired, adminCodes.revoked]);
const okCodes: ReadonlySet<string> = new Set([String(adminCodes.ok), '1']);

function isShownByCaller({ errors }: ApiError, { quiet = false }: CallOptions): boolean {
  if (typeof quiet === 'boolean') return quiet;
  return errors.length > 0 && errors.every(({ path }) => quiet.includes(path));
}

export function createApi(parts: ApiParts): Api {
  const guard = new DuplicateGuard(parts.clock);
  const translate = (key: keyof typeof apiTexts, params?: Record<string, string | number>) =>
    formatMessage(parts.locale(), apiTexts[key][parts.locale()], params);

  function addressOf(path: string, query: Query | undefined): URL {
    const base = new URL(parts.base(), parts.origin());
    const isAbsolute = /^https?:\/\//i.test(path);
    const url = new URL(isAbsolute ? path : `${base.href.replace(/\/$/, '')}/${path.replace(/^\//, '')}`);
    const text = query ? queryText(query) : '';
    if (text) url.search += (url.search ? '&' : '') + text;
    return url;
  }

  function isOwn(url: URL): boolean {
    return url.origin === new URL(parts.base(), parts.origin()).origin;
  }

  /** Shows the error and returns it. */
  function reported(error: ApiError, options: CallOptions, kind: 'error' | 'warning' = 'error'): ApiError {
    const { message, links } = error;
    const notice = { kind, message, ...(links.length > 0 ? { links } : {}), durationMs: errorNoticeMs };
    if (!isShownByCaller(error, options)) parts.notifier.show(notice);
    return error;
  }

  /** The end of the session is announced by `expired`, once for all affected calls. */
  function refused(error: ApiError, options: CallOptions): ApiError {
    if (!isEndOfSession(error)) return reported(error, options);
    if (!options.withoutToken) parts.expired();
    return error;
  }

  async function headersFor(url: URL, sent: Sent, options: CallOptions): Promise<Headers> {
    const headers = new Headers({ accept: 'application/json', 'accept-language': parts.locale() });
    if (sent.contentType) headers.set('content-type', sent.contentType);
    if (options.withoutToken || !isOwn(url)) return headers;
    const token = await parts.token().catch((error: unknown) => {
      throw error instanceof ApiError ? refused(error, options) : error;
    });
    if (token) headers.set('authorization', `Bearer ${token}`);
    return headers;
  }

  async function send(method: Method, path: string, sent: Sent, options: CallOptions): Promise<Answer> {
    const url = addressOf(path, options.query);
    if (method !== 'GET' && !options.allowDuplicate && !guard.admit(method, url.href, sent.fingerprint)) {
      throw reported(new ApiError(localCodes.twice, translate('api.twice')), options, 'warning');
    }
    options.signal?.throwIfAborted();
    const ended = new AbortController();
    const abort = () => ended.abort(options.signal?.reason);
    options.signal?.addEventListener('abort', abort);
    let isLate = false;
    const cancelTimeout = parts.clock.after(options.timeoutMs ?? requestTimeoutMs, () => {
      isLate = true;
      ended.abort();
    });
    try {
      const headers = await headersFor(url, sent, options);
      const answer = await fetched(
        url,
        path,
        { method, headers, body: sent.body, signal: ended.signal },
        options,
      );
      // Within the timeout: reading the body may stall too.
      const read = await answer.blob();
      return { status: answer.status, isOk: answer.ok, headers: answer.headers, body: read };
    } catch (error) {
      if (error instanceof ApiError) throw error;
      options.signal?.throwIfAborted();
      const [code, key] = isLate
        ? ([localCodes.timeout, 'api.timeout'] as const)
        : ([localCodes.network, 'api.network'] as const);
      throw reported(new ApiError(code, translate(key), { cause: error }), options);
    } finally {
      cancelTimeout();
      options.signal?.removeEventListener('abort', abort);
    }
  }

  function fetched(
    url: URL,
    path: string,
    init: { method: Method; headers: Headers; body: BodyInit | null; signal: AbortSignal },
    { onProgress, keepalive = false }: CallOptions,
  ): Promise<Response> {
    const { body } = init;
    if (onProgress && parts.fetchWithProgress && body instanceof FormData) {
      return parts.fetchWithProgress(url.href, { ...init, body }, onProgress);
    }
    return parts.fetch(url.href, {
      ...init,
      // Redirects could send the token to another origin, and no call is redirected.
      redirect: 'error',
      keepalive,
      credentials: isOwn(url) && cookiePaths.has(path) ? 'include' : 'same-origin',
    });
  }

  function statusError(answer: Answer): ApiError {
    return new ApiError(
      answer.status === 401 ? '401' : 'http',
      answer.status === 401 ? translate('api.expired') : translate('api.status', { status: answer.status }),
      { status: answer.status },
    );
  }

  function errorOf(body: unknown, status: number): ApiError | null {
    const { code, message, msg, errors, links, traceId } = envelopeOf(body);
    if (okCodes.has(code)) return null;
    return new ApiError(code, messageOf(code, message || msg), {
      errors,
      links,
      status,
      traceId,
    });
  }

  function messageOf(code: string, fromServer: string): string {
    if (expiredCodes.has(code)) return fromServer || translate(code === '401' ? 'api.401' : 'api.expired');
    if (fromServer) return fromServer;
    return code === '403' || code === '404' ? translate(`api.${code}`) : translate('api.unknown');
  }

  async function call<T>(method: Method, path: string, sent: Sent, options: CallOptions): Promise<T> {
    const answer = await send(method, path, sent, options);
    if (answer.status === 401) throw refused(await endOfSession(answer), options);
    if (!answer.isOk) throw reported(statusError(answer), options);
    const body = await jsonOf(answer.body);
    // Not JSON: a proxy in between has replaced the response.
    if (body === undefined) throw reported(new ApiError('http', translate('api.unknown'), answer), options);
    const error = errorOf(body, answer.status);
    if (!error) return (body as { data?: T } | null)?.data as T;
    // The sign-in page shows this error itself.
    const isOwnNotice = error.code === String(adminCodes.failed) && path === '/login';
    throw refused(error, isOwnNotice ? { ...options, quiet: true } : options);
  }

  async function endOfSession(answer: Answer): Promise<ApiError> {
    const error = errorOf(await jsonOf(answer.body), answer.status);
    return error && isEndOfSession(error) ? error : statusError(answer);
  }

  return {
    get: (path, options = {}) => call('GET', path, nothing, options),
    post: (path, body, options = {}) => call('POST', path, json(body), options),
    put: (path, body, options = {}) => call('PUT', path, json(body), options),
    delete: (path, options = {}) => call('DELETE', path, json(options.body), options),
    upload: (path, form, options = {}) =>
      call('POST', path, { body: form, contentType: null, fingerprint: formFingerprint(form) }, options),
    async postForm(path, form, options = {}) {
      const answer = await send('POST', path, formOf(form), options);
      if (answer.status === 401) throw refused(await endOfSession(answer), options);
      return answer;
    },
    errorOf,
  };
}

function formOf(form: Query | FormData): Sent {
  if (form instanceof FormData) return { body: form, contentType: null, fingerprint: formFingerprint(form) };
  const text = new URLSearchParams(queryPairs(form).map(([key, value]) => [key, value])).toString();
  return { body: text, contentType: 'application/x-www-form-urlencoded', fingerprint: text };
}

function json(body: unknown): Sent {
  if (body === undefined) return nothing;
  const text = JSON.stringify(body);
  return { body: text, contentType: 'application/json', fingerprint: text };
}

export function isEndOfSession(error: unknown): boolean {
  return error instanceof ApiError && expiredCodes.has(error.code);
}

interface Envelope {
  readonly code: string;
  readonly message: string;
  readonly msg: string;
  readonly errors: readonly FieldError[];
  readonly links: readonly MessageLink[];
  readonly traceId: string | null;
}

/** Other backends may omit the code, which means success. */
function envelopeOf(body: unknown): Envelope {
  const { code, message, msg, errors, links, traceId } = (body ?? {}) as Readonly<Record<string, unknown>>;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    code: typeof code === 'number' || typeof code === 'string' ? String(code) : String(adminCodes.ok),
    message: text(message),
    msg: text(msg),
    errors: Array.isArray(errors) ? errors.filter(isFieldError) : [],
    links: Array.isArray(links) ? links.filter(isLink) : [],
    traceId: text(traceId) || null,
  };
}

function isFieldError(value: unknown): value is FieldError {
  const { path, message } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return typeof path === 'string' && typeof message === 'string';
}

/** Within the console only: a message of another backend must not lead elsewhere. */
function isLink(value: unknown): value is MessageLink {
  const { text, address } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return typeof text === 'string' && typeof address === 'string' && /^\/(?![/\\])/.test(address);
}

/** Null for an empty body, undefined if it is not JSON. */
async function jsonOf(body: Blob): Promise<unknown> {
  const text = await body.text();
  if (!text) return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

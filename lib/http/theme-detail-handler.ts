import { lappSuccessMessage } from '../contracts/envelope.ts';
import { isThemeId } from '../contracts/theme/template.ts';
import { lappMessage } from '../domain/errors/lapp-errors.ts';
import { operatorMessage } from '../domain/errors/operator-errors.ts';
import type { FailureLimit } from '../domain/limits/failure-limiter.ts';
import { MemoryFailureLimiter } from '../domain/limits/memory-failure-limiter.ts';
import type { LappServices } from '../domain/wiring/lapp.ts';
import { matchError } from '../error-catalogue/match.ts';
import { type Locale, nearestLocale } from '../i18n/translate.ts';
import { AppError } from '../kernel/app-error.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Logger } from '../kernel/logger.ts';
import { socketAddress } from './client-address.ts';

export const themeDetailPath = '/console/jssdk/ezopen/template/getDetail';

export interface ThemeDetailParts {
  readonly services: Pick<LappServices, 'authenticate' | 'themes' | 'themeUses'>;
  readonly clock: Clock;
  readonly log: Logger;
  /** Client address for failure counts; set it behind a trusted proxy. */
  readonly clientAddress?: (request: Request) => string;
}

/** Wrong tokens of one address. A correct one is accepted however many there were. */
const wrongTokens: FailureLimit = { kind: 'address', maxFailures: 60, windowMs: 15 * 60_000 };

const noSuchTheme = 404;
const unknownFailure = 50_000;

/**
 * Returns what was published of a theme, by id, for the access token's organisation: `?id=` of 32 letters and digits, the token as
 * `Authorization: Bearer` or, for pages that cannot set it, as `accessToken` in the query. Responses are `{meta: {code,
 * message}, data?}` with HTTP 200, where 0 is success; too many wrong tokens give 429.
 */
export function themeDetailHandler(parts: ThemeDetailParts): (request: Request) => Promise<Response> {
  const { services, clock, log, clientAddress = socketAddress } = parts;
  const failures = new MemoryFailureLimiter(clock);

  function refusal(code: number, message: string): Response {
    log.info({ path: themeDetailPath, code }, 'call rejected');
    return envelope(200, { meta: { code, message } });
  }

  async function answer(request: Request): Promise<Response> {
    const query = new URL(request.url).searchParams;
    const locale = nearestLocale(query.get('lang') ?? '');
    const id = query.get('id') ?? '';
    if (!isThemeId(id)) return refusal(10_001, `${lappMessage('10001', locale)}: id`);
    try {
      const viewer = await services.authenticate(tokenOf(request, query));
      const theme = await services.themes.published(viewer.scope, id);
      if (!theme) return refusal(noSuchTheme, operatorMessage('theme.notFound', locale) ?? '');
      services.themeUses.count(viewer.scope, id, viewer.grant.applicationId);
      return envelope(200, { meta: { code: 0, message: lappSuccessMessage }, data: theme });
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== '10002') throw error;
      const retryAfterMs = failures.count([[wrongTokens, clientAddress(request)]]);
      if (retryAfterMs > 0) return tooMany(retryAfterMs, locale);
      return refusal(10_002, lappMessage('10002', locale));
    }
  }

  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      const response = envelope(405, { meta: { code: 405, message: '仅支持GET请求' } });
      response.headers.set('Allow', 'GET, HEAD');
      return response;
    }
    try {
      return await answer(request);
    } catch (error) {
      log.error({ path: themeDetailPath, err: error }, 'call failed');
      const message = matchError(String(unknownFailure), 'address').entry.cause['zh-CN'];
      return envelope(500, { meta: { code: unknownFailure, message } });
    }
  };
}

/** The header takes precedence, because addresses are logged in more places. */
function tokenOf(request: Request, query: URLSearchParams): string {
  const bearer = /^Bearer ([\w.~+/=-]{1,512})$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  return (bearer ?? query.get('accessToken') ?? '').slice(0, 512);
}

function tooMany(retryAfterMs: number, locale: Locale): Response {
  const response = envelope(429, { meta: { code: 10_029, message: lappMessage('10029', locale) } });
  response.headers.set('Retry-After', String(Math.ceil(retryAfterMs / 1000)));
  return response;
}

function envelope(
  status: number,
  body: { readonly meta: { readonly code: number; readonly message: string }; readonly data?: unknown },
): Response {
  return Response.json(body, {
    status,
    headers: { 'Cache-Control': 'private, no-store', 'X-Content-Type-Options': 'nosniff' },
  });
}

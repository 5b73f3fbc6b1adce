import { type LappEnvelope, lappSuccessCode, lappSuccessMessage } from '../contracts/envelope.ts';
import { isLappCode, isShownAs, lappMessage } from '../domain/errors/lapp-errors.ts';
import { storageCodeOf } from '../domain/errors/storage-error.ts';
import { matchError } from '../error-catalogue/match.ts';
import type { Locale } from '../i18n/translate.ts';
import { AppError } from '../kernel/app-error.ts';

/** Fixed, because an unexpected error may contain anything; nothing of it is revealed. */
const unknownFailureCode = '50000';

/** Errors of the request itself, detected before any call; they keep their HTTP status. */
export const transportFaults = {
  notFound: { status: 404, 'zh-CN': '接口不存在', 'en-US': 'Unknown API call' },
  notPost: { status: 405, 'zh-CN': '仅支持POST请求', 'en-US': 'Only POST is accepted' },
  notForm: {
    status: 415,
    'zh-CN': '请求体须为application/x-www-form-urlencoded',
    'en-US': 'The body must be application/x-www-form-urlencoded',
  },
  packed: {
    status: 415,
    'zh-CN': '不支持压缩的请求体',
    'en-US': 'Compressed request bodies are not supported',
  },
  tooLarge: { status: 413, 'zh-CN': '请求体过大', 'en-US': 'The body is too large' },
} as const;

export function successResponse(
  data: unknown,
  beside: Pick<LappEnvelope<unknown>, 'page' | 'ext'> = {},
): Response {
  return answer(200, { code: lappSuccessCode, msg: lappSuccessMessage, data, ...beside });
}

export function faultResponse(fault: keyof typeof transportFaults, locale: Locale): Response {
  const { status } = transportFaults[fault];
  const response = answer(status, { code: String(status), msg: transportFaults[fault][locale] });
  if (fault === 'notPost') response.headers.set('Allow', 'POST');
  return response;
}

/**
 * An expected error becomes its envelope with HTTP 200, as integrators know it. 10001 names the wrong field, never its
 * value, or says what is wrong with an address; too many attempts include the waiting time. A fault of the storage becomes 503 with its own code, any other
 * error 500 with a fixed text; `refusal` is then null, and the cause belongs in the log.
 */
export function errorResponse(
  error: unknown,
  locale: Locale,
): { readonly response: Response; readonly refusal: AppError | null } {
  if (!(error instanceof AppError) || !isLappCode(error.code)) {
    const storageCode = storageCodeOf(error);
    const code = storageCode ?? unknownFailureCode;
    const msg = matchError(code, 'address').entry.cause[locale];
    return { response: answer(storageCode === null ? 500 : 503, { code, msg }), refusal: null };
  }
  const retryAfterMs = error.details.retryAfterMs;
  const field = error.details.field;
  const { shownAs } = error.details;
  const isAddress = typeof field === 'string' && field.startsWith('ezopen.');
  const isTooMany = typeof retryAfterMs === 'number';
  const response = answer(isTooMany ? 429 : 200, {
    code: error.code,
    msg: isAddress
      ? matchError(field, 'address').entry.cause[locale]
      : lappMessage(isShownAs(shownAs) ? shownAs : error.code, locale) +
        (typeof field === 'string' && field ? `: ${field}` : ''),
  });
  if (isTooMany) response.headers.set('Retry-After', String(Math.ceil(retryAfterMs / 1000)));
  return { response, refusal: error };
}

function answer(status: number, envelope: LappEnvelope<unknown>): Response {
  return Response.json(envelope, {
    status,
    headers: { 'Cache-Control': 'private, no-store', 'X-Content-Type-Options': 'nosniff' },
  });
}

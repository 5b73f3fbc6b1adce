import type { LappServices } from '../domain/create-domain.ts';
import { lappError } from '../domain/errors/lapp-errors.ts';
import { nearestLocale } from '../i18n/translate.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Logger } from '../kernel/logger.ts';
import { socketAddress } from './client-address.ts';
import { errorResponse, faultResponse, successResponse } from './errors-to-response.ts';
import { type FormFault, isJson, readForm, readJsonFields } from './form-body.ts';
import { lappRoutes } from './lapp-calls.ts';

export type LappHandler = (request: Request) => Promise<Response>;

export interface LappHandlerOptions {
  readonly services: LappServices;
  readonly clock: Clock;
  readonly log: Logger;
  /** Scheme, host and port that the caller used; media URLs are based on it. */
  readonly publicOrigin: (request: Request) => string;
  /** Client address for failure counts; set it behind a trusted proxy. */
  readonly clientAddress?: (request: Request) => string;
}

/**
 * Everything below `/api/lapp/`: POST, form-encoded. Responses are envelopes with HTTP 200, as integrators know them;
 * 404, 405, 413, 415 and 429 are for requests that match no call or come too often. Messages are Chinese unless the
 * form contains `lang=en`: the specified texts are Chinese, and the browser's Accept-Language is not that of the
 * host page.
 */
export function lappHandler({
  services,
  clock,
  log,
  publicOrigin,
  clientAddress = socketAddress,
}: LappHandlerOptions): LappHandler {
  const routes = new Map(lappRoutes(services, clock).map((route) => [route.path, route]));

  return async (request) => {
    const route = routes.get(new URL(request.url).pathname);
    if (!route) return faultResponse('notFound', 'zh-CN');
    if (request.method !== 'POST') return faultResponse('notPost', 'zh-CN');
    const form = await (route.acceptsJson && isJson(request) ? readJsonFields(request) : readForm(request));
    if (!form.ok) return formFaultResponse(form.error);
    const locale = nearestLocale(form.value.lang ?? '');
    try {
      const { data, page } = await route.handle(form.value, {
        clientAddress: clientAddress(request),
        publicOrigin: publicOrigin(request),
        bearer: bearerOf(request),
        locale,
      });
      return successResponse(data, page);
    } catch (error) {
      const { response, refusal } = errorResponse(error, locale);
      if (refusal) log.info({ path: route.path, code: refusal.code, ...refusal.details }, 'call rejected');
      else log.error({ path: route.path, err: error }, 'call failed');
      return response;
    }
  };
}

/** The token of an `Authorization` header. */
function bearerOf(request: Request): string | null {
  return /^Bearer +(\S{1,512})$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? null;
}

function formFaultResponse(fault: FormFault): Response {
  if (fault === 'notForm' || fault === 'packed' || fault === 'tooLarge') return faultResponse(fault, 'zh-CN');
  return errorResponse(lappError('10001', { field: '' }), 'zh-CN').response;
}

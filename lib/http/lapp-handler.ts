import { lappError } from '../domain/errors/lapp-errors.ts';
import type { LappServices } from '../domain/wiring/lapp.ts';
import { nearestLocale } from '../i18n/translate.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Logger } from '../kernel/logger.ts';
import { err, ok, type Result } from '../kernel/result.ts';
import { socketAddress } from './client-address.ts';
import { errorResponse, faultResponse, successResponse } from './errors-to-response.ts';
import { type FormFault, isJson, isMultipart, readForm, readJsonFields, readUpload } from './form-body.ts';
import { lappRoutes } from './lapp-calls.ts';
import type { LappRoute } from './lapp-route.ts';

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
  const uploads = new Uploads();
  const routes = new Map(lappRoutes(services, clock).map((route) => [route.path, route]));

  async function readBody(
    request: Request,
    route: LappRoute,
    address: string,
  ): Promise<Result<ReadBody, FormFault | 'busy'>> {
    if (route.file !== null && isMultipart(request)) {
      if (!uploads.begin(address)) return err('busy');
      try {
        return await readUpload(request, route.file);
      } finally {
        uploads.end(address);
      }
    }
    const form = await (route.acceptsJson && isJson(request) ? readJsonFields(request) : readForm(request));
    return form.ok ? ok({ fields: form.value, file: null }) : form;
  }

  return async (request) => {
    const route = routes.get(new URL(request.url).pathname);
    if (!route) return faultResponse('notFound', 'zh-CN');
    if (request.method !== 'POST') return faultResponse('notPost', 'zh-CN');
    const read = await readBody(request, route, clientAddress(request));
    if (!read.ok) return formFaultResponse(read.error);
    const { fields, file } = read.value;
    const locale = nearestLocale(fields.lang ?? '');
    try {
      const { data, ...beside } = await route.handle(fields, {
        clientAddress: clientAddress(request),
        publicOrigin: publicOrigin(request),
        bearer: bearerOf(request),
        locale,
        file,
      });
      return successResponse(data, beside);
    } catch (error) {
      const { response, refusal } = errorResponse(error, locale);
      if (refusal) log.info({ path: route.path, code: refusal.code, ...refusal.details }, 'call rejected');
      else log.error({ path: route.path, err: error }, 'call failed');
      return response;
    }
  };
}

interface ReadBody {
  readonly fields: Record<string, string>;
  readonly file: Uint8Array | null;
}

/** The bodies with files that are being read: they are in memory before the token in them can be checked. */
class Uploads {
  readonly #byAddress = new Map<string, number>();
  #total = 0;

  /** False: there are too many. */
  begin(address: string): boolean {
    const own = this.#byAddress.get(address) ?? 0;
    if (this.#total >= maxUploads || own >= maxUploadsPerAddress) return false;
    this.#byAddress.set(address, own + 1);
    this.#total += 1;
    return true;
  }

  end(address: string): void {
    const own = (this.#byAddress.get(address) ?? 1) - 1;
    this.#total -= 1;
    if (own > 0) this.#byAddress.set(address, own);
    else this.#byAddress.delete(address);
  }
}

const maxUploads = 32;
const maxUploadsPerAddress = 8;

/** The token of an `Authorization` header. */
function bearerOf(request: Request): string | null {
  return /^Bearer +(\S{1,512})$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? null;
}

function formFaultResponse(fault: FormFault | 'busy'): Response {
  if (fault === 'busy') return errorResponse(lappError('10029', { retryAfterMs: 1_000 }), 'zh-CN').response;
  if (fault === 'notForm' || fault === 'packed' || fault === 'tooLarge') return faultResponse(fault, 'zh-CN');
  return errorResponse(lappError('10001', { field: '' }), 'zh-CN').response;
}

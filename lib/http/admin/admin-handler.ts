/**
 * Handles every call of the console: route lookup, policy check, parsing and validation, duplicate check, response.
 * Permissions are enforced here, for every call; pages only hide controls.
 */
import type { AdminCallDef } from '../../contracts/admin/call.ts';
import { type AdminCode, adminCodes } from '../../contracts/admin/envelope.ts';
import type { Console } from '../../domain/console/create-console.ts';
import { type Entropy, newId } from '../../domain/crypto/entropy.ts';
import { AdminError, expired, forbidden } from '../../domain/errors/admin-error.ts';
import { storageError } from '../../domain/errors/storage-error.ts';
import { type Actor, type CallContext, canAny } from '../../domain/identity/actor.ts';
import { type Locale, nearestLocale } from '../../i18n/translate.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import { socketAddress } from '../client-address.ts';
import type { AdminInput, AdminRoute, DeferredFile, FileResponse } from './admin-route.ts';
import { type BodyFault, limitOf, type ReadBody, readBody } from './body.ts';
import { callsInProgress } from './calls-in-progress.ts';
import { readCookies } from './cookies.ts';
import {
  codeOf,
  errorResponse,
  faultResponse,
  fileResponse,
  successResponse,
  type TransportFault,
  withFailureStatus,
} from './envelope-response.ts';
import { parseFields } from './query-string.ts';
import { routeTable } from './route-table.ts';
import { isFromOwnPage } from './same-origin.ts';
import { parseFor } from './validation-messages.ts';

export type AdminHandler = (request: Request) => Promise<Response>;

export interface AdminHandlerOptions {
  readonly routes: readonly AdminRoute[];
  readonly adminConsole: Pick<
    Console,
    'sessions' | 'idempotencyStore' | 'deniedCallLog' | 'explain' | 'storageState' | 'withReserve'
  >;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly log: Logger;
  /** Path prefix, without a trailing slash. */
  readonly base: string;
  /** Scheme, host and port that the caller used. */
  readonly publicOrigin: (request: Request) => string;
  /** Client address for rate limits; set it behind a trusted proxy. */
  readonly clientAddress?: (request: Request) => string;
}

const maxQueryPairs = 200;
const bearerPattern = /^Bearer ([\w.~+/=-]{1,512})$/i;
const idempotencyPattern = /^[A-Za-z0-9_-]{8,64}$/;

/** A transport error with its HTTP status. */
class Fault extends Error {
  constructor(readonly fault: TransportFault) {
    super(fault);
  }
}

export function adminHandler(options: AdminHandlerOptions): AdminHandler {
  const { adminConsole, clock, entropy, log, base, publicOrigin, clientAddress = socketAddress } = options;
  const find = routeTable(options.routes);
  const running = callsInProgress(adminConsole.sessions, clock);

  async function admit(call: AdminCallDef, request: Request, input: CallerInfo): Promise<CallContext | null> {
    const { policy } = call;
    if (policy === 'cookie' || (policy === 'public' && call.method !== 'GET')) {
      if (!isFromOwnPage(request.headers, publicOrigin(request))) throw new Fault('foreign');
      return null;
    }
    if (policy === 'public') return null;
    const bearer = bearerPattern.exec(request.headers.get('authorization') ?? '')?.[1];
    if (bearer === undefined) throw expired();
    const actor = await (call.besideOwnCall
      ? running.callerOf(bearer)
      : adminConsole.sessions.authenticate(bearer));
    refuseBeforeSetup(actor, call);
    const requestInfo = {
      method: call.method,
      route: call.path,
      path: input.url.pathname.slice(base.length),
      startedAt: clock.now(),
    };
    const { address, traceId, locale } = input;
    const context = { actor, address, traceId, locale, request: requestInfo };
    if (policy !== 'signedIn' && !canAny(actor, policy.anyOf)) {
      await logDenied(context, call);
      throw forbidden();
    }
    return context;
  }

  /** The call stays denied even if it cannot be logged. */
  async function logDenied(context: CallContext, { method, path, summary }: AdminCallDef): Promise<void> {
    try {
      await adminConsole.deniedCallLog.note(context, summary);
    } catch (error) {
      log.error({ method, path, traceId: context.traceId, err: error }, 'could not log a denied call');
    }
  }

  async function answer(
    route: AdminRoute,
    params: Readonly<Record<string, string>>,
    caller: CallerInfo,
  ): Promise<Response> {
    const { call } = route;
    const { request, locale, responseHeaders } = caller;
    // Checked before authentication and before a byte is read.
    if (Number(request.headers.get('content-length') ?? 0) > limitOf(call))
      throw new Fault(faultFor(call, 'tooLarge'));
    const context = await admit(call, request, caller);
    const { body, ...input } = await readInput(call, params, caller);
    const full: AdminInput<unknown, unknown, unknown> = {
      ...input,
      body: body.value,
      file: body.file,
      locale,
      address: caller.address,
      traceId: caller.traceId,
      userAgent: (request.headers.get('user-agent') ?? '').slice(0, 512),
      cookies: readCookies(request.headers.get('cookie')),
      isSecure: publicOrigin(request).startsWith('https:'),
      responseHeaders,
      logDenied: async () => {
        if (context) await logDenied(context, call);
      },
      signal: request.signal,
    };
    const run = async () => {
      try {
        return await route.handle(full, context);
      } catch (error) {
        if (error instanceof AdminError && error.adminCode === adminCodes.forbidden) await full.logDenied();
        throw error;
      }
    };
    if (call.method === 'GET') return unlessKnown(request, respond(call, await run(), caller));
    return running.during(context?.actor, () => submit(call, context, caller, body.bytes, run));
  }

  /** Runs a change, with the reserve of the disk while that is full. */
  async function submit(
    call: AdminCallDef,
    context: CallContext | null,
    caller: CallerInfo,
    body: Uint8Array,
    run: () => Promise<unknown>,
  ): Promise<Response> {
    const change = () => submitOnce(call, context, caller, body, run);
    if (adminConsole.storageState() !== 'full') return change();
    if (!isAcceptedWhenFull(call)) throw storageError('full');
    return adminConsole.withReserve(change);
  }

  /** Runs a change, protected against duplicates. */
  async function submitOnce(
    call: AdminCallDef,
    context: CallContext | null,
    caller: CallerInfo,
    body: Uint8Array,
    run: () => Promise<unknown>,
  ): Promise<Response> {
    const { request, address, url, locale, responseHeaders } = caller;
    const submitted = {
      userId: context?.actor.userId ?? 0,
      who: context ? '' : address,
      method: call.method,
      url: url.pathname + url.search,
      body,
    };
    const key = request.headers.get('idempotency-key');
    if (key !== null && context && call.answers !== 'file') {
      if (!idempotencyPattern.test(key)) throw new Fault('malformed');
      const text = await adminConsole.idempotencyStore.once(submitted, key, async () =>
        JSON.stringify(dataOf(call, await run())),
      );
      return successResponse(JSON.parse(text), locale, responseHeaders);
    }
    if (call.rejectsDuplicates === false) return respond(call, await run(), caller);
    const leave = await adminConsole.idempotencyStore.begin(submitted);
    try {
      return respond(call, await run(), caller);
    } finally {
      await leave();
    }
  }

  return async (request) => {
    const url = new URL(request.url);
    const traceId = newId(entropy, clock.now());
    const locale = nearestLocale(request.headers.get('accept-language') ?? '');
    const caller: CallerInfo = {
      request,
      url,
      traceId,
      locale,
      address: clientAddress(request),
      responseHeaders: new Headers(),
    };
    const found = find(request.method, url.pathname.slice(base.length));
    const fail = (fault: TransportFault, path: string) => {
      log.info({ method: request.method, path, fault, traceId }, 'call rejected');
      return faultResponse(fault, locale, traceId);
    };
    // Not the requested path: it may contain a secret or forge a log line.
    if (found.kind === 'nothing') return fail('notFound', '?');
    if (found.kind === 'otherMethod') {
      const response = fail('method', '?');
      response.headers.set('Allow', found.methods.join(', '));
      return response;
    }
    const { path, takes } = found.route.call;
    const failure = (response: Response, code: AdminCode) =>
      takes === 'storageForm' ? withFailureStatus(response, code) : response;
    try {
      return await answer(found.route, found.params, caller);
    } catch (caught) {
      if (caught instanceof Fault) return failure(fail(caught.fault, path), codeOf(caught.fault));
      const error = adminConsole.explain(caught);
      if (error instanceof AdminError && (error === caught || error.adminCode !== adminCodes.storage)) {
        const { adminCode, errors, details } = error;
        log.info(
          {
            method: request.method,
            path,
            code: adminCode,
            fields: errors.map((each) => each.path),
            traceId,
            ...details,
          },
          'call rejected',
        );
      } else log.error({ method: request.method, path, traceId, err: caught }, 'call failed');
      const response = errorResponse(error, locale, traceId, caller.responseHeaders);
      return failure(response, error instanceof AdminError ? error.adminCode : adminCodes.failed);
    }
  };
}

interface CallerInfo {
  readonly request: Request;
  readonly url: URL;
  readonly traceId: string;
  readonly locale: Locale;
  readonly address: string;
  readonly responseHeaders: Headers;
}

async function readInput(
  call: AdminCallDef,
  sentParams: Readonly<Record<string, string>>,
  { request, url, locale }: CallerInfo,
): Promise<{ params: unknown; query: unknown; body: ReadBody }> {
  const params = call.params ? parseFor(call.params, sentParams, locale) : undefined;
  const fields = parseFields(url.search.slice(1), maxQueryPairs);
  if (!fields.ok) throw new Fault('malformed');
  const query = call.query ? parseFor(call.query, fields.value, locale) : undefined;
  if (call.method === 'GET') {
    return { params, query, body: { value: undefined, file: null, bytes: new Uint8Array() } };
  }
  const body = await readBody(request, call);
  if (!body.ok) throw new Fault(faultFor(call, body.error));
  const value = call.body ? parseFor(call.body, body.value.value ?? {}, locale) : undefined;
  return { params, query, body: { ...body.value, value } };
}

const faultFor = ({ file }: AdminCallDef, fault: BodyFault): TransportFault =>
  fault === 'tooLarge' && file === 'image' ? 'imageTooLarge' : fault;

/** Downloads read more than they write, and help to move data away. */
const isAcceptedWhenFull = (call: AdminCallDef): boolean =>
  call.acceptedWhenFull === true || call.method === 'DELETE' || call.answers === 'file';

/** Throws 403 while the caller has a required action, unless the call allows it. */
function refuseBeforeSetup(actor: Actor, { beforeSetup }: AdminCallDef): void {
  if (!actor.mustChangePassword && !actor.mustEnableTotp) return;
  if (beforeSetup === 'always') return;
  if (beforeSetup === 'secondFactor' && !actor.mustChangePassword) return;
  throw new AdminError(403, actor.mustChangePassword ? changeFirst : totpFirst);
}

const changeFirst = {
  'zh-CN': '请先修改密码再继续操作',
  'en-US': 'Change your password first',
} as const;
const totpFirst = {
  'zh-CN': '请先启用两步验证再继续操作',
  'en-US': 'Set up two-step verification first',
} as const;

function dataOf(call: AdminCallDef, result: unknown): unknown {
  // Drops everything that the contract does not name.
  return call.data ? call.data.parse(result) : null;
}

function respond(
  call: AdminCallDef,
  result: unknown,
  { request, locale, responseHeaders }: CallerInfo,
): Response {
  if (call.answers !== 'file') return successResponse(dataOf(call, result), locale, responseHeaders);
  const file = result as FileResponse | DeferredFile;
  return 'deferred' in file
    ? successResponse(null, locale, responseHeaders, file.deferred)
    : fileResponse(file, responseHeaders, request.headers.get('range'));
}

/** 304 without a body if the caller already has this ETag. */
function unlessKnown(request: Request, response: Response): Response {
  const { headers } = response;
  const tag = headers.get('etag');
  if (tag === null) return response;
  // Browsers cache it and revalidate each time, unless it is the same for everybody.
  if (!headers.get('cache-control')?.startsWith('public')) headers.set('Cache-Control', 'private, no-cache');
  headers.append('Vary', 'Authorization, Accept-Language');
  const known = (request.headers.get('if-none-match') ?? '').split(',').map((one) => one.trim());
  if (!known.some((one) => one === '*' || one.replace(/^W\//, '') === tag)) return response;
  headers.delete('content-type');
  headers.delete('content-length');
  return new Response(null, { status: 304, headers });
}

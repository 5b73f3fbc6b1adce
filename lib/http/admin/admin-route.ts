/** A call bound to its implementation. `admin-handler.ts` runs it after all checks of its policy. */
import type { z } from 'zod';
import type { AdminCallDef } from '../../contracts/admin/call.ts';
import type { CallContext } from '../../domain/identity/actor.ts';
import type { Locale, LocalText } from '../../i18n/translate.ts';

export interface UploadedFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** A download. Its body is read at the caller's pace. */
export interface FileResponse {
  readonly fileName: string;
  readonly contentType: string;
  /** Images are displayed; everything else is saved. */
  readonly isShown?: true;
  /** An array: the whole file, of which ranges can be requested. */
  readonly body: AsyncIterable<Uint8Array> | Uint8Array;
}

/** Instead of a download: the file is made in the background, and the message says where it will be. */
export interface DeferredFile {
  readonly deferred: LocalText;
}

export interface AdminInput<Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly file: UploadedFile | null;
  readonly locale: Locale;
  /** IP address of the caller, as text. */
  readonly address: string;
  readonly userAgent: string;
  readonly traceId: string;
  /** Cookies by name. */
  readonly cookies: Readonly<Record<string, string>>;
  /** True when the browser used https. */
  readonly isSecure: boolean;
  /** Extra response headers, for instance `set-cookie`. */
  readonly responseHeaders: Headers;
  /** Logs that a part of the call was denied. To deny the whole call, throw. */
  readonly logDenied: () => Promise<void>;
  /** Aborts when the caller disconnects. */
  readonly signal: AbortSignal;
}

export interface AdminRoute {
  readonly call: AdminCallDef;
  /** `context` is null if the policy requires no session. */
  readonly handle: (
    input: AdminInput<unknown, unknown, unknown>,
    context: CallContext | null,
  ) => Promise<unknown>;
}

type Out<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** For policies with a session: the implementation receives the caller. */
export function bindAdminCall<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  D extends z.ZodType,
>(
  call: AdminCallDef<P, Q, B, D>,
  handle: (
    input: AdminInput<Out<P>, Out<Q>, Out<B>>,
    context: CallContext,
  ) => Promise<z.input<D> | FileResponse>,
): AdminRoute {
  if (call.policy === 'public' || call.policy === 'cookie') {
    throw new Error(`${call.method} ${call.path} has no session: use bindOpenCall`);
  }
  return {
    call,
    handle: async (input, context) => {
      if (!context) throw new Error('a call that requires a session was handled without one');
      // The handler parsed them with the schemas of this call.
      return handle(input as AdminInput<Out<P>, Out<Q>, Out<B>>, context);
    },
  };
}

/** For the few calls without a session. */
export function bindOpenCall<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  D extends z.ZodType,
>(
  call: AdminCallDef<P, Q, B, D>,
  handle: (input: AdminInput<Out<P>, Out<Q>, Out<B>>) => Promise<z.input<D> | FileResponse>,
): AdminRoute {
  if (call.policy !== 'public' && call.policy !== 'cookie') {
    throw new Error(`${call.method} ${call.path} requires a session: use bindAdminCall`);
  }
  return { call, handle: (input) => handle(input as AdminInput<Out<P>, Out<Q>, Out<B>>) };
}

/** A call bound to its behaviour. `admin-handler.ts` runs it behind everything its policy asks for. */
import type { z } from 'zod';
import type { AdminCallDef } from '../../contracts/admin/call.ts';
import type { CallContext } from '../../domain/identity/actor.ts';
import type { Locale } from '../../i18n/translate.ts';

export interface UploadedFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** A download. Its body is read as fast as the caller takes it. */
export interface FileResponse {
  readonly fileName: string;
  readonly contentType: string;
  /** Pictures are looked at where they are; everything else is saved. */
  readonly isShown?: true;
  readonly body: AsyncIterable<Uint8Array>;
}

export interface AdminInput<Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly file: UploadedFile | null;
  readonly locale: Locale;
  /** Whom the call came from, as text. */
  readonly address: string;
  readonly userAgent: string;
  readonly traceId: string;
  /** Cookies by name. */
  readonly cookies: Readonly<Record<string, string>>;
  /** Whether the browser reached us by https. */
  readonly isSecure: boolean;
  /** Asked for the answer: for instance `set-cookie`. */
  readonly responseHeaders: Headers;
  /** Writes down that a part of the call may not be made by its caller. Of the whole, throwing says it. */
  readonly noteRefusal: () => Promise<void>;
  /** Ends when the caller has gone. */
  readonly signal: AbortSignal;
}

export interface AdminRoute {
  readonly call: AdminCallDef;
  /** `context` is null where the policy asks for no session. */
  readonly handle: (
    input: AdminInput<unknown, unknown, unknown>,
    context: CallContext | null,
  ) => Promise<unknown>;
}

type Out<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** For policies with a session: the behaviour is told who calls. */
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
    throw new Error(`${call.method} ${call.path} has no session to tell its behaviour`);
  }
  return {
    call,
    handle: async (input, context) => {
      if (!context) throw new Error('a call with a session came without one');
      // The handler parsed them by the schemas of this very call.
      return handle(input as AdminInput<Out<P>, Out<Q>, Out<B>>, context);
    },
  };
}

/** For the few calls that need no session. */
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
    throw new Error(`${call.method} ${call.path} needs a session`);
  }
  return { call, handle: (input) => handle(input as AdminInput<Out<P>, Out<Q>, Out<B>>) };
}

/**
 * One call of the console that no resource definition makes by itself. Resources make theirs of these too
 * (`resource-calls.ts`), so handlers, the API document, the authorization matrix and the client know one form.
 */
import type { z } from 'zod';
import type { LocalText } from '../../i18n/translate.ts';

/**
 * Who may call. There is no default: a call without a policy does not compile.
 * `public`: anybody. `cookie`: whoever's browser holds a session's cookie, from a page of ours. `signedIn`:
 * everybody with a session. `anyOf`: a session that holds one of these permissions.
 */
export type AdminPolicy =
  | 'public'
  | 'cookie'
  | 'signedIn'
  | { readonly anyOf: readonly [string, ...string[]] };

/** What the operation log calls it. */
export type BusinessType =
  | 'other'
  | 'insert'
  | 'update'
  | 'delete'
  | 'grant'
  | 'export'
  | 'import'
  | 'forceOut'
  | 'clean'
  | 'reveal';

export interface AdminCallDef<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Data extends z.ZodType = z.ZodType,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the API's base. `{name}` takes one segment and must fit `params`; a fixed segment wins over it. */
  readonly path: `/${string}`;
  readonly policy: AdminPolicy;
  /**
   * Allowed while the caller's account is not set up: `always`, or only while nothing but the second factor is missing.
   * Left out: refused until the password is changed and the second factor is set up, where either is required.
   */
  readonly beforeSetup?: 'always' | 'secondFactor';
  readonly summary: LocalText;
  /** Permissions that are not needed and let the caller do more, with what they are called. */
  readonly more?: Readonly<Record<string, LocalText>>;
  /** Values of `{name}` segments, each a text. */
  readonly params?: Params;
  /** `a[b]=c` is `{a: {b: 'c'}}`. */
  readonly query?: Query;
  /** JSON, unless `takes` says otherwise. */
  readonly body?: Body;
  /** `form`: form-encoded (downloads). `multipart`: one file called `file`, and fields. */
  readonly takes?: 'json' | 'form' | 'multipart';
  /** What the file is, so that too large a body is told in its words. */
  readonly file?: 'picture';
  /** Null data: leave it out. `file`: a download instead of an envelope. */
  readonly data?: Data;
  readonly answers?: 'envelope' | 'file';
  /** Twice the same within a second is one: POST, PUT and DELETE, unless false. */
  readonly rejectsDuplicates?: false;
}

export function defineAdminCall<
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Data extends z.ZodType = z.ZodNull,
>(call: AdminCallDef<Params, Query, Body, Data>): AdminCallDef<Params, Query, Body, Data> {
  return call;
}

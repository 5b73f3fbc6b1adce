/**
 * One call of the console that is not derived from a resource definition. Resource calls have the same form
 * (`resource-calls.ts`), so handlers, the API document, the authorization matrix and the client handle only one.
 */
import type { z } from 'zod';
import type { LocalText } from '../../i18n/translate.ts';

/**
 * Who may call. There is no default: a call without a policy does not compile. `public`: anybody. `cookie`: requests
 * from our own pages with a session cookie. `signedIn`: every session. `anyOf`: a session with one of these
 * permissions.
 */
export type AdminPolicy =
  | 'public'
  | 'cookie'
  | 'signedIn'
  | { readonly anyOf: readonly [string, ...string[]] };

/** Type of the operation in the operation log. */
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
  /**
   * Relative to the API's base. `{name}` matches one segment and must satisfy `params`; a fixed segment takes
   * precedence over it.
   */
  readonly path: `/${string}`;
  readonly policy: AdminPolicy;
  /**
   * Allowed while the caller has required actions: `always`, or only when just two-step verification is missing.
   * Absent: rejected until the password is changed and two-step verification is set up, where required.
   */
  readonly beforeSetup?: 'always' | 'secondFactor';
  readonly summary: LocalText;
  /** Optional permissions that allow the caller more, with their titles. */
  readonly more?: Readonly<Record<string, LocalText>>;
  /** Values of `{name}` segments, each a text. */
  readonly params?: Params;
  /** `a[b]=c` is `{a: {b: 'c'}}`. */
  readonly query?: Query;
  /** JSON, unless `takes` is set. */
  readonly body?: Body;
  /**
   * `form`: form-encoded (downloads). `multipart`: one file in the field `file`, and other fields. `storageForm`: the
   * same as storage services have it: the file is the last field and smaller than 2 MB, and failures have an HTTP status.
   */
  readonly takes?: 'json' | 'form' | 'multipart' | 'storageForm';
  /** Kind of the file, for the message when it is too large. */
  readonly file?: 'image' | 'audio';
  /** Absent: null data. `file`: a download instead of an envelope. */
  readonly data?: Data;
  readonly answers?: 'envelope' | 'file';
  /** A repetition within a second is rejected: POST, PUT and DELETE, unless false. */
  readonly rejectsDuplicates?: false;
  /**
   * Accepted while the disk is full: sign-in, and changes that withdraw access. DELETE and downloads always are; other
   * changes are rejected.
   */
  readonly acceptedWhenFull?: true;
  /**
   * Asks about a call of the same session that is still running. If the database does not respond because of that call,
   * the caller is known from it.
   */
  readonly besideOwnCall?: true;
}

export function defineAdminCall<
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Data extends z.ZodType = z.ZodNull,
>(call: AdminCallDef<Params, Query, Body, Data>): AdminCallDef<Params, Query, Body, Data> {
  return call;
}

import type { FieldError, MessageLink } from '../../../lib/contracts/admin/envelope.ts';

/** Client-side codes of calls that got no response. */
export const localCodes = { network: 'network', timeout: 'timeout', twice: 'twice' } as const;

/** Rejection of every failed call, except calls aborted by their caller. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The body's code as text (`40000`, `U0210`, `403`), `http` for a bare status, or one of `localCodes`. */
  readonly code: string;
  /** Errors of single form fields. */
  readonly errors: readonly FieldError[];
  /** Where the rows are that stand in the way. */
  readonly links: readonly MessageLink[];
  /** HTTP status; 0 without a response. */
  readonly status: number;
  readonly traceId: string | null;

  constructor(
    code: string,
    message: string,
    details: {
      readonly errors?: readonly FieldError[] | undefined;
      readonly links?: readonly MessageLink[] | undefined;
      readonly status?: number;
      readonly traceId?: string | null | undefined;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, { cause: details.cause });
    this.code = code;
    this.errors = details.errors ?? [];
    this.links = details.links ?? [];
    this.status = details.status ?? 0;
    this.traceId = details.traceId ?? null;
  }
}

/** Messages by field path, as forms need them. Only the first message of each field is kept. */
export function fieldErrors(error: unknown): Record<string, string> {
  const byPath: Record<string, string> = {};
  if (error instanceof ApiError) {
    for (const { path, message } of error.errors) byPath[path] ??= message;
  }
  return byPath;
}

/** The record does not exist or the user may not see it; retrying does not help. */
export const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === '404' || error.code === '403' || error.status === 404);

const outages: ReadonlySet<string> = new Set([localCodes.network, localCodes.timeout]);

/** The server did not respond, or a proxy responded in its place. */
export const isOutage = (error: unknown): boolean =>
  error instanceof ApiError && (outages.has(error.code) || (error.code === 'http' && error.status >= 502));

const lasting: ReadonlySet<string> = new Set(['40000', 'U0200']);

/** True if a retry can succeed: the request itself was not rejected. */
export const mayPass = (error: unknown): boolean =>
  !isMissing(error) && !(error instanceof ApiError && lasting.has(error.code));

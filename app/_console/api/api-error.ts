import type { FieldError } from '../../../lib/contracts/admin/envelope.ts';

/** Codes of this side, for what never became an answer. */
export const localCodes = { network: 'network', timeout: 'timeout', twice: 'twice' } as const;

/** Every call that fails rejects with this, but for one that its caller aborted. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The body's code as text (`40000`, `U0210`, `403`), `http` for a bare status, or one of `localCodes`. */
  readonly code: string;
  /** Of single fields of the form that was sent. */
  readonly errors: readonly FieldError[];
  /** Of HTTP; 0 without an answer. */
  readonly status: number;
  readonly traceId: string | null;

  constructor(
    code: string,
    message: string,
    details: {
      readonly errors?: readonly FieldError[] | undefined;
      readonly status?: number;
      readonly traceId?: string | null | undefined;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, { cause: details.cause });
    this.code = code;
    this.errors = details.errors ?? [];
    this.status = details.status ?? 0;
    this.traceId = details.traceId ?? null;
  }
}

/** Messages by path, as forms take them. The first one of a field stays. */
export function fieldErrors(error: unknown): Record<string, string> {
  const byPath: Record<string, string> = {};
  if (error instanceof ApiError) {
    for (const { path, message } of error.errors) byPath[path] ??= message;
  }
  return byPath;
}

/** What was asked for is not there, or not for this user; asking again changes nothing. */
export const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === '404' || error.code === '403' || error.status === 404);

const lasting: ReadonlySet<string> = new Set(['40000', 'U0200']);

/** Whether asking the same again may help: not where the question itself was refused. */
export const mayPass = (error: unknown): boolean =>
  !isMissing(error) && !(error instanceof ApiError && lasting.has(error.code));

/**
 * An error for callers outside: `code` is for programs and never changes meaning, `message` is for people, `details`
 * and `cause` are for the log and for typed responses. Neither message nor details may contain a secret.
 */
export class AppError extends Error {
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: string,
    message: string,
    details: Readonly<Record<string, unknown>> = {},
    options?: { cause?: unknown },
  ) {
    super(message, options);
    this.name = 'AppError';
    this.code = code;
    this.details = details;
  }
}

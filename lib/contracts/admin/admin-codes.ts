/** In a file without zod, to keep the sign-in page small. */
/**
 * Business codes. The HTTP status is 200 except for an ended session (401) and for requests that match no call (404,
 * 405, 413).
 */
export const adminCodes = {
  ok: 20001,
  /** Invalid input; `errors` names the fields. */
  invalid: 40000,
  /** A business rule rejects the call. */
  refused: 'U0200',
  /** A concurrent change came first: a value is taken, or the row has changed. */
  conflict: 'U0210',
  /** Try again later or with a smaller change: a warning. */
  warning: 601,
  forbidden: 403,
  notFound: 404,
  tooMany: 429,
  failed: 500,
  /** The server cannot save: its disk is full, read-only or faulty; or the bucket of uploaded files fails. */
  storage: 507,
  /** The session has expired, or nobody is signed in. */
  expired: 'U0230',
  /** The session was ended by another user. */
  revoked: 'U0231',
} as const;
export type AdminCode = (typeof adminCodes)[keyof typeof adminCodes];

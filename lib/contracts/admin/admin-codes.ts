/** By themselves, without zod: the page that signs in is to load little. */
/** Business codes; HTTP is 200 but for an ended session (401) and what never was a call (404, 405, 413). */
export const adminCodes = {
  ok: 20001,
  /** Input that does not fit; `errors` names the fields. */
  invalid: 40000,
  /** A rule of the business says no. */
  refused: 'U0200',
  /** Somebody else was faster: a value that is taken, or a row that changed. */
  conflict: 'U0210',
  /** Wait or change little: a warning. */
  warning: 601,
  forbidden: 403,
  notFound: 404,
  tooMany: 429,
  failed: 500,
  /** The session ran out, or nobody is signed in. */
  expired: 'U0230',
  /** The session was ended by somebody. */
  revoked: 'U0231',
} as const;
export type AdminCode = (typeof adminCodes)[keyof typeof adminCodes];

/** Kinds of envelopes on the port. Unknown kinds are ignored. */
export const kinds = { request: 0, result: 1, error: 2, event: 3, cancel: 4 } as const;

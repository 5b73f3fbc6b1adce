/** Kinds of envelopes on the port. A kind nobody knows is ignored. */
export const kinds = { request: 0, result: 1, error: 2, event: 3, cancel: 4 } as const;

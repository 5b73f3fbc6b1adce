/**
 * How large anything on the wire may be. Both ends refuse what exceeds them, so a page or a frame
 * gone bad costs at most one small, flat message.
 */
export const limits = {
  /** Every integer on the wire is 0 … this: ids, counts, durations and instants (year 33658) in ms. */
  integer: 1e15,
  /** Message names, codes, features, codecs. */
  nameLength: 64,
  /** Sentences for people. */
  messageLength: 2_000,
  /** Camera addresses, and access tokens. */
  addressLength: 4_000,
  features: 32,
  versions: 8,
  /** Requests of the host that the frame works on at one time. More are answered `busy`. */
  openRequests: 256,
  /** A host may send this many requests at once … */
  requestBurst: 20_000,
  /** … and this many a second for ever. More are answered `busy`. */
  requestsPerSecond: 10_000,
} as const;

/** Protocol versions this build speaks, newest first. */
export const protocolVersions: readonly number[] = [1];

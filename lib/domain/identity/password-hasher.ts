/**
 * Argon2id with limited concurrency. Each hash takes 19 MiB and a core for about 30 ms, on the thread pool that also
 * does file access. Excess sign-ins wait or are rejected here, so that video is not affected.
 */

export interface HashCost {
  readonly algorithm: 2;
  /** KiB. */
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}
/** m = 19 MiB, t = 2, p = 1; the algorithm's number is that of Argon2id. */
const defaultCost: HashCost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export interface HasherLimits {
  readonly running: number;
  readonly waiting: number;
}
const defaultLimits: HasherLimits = { running: 2, waiting: 16 };

/** Too many calls are waiting; nothing was computed. */
export class HasherBusy extends Error {
  constructor() {
    super('too many passwords are being checked');
  }
}

export interface PasswordHasher {
  /** PHC text. Throws `HasherBusy`. */
  hash(password: string): Promise<string>;
  /** Does the same work for null, which never matches. Throws `HasherBusy`. */
  verify(hash: string | null, password: string): Promise<boolean>;
  /** Number of hashes computed since the start. */
  readonly computed: number;
}

/** `cost`: tests that are not about hashing use a lower one. */
export function passwordHasher(
  limits: HasherLimits = defaultLimits,
  cost: HashCost = defaultCost,
): PasswordHasher {
  let running = 0;
  let computed = 0;
  const waiting: (() => void)[] = [];
  let dummyHash: Promise<string> | null = null;

  async function runLimited<T>(work: () => Promise<T>): Promise<T> {
    if (running < limits.running) running += 1;
    else if (waiting.length >= limits.waiting) throw new HasherBusy();
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      computed += 1;
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  }

  // Normalizes characters that can be typed in several ways.
  const normal = (password: string) => password.normalize('NFC');

  return {
    hash: (password) => runLimited(async () => (await argon2()).hash(normal(password), cost)),
    async verify(hash, password) {
      // Created once; verified against when the account does not exist.
      dummyHash ??= argon2()
        .then((made) => made.hash('a password of no account', cost))
        .catch((error: unknown) => {
          dummyHash = null;
          throw error;
        });
      const against = hash ?? (await dummyHash);
      const fits = await runLimited(async () => (await argon2()).verify(against, normal(password)));
      return fits && hash !== null;
    },
    get computed() {
      return computed;
    },
  };
}

let loaded: Promise<typeof import('@node-rs/argon2')> | null = null;
/** A native library: loaded for the first password, not at each start of the command line. */
function argon2() {
  // Tried again after a failure: there may have been no files to open, or an update is replacing packages.
  loaded ??= import('@node-rs/argon2').catch((error: unknown) => {
    loaded = null;
    throw error;
  });
  return loaded;
}

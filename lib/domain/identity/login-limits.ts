/**
 * How often sign-in may be attempted. Counted for the account at an address, so that nobody can lock a user out of
 * the user's own device; for the address, whatever accounts it tries; and for the account from all addresses where
 * its owner did not sign in, so that many addresses get no further than one.
 */
import type { ExpressionBuilder, Transaction } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { Database } from '../../db/schema.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Ms } from '../../kernel/units.ts';
import { databaseFailureLimiter, failureRowName } from '../limits/database-failure-limiter.ts';
import type { FailureLimit, LimitedName } from '../limits/failure-limiter.ts';

const minuteMs: Ms = 60_000;
const windowMs: Ms = 15 * minuteMs;
/** An address where the account's owner signed in within this time is known. */
const knownForMs: Ms = 30 * 24 * 60 * minuteMs;

const perAddress: FailureLimit = { kind: 'login/address', maxFailures: 20, windowMs };
/** After two failures of an address it must solve a captcha first. */
const withoutCaptcha: FailureLimit = { ...perAddress, maxFailures: 2 };
/** Of one account at one address; the settings give the other values. */
const perPair = { kind: 'login/pair', backoffFrom: 3 };
const perAccount: FailureLimit = { kind: 'login/account', maxFailures: 20, windowMs };
const captchas: FailureLimit = { kind: 'picture', maxFailures: 10, windowMs: minuteMs };
const setups: FailureLimit = { kind: 'setup', maxFailures: 5, windowMs };
const registrations: FailureLimit = { kind: 'register', maxFailures: 5, windowMs: 60 * minuteMs };

export interface AttemptRules {
  /** Of an account at an address, 1 to 20. */
  readonly maxRetries: number;
  /** Within which they are counted, and at whose end it may try again; a quarter of an hour at most. */
  readonly lockMinutes: number;
}

export interface LoginAttempt {
  /** It was correct. */
  succeeded(): Promise<void>;
  /** It was neither correct nor wrong, for instance because too many attempts were being checked. */
  takenBack(): Promise<void>;
}

export type LoginLimits = ReturnType<typeof loginLimits>;

export function loginLimits(db: Db, clock: Clock) {
  const failures = databaseFailureLimiter(db, clock);

  async function isKnownAddress(account: string, address: string): Promise<boolean> {
    const row = await db
      .selectFrom('session')
      .innerJoin('user', 'user.id', 'session.userId')
      .select('session.id')
      .where((build) => build(build.fn('lower', ['user.username']), '=', account))
      .where('session.address', '=', address)
      .where('session.createdAt', '>', clock.now() - knownForMs)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  async function namesOf(given: string, address: string, { maxRetries, lockMinutes }: AttemptRules) {
    const account = accountOf(given);
    const network = networkPrefix(address);
    const ofAddress: LimitedName = [perAddress, network];
    const ofPair: LimitedName = [
      { ...perPair, maxFailures: maxRetries, windowMs: Math.min(windowMs, lockMinutes * minuteMs) },
      `${account}/${network}`,
    ];
    const ofAccount: LimitedName = [perAccount, account];
    return {
      ofPair,
      others: (await isKnownAddress(account, address)) ? [ofAddress] : [ofAddress, ofAccount],
    };
  }

  const countOne = (limit: FailureLimit) => async (address: string) =>
    failures.count([[limit, networkPrefix(address)]]);

  return {
    /** How long until this may be attempted. A read only: a flood that is blocked does not write. */
    async waitMs(given: string, address: string, rules: AttemptRules): Promise<Ms> {
      const { ofPair, others } = await namesOf(given, address, rules);
      return failures.check([...others, ofPair]);
    },

    /** How long until this may be attempted, or the attempt. It counts as failed until it is reported otherwise. */
    async begin(given: string, address: string, rules: AttemptRules): Promise<Ms | LoginAttempt> {
      const { ofPair, others } = await namesOf(given, address, rules);
      const wait = await failures.count([...others, ofPair]);
      if (wait > 0) return wait;
      return {
        async succeeded() {
          await failures.takeBack(others);
          await failures.forget([ofPair]);
        },
        async takenBack() {
          await failures.takeBack([...others, ofPair]);
        },
      };
    },

    needsCaptcha: async (address: string) =>
      (await failures.check([[withoutCaptcha, networkPrefix(address)]])) > 0,

    /** How long until the next captcha. 0: it was counted. */
    countCaptcha: countOne(captchas),

    /** The same for setup codes and registrations; every attempt counts. */
    countSetup: countOne(setups),
    countRegistration: countOne(registrations),

    /** Lets an account try again at once, from all addresses. With `transaction`, part of it. */
    async unlock(given: string, transaction?: Transaction<Database>): Promise<void> {
      const account = accountOf(given);
      await failures.forget([[perAccount, account]], transaction);
      await (transaction ?? db).deleteFrom('failureCount').where(isPairOf(account)).execute();
    },

    /** Failures of an account within the last quarter of an hour, and until when it is locked somewhere. */
    async lockStatus(
      given: string,
      { maxRetries }: Pick<AttemptRules, 'maxRetries'>,
    ): Promise<{ failures: number; lockedUntil: number | null }> {
      const rows = await db
        .selectFrom('failureCount')
        .select(['failures', 'windowEndsAt'])
        .where(isPairOf(accountOf(given)))
        .where('windowEndsAt', '>', clock.now())
        .execute();
      const locked = rows.filter((row) => row.failures >= maxRetries).map((row) => row.windowEndsAt);
      return {
        failures: rows.reduce((sum, row) => sum + row.failures, 0),
        lockedUntil: locked.length > 0 ? Math.max(...locked) : null,
      };
    },

    forgetEnded: () => failures.forgetEnded(),
  };
}

/** Rows of an account at any address. */
const isPairOf = (account: string) => {
  const prefix = failureRowName([perPair, `${account}/`]);
  return (row: ExpressionBuilder<Database, 'failureCount'>) =>
    row(row.fn<string>('substr', ['name', row.val(1), row.val(prefix.length)]), '=', prefix);
};

/** Account names ignore case, and contain no slash. */
const accountOf = (given: string) => given.toLowerCase().slice(0, 64).replaceAll('/', ' ');

/** An IPv6 address is reduced to its /64 network, all of which one client may have. */
function networkPrefix(address: string): string {
  return address.includes(':') ? `${address.split(':').slice(0, 4).join(':')}::` : address;
}

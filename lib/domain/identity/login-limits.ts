/**
 * How often somebody may try to sign in. Counted for the account at an address, so that nobody can lock a person
 * out of their own device; for the address, whatever accounts it tries; and for the account from everywhere it
 * never was at home, so that many addresses get no further than one.
 */
import type { Transaction } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { Database } from '../../db/schema.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Ms } from '../../kernel/units.ts';
import { type AttemptLimit, type FailureCounts, failureCounts } from '../limits/failure-counts.ts';

const minuteMs: Ms = 60_000;
const windowMs: Ms = 15 * minuteMs;
/** After so many failures of an address, it must read a picture first. */
export const captchaFrom = 2;
/** An address where somebody signed in within this time is one of theirs. */
const knownForMs: Ms = 30 * 24 * 60 * minuteMs;

const ofAddress: AttemptLimit = { max: 20, windowMs };
const ofAccount: AttemptLimit = { max: 20, windowMs };
const captchas: AttemptLimit = { max: 10, windowMs: minuteMs };
const setups: AttemptLimit = { max: 5, windowMs };
const registrations: AttemptLimit = { max: 5, windowMs: 60 * minuteMs };

export interface AttemptRules {
  /** Of an account at an address, 1 to 20. */
  readonly maxRetries: number;
  /** Within which they are counted, and at whose end it may try again; a quarter of an hour at most. */
  readonly lockMinutes: number;
}

export interface LoginAttempt {
  /** It was right. */
  succeeded(): Promise<void>;
  /** It was neither right nor wrong: for instance, too many were being looked at. */
  takenBack(): Promise<void>;
}

export type LoginLimits = ReturnType<typeof loginLimits>;

export function loginLimits(db: Db, clock: Clock) {
  const counts: FailureCounts = failureCounts(db, clock);

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

  async function limitsOf(account: string, address: string, rules: AttemptRules) {
    const ofPair: AttemptLimit = {
      max: rules.maxRetries,
      windowMs: Math.min(windowMs, rules.lockMinutes * minuteMs),
      delaysFrom: 3,
    };
    const limits: [string, AttemptLimit][] = [
      [names.address(address), ofAddress],
      [names.pair(account, address), ofPair],
    ];
    if (!(await isKnownAddress(account, address))) limits.push([names.account(account), ofAccount]);
    return limits;
  }

  return {
    /** How long until this may be tried. A glance: a flood that is held back writes nothing. */
    async waitMs(given: string, address: string, rules: AttemptRules): Promise<Ms> {
      for (const [name, limit] of await limitsOf(accountOf(given), address, rules)) {
        const wait = await counts.waitMs(name, limit);
        if (wait > 0) return wait;
      }
      return 0;
    },

    /** How long until this may be tried, or the try. It counts as failed until it is said to be none. */
    async begin(given: string, address: string, rules: AttemptRules): Promise<Ms | LoginAttempt> {
      const account = accountOf(given);
      const limits = await limitsOf(account, address, rules);
      const begun: string[] = [];
      const takeBack = async () => {
        for (const name of begun) await counts.takeBack(name);
      };
      for (const [name, limit] of limits) {
        const wait = await counts.begin(name, limit);
        if (wait > 0) {
          await takeBack();
          return wait;
        }
        begun.push(name);
      }
      return {
        async succeeded() {
          await counts.takeBack(names.address(address));
          await counts.forget(names.pair(account, address));
          await counts.takeBack(names.account(account));
        },
        takenBack: takeBack,
      };
    },

    needsCaptcha: async (address: string) => (await counts.failures(names.address(address))) >= captchaFrom,

    /** How long until the next picture. 0: it was counted. */
    countCaptcha: (address: string) => counts.begin(`picture/${placeOf(address)}`, captchas),

    /** The same for setup codes; every try counts. */
    countSetup: (address: string) => counts.begin(`setup/${placeOf(address)}`, setups),
    countRegistration: (address: string) => counts.begin(`register/${placeOf(address)}`, registrations),

    /** Lets an account try again at once, from wherever. With `transaction`, part of it. */
    async unlock(given: string, transaction?: Transaction<Database>): Promise<void> {
      const account = accountOf(given);
      await counts.forget(names.account(account), transaction);
      await counts.forgetFrom(names.pair(account, ''), transaction);
    },

    /** Failures of an account within the last quarter of an hour, and until when it is locked somewhere. */
    async standing(
      given: string,
      { maxRetries }: Pick<AttemptRules, 'maxRetries'>,
    ): Promise<{ failures: number; lockedUntil: number | null }> {
      const prefix = names.pair(accountOf(given), '');
      const rows = await db
        .selectFrom('failureCount')
        .select(['failures', 'windowEndsAt', 'blockedUntil'])
        .where((row) => row(row.fn('substr', ['name', row.val(1), row.val(prefix.length)]), '=', prefix))
        .where('windowEndsAt', '>', clock.now())
        .execute();
      const locked = rows
        .filter(({ failures }) => failures >= maxRetries)
        .map(({ windowEndsAt }) => windowEndsAt);
      return {
        failures: rows.reduce((sum, { failures }) => sum + failures, 0),
        lockedUntil: locked.length > 0 ? Math.max(...locked) : null,
      };
    },

    forgetEnded: () => counts.forgetEnded(),
  };
}

const names = {
  address: (address: string) => `login/address/${placeOf(address)}`,
  pair: (account: string, address: string) => `login/pair/${account}/${address && placeOf(address)}`,
  account: (account: string) => `login/account/${account}`,
};

/** Account names ignore case, and hold no slash. */
const accountOf = (given: string) => given.toLowerCase().slice(0, 64).replaceAll('/', ' ');

/** Whoever has one address of version 6 has all of its network: 64 bits. */
function placeOf(address: string): string {
  return address.includes(':') ? `${address.split(':').slice(0, 4).join(':')}::` : address;
}

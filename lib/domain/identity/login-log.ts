/** Who tried to sign in, from where, and how that went. */
import type { Db } from '../../db/client.ts';
import type { LocalText } from '../../i18n/translate.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';
import { withMoreAttempts } from './login-messages.ts';
import { describeBrowser } from './user-agent.ts';

export interface LoginEntry {
  readonly userName: string;
  readonly userId: number | null;
  readonly address: string;
  readonly userAgent: string;
  readonly traceId: string;
  readonly isIn: boolean;
  /** Shown to administrators only; may say what the person who tried is not told. */
  readonly message: LocalText;
}

/** Tries that were held back, of one address: a row for the first, then one a minute with their number. */
const blockedEveryMs: Ms = 60_000;
const maxRemembered = 10_000;

export function loginLog(db: Db, clock: Clock) {
  const blocked = new Map<string, { since: EpochMs; count: number }>();

  async function write(scope: TenantScope, entry: LoginEntry, attemptsBefore = 0): Promise<void> {
    const { userAgent, isIn, userName, message, ...rest } = entry;
    await db
      .insertInto('loginLog')
      .values({
        ...rest,
        ...describeBrowser(userAgent),
        // Whatever was typed there: now and then a password.
        userName: /^\w{1,64}$/.test(userName) ? userName : '?',
        tenantId: scope.tenantId,
        msg: withMoreAttempts(message['zh-CN'], attemptsBefore),
        loginType: 'PASSWORD',
        status: isIn ? '0' : '1',
        loginAt: clock.now(),
      })
      .execute();
  }

  return {
    write: (scope: TenantScope, entry: LoginEntry) => write(scope, entry),

    /** A flood that is held back must not become one of rows: each is a write to the disk. */
    async writeBlocked(scope: TenantScope, entry: LoginEntry): Promise<void> {
      const now = clock.now();
      const known = blocked.get(entry.address);
      if (known && now - known.since < blockedEveryMs) {
        known.count += 1;
        return;
      }
      blocked.delete(entry.address);
      blocked.set(entry.address, { since: now, count: 0 });
      for (const oldest of blocked.keys()) {
        if (blocked.size <= maxRemembered) break;
        blocked.delete(oldest);
      }
      await write(scope, entry, known?.count);
    },
  };
}
export type LoginLog = ReturnType<typeof loginLog>;

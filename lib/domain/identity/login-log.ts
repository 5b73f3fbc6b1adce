/** The log of sign-in attempts: user, address, result. */
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
  /** Shown to administrators only; may contain details that the user does not see. */
  readonly message: LocalText;
}

/** Blocked attempts of one address: one row for the first, then one per minute with their number. */
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
        // The input may be anything, sometimes a password.
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

    /** A flood of blocked attempts must not become a flood of disk writes. */
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

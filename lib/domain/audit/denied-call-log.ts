/**
 * Logs denied calls in the operation log: per user and call at most one row in ten minutes, with the number of attempts
 * since the previous row. The count is kept per process, so each of several servers writes its own row.
 */
import type { LocalText } from '../../i18n/translate.ts';
import type { Ms } from '../../kernel/units.ts';
import { forbidden } from '../errors/admin-error.ts';
import type { CallContext } from '../identity/actor.ts';
import { type OperationLogDeps, recordOperation } from './operation-log.ts';

const windowMs: Ms = 10 * 60_000;
/** Number of user and call pairs that are remembered; the oldest are dropped first. */
const maxEntries = 10_000;

export interface DeniedCallLog {
  /** `title`: what the call does. */
  note(call: CallContext, title: LocalText): Promise<void>;
}

export function deniedCallLog(deps: OperationLogDeps): DeniedCallLog {
  /** Monotonic times, in the order in which the windows began. */
  const windows = new Map<string, { readonly endsAt: Ms; unreported: number }>();

  /** The number of attempts that were not logged since the last row. Null: this one is not logged either. */
  function unreported(key: string): number | null {
    const now = deps.clock.monotonic();
    const open = windows.get(key);
    if (open && open.endsAt > now) {
      open.unreported += 1;
      return null;
    }
    windows.delete(key);
    windows.set(key, { endsAt: now + windowMs, unreported: 0 });
    for (const oldest of windows.keys()) {
      if (windows.size <= maxEntries) break;
      windows.delete(oldest);
    }
    return open?.unreported ?? 0;
  }

  return {
    async note(call, title) {
      const { scope, userId } = call.actor;
      const deniedBefore = unreported(
        JSON.stringify([scope.tenantId, userId, call.request?.method, call.request?.route]),
      );
      if (deniedBefore === null) return;
      await recordOperation(deps, {
        call,
        title,
        type: 'other',
        error: forbidden().text['zh-CN'],
        ...(deniedBefore > 0 ? { param: { deniedBefore } } : {}),
      });
    },
  };
}

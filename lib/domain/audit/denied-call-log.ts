/**
 * Calls that somebody may not make, in the operation log. Of one person and one call there is a row in ten minutes,
 * however often they try; it says how many tries came since the row before. Counted in this process: several
 * servers write a row each.
 */
import type { LocalText } from '../../i18n/translate.ts';
import type { Ms } from '../../kernel/units.ts';
import { forbidden } from '../errors/admin-error.ts';
import type { CallContext } from '../identity/actor.ts';
import { type OperationLogDeps, recordOperation } from './operation-log.ts';

const windowMs: Ms = 10 * 60_000;
/** Pairs of a person and a call that are remembered; the oldest go first. */
const maxEntries = 10_000;

export interface DeniedCallLog {
  /** `title`: what the call is for. */
  note(call: CallContext, title: LocalText): Promise<void>;
}

export function deniedCallLog(deps: OperationLogDeps): DeniedCallLog {
  /** Monotonic; in the order of their beginnings. */
  const windows = new Map<string, { readonly endsAt: Ms; unreported: number }>();

  /** How many were not written down since the last one that was. Null: this one is not either. */
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

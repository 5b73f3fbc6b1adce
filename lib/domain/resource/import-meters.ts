import type { ImportMeter } from '../../contracts/admin/resource-calls.ts';
import type { CallContext } from '../identity/actor.ts';

/** Told of each part of a file. */
export type ReportProgress = (meter: ImportMeter) => void;

/** How far the imports are that run in this process, for whoever began them. */
export function importMeters() {
  const running = new Map<string, { meter: ImportMeter }>();
  const keyOf = ({ actor }: CallContext, runId: string) =>
    JSON.stringify([actor.scope.tenantId, actor.userId, runId]);

  return {
    /** Null: it has not begun, is over, or runs in another process. */
    read: (call: CallContext, runId: string): ImportMeter | null =>
      running.get(keyOf(call, runId))?.meter ?? null,

    /** `runId` undefined: nobody asks. */
    async during<T>(
      call: CallContext,
      runId: string | undefined,
      run: (notify: ReportProgress) => Promise<T>,
    ): Promise<T> {
      if (runId === undefined) return run(() => undefined);
      const key = keyOf(call, runId);
      const own: { meter: ImportMeter } = { meter: { phase: 'checking', done: 0, total: 0 } };
      running.set(key, own);
      try {
        return await run((meter) => {
          own.meter = meter;
        });
      } finally {
        if (running.get(key) === own) running.delete(key);
      }
    },
  };
}

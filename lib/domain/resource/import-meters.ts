import type { ImportMeter } from '../../contracts/admin/resource-calls.ts';
import type { CallContext } from '../identity/actor.ts';

/** Called for each part of a file. */
export type ReportProgress = (meter: ImportMeter) => void;

/** Progress of the imports that run in this process, for the users who started them. */
export function importMeters() {
  const running = new Map<string, { meter: ImportMeter }>();
  const keyOf = ({ actor }: CallContext, runId: string) =>
    JSON.stringify([actor.scope.tenantId, actor.userId, runId]);

  return {
    /** Null: not started, finished, or running in another process. */
    read: (call: CallContext, runId: string): ImportMeter | null =>
      running.get(keyOf(call, runId))?.meter ?? null,

    /** `runId` undefined: no progress is recorded. */
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

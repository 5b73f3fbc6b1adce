/** How far imports are. Processes on one PostgreSQL exchange it, because any of them may serve the page that shows it. */
import { type ImportMeter, importPhases } from '../../contracts/admin/resource-calls.ts';
import { transact } from '../../db/transact.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import type { CallContext } from '../identity/actor.ts';
import type { ResourceDeps } from './resource-deps.ts';

/** Called for each part of a file. */
export type ReportProgress = (meter: ImportMeter) => void;

/** Pages query it as often. */
const notifiedEvery: Ms = 500;
/** The progress of another process that is silent for longer is forgotten. */
const keptFor: Ms = 30_000;

/** Progress for the users who started the imports. */
export function importMeters({ database, clock }: Pick<ResourceDeps, 'database' | 'clock'>) {
  const running = new Map<string, { meter: ImportMeter }>();
  /** Of other processes. */
  const others = new Map<string, { readonly meter: ImportMeter; readonly until: EpochMs }>();
  let isListening = false;

  const keyOf = ({ actor }: CallContext, runId: string) =>
    JSON.stringify([actor.scope.tenantId, actor.userId, runId]);

  /** From the first query for an import that does not run here. */
  function listen(): void {
    if (isListening) return;
    isListening = true;
    database.changes.listen('importProgress', {
      onReceived(text) {
        const now = clock.now();
        for (const [key, { until }] of others) if (until < now) others.delete(key);
        const received = parse(text);
        if (received) others.set(received.key, { meter: received.meter, until: now + keptFor });
      },
      // The next notification has the whole progress.
      missed() {},
    });
  }

  /** The embedded database has no other processes, and its only writer is the import. */
  function announcer(key: string): ReportProgress {
    if (database.engine !== 'postgres') return () => {};
    let last = -notifiedEvery;
    return ({ phase, done, total }) => {
      if (clock.monotonic() - last < notifiedEvery) return;
      last = clock.monotonic();
      const text = JSON.stringify([key, phase, done, total]);
      transact(database.db, (transaction) => database.changes.notify(transaction, 'importProgress', [text]))
        .catch(() => {}) // The next part notifies again.
        .finally(() => others.delete(key)); // This process is notified, too.
    };
  }

  return {
    /** Null: not started, finished, or not known yet. */
    read(call: CallContext, runId: string): ImportMeter | null {
      const key = keyOf(call, runId);
      const own = running.get(key);
      if (own) return own.meter;
      listen();
      const other = others.get(key);
      return other && other.until >= clock.now() ? other.meter : null;
    },

    /** `runId` undefined: no progress is recorded. */
    async during<T>(
      call: CallContext,
      runId: string | undefined,
      run: (notify: ReportProgress) => Promise<T>,
    ): Promise<T> {
      if (runId === undefined) return run(() => undefined);
      const key = keyOf(call, runId);
      const announce = announcer(key);
      const own: { meter: ImportMeter } = { meter: { phase: 'checking', done: 0, total: 0 } };
      running.set(key, own);
      try {
        return await run((meter) => {
          own.meter = meter;
          announce(meter);
        });
      } finally {
        if (running.get(key) === own) running.delete(key);
      }
    },
  };
}

/** Null for a text of another version. */
function parse(text: string): { readonly key: string; readonly meter: ImportMeter } | null {
  const [key, named, done, total] = JSON.parse(text) as unknown[];
  const phase = importPhases.find((one) => one === named);
  return typeof key === 'string' && phase && typeof done === 'number' && typeof total === 'number'
    ? { key, meter: { phase, done, total } }
    : null;
}

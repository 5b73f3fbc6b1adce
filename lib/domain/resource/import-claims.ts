/**
 * A file is imported once. When it is sent again, the caller gets the earlier result, or the import continues where it
 * stopped: progress is stored in the transaction of the rows. The importing process holds a claim and renews it every
 * few seconds.
 */
import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { ImportResult } from '../../contracts/admin/resource-calls.ts';
import type { Database } from '../../db/schema.ts';
import type { LocalText } from '../../i18n/translate.ts';
import type { Ms } from '../../kernel/units.ts';
import { conflict } from '../errors/admin-error.ts';
import type { CallContext } from '../identity/actor.ts';
import type { ResourceDeps } from './resource-deps.ts';

/**
 * A claim that was not renewed for this long is abandoned. If its process still runs, `keep` rolls its transaction
 * back.
 */
const claimMs: Ms = 15_000;
const reportEveryMs: Ms = 5_000;
const running: LocalText = { 'zh-CN': '该文件正在导入', 'en-US': 'This file is being imported' };

/** Progress of one file. */
export interface ImportProgress {
  /** Row number as in the spreadsheet: the last row that was imported or rejected. Null: all of them. */
  readonly upTo: number | null;
  readonly result: ImportResult;
}

export interface ImportClaim {
  /** What an abandoned import of this file had done; null: nothing. */
  readonly before: ImportProgress | null;
  /** In the transaction of the rows. Throws U0210, which rolls them back, if another process holds the claim by now. */
  keep(transaction: Transaction<Database>, progress: ImportProgress): Promise<void>;
}

export function importClaims({ database: { db }, clock }: ResourceDeps, resource: string) {
  const claimedUntil = () => clock.now() + claimMs;

  async function take({ actor }: CallContext, fileHash: string, claimId: string) {
    const { tenantId } = actor.scope;
    const claim = { claimId, claimedUntil: claimedUntil() };
    const taken = await db
      .insertInto('importRun')
      .values({ tenantId, resource, fileHash, userId: actor.userId, result: '', ...claim })
      .onConflict((build) =>
        build
          .columns(['tenantId', 'resource', 'fileHash'])
          .doUpdateSet(claim)
          .where('importRun.claimId', '!=', '')
          .where((row) =>
            row.or([
              row('importRun.claimedUntil', '<', clock.now()),
              // The clock has been set back since.
              row('importRun.claimedUntil', '>', clock.now() + 2 * claimMs),
            ]),
          ),
      )
      .returning(['id', 'result'])
      .executeTakeFirst();
    if (taken) return { id: taken.id, before: progressIn(taken.result) };
    const known = await db
      .selectFrom('importRun')
      .select('result')
      .where('tenantId', '=', tenantId)
      .where('resource', '=', resource)
      .where('fileHash', '=', fileHash)
      .where('claimId', '=', '')
      .executeTakeFirst();
    const done = progressIn(known?.result ?? '');
    if (!done) throw conflict(running);
    return { id: null, result: { ...done.result, warnings: [], repeated: true } };
  }

  return {
    /** A file of which nothing was imported may be sent again. */
    async once(
      call: CallContext,
      fileHash: string,
      importRows: (claim: ImportClaim) => Promise<ImportResult>,
    ): Promise<ImportResult> {
      const claimId = randomUUID();
      const run = await take(call, fileHash, claimId);
      if (run.id === null) return run.result;
      const { id, before } = run;
      const own = (on: typeof db) =>
        on.updateTable('importRun').where('id', '=', id).where('claimId', '=', claimId);
      let report: Promise<unknown> = Promise.resolve();
      const stop = clock.every(reportEveryMs, () => {
        report = report.then(() => own(db).set({ claimedUntil: claimedUntil() }).execute()).catch(() => {}); // Renewed again soon; if that fails, `keep` detects it.
      });
      const release = async () => {
        stop();
        await report;
        await db
          .deleteFrom('importRun')
          .where('id', '=', id)
          .where('claimId', '=', claimId)
          .where('result', '=', '')
          .execute();
        await own(db).set({ claimedUntil: 0 }).execute();
      };
      try {
        return await importRows({
          before,
          async keep(transaction, progress) {
            const { created, updated } = progress.result;
            if (created + updated === 0) return;
            const kept = await own(transaction)
              .set({
                result: JSON.stringify(progress),
                ...(progress.upTo === null ? { claimId: '' } : { claimedUntil: claimedUntil() }),
              })
              .returning('id')
              .executeTakeFirst();
            if (!kept) throw conflict(running);
          },
        });
      } finally {
        await release().catch(() => {}); // The claim expires by itself; the original error matters more.
      }
    },
  };
}

const progressIn = (stored: string): ImportProgress | null =>
  stored === '' ? null : (JSON.parse(stored) as ImportProgress);

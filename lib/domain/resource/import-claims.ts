/** One file brings its rows once: whoever sends it again is told what it did then. */
import type { ImportResult } from '../../contracts/admin/resource-calls.ts';
import type { LocalText } from '../../i18n/translate.ts';
import type { Ms } from '../../kernel/units.ts';
import type { CallContext } from '../console/actor.ts';
import { conflict } from '../console/admin-error.ts';
import type { ResourceDeps } from './resource-deps.ts';

/** A claim that old is of a process that ended in the middle. */
const claimEndsAfter: Ms = 10 * 60_000;
const underWay: LocalText = { 'zh-CN': '该文件正在导入', 'en-US': 'This file is being brought in' };

export function importClaims({ database: { db }, clock }: ResourceDeps, resource: string) {
  /** Null: it is ours to bring in. */
  async function claim({ actor }: CallContext, fileHash: string): Promise<ImportResult | null> {
    const { tenantId } = actor.scope;
    const startedAt = clock.now();
    const row = { tenantId, resource, fileHash, userId: actor.userId, result: '', startedAt };
    const taken = await db
      .insertInto('importRun')
      .values(row)
      .onConflict((build) =>
        build
          .columns(['tenantId', 'resource', 'fileHash'])
          .doUpdateSet({ startedAt })
          .where('importRun.result', '=', '')
          .where('importRun.startedAt', '<', startedAt - claimEndsAfter),
      )
      .returning('id')
      .executeTakeFirst();
    if (taken) return null;
    const known = await run(tenantId, fileHash).select('result').executeTakeFirst();
    if (!known?.result) throw conflict(underWay);
    return { ...(JSON.parse(known.result) as ImportResult), repeated: true };
  }

  const run = (tenantId: string, fileHash: string) =>
    db
      .selectFrom('importRun')
      .where('tenantId', '=', tenantId)
      .where('resource', '=', resource)
      .where('fileHash', '=', fileHash);

  return {
    /** A file that brought nothing may be sent again. */
    async once(
      call: CallContext,
      fileHash: string,
      bring: () => Promise<ImportResult>,
    ): Promise<ImportResult> {
      const known = await claim(call, fileHash);
      if (known) return known;
      const { tenantId } = call.actor.scope;
      let result: ImportResult | null = null;
      try {
        result = await bring();
        return result;
      } finally {
        const isDone = result !== null && result.created + result.updated > 0;
        const own = { tenantId, resource, fileHash };
        if (isDone) {
          await db
            .updateTable('importRun')
            .set({ result: JSON.stringify(result) })
            .where((build) => build.and(own))
            .execute();
        } else {
          await db
            .deleteFrom('importRun')
            .where((build) => build.and(own))
            .execute();
        }
      }
    },
  };
}

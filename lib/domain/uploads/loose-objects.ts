/**
 * Objects of a bucket without a row of a file: those that are being written, and those to be removed. Every object is
 * noted here before it is written and when its row goes, so none has to be searched for in the bucket.
 */
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../db/schema.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Ms } from '../../kernel/units.ts';
import type { FilePlace } from './file-store.ts';

/** Much longer than an upload can last. */
const looseForMs: Ms = 60 * 60_000;
/** Mark of objects that nobody may keep any more: they may be gone already. */
const condemned = 0;
const removedAtOnce = 100;

/** In the transaction that deletes rows of files, or writes other places into them. */
export async function releaseObjects(
  transaction: Transaction<Database>,
  places: readonly Pick<FilePlace, 'bucket' | 'object'>[],
): Promise<void> {
  const rows = places.flatMap(({ bucket, object }) =>
    bucket === null || object === null ? [] : [{ object, bucket, removeAt: condemned }],
  );
  if (rows.length > 0) await transaction.insertInto('looseObject').values(rows).execute();
}

export function looseObjects(db: Kysely<Database>, bucket: string, clock: Clock) {
  return {
    async note(object: string): Promise<void> {
      const row = { object, bucket, removeAt: clock.now() + looseForMs };
      await db.insertInto('looseObject').values(row).execute();
    },

    /** False: it is being removed. */
    async keep(transaction: Transaction<Database>, object: string): Promise<boolean> {
      const { numDeletedRows } = await transaction
        .deleteFrom('looseObject')
        .where('object', '=', object)
        .where('removeAt', '>', condemned)
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows) === 1;
    },

    /** Those to be removed, after the object `after` in the order of names; some at a time. */
    async due(after: string): Promise<readonly string[]> {
      // Marked first: an upload that is late then fails instead of keeping an object that is removed meanwhile.
      await db
        .updateTable('looseObject')
        .set({ removeAt: condemned })
        .where('bucket', '=', bucket)
        .where('removeAt', '<=', clock.now())
        .where('removeAt', '>', condemned)
        .execute();
      const rows = await db
        .selectFrom('looseObject')
        .select('object')
        .where('bucket', '=', bucket)
        .where('removeAt', '=', condemned)
        .where('object', '>', after)
        .orderBy('object')
        .limit(removedAtOnce)
        .execute();
      return rows.map(({ object }) => object);
    },

    async forget(object: string): Promise<void> {
      await db.deleteFrom('looseObject').where('object', '=', object).execute();
    },
  };
}

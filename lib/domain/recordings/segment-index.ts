/**
 * The recorded segments in the database. The files decide what exists; these rows can be rebuilt from them and make
 * lists, calendars and retention fast. Rows survive their channel, so that retention finds the files.
 */
import { sql, type Transaction } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { Database } from '../../db/schema.ts';
import { transact } from '../../db/transact.ts';
import type { Ms } from '../../kernel/units.ts';
import type { RecordedSegment, RecordingKey, SegmentIndex } from '../../media/ports.ts';

/** Longer than any segment: a segment that overlaps a time began at most this long before it. */
export const maxSegmentMs: Ms = 15 * 60_000;

/** Both databases limit the parameters of a statement. */
const maxRows = 500;

export function segmentIndex(db: Db): SegmentIndex {
  return {
    put: (segments) =>
      transact(db, async (transaction) => {
        // In one order, so that two processes never wait for each other.
        for (const [, ofKey] of [...byKey(segments)].sort(([one], [other]) => (one < other ? -1 : 1))) {
          for (const part of inParts(ofKey)) await putPart(transaction, part);
        }
      }),

    remove: (key, starts) =>
      transact(db, async (transaction) => {
        const id = await lockRecording(transaction, key);
        if (id === null) return;
        for (const part of inParts(starts)) {
          const removed = await transaction
            .deleteFrom('recordedSegment')
            .where('recordingId', '=', id)
            .where('startMs', 'in', part)
            .returning('bytes')
            .execute();
          await addToTotals(transaction, id, -removed.length, -sumOf(removed));
        }
        // Not by the totals: they may be wrong, and rows refer to it.
        await deleteEmpty(transaction, id);
      }),

    recount: (key) =>
      transact(db, async (transaction) => {
        const id = await lockRecording(transaction, key);
        if (id === null) return false;
        const counted = await transaction
          .selectFrom('recordedSegment')
          .select(({ fn }) => [
            fn.countAll<number>().as('segments'),
            fn.sum<number | null>('bytes').as('bytes'),
          ])
          .where('recordingId', '=', id)
          .executeTakeFirstOrThrow();
        const totals = { segments: Number(counted.segments), bytes: Number(counted.bytes ?? 0) };
        const updated = await transaction
          .updateTable('recording')
          .set(totals)
          .where('id', '=', id)
          .where(({ eb, or }) => or([eb('segments', '!=', totals.segments), eb('bytes', '!=', totals.bytes)]))
          .returning('id')
          .execute();
        await deleteEmpty(transaction, id);
        return updated.length > 0;
      }),

    async between(key, from, to, limit) {
      const rows = db
        .selectFrom('recordedSegment')
        .innerJoin('recording', 'recording.id', 'recordedSegment.recordingId')
        .select(segmentColumns)
        .where('recording.channelId', '=', key.channelId)
        .where('recording.store', '=', key.store)
        .where('recording.tenantId', '=', key.tenantId)
        .where('startMs', '>=', from - maxSegmentMs)
        .where('startMs', '<', to)
        .where('endMs', '>', from)
        .orderBy('startMs');
      const found = await (limit === undefined ? rows : rows.limit(limit)).execute();
      return found.map((row) => ({ key, ...row }));
    },

    async oldest(of, limit) {
      const recordings = db.selectFrom('recording').select(['id', 'tenantId', 'channelId', 'store']);
      const rows = await db
        .selectFrom(
          (typeof of === 'string'
            ? recordings.where('store', '=', of)
            : recordings
                .where('channelId', '=', of.channelId)
                .where('store', '=', of.store)
                .where('tenantId', '=', of.tenantId)
          ).as('of'),
        )
        .innerJoin('recordedSegment', 'recordedSegment.recordingId', 'of.id')
        .select(['of.tenantId', 'of.channelId', 'of.store', ...segmentColumns])
        // The oldest of each recording from its key, instead of sorting all segments of all recordings.
        .where('startMs', 'in', (query) =>
          query
            .selectFrom('recordedSegment as own')
            .select('own.startMs')
            .whereRef('own.recordingId', '=', 'of.id')
            .orderBy('own.startMs')
            .limit(limit),
        )
        .orderBy('startMs')
        .limit(limit)
        .execute();
      return rows.map(({ tenantId, channelId, store, ...row }) => ({
        key: { tenantId, channelId, store },
        ...row,
      }));
    },

    async usage() {
      const rows = await db
        .selectFrom('recording')
        .select(['tenantId', 'channelId', 'store', 'bytes'])
        .orderBy('id')
        .execute();
      return rows.map(({ bytes, ...key }) => ({ key, bytes }));
    },
  };
}

const segmentColumns = [
  'recordedSegment.startMs',
  'recordedSegment.endMs',
  'recordedSegment.bytes',
  'recordedSegment.kind',
] as const;

/** Segments of one key, at most `maxRows`. */
async function putPart(
  transaction: Transaction<Database>,
  segments: readonly RecordedSegment[],
): Promise<void> {
  const id = await makeRecording(transaction, segments[0]!.key);
  // The last one of several with the same start: a statement must not write a row twice.
  const rows = [...new Map(segments.map((segment) => [segment.startMs, rounded(segment)])).values()];
  const known = await transaction
    .selectFrom('recordedSegment')
    .select('bytes')
    .where('recordingId', '=', id)
    .where(
      'startMs',
      'in',
      rows.map(({ startMs }) => startMs),
    )
    .execute();
  await transaction
    .insertInto('recordedSegment')
    .values(rows.map(({ startMs, endMs, bytes, kind }) => ({ recordingId: id, startMs, endMs, bytes, kind })))
    .onConflict((conflict) =>
      conflict.columns(['recordingId', 'startMs']).doUpdateSet((row) => ({
        endMs: row.ref('excluded.endMs'),
        bytes: row.ref('excluded.bytes'),
        kind: row.ref('excluded.kind'),
      })),
    )
    .execute();
  await addToTotals(transaction, id, rows.length - known.length, sumOf(rows) - sumOf(known));
}

/** The end of a segment is that of its last frame, which may be between two milliseconds. */
const rounded = (segment: RecordedSegment): RecordedSegment => ({
  ...segment,
  endMs: Math.ceil(segment.endMs),
});

/** Locks the row of a recording until the end of the transaction, so that its totals stay right. Null: no row. */
async function lockRecording(
  transaction: Transaction<Database>,
  { tenantId, channelId, store }: RecordingKey,
): Promise<number | null> {
  const row = await transaction
    .updateTable('recording')
    .set({ segments: sql`segments` })
    .where('channelId', '=', channelId)
    .where('store', '=', store)
    .where('tenantId', '=', tenantId)
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

async function makeRecording(transaction: Transaction<Database>, key: RecordingKey): Promise<number> {
  const known = await lockRecording(transaction, key);
  if (known !== null) return known;
  const { tenantId, channelId, store } = key;
  await transaction
    .insertInto('recording')
    .values({ tenantId, channelId, store })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const made = await lockRecording(transaction, key);
  if (made === null) throw new Error('the row of a recording disappeared'); // removed in the same moment: retried later
  return made;
}

async function deleteEmpty(transaction: Transaction<Database>, id: number): Promise<void> {
  await transaction
    .deleteFrom('recording')
    .where('id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('recordedSegment')
            .select('startMs')
            .whereRef('recordingId', '=', 'recording.id')
            .limit(1),
        ),
      ),
    )
    .execute();
}

async function addToTotals(
  transaction: Transaction<Database>,
  id: number,
  segments: number,
  bytes: number,
): Promise<void> {
  await transaction
    .updateTable('recording')
    .set((row) => ({ segments: row('segments', '+', segments), bytes: row('bytes', '+', bytes) }))
    .where('id', '=', id)
    .execute();
}

function byKey(segments: readonly RecordedSegment[]): ReadonlyMap<string, readonly RecordedSegment[]> {
  const groups = new Map<string, RecordedSegment[]>();
  for (const segment of segments) {
    const { tenantId, channelId, store } = segment.key;
    const name = `${channelId}/${store}/${tenantId}`;
    const group = groups.get(name);
    if (group) group.push(segment);
    else groups.set(name, [segment]);
  }
  return groups;
}

function inParts<T>(items: readonly T[]): readonly (readonly T[])[] {
  const parts: (readonly T[])[] = [];
  for (let from = 0; from < items.length; from += maxRows) parts.push(items.slice(from, from + maxRows));
  return parts;
}

const sumOf = (rows: readonly { readonly bytes: number }[]): number =>
  rows.reduce((sum, { bytes }) => sum + bytes, 0);

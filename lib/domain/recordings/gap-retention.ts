import type { Db } from '../../db/client.ts';
import type { EpochMs } from '../../kernel/units.ts';
import type { RecordDirectory } from '../../media/ports.ts';
import { keepWithoutPlanMs } from './record-directory.ts';
import { recordingName } from './recording-journal.ts';

/** Of one recording, and of server runs. */
const maxRows = 5_000;
const maxRuns = 2_000;

/** Deletes reasons that are older than the recordings of their channel are kept. */
export async function forgetTroubles(
  db: Db,
  directory: Pick<RecordDirectory, 'retention'>,
  now: EpochMs,
): Promise<void> {
  const retention = await directory.retention();
  const keys = await db
    .selectFrom('recordingTrouble')
    .select(['tenantId', 'channelId', 'store'])
    .distinct()
    .execute();
  for (const key of keys) {
    const kept = retention.find((each) => recordingName(each.key) === recordingName(key));
    const ofKey = () =>
      db
        .selectFrom('recordingTrouble')
        .select('id')
        .where('channelId', '=', key.channelId)
        .where('store', '=', key.store)
        .where('tenantId', '=', key.tenantId);
    const beyond = await ofKey().orderBy('id', 'desc').offset(maxRows).limit(1).executeTakeFirst();
    await db
      .deleteFrom('recordingTrouble')
      .where('id', 'in', ofKey())
      .where(({ or, eb }) =>
        or([eb('toMs', '<', now - (kept?.keepMs ?? keepWithoutPlanMs)), eb('id', '<=', beyond?.id ?? 0)]),
      )
      .execute();
  }
  const longest = Math.max(keepWithoutPlanMs, ...retention.map(({ keepMs }) => keepMs));
  const beyond = await db
    .selectFrom('serverRun')
    .select('startedAt')
    .orderBy('startedAt', 'desc')
    .offset(maxRuns)
    .limit(1)
    .executeTakeFirst();
  await db
    .deleteFrom('serverRun')
    .where(({ or, eb }) =>
      or([eb('aliveAt', '<', now - longest), eb('startedAt', '<=', beyond?.startedAt ?? 0)]),
    )
    .execute();
}

import type { Db } from '../../db/client.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import { parsePlan } from '../recordings/record-schedule.ts';

const dayMs: Ms = 24 * 60 * 60_000;
/** Of a channel without a plan. */
const defaultKeepDays = 30;
/** Deleted with one statement, so that other writers do not wait long. */
const maxRows = 500;

/** Deletes the alarms that are older than the recordings of their channel are kept. */
export async function forgetAlarms(db: Db, now: EpochMs): Promise<void> {
  const channels = await db
    .selectFrom('channel')
    .select(['id', 'recordPlan'])
    .where('id', 'in', (query) =>
      query
        .selectFrom('alarm')
        .select('channelId')
        .where('endAt', '<', now - dayMs),
    )
    .execute();
  for (const { id, recordPlan: stored } of channels) {
    const keepDays = parsePlan(stored)?.keepDays ?? defaultKeepDays;
    for (;;) {
      const { numDeletedRows } = await db
        .deleteFrom('alarm')
        .where('id', 'in', (query) =>
          query
            .selectFrom('alarm as old')
            .select('old.id')
            .where('old.channelId', '=', id)
            .where('old.endAt', '<', now - keepDays * dayMs)
            .limit(maxRows),
        )
        .executeTakeFirst();
      if (numDeletedRows < BigInt(maxRows)) break;
    }
  }
}

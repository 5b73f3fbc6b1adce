import type { Db } from '../../db/client.ts';
import { transact } from '../../db/transact.ts';
import { addDays, type CivilDate } from '../../kernel/zone-days.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';
import { dateOfNumber, dayNumber, monthStart, nextMonth } from './days.ts';
import { addRows, amountColumns } from './write-statistics.ts';

const rowsPerStatement = 200;

/**
 * Merges the days of each month that ended more than `keepDays` ago into one row per sum. A month is merged completely or
 * not at all. Returns the number of merged months.
 */
export async function rollUpMonths(
  db: Db,
  { tenantId }: TenantScope,
  today: CivilDate,
  keepDays: number,
  signal: AbortSignal,
): Promise<number> {
  const keptFrom = monthStart(addDays(today, -keepDays));
  const { first } = await db
    .selectFrom('statistic')
    .select((build) => build.fn.min('day').as('first'))
    .where('tenantId', '=', tenantId)
    .where('span', '=', 'day')
    .executeTakeFirstOrThrow();
  if (first === null) return 0;
  let months = 0;
  for (let month = monthStart(dateOfNumber(Number(first))); month < keptFrom; month = nextMonth(month)) {
    signal.throwIfAborted();
    if (await rollUp(db, tenantId, month)) months += 1;
  }
  return months;
}

/** False: there was nothing. */
function rollUp(db: Db, tenantId: string, month: CivilDate): Promise<boolean> {
  const [from, to] = [dayNumber(month), dayNumber(nextMonth(month))];
  return transact(db, async (transaction) => {
    const sums = await transaction
      .selectFrom('statistic')
      .select(['channelId', 'applicationId', 'kind', 'code'])
      .select((build) => amountColumns.map((name) => build.fn.sum<number>(name).as(name)))
      .where('tenantId', '=', tenantId)
      .where('span', '=', 'day')
      .where('day', '>=', from)
      .where('day', '<', to)
      .groupBy(['channelId', 'applicationId', 'kind', 'code'])
      .execute();
    const rows = sums.map((sum) => ({ ...sum, tenantId, span: 'month' as const, day: from }));
    for (let at = 0; at < rows.length; at += rowsPerStatement)
      await addRows(transaction, rows.slice(at, at + rowsPerStatement));
    await transaction
      .deleteFrom('statistic')
      .where('tenantId', '=', tenantId)
      .where('span', '=', 'day')
      .where('day', '>=', from)
      .where('day', '<', to)
      .execute();
    return rows.length > 0;
  });
}

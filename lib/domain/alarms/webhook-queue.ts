import type { Transaction } from 'kysely';
import type { Database } from '../../db/schema.ts';
import type { AlarmKind } from '../../kernel/alarm-kind.ts';
import type { EpochMs } from '../../kernel/units.ts';
import { type Entropy, newId } from '../crypto/entropy.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';

/** Alarms wait for a webhook that does not answer. Further ones are not sent to it. */
export const maxWaiting = 1_000;

/** Adds a delivery of an alarm for each webhook that wants its kind, in the transaction of the alarm. */
export async function queueDeliveries(
  transaction: Transaction<Database>,
  entropy: Entropy,
  { tenantId }: TenantScope,
  alarm: { readonly id: string; readonly kind: AlarmKind; readonly now: EpochMs },
): Promise<void> {
  const webhooks = await transaction
    .selectFrom('webhook')
    .select((row) => [
      'id',
      'kinds',
      row
        .selectFrom('webhookDelivery')
        .select(({ fn }) => fn.countAll<number>().as('waiting'))
        .whereRef('webhookId', '=', 'webhook.id')
        .where('state', '=', 'waiting')
        .as('waiting'),
    ])
    .where('tenantId', '=', tenantId)
    .where('status', '=', '0')
    .execute();
  const wanted = webhooks.filter(({ kinds: stored, waiting }) => {
    if (Number(waiting ?? 0) >= maxWaiting) return false;
    const kinds = JSON.parse(stored) as readonly string[];
    return kinds.length === 0 || kinds.includes(alarm.kind);
  });
  if (wanted.length === 0) return;
  await transaction
    .insertInto('webhookDelivery')
    .values(
      wanted.map(({ id: webhookId }) => ({
        ...{
          id: newId(entropy, alarm.now),
          tenantId,
          webhookId,
          alarmId: alarm.id,
          state: 'waiting' as const,
        },
        ...{ attempts: 0, nextAt: alarm.now, lastStatus: null, lastError: null },
        ...{ createdAt: alarm.now, doneAt: null },
      })),
    )
    .execute();
}

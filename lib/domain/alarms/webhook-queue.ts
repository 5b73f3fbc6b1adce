import type { Transaction } from 'kysely';
import type { Database } from '../../db/schema.ts';
import type { AlarmKind } from '../../kernel/alarm-kind.ts';
import type { EpochMs } from '../../kernel/units.ts';
import { type Entropy, newId } from '../crypto/entropy.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';

/** Alarms wait for a webhook that does not answer. Further ones are not sent to it. */
export const maxWaiting = 1_000;

/**
 * Adds a delivery of something else than an alarm to one webhook. False, and nothing is added: it is disabled, or too
 * many wait for it.
 */
export async function queueMessage(
  transaction: Transaction<Database>,
  entropy: Entropy,
  { tenantId }: TenantScope,
  message: { readonly webhookId: string; readonly payload: object; readonly now: EpochMs },
): Promise<boolean> {
  const { webhookId, now } = message;
  const webhook = await transaction
    .selectFrom('webhook')
    .select((row) => [
      'id',
      row
        .selectFrom('webhookDelivery')
        .select(({ fn }) => fn.countAll<number>().as('waiting'))
        .whereRef('webhookId', '=', 'webhook.id')
        .where('state', '=', 'waiting')
        .as('waiting'),
    ])
    .where('tenantId', '=', tenantId)
    .where('id', '=', webhookId)
    .where('status', '=', '0')
    .executeTakeFirst();
  if (!webhook || Number(webhook.waiting ?? 0) >= maxWaiting) return false;
  await transaction
    .insertInto('webhookDelivery')
    .values({
      ...{ id: newId(entropy, now), tenantId, webhookId, alarmId: null },
      ...{ payload: JSON.stringify(message.payload), state: 'waiting' as const, attempts: 0, nextAt: now },
      ...{ lastStatus: null, lastError: null, createdAt: now, doneAt: null },
    })
    .execute();
  return true;
}

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
          payload: null,
          state: 'waiting' as const,
        },
        ...{ attempts: 0, nextAt: alarm.now, lastStatus: null, lastError: null },
        ...{ createdAt: alarm.now, doneAt: null },
      })),
    )
    .execute();
}

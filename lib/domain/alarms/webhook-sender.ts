/**
 * Sends alarms and alerts to webhooks from the queue in the database. A delivery is taken by one process at a time, tried again
 * with growing delays, and given up after `maxAttempts`. Start reading at `send`.
 */
import type { Db } from '../../db/client.ts';
import { backoffDelay } from '../../kernel/backoff.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import type { WebhookPost } from '../../media/ports.ts';
import type { Sealer } from '../crypto/seal.ts';
import { tenantScope } from '../tenancy/tenant-scope.ts';
import { type PictureUrl, webhookBody } from './webhook-body.ts';
import { webhookSealContext, webhookSignature } from './webhook-secret.ts';

export interface WebhookSender {
  /**
   * Tries what is due, once each; of a webhook that does not answer, the first. Resolves when it and earlier rounds are
   * done. Runs every second by itself.
   */
  sendDue(): Promise<void>;
  /** Safe to call twice. */
  stop(): void;
}

const sendEveryMs: Ms = 1_000;
/** While the queue cannot be read. */
const readAgain = { firstMs: 1_000, maxMs: 30_000, jitter: 0.2 };
const timeoutMs: Ms = 10_000;
/** After the first, second, … failed attempt. */
const retryAfterMs: readonly Ms[] = [10_000, 60_000, 5 * 60_000, 30 * 60_000, 2 * 3_600_000, 6 * 3_600_000];
const maxAttempts = retryAfterMs.length + 1;
/** For as long, no other process takes a delivery that is being sent. */
const takenMs: Ms = 60_000;
/** Sent to one webhook in one round, one after the other. */
const maxPerRound = 20;
/** Webhooks that are sent to at the same time. */
const maxWebhooks = 16;
const keepLogMs: Ms = 30 * 24 * 60 * 60_000;

export function webhookSender(deps: {
  readonly db: Db;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly post: WebhookPost;
  readonly pictureUrl: PictureUrl;
  readonly log: Logger;
}): WebhookSender {
  const { db, clock, sealer, post, pictureUrl, log } = deps;
  /** By webhook: what is sent to it one after the other. */
  const sending = new Map<string, Promise<void>>();
  /** By webhook with more to send: its last round. */
  const lastRounds = new Map<string, number>();
  let rounds = 0;
  const stopped = new AbortController();

  const due = (now: EpochMs) =>
    db.selectFrom('webhookDelivery').where('state', '=', 'waiting').where('nextAt', '<=', now);

  async function sendDue(): Promise<void> {
    const found = await due(clock.now()).select('webhookId').distinct().execute();
    const ids = new Set(found.map(({ webhookId }) => webhookId));
    for (const id of lastRounds.keys()) if (!ids.has(id)) lastRounds.delete(id);
    const turnOf = (id: string): number => lastRounds.get(id) ?? 0;
    // Those that do not answer always have more to send: the others must not wait for them.
    const next = [...ids]
      .filter((id) => !sending.has(id))
      .sort((one, other) => turnOf(one) - turnOf(other))
      .slice(0, Math.max(0, maxWebhooks - sending.size));
    for (const id of next) {
      rounds += 1;
      lastRounds.set(id, rounds);
      const round = sendTo(id).finally(() => sending.delete(id));
      sending.set(id, round);
    }
    await Promise.all(sending.values());
  }

  async function sendTo(webhookId: string): Promise<void> {
    try {
      const rows = await due(clock.now())
        .select(['id', 'attempts'])
        .where('webhookId', '=', webhookId)
        .orderBy('nextAt')
        .orderBy('id')
        .limit(maxPerRound)
        .execute();
      for (const row of rows) {
        if (stopped.signal.aborted) return;
        if (!(await send(row.id, row.attempts))) return;
      }
    } catch (error) {
      // The database may be closed by now.
      if (stopped.signal.aborted) return;
      log.error({ err: error, webhook: webhookId }, 'could not send alarms to a webhook');
    }
  }

  /** False: another process has taken it. */
  async function take(id: string, attempts: number): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('webhookDelivery')
      .set({ attempts: attempts + 1, nextAt: clock.now() + takenMs })
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .where('attempts', '=', attempts)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** False: the webhook does not answer. */
  async function send(id: string, attempts: number): Promise<boolean> {
    if (!(await take(id, attempts))) return true;
    const row = await db
      .selectFrom('webhookDelivery')
      .innerJoin('webhook', 'webhook.id', 'webhookDelivery.webhookId')
      .select(['webhook.id', 'webhook.url', 'webhook.secretSealed', 'webhook.status'])
      .select(['webhookDelivery.tenantId', 'webhookDelivery.webhookId'])
      .select(['webhookDelivery.alarmId', 'webhookDelivery.payload'])
      .where('webhookDelivery.id', '=', id)
      .executeTakeFirst();
    const body = row && (await bodyOf(row));
    // Deleted meanwhile, with its deliveries.
    if (!row || !body) return true;
    // Its process ended, or failed, during the last attempt.
    if (attempts >= maxAttempts) {
      await finish(id, 'failed', { lastStatus: null, lastError: 'broken' });
      return true;
    }
    if (row.status !== '0') {
      await finish(id, 'failed', { lastStatus: null, lastError: 'disabled' });
      return true;
    }
    const secret = sealer.open(webhookSealContext(tenantScope(row.tenantId), row.id), row.secretSealed);
    const text = JSON.stringify(body);
    const answer = await post(
      {
        url: row.url,
        headers: {
          'Content-Type': 'application/json',
          'User-Agent': 'Oriel',
          'Oriel-Delivery': id,
          'Oriel-Signature': webhookSignature(secret, text, clock.now()),
        },
        body: text,
      },
      { timeoutMs, signal: stopped.signal },
    );
    // The server stops: another attempt follows when the delivery is free again.
    if (!answer.ok && answer.error === 'aborted') return false;
    const lastStatus = answer.ok ? answer.value : null;
    const isDelivered = lastStatus !== null && lastStatus >= 200 && lastStatus < 300;
    const lastError = isDelivered ? null : answer.ok ? 'status' : answer.error;
    if (isDelivered) await finish(id, 'delivered', { lastStatus, lastError });
    else if (attempts + 1 >= maxAttempts) await finish(id, 'failed', { lastStatus, lastError });
    else
      await db
        .updateTable('webhookDelivery')
        .set({ lastStatus, lastError, nextAt: clock.now() + retryAfterMs[attempts]! })
        .where('id', '=', id)
        .execute();
    return answer.ok;
  }

  async function bodyOf(row: {
    readonly tenantId: string;
    readonly webhookId: string;
    readonly alarmId: string | null;
    readonly payload: string | null;
  }): Promise<object | null> {
    if (row.payload !== null) return JSON.parse(row.payload) as object;
    return row.alarmId === null ? null : webhookBody(db, { ...row, alarmId: row.alarmId }, pictureUrl);
  }

  async function finish(
    id: string,
    state: 'delivered' | 'failed',
    last: { readonly lastStatus: number | null; readonly lastError: string | null },
  ): Promise<void> {
    const doneAt = clock.now();
    await db
      .updateTable('webhookDelivery')
      .set({ ...last, state, doneAt })
      .where('id', '=', id)
      .execute();
  }

  /** Of an outage of the database. */
  let failures = 0;
  let notBefore: Ms = Number.NEGATIVE_INFINITY;

  function failed(error: unknown): void {
    if (stopped.signal.aborted) return;
    if (failures === 0) log.error({ err: error }, 'could not read the queue of webhooks');
    notBefore = clock.monotonic() + backoffDelay(readAgain, failures, Math.random);
    failures += 1;
  }

  function succeeded(): void {
    if (failures > 0) log.info({ failures }, 'the queue of webhooks can be read again');
    failures = 0;
  }

  const stopTimer = clock.every(sendEveryMs, () => {
    if (clock.monotonic() >= notBefore) sendDue().then(succeeded, failed);
  });

  return {
    sendDue,
    stop() {
      stopTimer();
      stopped.abort();
    },
  };
}

/** Deletes what was sent or given up a month ago. */
export async function forgetDeliveries(db: Db, now: EpochMs): Promise<void> {
  await db
    .deleteFrom('webhookDelivery')
    .where('createdAt', '<', now - keepLogMs)
    .execute();
}

/**
 * Checks the rules after each measurement, in one process only, and sends notices of changes: under the bell and to webhooks in
 * the transaction of the change, by e-mail after it. Start reading at `check`.
 */
import type { Db } from '../../db/client.ts';
import { transact } from '../../db/transact.ts';
import type { Cancel, Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { Ms } from '../../kernel/units.ts';
import { queueMessage } from '../alarms/webhook-queue.ts';
import type { Entropy } from '../crypto/entropy.ts';
import type { TenantZone } from '../resource/tenant-zone.ts';
import type { Settings } from '../settings/settings.ts';
import { operatorScope } from '../tenancy/operator-scope.ts';
import { type AlertChange, alertPayload, alertText, alertTitle } from './alert-message.ts';
import { postAlertNotices } from './alert-notices.ts';
import { type AlertTerms, AlertWatch, alertValues } from './alert-terms.ts';
import type { DatabaseState } from './figures.ts';
import { type MailFailure, type MailSend, mailServerOf } from './mail.ts';
import type { Monitor } from './monitor.ts';

export interface AlertRunner {
  /** Resolves when the rules are checked and e-mails are sent or given up for now. */
  check(): Promise<void>;
  /** Safe to call twice. */
  stop(): void;
}

/** After the first, second, … attempt that failed. E-mails that a stopped process has not sent are lost. */
const mailAgainMs: readonly Ms[] = [10_000, 60_000, 5 * 60_000];

interface StoredRule extends AlertTerms {
  readonly name: string;
  readonly userIds: readonly number[];
  readonly roleIds: readonly number[];
  readonly emails: readonly string[];
  readonly webhookId: string | null;
}

export function alertRunner(deps: {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly log: Logger;
  readonly monitor: Monitor;
  readonly databaseState: () => Promise<DatabaseState>;
  readonly settings: Settings;
  readonly zoneOf: TenantZone;
  /** Absent: e-mails cannot be sent. */
  readonly sendMail: MailSend | undefined;
}): AlertRunner {
  const { db, clock, entropy, log, monitor, sendMail } = deps;
  const { tenantId } = operatorScope;
  const watch = new AlertWatch();
  const stopped = new AbortController();
  const waiting = new Set<Cancel>();
  /** First attempts of e-mails. */
  const sending = new Set<Promise<void>>();
  let checking: Promise<void> | null = null;

  async function readRules(): Promise<StoredRule[]> {
    const rows = await db
      .selectFrom('alertRule')
      .selectAll()
      .where('tenantId', '=', tenantId)
      .where('status', '=', '0')
      .execute();
    return rows.map((row) => ({
      ...row,
      userIds: JSON.parse(row.userIds) as number[],
      roleIds: JSON.parse(row.roleIds) as number[],
      emails: JSON.parse(row.emails) as string[],
    }));
  }

  async function checkOnce(): Promise<void> {
    if (!monitor.isFirst()) return;
    const rules = await readRules();
    if (rules.length === 0) return;
    const needsDatabase = rules.some(({ measure }) => measure === 'databaseSize');
    const database = needsDatabase ? await deps.databaseState() : null;
    const values = alertValues(await monitor.processes(), database);
    for (const { rule, value } of watch.changed(rules, values, clock.monotonic())) {
      const state = rule.state === 'firing' ? 'recovered' : 'firing';
      const change: AlertChange = { rule, state, value, at: clock.now() };
      if (await post(rule, change)) sendInBackground(rule, change);
    }
  }

  /** False: another process has posted it, or the rule was changed meanwhile. */
  async function post(rule: StoredRule, change: AlertChange): Promise<boolean> {
    const { text: timeText } = await deps.zoneOf(tenantId);
    return transact(db, async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('alertRule')
        .set({ state: change.state === 'firing' ? 'firing' : 'ok', changeAt: change.at })
        .where('id', '=', rule.id)
        .where('state', '=', rule.state)
        .where('version', '=', rule.version)
        .where('status', '=', '0')
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      await postAlertNotices(
        transaction,
        operatorScope,
        rule,
        (locale) => ({
          title: alertTitle(change, locale),
          text: alertText(change, timeText(change.at), locale),
        }),
        change.at,
      );
      if (rule.webhookId !== null) {
        const message = { webhookId: rule.webhookId, payload: alertPayload(change), now: change.at };
        await queueMessage(transaction, entropy, operatorScope, message);
      }
      return true;
    });
  }

  /** Rules are checked meanwhile: a mail server may not answer. */
  function sendInBackground(rule: StoredRule, change: AlertChange): void {
    const sent = mail(rule, change, 0)
      .catch(report)
      .finally(() => sending.delete(sent));
    sending.add(sent);
  }

  async function mail(rule: StoredRule, change: AlertChange, attempt: number): Promise<void> {
    if (rule.emails.length === 0) return;
    const failure = await sendOnce(rule, change);
    if (stopped.signal.aborted) return;
    await db.updateTable('alertRule').set({ mailError: failure }).where('id', '=', rule.id).execute();
    if (failure === null) return;
    log.warn({ rule: rule.id, failure, attempt }, 'an alert was not sent by e-mail');
    const again = mailAgainMs[attempt];
    if (again === undefined || failure === 'notConfigured') return;
    const cancel = clock.after(again, () => {
      waiting.delete(cancel);
      void mail(rule, change, attempt + 1).catch(report);
    });
    waiting.add(cancel);
  }

  async function sendOnce(rule: StoredRule, change: AlertChange): Promise<MailFailure | null> {
    const configured = await mailServerOf(deps.settings);
    if (configured === null || sendMail === undefined) return 'notConfigured';
    const { text: timeText } = await deps.zoneOf(tenantId);
    const both = (['zh-CN', 'en-US'] as const).map((locale) =>
      alertText(change, timeText(change.at), locale),
    );
    const message = {
      from: configured.from,
      to: rule.emails,
      subject: `${alertTitle(change, 'zh-CN')} / ${alertTitle(change, 'en-US')}`,
      text: `${both.join('\n\n')}\n`,
    };
    const sent = await sendMail(configured.server, message, stopped.signal);
    return sent.ok ? null : sent.error;
  }

  /** Once for an outage of the database: rules are checked every five seconds. */
  let isFailing = false;
  function report(error: unknown): void {
    if (!stopped.signal.aborted && !isFailing)
      log.error({ err: error }, 'could not check the rules of alerts');
    isFailing = true;
  }

  async function check(): Promise<void> {
    checking ??= checkOnce()
      .then(() => {
        isFailing = false;
      }, report)
      .finally(() => {
        checking = null;
      });
    await checking;
    await Promise.all(sending);
  }

  const stopListening = monitor.onBeat(() => void check());

  return {
    check,
    stop() {
      stopListening();
      stopped.abort();
      for (const cancel of waiting) cancel();
      waiting.clear();
    },
  };
}

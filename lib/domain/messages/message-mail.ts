/**
 * Sends messages by e-mail, to one recipient at a time, in the process that runs the jobs. Each recipient receives an
 * e-mail at most once: before it is sent it counts as failed, which stays if the process is killed.
 */
import type { OpenDatabase } from '../../db/client.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { Ms } from '../../kernel/units.ts';
import { type MailFailure, type MailSend, mailServerOf } from '../monitoring/mail.ts';
import type { Settings } from '../settings/settings.ts';
import { textOfHtml } from '../system/clean-html.ts';
import { messageStates } from './outbox.ts';

/** Failures of the server, not of one recipient: tried again after a pause. */
const passing: readonly MailFailure[] = ['unresolved', 'unreachable', 'timeout'];
const maxTries = 5;
const pauseMs: Ms = 60_000;

export interface MessageMail {
  /** Whether e-mails can be sent. */
  isConfigured(): Promise<boolean>;
  /** Sends what is waiting. One look at a time. Never rejects. */
  look(): Promise<void>;
  stop(): void;
}

export function messageMail(deps: {
  readonly database: Pick<OpenDatabase, 'db'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly settings: Settings;
  /** Absent: e-mails cannot be sent. */
  readonly sendMail: MailSend | undefined;
}): MessageMail {
  const { clock, log, settings, sendMail } = deps;
  const { db } = deps.database;
  const stopped = new AbortController();
  let looking: Promise<void> | null = null;
  let pausedUntil: Ms = Number.NEGATIVE_INFINITY;

  const nextWaiting = () =>
    db
      .selectFrom('messageReceipt')
      .innerJoin('message', 'message.id', 'messageReceipt.messageId')
      .innerJoin('user', 'user.id', 'messageReceipt.userId')
      .select(['messageReceipt.messageId', 'messageReceipt.userId', 'messageReceipt.mailTries'])
      .select(['message.title', 'message.content', 'user.email'])
      .where('messageReceipt.mailState', '=', 'waiting')
      .where('message.status', '=', messageStates.sent)
      .orderBy('messageReceipt.messageId')
      .orderBy('messageReceipt.userId')
      .limit(1)
      .executeTakeFirst();

  const receipt = ({ messageId, userId }: { readonly messageId: number; readonly userId: number }) =>
    db.updateTable('messageReceipt').where('messageId', '=', messageId).where('userId', '=', userId);

  /** False: nothing can be sent now. */
  async function sendOne(): Promise<boolean> {
    const next = await nextWaiting();
    if (!next || stopped.signal.aborted) return false;
    const configured = sendMail ? await mailServerOf(settings) : null;
    const mailTries = next.mailTries + 1;
    const { numUpdatedRows } = await receipt(next)
      .set({ mailState: 'failed', mailTries })
      .where('mailState', '=', 'waiting')
      .executeTakeFirst();
    // Without an address or a server it stays failed.
    if (numUpdatedRows === 0n || !next.email || !configured || !sendMail) return true;
    const mail = {
      from: configured.from,
      to: [next.email],
      subject: next.title,
      text: `${textOfHtml(next.content)}\n`,
    };
    const sent = await sendMail(configured.server, mail, stopped.signal);
    if (sent.ok) {
      await receipt(next).set({ mailState: 'sent' }).execute();
      return true;
    }
    if (stopped.signal.aborted) return false;
    log.warn({ message: next.messageId, failure: sent.error }, 'a message was not sent by e-mail');
    if (!passing.includes(sent.error) || mailTries >= maxTries) return true;
    await receipt(next).set({ mailState: 'waiting' }).execute();
    pausedUntil = clock.monotonic() + pauseMs;
    return false;
  }

  async function lookOnce(): Promise<void> {
    while (clock.monotonic() >= pausedUntil && (await sendOne()));
  }

  return {
    isConfigured: async () => sendMail !== undefined && (await mailServerOf(settings)) !== null,
    look() {
      looking ??= lookOnce()
        .catch((error: unknown) => {
          if (!stopped.signal.aborted) log.error({ err: error }, 'could not send messages by e-mail');
          pausedUntil = clock.monotonic() + pauseMs;
        })
        .finally(() => {
          looking = null;
        });
      return looking;
    },
    stop: () => stopped.abort(),
  };
}

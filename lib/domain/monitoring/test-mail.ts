import { mailFailures } from '../../contracts/admin/mail-failures.ts';
import type { LocalText } from '../../i18n/translate.ts';
import { invalid, refused } from '../errors/admin-error.ts';
import type { CallContext } from '../identity/actor.ts';
import type { Settings } from '../settings/settings.ts';
import { badMailAddress, isMailAddress, type MailFailure, type MailSend, mailServerOf } from './mail.ts';
import { requireOperator } from './server-view.ts';

const subject = 'Oriel 测试邮件 / Oriel test e-mail';
const text = `邮件服务器的设置可用，告警可以通过邮件发送。

The settings of the mail server work. Alerts can be sent by e-mail.
`;

export type TestMail = (call: CallContext, to: string) => Promise<void>;

/** One e-mail with the saved settings. Rejects with the reason if the mail server does not accept it. */
export function testMail(deps: {
  readonly settings: Settings;
  /** Absent: e-mails cannot be sent. */
  readonly sendMail: MailSend | undefined;
}): TestMail {
  return async (call, to) => {
    requireOperator(call);
    if (!isMailAddress(to)) throw invalid([{ path: 'email', message: badMailAddress }]);
    const configured = await mailServerOf(deps.settings);
    if (configured === null || deps.sendMail === undefined) throw refused(notSent('notConfigured'));
    const { server, from } = configured;
    // The call waits for the mail server, whose exchange has a deadline.
    const sent = await deps.sendMail(server, { from, to: [to], subject, text }, new AbortController().signal);
    if (!sent.ok) throw refused(notSent(sent.error));
  };
}

function notSent(failure: MailFailure): LocalText {
  const { label } = mailFailures.find(({ value }) => value === failure)!;
  return {
    'zh-CN': `邮件未发送：${label['zh-CN']}`,
    'en-US': `The e-mail was not sent: ${label['en-US'].toLowerCase()}`,
  };
}

/** E-mails over the mail server of the organisation's settings. */
import type { mailFailures } from '../../contracts/admin/mail-failures.ts';
import type { LocalText } from '../../i18n/translate.ts';
import type { Result } from '../../kernel/result.ts';
import type { Settings } from '../settings/settings.ts';
import { operatorScope } from '../tenancy/operator-scope.ts';

/** How a mail server is reached. Contains a password: never log it. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** `starttls`: encrypted or refused. */
  readonly security: 'tls' | 'starttls' | 'none';
  /** Null: without signing in. */
  readonly login: { readonly user: string; readonly password: string } | null;
}

export interface Mail {
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
}

export type MailFailure = (typeof mailFailures)[number]['value'];

/** Of the forms that mail servers accept, those without comments, quotes and lists. */
export const isMailAddress = (text: string) =>
  /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/.test(text);
export const badMailAddress: LocalText = {
  'zh-CN': '邮箱格式不正确',
  'en-US': 'Invalid e-mail address',
};

/** Sends one message to one server. Never rejects. */
export type MailSend = (
  server: MailServer,
  mail: Mail,
  signal: AbortSignal,
) => Promise<Result<void, MailFailure>>;

/** Null: there is no mail server. */
export async function mailServerOf(
  settings: Settings,
): Promise<{ readonly server: MailServer; readonly from: string } | null> {
  const get = <Key extends Parameters<Settings['get']>[1]>(key: Key) => settings.get(operatorScope, key);
  const [host, port, security, user, from, password] = await Promise.all([
    get('mail.smtp.host'),
    get('mail.smtp.port'),
    get('mail.smtp.security'),
    get('mail.smtp.user'),
    get('mail.from'),
    settings.secret(operatorScope, 'mail.smtp.password'),
  ]);
  if (host === '' || from === '') return null;
  return {
    from,
    server: {
      ...{ host, port, security: security as MailServer['security'] },
      login: user === '' ? null : { user, password: password ?? '' },
    },
  };
}

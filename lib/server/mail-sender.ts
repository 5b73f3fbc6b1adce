/** E-mails by SMTP, to allowed addresses only: the connection is made here, and the library speaks over it. */
import type { Socket } from 'node:net';
import { rootCertificates } from 'node:tls';
import nodemailer from 'nodemailer';
import type { MailFailure, MailSend } from '../domain/monitoring/mail.ts';
import { err, ok, type Result } from '../kernel/result.ts';
import type { Ms } from '../kernel/units.ts';
import { safeConnect } from '../media/net/safe-connect.ts';
import type { SourceFactoryOptions } from '../media/sources/open-source.ts';

const timeoutMs: Ms = 15_000;
/** Of the whole exchange, whatever server and library do. */
const deadlineMs: Ms = 60_000;

export function mailSender({
  clock,
  addressPolicy,
  tls,
}: Pick<SourceFactoryOptions, 'clock' | 'addressPolicy' | 'tls'>): MailSend {
  return async ({ host, port, security, login }, mail, signal) => {
    const connected = await safeConnect(
      { host, port, useTls: false },
      { policy: addressPolicy, clock, timeoutMs, signal },
    );
    if (!connected.ok) return err(connectFailure(connected.error.code));
    const socket = connected.value;
    const transport = nodemailer.createTransport({
      host,
      port,
      secure: security === 'tls',
      requireTLS: security === 'starttls',
      ignoreTLS: security === 'none',
      ...(login === null ? {} : { auth: { user: login.user, pass: login.password } }),
      // Only the connection that was checked is used.
      getSocket: (_options: unknown, callback: (error: null, found: { connection: Socket }) => void) =>
        callback(null, { connection: socket }),
      tls: {
        servername: host,
        ...(tls?.extraCa ? { ca: [...rootCertificates, ...tls.extraCa] } : {}),
      },
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      // Texts of ours never name a file or an address to read.
      disableFileAccess: true,
      disableUrlAccess: true,
    } as nodemailer.TransportOptions);
    const onAbort = () => socket.destroy();
    signal.addEventListener('abort', onAbort, { once: true });
    let cancelDeadline = () => {};
    const late = new Promise<Result<void, MailFailure>>((resolve) => {
      cancelDeadline = clock.after(deadlineMs, () => resolve(err('timeout')));
    });
    try {
      const sent = transport.sendMail({ ...mail, to: [...mail.to] }).then(
        () => ok(undefined),
        (error: unknown) => err(failureOf(error)),
      );
      return await Promise.race([sent, late]);
    } finally {
      cancelDeadline();
      signal.removeEventListener('abort', onAbort);
      transport.close();
      socket.destroy();
    }
  };
}

function connectFailure(code: string): MailFailure {
  return code === 'refusedAddress' || code === 'unresolved' || code === 'timeout' || code === 'certificate'
    ? code
    : 'unreachable';
}

/** Codes of the library, which has none of its own for certificates. */
function failureOf(error: unknown): MailFailure {
  const { code = '', message = '' } = error as { readonly code?: string; readonly message?: string };
  if (code === 'EAUTH') return 'login';
  if (code === 'ETIMEDOUT') return 'timeout';
  if (code === 'EENVELOPE' || code === 'EMESSAGE') return 'rejected';
  if (code === 'ETLS' || /certificate|altname/i.test(message)) return 'certificate';
  return 'unreachable';
}

import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail server that requires the login oriel, hunter2-hunter2, and what it received. */
export async function mailServer(
  options: {
    readonly refusesLogin?: boolean;
    readonly refusesMail?: boolean;
    readonly tls?: { readonly key: string; readonly cert: string };
    readonly isTlsAtOnce?: boolean;
  } = {},
) {
  const received: { to: string[]; text: string; user: unknown }[] = [];
  const server = new SMTPServer({
    disabledCommands: options.tls ? [] : ['STARTTLS'],
    ...options.tls,
    secure: options.isTlsAtOnce === true,
    allowInsecureAuth: !options.tls,
    closeTimeout: 100,
    onAuth({ username, password }, _session, done) {
      const isRight = !options.refusesLogin && username === 'oriel' && password === 'hunter2-hunter2';
      done(isRight ? null : new Error('wrong'), { user: username });
    },
    onRcptTo: (_address, _session, done) => done(options.refusesMail ? new Error('no such user') : null),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        received.push({ to, text: Buffer.concat(chunks).toString(), user: session.user });
        done();
      });
    },
  });
  server.on('error', () => {});
  const listening = server.listen(0, '127.0.0.1');
  await new Promise((resolve) => listening.once('listening', resolve));
  return {
    received,
    port: (listening.address() as AddressInfo).port,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

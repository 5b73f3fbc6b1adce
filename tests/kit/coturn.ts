/** Debian's TURN server with expiring credentials. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchFolder } from './scratch-folder.ts';

export interface Coturn {
  stop(): Promise<void>;
}

/**
 * `program`: `turnserver`, or a wrapper that runs it in a network of its own. On a loopback address it relays to this
 * machine, which it otherwise refuses.
 */
export async function startCoturn(
  program: string,
  address: string,
  secret: string,
  port = 3478,
): Promise<Coturn> {
  const folder = scratchFolder('oriel-coturn-');
  const config = join(folder, 'turnserver.conf');
  const lines = [
    `listening-port=${port}`,
    `listening-ip=${address}`,
    `relay-ip=${address}`,
    'realm=oriel.test',
    'use-auth-secret',
    `static-auth-secret=${secret}`,
    ...(address.startsWith('127.') ? ['allow-loopback-peers'] : []),
    'no-cli',
    'no-tls',
    'no-dtls',
    'log-file=stdout',
    'simple-log',
    `pidfile=${join(folder, 'pid')}`,
    `userdb=${join(folder, 'db')}`,
  ];
  writeFileSync(config, `${lines.join('\n')}\n`, { mode: 0o600 });
  const child = spawn(program, ['-c', config], { stdio: ['ignore', 'pipe', 'pipe'] });
  let log = '';
  await new Promise<void>((ready, fail) => {
    const timer = setTimeout(() => fail(new Error(`coturn did not start: ${log}`)), 20_000);
    child.once('exit', () => fail(new Error(`coturn has exited: ${log}`)));
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (bytes) => {
        log = `${log}${bytes}`.slice(-4_000);
        if (!/DB connection success/.test(log)) return;
        clearTimeout(timer);
        ready();
      });
    }
  });
  return {
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
    },
  };
}

/**
 * Text to speech by a program of the operator: the text on standard input, a WAV file on standard output. The program has
 * no connection to us besides, and none of our environment, which contains secrets.
 */
import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import type { Logger } from '../../kernel/logger.ts';
import type { Speech } from '../talk-ports.ts';

/** Longer than any message may be, at the speed at which speech is computed. */
const timeoutMs = 20_000;
/** 60 s at 48 kHz, and what is declared around it. */
const maxFileBytes = 6 * 1_048_576;
const maxAddressBytes = 1024 ** 3;
const maxCpuSeconds = 20;
/** Each takes a core for a moment, which live video needs too. */
const maxAtOnce = 2;

const environment: NodeJS.ProcessEnv = {
  LANG: 'C.UTF-8',
  PATH: '/usr/bin:/bin',
  NODE_ENV: 'production', // required by Next's types
};

/** Where this tool of the system is, as it is installed on Linux. */
const prlimit = '/usr/bin/prlimit';

/** `path`: absolute, of a program that takes `--stdin`, `--stdout` and `-v zh` or `-v en`, as espeak-ng does. */
export async function createSpeech(path: string, logger: Logger): Promise<Speech> {
  const isLimited = await access(prlimit, constants.X_OK).then(
    () => true,
    () => false,
  );
  let running = 0;

  async function run(text: string): Promise<Uint8Array | null> {
    const args = ['--stdin', '--stdout', '-v', /\p{Script=Han}/u.test(text) ? 'zh' : 'en'];
    const limits = [`--as=${maxAddressBytes}`, `--cpu=${maxCpuSeconds}`, '--nofile=64', '--core=0', '--'];
    const [program, ...given] = isLimited ? [prlimit, ...limits, path, ...args] : [path, ...args];
    return new Promise((resolve) => {
      const options = {
        encoding: 'buffer',
        timeout: timeoutMs,
        killSignal: 'SIGKILL',
        maxBuffer: maxFileBytes,
        env: environment,
      } as const;
      const child = execFile(program!, given, options, (error, stdout) => {
        if (error) logger.warn({ reason: error.code ?? error.signal ?? 'failed' }, 'a text was not spoken');
        resolve(error ? null : stdout);
      });
      child.stdin?.on('error', () => {
        /* it ended without reading: reported by its exit */
      });
      child.stdin?.end(text);
    });
  }

  return async (text) => {
    if (running >= maxAtOnce) return null;
    running += 1;
    try {
      return await run(text);
    } finally {
      running -= 1;
    }
  };
}

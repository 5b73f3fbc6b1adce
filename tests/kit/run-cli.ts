import { spawn } from 'node:child_process';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { runCommandLine } from '../../lib/server/cli/program.ts';
import { cliCommand } from '../../scripts/run-product.mjs';

export interface CliRun {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface CliOptions {
  /** True: with the line that names the data folder on standard error. */
  readonly namesDataFolder?: boolean;
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs the built command line as a process on a data folder; loopback cameras are allowed. */
export function runIn(dataDir: string, args: readonly string[], options: CliOptions = {}): Promise<CliRun> {
  const child = spawn(process.execPath, [...cliCommand(false), ...argumentsOf(args, options)], {
    env: environmentOf(dataDir, options),
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  child.stdin.end(options.input ?? '');
  return new Promise((resolve) => child.on('close', (code) => resolve({ code: code ?? -1, out, err })));
}

/** The same in this process, from source: starting Node takes longer than most commands. */
export async function runHere(
  dataDir: string,
  args: readonly string[],
  options: CliOptions = {},
): Promise<CliRun> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const printed = Promise.all([text(stdout), text(stderr)]);
  const code = await runCommandLine(
    ['node', 'oriel', ...argumentsOf(args, options)],
    environmentOf(dataDir, options),
    {
      stdin: Readable.from([Buffer.from(options.input ?? '')]),
      stdout,
      stderr,
    },
  );
  stdout.end();
  stderr.end();
  const [out, err] = await printed;
  return { code, out, err };
}

const argumentsOf = (args: readonly string[], { namesDataFolder }: CliOptions) =>
  namesDataFolder === true ? args : [...args, '--quiet'];

const environmentOf = (dataDir: string, { env }: CliOptions) => ({
  NODE_ENV: 'production' as const,
  PATH: process.env.PATH,
  ORIEL_DATA_DIR: dataDir,
  ORIEL_CAMERA_NETWORKS: '127.0.0.0/8',
  ...env,
});

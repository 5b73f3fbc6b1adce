import { spawn } from 'node:child_process';
import { cliCommand } from '../../scripts/run-product.mjs';

export interface CliRun {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs the built command line on a data folder; loopback cameras are allowed. */
export function runIn(
  dataDir: string,
  args: readonly string[],
  options: { input?: string; env?: Record<string, string> } = {},
): Promise<CliRun> {
  const child = spawn(process.execPath, [...cliCommand(false), ...args], {
    env: {
      NODE_ENV: 'production',
      PATH: process.env['PATH'],
      ORIEL_DATA_DIR: dataDir,
      ORIEL_CAMERA_NETWORKS: '127.0.0.0/8',
      ...options.env,
    },
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

import { rm } from 'node:fs/promises';
import { buildStale } from '../../scripts/build.mjs';
import { runCli, startProduct } from '../../scripts/run-product.mjs';
import { ConsoleCalls } from './console-calls.ts';
import { scratchFolder } from './scratch-folder.ts';
import { askShared, copySharedData } from './shared.ts';

export interface StartOptions {
  /** Environment variables of the server, in addition to those set here, for instance `ORIEL_CAMERA_NETWORKS`. */
  readonly env?: Readonly<Record<string, string>>;
  /** Kept after `stop`; by default a new temporary folder with an administrator, which `stop` removes. */
  readonly dataDir?: string;
  /** The new folder is empty. */
  readonly isFirstStart?: boolean;
  /** Program that runs both servers, for instance Node in a network namespace. */
  readonly node?: string;
  /** Also starts the sample host page, and creates its application. */
  readonly hasSamplePage?: boolean;
}

export interface OrielInstance {
  /** Of the server, for instance `http://127.0.0.1:41234`. */
  readonly origin: string;
  /** Of the sample host page; empty without it. */
  readonly sampleOrigin: string;
  readonly dataDir: string;
  readonly pid: number;
  /** Of the server and its commands. */
  readonly env: Readonly<Record<string, string>>;
  /** Null unless this was the first start of the data folder. */
  readonly setupCode: { readonly code: string; readonly expiresAt: number } | null;
  /** Runs `oriel <args> --json` and returns its output. Rejects if it fails. `input` is written to its stdin. */
  oriel(args: readonly string[], input?: string): Promise<unknown>;
  /** Everything that both programs printed so far. */
  output(): string;
  /** Stops both programs; resolves with the server's exit code, or the signal that ended it. Safe to call twice. */
  stop(): Promise<number | string>;
  /** `kill -9` of the server, then stops the rest. Keeps the data folder. */
  kill(): Promise<void>;
}

/**
 * The real product, built if stale, on its own ports and data folder. Loopback cameras are allowed, because test
 * cameras listen there. Demo cameras show the line that `frame-number.ts` reads, and do not record.
 */
export async function startOriel(options: StartOptions = {}): Promise<OrielInstance> {
  await buildStale({ log: () => {} });
  const shared = options.dataDir || options.isFirstStart ? null : await copySharedData();
  const dataDir = options.dataDir ?? shared ?? scratchFolder('oriel-');
  const printed: Buffer[] = [];
  const product = await startProduct({
    env: {
      ...cleanEnvironment(),
      ORIEL_DATA_DIR: dataDir,
      ORIEL_PORT: '0',
      ORIEL_SAMPLE_PORT: '0',
      ORIEL_CAMERA_NETWORKS: '127.0.0.0/8',
      ORIEL_DEMO_FRAME_CODE: '1',
      ORIEL_DEMO_RECORDINGS: '0',
      ...options.env,
    },
    output: { stdout: 'pipe', stderr: 'pipe' },
    onOutput: (chunk: Buffer) => printed.push(chunk),
    ...(options.node === undefined ? {} : { node: options.node }),
    hasSamplePage: options.hasSamplePage === true,
  });
  let stopping: Promise<number | string> | null = null;
  const stop = () => {
    stopping ??= product.stop();
    return stopping;
  };
  const { origin, setupCode } = product;
  // Without data to copy.
  if (setupCode && !options.dataDir && !options.isFirstStart) await ConsoleCalls.setUp({ origin, setupCode });
  return {
    origin,
    sampleOrigin: product.sampleOrigin,
    dataDir,
    pid: product.server.child.pid as number,
    env: product.env,
    setupCode,
    oriel: (args, input = '') => runCli(args, { env: product.env, input }),
    output: () => Buffer.concat(printed).toString(),
    async stop() {
      const code = await stop();
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
      return code;
    },
    async kill() {
      product.server.child.kill('SIGKILL');
      await product.server.exited;
      await stop();
    },
  };
}

/** What files may use of the server that they share. */
export type SharedOriel = Pick<OrielInstance, 'origin' | 'sampleOrigin' | 'dataDir' | 'oriel' | 'stop'>;

/**
 * The server of the files that only play, each with its own application, and cameras under serials that no other file
 * uses. Files that change settings or demo cameras, or stop the server, start their own. `stop` does nothing: the run
 * stops it.
 */
export async function sharedOriel(): Promise<SharedOriel> {
  const shared = await askShared('oriel');
  if (shared === null) return startOriel({ hasSamplePage: true });
  const { origin, sampleOrigin, dataDir, env } = JSON.parse(shared);
  return {
    origin,
    sampleOrigin,
    dataDir,
    oriel: (args, input = '') => runCli(args, { env, input }),
    stop: async () => 0,
  };
}

/** Settings of the machine must not affect a test. */
function cleanEnvironment(): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env;
  return { PATH, HOME, LANG: 'C.UTF-8', NEXT_TELEMETRY_DISABLED: '1' };
}

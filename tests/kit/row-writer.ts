import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import type { DatabaseLocation } from '../../lib/db/client.ts';
import { buildChildProgram } from './child-program.ts';

export interface WriterOptions {
  readonly place: DatabaseLocation;
  /** Number of the first row. */
  readonly from: number;
  /** libsql only: the `synchronous` pragma, without automatic checkpoints. The product's setting by default. */
  readonly synchronous?: 'normal';
  /** Counts the rows up to this one instead of writing. */
  readonly last?: number;
}

/** A process that writes rows, one transaction each, and prints the number of each after its commit. */
export interface RowWriter {
  /** The last number it printed. `from - 1` before the first. */
  acknowledged(): number;
  /** Resolves after the first number. Rejects if the process ends before. */
  readonly writing: Promise<void>;
  /** `kill -9`; resolves when the process has ended and all its output was read. */
  kill(): Promise<void>;
}

export interface RowWriters {
  start(options: WriterOptions): RowWriter;
  /** How many of the rows `from` to `last` exist, and the result of SQLite's integrity check (`ok`). */
  count(
    place: DatabaseLocation,
    from: number,
    last: number,
  ): { readonly rows: number; readonly file: string };
  dispose(): void;
}

export async function buildRowWriter(): Promise<RowWriters> {
  const { program, dispose } = await buildChildProgram(new URL('./row-writer-child.ts', import.meta.url));
  return {
    start: (options) => startWriter(program, options),
    // In a separate process: libsql keeps a closed file open for a while, and its disk is unmounted next.
    count(place, from, last) {
      const args = [program, JSON.stringify({ place, from, last })];
      return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
    },
    dispose,
  };
}

function startWriter(program: string, options: WriterOptions): RowWriter {
  const child: ChildProcess = spawn(process.execPath, [program, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let outcome = '';
  let complaints = '';
  let isFirst: () => void = () => {};
  child.stderr?.on('data', (text) => {
    complaints += text;
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const writing = new Promise<void>((resolve, reject) => {
    isFirst = resolve;
    void ended.then(() => reject(new Error(`the writer exited before its first row: ${complaints}`)));
  });
  writing.catch(() => {}); // reported to the caller that awaits it
  child.stdout?.on('data', (text) => {
    outcome = (outcome + text).slice(-64);
    if (outcome.includes('\n')) isFirst();
  });
  return {
    // Ignores an incomplete last line.
    acknowledged: () =>
      Number(outcome.slice(0, outcome.lastIndexOf('\n')).split('\n').at(-1) || options.from - 1),
    writing,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

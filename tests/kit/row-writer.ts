import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import type { DatabaseLocation } from '../../lib/db/client.ts';
import { buildChildProgram } from './child-program.ts';

export interface WriterOptions {
  readonly place: DatabaseLocation;
  /** Number of the first row. */
  readonly from: number;
  /** libsql only: how much is flushed. The product's own setting unless said. */
  readonly synchronous?: 'normal';
  /** Counts the rows up to this one instead of writing. */
  readonly last?: number;
}

/** A program that writes rows, one transaction each, and says the number of each once it is committed. */
export interface RowWriter {
  /** The last number it said. `from - 1` before the first. */
  acknowledged(): number;
  /** Resolves when it said its first number. Rejects when it ends before. */
  readonly writing: Promise<void>;
  /** `kill -9`; resolves when it is gone and everything it said was read. */
  kill(): Promise<void>;
}

export interface RowWriters {
  start(options: WriterOptions): RowWriter;
  /** How many of the rows `from` to `last` are there, and what SQLite says of the file (`ok`). */
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
    // By a program of its own: libsql keeps a closed file open for a while, and its disk is to be unmounted.
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
    void ended.then(() => reject(new Error(`the writer ended before it wrote: ${complaints}`)));
  });
  writing.catch(() => {}); // told to whoever waits for it
  child.stdout?.on('data', (text) => {
    outcome = (outcome + text).slice(-64);
    if (outcome.includes('\n')) isFirst();
  });
  return {
    // A line that is cut off was not said.
    acknowledged: () =>
      Number(outcome.slice(0, outcome.lastIndexOf('\n')).split('\n').at(-1) || options.from - 1),
    writing,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

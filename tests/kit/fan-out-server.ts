import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FanOutReport } from './fan-out-process.ts';

export interface FanOutOptions {
  readonly mode?: 'bounded' | 'unbounded';
  readonly kbps?: number;
  readonly fps?: number;
  readonly merging?: 'auto' | 'never' | 'always';
}

/** Clock ticks per second of `/proc/<pid>/stat`: 100 on every Linux that Node supports. */
const TICKS_PER_SECOND = 100;

/** User and system time of a process, s. */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** Our fan-out in a child process. */
export class FanOutServer {
  private constructor(
    private readonly child: ChildProcess,
    readonly port: number,
  ) {}

  static async start({
    mode = 'bounded',
    kbps = 1_000,
    fps = 25,
    merging = 'auto',
  }: FanOutOptions): Promise<FanOutServer> {
    const script = fileURLToPath(new URL('./fan-out-process.ts', import.meta.url));
    const args = [mode, String(kbps), String(fps), merging];
    const child = fork(script, args, { execArgv: ['--import', 'tsx'] });
    const { port } = await nextMessage<{ port: number }>(child);
    return new FanOutServer(child, port);
  }

  get pid(): number {
    return this.child.pid!;
  }

  report(): Promise<FanOutReport> {
    const answer = nextMessage<FanOutReport>(this.child);
    this.child.send('report');
    return answer;
  }

  async close(): Promise<void> {
    if (this.child.exitCode !== null) return;
    const gone = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGKILL');
    await gone;
  }
}

function nextMessage<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const failed = (code: number | null) => reject(new Error(`the server exited with ${code}`));
    child.once('exit', failed);
    child.once('message', (message) => {
      child.off('exit', failed);
      resolve(message as T);
    });
  });
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { buildChildProgram } from './child-program.ts';
import type { RecorderReport } from './recorder-child.ts';
import { until } from './steady-viewer.ts';

const clips = fileURLToPath(new URL('../../lib/media/sources/demo/clips', import.meta.url));

export interface RecorderProcess {
  readonly child: ChildProcess;
  /** What it printed last. */
  readonly report: () => RecorderReport;
  /** Resolves when it has ended. */
  end(signal: NodeJS.Signals): Promise<void>;
}

/** Starts processes that record, `recorder-child.ts`. */
export async function recorderProcesses() {
  const { program, dispose } = await buildChildProgram(new URL('./recorder-child.ts', import.meta.url));
  const running: ChildProcess[] = [];

  /** Resolves when every camera is recorded. */
  async function start(folder: string, cameras: number, { isSynced = true } = {}): Promise<RecorderProcess> {
    const args = [program, folder, String(cameras), clips, isSynced ? '' : 'unsynced'];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    running.push(child);
    let report: RecorderReport = { recording: 0, failing: 0, codes: [], frames: 0 };
    let rest = '';
    child.stdout!.on('data', (text: Buffer) => {
      const lines = `${rest}${text}`.split('\n');
      rest = lines.pop()!;
      const last = lines.at(-1);
      if (last) report = JSON.parse(last) as RecorderReport;
    });
    await until('a recorder', () => report.recording === cameras);
    return {
      child,
      report: () => report,
      async end(signal) {
        child.kill(signal);
        // After its last line.
        await once(child, 'close');
      },
    };
  }

  return {
    start,
    /** Also after a test that failed. */
    killAll() {
      for (const one of running.splice(0)) one.kill('SIGKILL');
    },
    dispose,
  };
}

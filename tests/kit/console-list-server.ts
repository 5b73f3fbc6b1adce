import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface ListServer {
  readonly origin: string;
  /** Of a user with access to one department and all masked fields masked. */
  readonly bearer: string;
  /** Of the first administrator, who has the complete menu. */
  readonly rootBearer: string;
  /** Of the server process since its start. */
  usage(): Promise<{ readonly cpuMs: number; readonly rssBytes: number }>;
  stop(): Promise<void>;
}

/** `place`: a `postgres://` URL or a file. People that exist are kept. */
export async function startListServer(people: number, place: string): Promise<ListServer> {
  const script = fileURLToPath(new URL('./console-list-process.ts', import.meta.url));
  const child = fork(script, [String(people), place], { execArgv: ['--import', 'tsx'] });
  const { port, ...bearers } = await answerOf<{ port: number; bearer: string; rootBearer: string }>(child);
  return {
    origin: `http://127.0.0.1:${port}`,
    ...bearers,
    usage: () => {
      child.send('usage');
      return answerOf(child);
    },
    async stop() {
      const ended = once(child, 'exit');
      child.send('stop');
      await ended;
    },
  };
}

function answerOf<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const failed = (code: number | null) => reject(new Error(`the server exited with ${code}`));
    child.once('exit', failed);
    child.once('message', (answer) => {
      child.off('exit', failed);
      resolve(answer as T);
    });
  });
}

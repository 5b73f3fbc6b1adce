// `globalSetup` of the parts that use databases. Workers find the databases by environment variables.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export default async function startDatabases() {
  const program = fileURLToPath(new URL('databases-process.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  const [line] = await Promise.race([once(lines, 'line'), ended.then(() => [])]);
  if (line === undefined) throw new Error('the test databases did not start');
  process.env.ORIEL_TEST_DATABASES = line;
  return () => {
    child.stdin.end();
    return ended;
  };
}

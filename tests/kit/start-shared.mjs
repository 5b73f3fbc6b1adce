// `globalSetup` of the jest projects that use browsers. Workers find what they share by an environment variable.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export default async function startShared() {
  const program = fileURLToPath(new URL('shared-process.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  const [line] = await Promise.race([once(lines, 'line'), ended.then(() => [])]);
  if (line === undefined) throw new Error('the process of shared browsers and servers did not start');
  process.env.ORIEL_TEST_SHARED = line;
  globalThis.stopOrielShared = () => {
    child.stdin.end();
    return ended;
  };
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/**
 * Starts a program of this folder for a whole run. It prints a line when it is ready, and ends with its standard input,
 * which also happens when the run is killed. Returns that line, and a function that ends the program.
 */
export async function startProgram(file) {
  const program = fileURLToPath(new URL(file, import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  const [line] = await Promise.race([once(lines, 'line'), ended.then(() => [])]);
  if (line === undefined) throw new Error(`${file} did not start`);
  const stop = () => {
    child.stdin.end();
    return ended;
  };
  return { line, stop };
}

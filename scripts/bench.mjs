// `npm run bench` lists the benches, `npm run bench -- <name>` runs one. Each prints what it measured, the
// comparison and the target, and as its last line one JSON object.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { dirname, join } from 'node:path';

const root = dirname(import.meta.dirname);
const folder = join(root, 'tests/bench');
const suffix = '.bench.ts';
const names = readdirSync(folder)
  .filter((file) => file.endsWith(suffix))
  .map((file) => file.slice(0, -suffix.length));

const [name, ...rest] = process.argv.slice(2);
if (name === undefined) {
  for (const each of names) console.log(`${each.padEnd(16)} ${firstComment(each)}`);
} else if (names.includes(name)) {
  const cores = cpus();
  console.log(
    `machine: ${cores.length} x ${cores[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`,
  );
  const { status } = spawnSync('node', ['--import', 'tsx', join(folder, name + suffix), ...rest], {
    cwd: root,
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
} else {
  console.error(`No bench named ${name}. There are: ${names.join(', ')}`);
  process.exitCode = 1;
}

/** Each bench opens with a comment that says what it measures. */
function firstComment(each) {
  const text = readFileSync(join(folder, each + suffix), 'utf8');
  return /^(?:\/\/ |\/\*\*\s*\*?\s*)(.+)$/m.exec(text)?.[1] ?? '';
}

// `npm run bench` lists the benches, `npm run bench -- <name>` runs one. Each prints its measurement, the
// comparison and the target, and one JSON object as the last line. The load of the machine is printed as
// well: if other processes used more than a tenth of it, the bench runs again, up to ORIEL_BENCH_TRIES (3)
// times, and the result of the quietest run is repeated at the end.
import './require-node.mjs';
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { watchLoad } from './machine-load.mjs';
import { fillProgramFolder } from './program-folder.mjs';
import { namedNeeds, provisionPackages, provisionSystem } from './provision.mjs';

const root = dirname(import.meta.dirname);
const folder = join(root, 'tests/bench');
const suffix = '.bench.ts';
const tries = Number(process.env.ORIEL_BENCH_TRIES ?? 3);
/** Maximum share of the machine used by other processes for a valid result. */
const quietShare = 0.1;

const names = readdirSync(folder)
  .filter((file) => file.endsWith(suffix))
  .map((file) => file.slice(0, -suffix.length));

const [name, ...rest] = process.argv.slice(2);
try {
  if (name === undefined) {
    for (const each of names) console.log(`${each.padEnd(16)} ${firstComment(each)}`);
  } else if (names.includes(name)) {
    const needs = namedNeeds(needsOf(name));
    await provisionSystem(needs, `The bench ${name}`);
    await provisionPackages();
    const programs = mkdtempSync(join(tmpdir(), 'oriel-bench-'));
    fillProgramFolder(programs, needs);
    await runBench(programs).finally(() => rmSync(programs, { recursive: true, force: true }));
  } else {
    throw new Error(`Unknown bench: ${name}. Available: ${names.join(', ')}`);
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

/** `programs`: the PATH of the bench. */
async function runBench(programs) {
  const cores = cpus();
  console.log(
    `machine: ${cores.length} x ${cores[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`,
  );
  let quietest = null;
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    const run = await runOnce(programs);
    if (quietest === null || (run.others ?? 0) < (quietest.others ?? 0)) quietest = run;
    if (run.others === null || run.others <= quietShare || countsBytes(run.result)) break;
    const next = attempt < tries ? 'once more' : `the quietest of ${tries} runs counts`;
    console.log(`other processes used more than ${quietShare * 100} % of the machine: ${next}`);
    if (attempt === tries && quietest !== run) console.log(`${quietest.load}\n${quietest.result}`);
  }
  process.exitCode = quietest.status;
}

/** Sizes are the same on every machine. */
function countsBytes(result) {
  return /"unit":"B"/.test(result ?? '');
}

/** Runs the bench and forwards its output; the load is printed before the last line, the result. */
async function runOnce(programs) {
  const child = spawn(process.execPath, ['--import', 'tsx', join(folder, name + suffix), ...rest], {
    cwd: root,
    stdio: ['inherit', 'pipe', 'inherit'],
    env: { ...process.env, ORIEL_FULL_CHROMIUM: '1', PATH: programs },
  });
  const watched = watchLoad(child.pid);
  const ended = new Promise((resolve) => child.on('close', (code) => resolve(code ?? 1)));
  let result = null;
  for await (const line of createInterface({ input: child.stdout })) {
    if (result !== null) console.log(result);
    result = line;
  }
  const status = await ended;
  const others = watched.stop();
  const average = loadavg().map((value) => value.toFixed(1));
  const share = others === null ? '' : `, others used ${Math.round(others * 100)} % of the machine`;
  const load = `load: ${average.join(', ')} (1, 5, 15 min)${share}`;
  console.log(load);
  if (result !== null) console.log(result);
  return { status, others, load, result };
}

/** Each bench begins with a comment that describes what it measures. */
function firstComment(each) {
  const text = readFileSync(join(folder, each + suffix), 'utf8');
  return /^(?:\/\/ |\/\*\*\s*\*?\s*)(.+)$/m.exec(text)?.[1] ?? '';
}

/** System requirements of the bench: a line of its first comment, `Needs: Chromium, ffmpeg.` */
function needsOf(each) {
  const text = readFileSync(join(folder, each + suffix), 'utf8');
  const listed = /^(?:\/\/| \*) Needs: (.+)\.$/m.exec(text)?.[1];
  return listed?.split(', ') ?? [];
}

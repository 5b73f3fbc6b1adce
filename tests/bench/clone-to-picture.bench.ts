/**
 * From `git clone` to live video in a browser: a clone of the last commit, `npm run up` in it with free ports and the
 * current npm cache, Chromium on the sample page until the frame number increases. Cleans up afterwards.
 * Needs: Chromium.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import type { Browser, Frame } from 'playwright-core';
import { launchChromium } from '../kit/chromium.ts';
import { type SeenFrame, watchScreen } from '../kit/screen-watch.ts';

const targetSeconds = 90;
const limitMs = 600_000;
const root = dirname(dirname(import.meta.dirname));

interface Phase {
  readonly name: string;
  readonly seconds: number;
}

/** Records the duration since the previous call under a name. */
class Phases {
  readonly all: Phase[] = [];
  private readonly startedAt = performance.now();
  private at = this.startedAt;

  end(name: string): void {
    const now = performance.now();
    const seconds = (now - this.at) / 1_000;
    this.at = now;
    this.all.push({ name, seconds });
    console.log(`${name.padEnd(34)} ${seconds.toFixed(1).padStart(6)} s`);
  }

  get seconds(): number {
    return (this.at - this.startedAt) / 1_000;
  }
}

/** Output lines of `npm run up`, and the phase that each one ends. */
const milestones: readonly (readonly [RegExp, string])[] = [
  [/^Installing packages/, 'npm run up, until it installs'],
  [/^added \d+ packages/, 'packages'],
  [/^built next in/, 'build'],
  [/^Oriel started in/, 'start of server and sample page'],
];

/**
 * Starts the product. Resolves with the sample page's origin; `started` gets the child process at once, so that it can
 * be stopped.
 */
function startUp(folder: string, phases: Phases, started: (child: ChildProcess) => void): Promise<string> {
  const child = spawn('npm', ['run', 'up'], {
    cwd: folder,
    env: { ...process.env, ORIEL_PORT: '0', ORIEL_SAMPLE_PORT: '0', ORIEL_DATA_DIR: join(folder, 'data') },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  started(child);
  const printed: string[] = [];
  return new Promise((resolve, reject) => {
    const line = (text: string): void => {
      printed.push(text);
      const milestone = milestones.find(([pattern]) => pattern.test(text));
      if (milestone) phases.end(milestone[1]);
      const origin = /Sample page\s+(\S+)/.exec(text)?.[1];
      if (origin) resolve(origin);
    };
    createInterface({ input: child.stdout }).on('line', line);
    createInterface({ input: child.stderr }).on('line', line);
    child.once('error', reject);
    child.once('exit', (code) =>
      reject(new Error(`npm run up exited with ${code}:\n${printed.slice(-20).join('\n')}`)),
    );
  });
}

/** SIGINT stops the servers that it started; killing the process group also ends npm's processes. */
async function endUp(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  process.kill(-child.pid, 'SIGTERM');
  await ended;
}

async function waitForFrame(browser: Browser, origin: string): Promise<readonly SeenFrame[]> {
  const page = await browser.newPage();
  await page.goto(origin);
  // Before playback the frame may still be its initial empty document.
  await page.waitForSelector('.camera:nth-child(1)[data-phase="playing"]', { timeout: 60_000 });
  const iframe = await page.waitForSelector('.camera:nth-child(1) iframe');
  const screen = await watchScreen((await iframe.contentFrame()) as Frame);
  const frames: SeenFrame[] = [];
  for (let waitedMs = 0; waitedMs < 30_000; waitedMs += 50) {
    frames.push(...(await screen.take()));
    const [first] = frames;
    const last = frames.at(-1);
    if (first && last && last.frame > first.frame) return frames;
    await page.waitForTimeout(50);
  }
  throw new Error('no frame within 30 s');
}

const folder = await mkdtemp(join(tmpdir(), 'oriel-clone-'));
const browser = await launchChromium();
let up: ChildProcess | null = null;
const limit = setTimeout(() => up && void endUp(up), limitMs);
try {
  const phases = new Phases();
  await promisify(execFile)('git', ['clone', '--quiet', '--no-hardlinks', root, join(folder, 'oriel')]);
  phases.end('git clone');
  const origin = await startUp(join(folder, 'oriel'), phases, (child) => {
    up = child;
  });
  const frames = await waitForFrame(browser, origin);
  phases.end('page open to a rising picture');
  console.log(`frames ${frames[0]?.frame} to ${frames.at(-1)?.frame} were shown`);
  const value = Math.round(phases.seconds * 10) / 10;
  console.log(`target: ${targetSeconds} s from the clone to live video`);
  console.log(
    JSON.stringify({
      bench: 'clone-to-picture',
      value,
      unit: 's',
      target: targetSeconds,
      ok: value <= targetSeconds,
      peers: Object.fromEntries(phases.all.map(({ name, seconds }) => [name, Math.round(seconds * 10) / 10])),
    }),
  );
} finally {
  clearTimeout(limit);
  await browser.close();
  if (up) await endUp(up);
  await rm(folder, { recursive: true, force: true });
}

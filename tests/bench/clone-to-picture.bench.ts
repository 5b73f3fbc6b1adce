/**
 * From `git clone` to a live picture in a browser: a clone of the last commit, `npm run up` in it with free ports and
 * the npm cache as it is, Chromium on the sample page until the number in the picture rises. Cleans up after itself.
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

/** Names what ended at each call. */
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

/** What `npm run up` prints, and which phase is over when it does. */
const milestones: readonly (readonly [RegExp, string])[] = [
  [/^Installing packages/, 'npm run up, until it installs'],
  [/^added \d+ packages/, 'packages'],
  [/^built next in/, 'build'],
  [/^Oriel started in/, 'start of server and sample page'],
];

/** Starts the product. Resolves with the sample page's origin; the child is told at once, so that it can be ended. */
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
      reject(new Error(`npm run up ended with ${code}:\n${printed.slice(-20).join('\n')}`)),
    );
  });
}

/** Its own stop ends the servers it started; the group takes what npm put around it. */
async function endUp(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  process.kill(-child.pid, 'SIGTERM');
  await ended;
}

async function waitForFrame(browser: Browser, origin: string): Promise<readonly SeenFrame[]> {
  const page = await browser.newPage();
  await page.goto(origin);
  // Before it plays the frame may still be the empty document that it begins as.
  await page.waitForSelector('.camera:nth-child(1)[data-phase="playing"]', { timeout: 60_000 });
  const iframe = await page.waitForSelector('.camera:nth-child(1) iframe');
  const screen = await watchScreen((await iframe.contentFrame()) as Frame);
  const pictures: SeenFrame[] = [];
  for (let waitedMs = 0; waitedMs < 30_000; waitedMs += 50) {
    pictures.push(...(await screen.take()));
    const [first] = pictures;
    const last = pictures.at(-1);
    if (first && last && last.frame > first.frame) return pictures;
    await page.waitForTimeout(50);
  }
  throw new Error('no picture within 30 s');
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
  const pictures = await waitForFrame(browser, origin);
  phases.end('page open to a rising picture');
  console.log(`pictures ${pictures[0]?.frame} to ${pictures.at(-1)?.frame} were seen`);
  const value = Math.round(phases.seconds * 10) / 10;
  console.log(`target: ${targetSeconds} s from the clone to the picture`);
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

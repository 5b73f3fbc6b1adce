// `npm run build`: builds stale targets. `npm run build -- server next` builds only these targets; `--all`
// builds them even if up to date. Node built-ins only: targets run as separate processes.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hashInputs, isStale, markBuilt, whileBuildingAlone } from './staleness.mjs';

const root = dirname(import.meta.dirname);
const sharedByBrowsers = ['kernel', 'i18n', 'error-catalogue', 'ezopen', 'contracts', 'protocol'].map(
  (layer) => `lib/${layer}`,
);

const targets = [
  {
    name: 'frame',
    command: ['scripts/build-frame.mjs'],
    inputs: [
      'player-frame',
      ...sharedByBrowsers,
      ...['lib/codec', 'lib/plain-stream', 'lib/recorded-export'],
      'scripts/build-frame.mjs',
      'scripts/frame-generations.mjs',
      'package-lock.json',
    ],
    outputs: ['public/assets/manifest.json'],
  },
  {
    name: 'sdk',
    command: ['scripts/build-sdk.mjs'],
    inputs: [
      'host-sdk',
      ...sharedByBrowsers,
      'lib/plain-stream',
      'scripts/build-sdk.mjs',
      'package-lock.json',
    ],
    outputs: [
      'oriel.js',
      'oriel.global.js',
      'oriel.d.ts',
      'ezuikit.js',
      'ezuikit.global.js',
      'picture.js',
      'hls.js',
      'flv.js',
    ].map((file) => `public/sdk/v1/${file}`),
  },
  {
    name: 'server',
    command: ['scripts/build-server.mjs'],
    inputs: ['lib', 'scripts/build-server.mjs', 'package-lock.json'],
    outputs: ['dist/server.js', 'dist/oriel.js'],
  },
  {
    name: 'next',
    command: ['node_modules/next/dist/bin/next', 'build'],
    inputs: [
      'app',
      'proxy.ts',
      'instrumentation-client.ts',
      ...sharedByBrowsers,
      'lib/http/current-session.ts',
      'next.config.mjs',
      'package-lock.json',
    ],
    outputs: ['.next/BUILD_ID'],
    // Types of an earlier development run break the build.
    before: () => rmSync(join(root, '.next/dev/types'), { recursive: true, force: true }),
  },
];

function runQuietly(name, command) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, command, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' },
    });
    const output = [];
    child.stdout.on('data', (chunk) => output.push(chunk));
    child.stderr.on('data', (chunk) => output.push(chunk));
    child.on('error', reject);
    child.on('close', (status) => {
      if (status === 0) resolve();
      else reject(new Error(`Building ${name} failed:\n${Buffer.concat(output).toString()}`));
    });
  });
}

async function buildOne(target, log) {
  const started = performance.now();
  const hash = hashInputs(target.inputs);
  target.before?.();
  await runQuietly(target.name, target.command);
  markBuilt(target, hash);
  log(`built ${target.name} in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

/**
 * Builds the stale ones of the named targets (default: all). Rejects with the output of the first failure.
 *
 * @param {{ names?: string[], force?: boolean, log?: (line: string) => void }} [options]
 */
export async function buildStale({ names = [], force = false, log = console.log } = {}) {
  const unknown = names.filter((name) => !targets.some((target) => target.name === name));
  if (unknown.length > 0) throw new Error(`Unknown build target: ${unknown.join(', ')}`);
  const wanted = targets.filter(({ name }) => names.length === 0 || names.includes(name));
  if (!force && !wanted.some(isStale)) return;
  await whileBuildingAlone(async () => {
    const stale = wanted.filter((target) => force || isStale(target));
    const results = await Promise.allSettled(stale.map((target) => buildOne(target, log)));
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
  });
}

if (process.argv[1] === import.meta.filename) {
  const names = process.argv.slice(2).filter((argument) => argument !== '--all');
  try {
    await buildStale({ names, force: process.argv.includes('--all') });
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}

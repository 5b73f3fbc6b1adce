import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'expect';
import { describe, it } from 'vitest';
import { parse } from 'yaml';

// What the workflows of GitHub say about the project is true.

const root = join(import.meta.dirname, '../..');
const folder = '.github/workflows';
const { engines, scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  engines: { node: string };
  scripts: Record<string, string>;
};

interface Job {
  readonly 'timeout-minutes'?: number;
  readonly strategy?: { readonly matrix: Readonly<Record<string, readonly (string | number)[]>> };
  readonly steps: readonly { readonly run?: string; readonly uses?: string }[];
}
interface Workflow {
  readonly permissions?: object;
  readonly jobs: Readonly<Record<string, Job>>;
}

const files = readdirSync(join(root, folder)).filter((file) => file.endsWith('.yml'));
const read = (file: string) => readFileSync(join(root, folder, file), 'utf8');

/** What is wrong with a workflow; empty if nothing is. */
function faultsOf(text: string): readonly string[] {
  const { permissions, jobs } = parse(text) as Workflow;
  const mayWrite = JSON.stringify(permissions) !== '{"contents":"read"}';
  return [...(mayWrite ? ['it may do more than read'] : []), ...Object.values(jobs).flatMap(faultsOfJob)];
}

function faultsOfJob({ steps, strategy, ...job }: Job): readonly string[] {
  const matrix = strategy?.matrix ?? {};
  const run = steps.map((step) => step.run ?? '').join('\n');
  const unknown = [...run.matchAll(/\bnpm run ([\w:]+)/g)].filter(([, name]) => !scripts[name!]);
  const missing = [...run.matchAll(/\bnode ([\w./-]+)/g)].filter(
    ([, file]) => !existsSync(join(root, file!)),
  );
  const uses = steps.flatMap((step) => step.uses ?? []);
  const shards = Number(/--shard \$\{\{ matrix\.shard \}\}\/(\d+)/.exec(run)?.[1] ?? 0);
  const areComplete =
    String(matrix.shard ?? '') === String(Array.from({ length: shards }, (_, index) => index + 1));
  return [
    ...unknown.map(([, name]) => `no script ${name}`),
    ...missing.map(([, file]) => `no file ${file}`),
    ...uses.filter((action) => !/@v\d+$/.test(action)).map((action) => `${action} has no major version`),
    ...(areComplete ? [] : [`not all of ${shards} shards`]),
    ...(job['timeout-minutes'] ? [] : ['a job without a limit of time']),
  ];
}

/** Versions of Node on which a workflow runs `npm test`. */
const versionsOf = (text: string) =>
  Object.values((parse(text) as Workflow).jobs)
    .filter(({ steps }) => steps.some(({ run }) => run === 'npm test'))
    .flatMap(({ strategy }) => strategy?.matrix.node ?? []);

describe('workflows', () => {
  it.each(files)('%s agrees with the project', (file) => {
    expect(faultsOf(read(file))).toEqual([]);
  });

  it('run the tests on the oldest Node that package.json permits, and on newer ones', () => {
    const [oldest, ...newer] = files.flatMap((file) => versionsOf(read(file)));
    expect(`>=${oldest}`).toBe(engines.node);
    expect(newer).toEqual(['22', '24']);
  });

  it.each([
    ['npm run up >', 'npm run start >', 'no script start'],
    ['first-picture', 'last-picture', 'no file scripts/last-picture.mjs'],
    ['[1, 2, 3, 4]', '[1, 2, 4]', 'not all of 4 shards'],
    ['shard }}/4', 'shard }}/5', 'not all of 5 shards'],
    ['checkout@v6', 'checkout@main', 'actions/checkout@main has no major version'],
    ['    timeout-minutes: 20\n', '', 'a job without a limit of time'],
    ['contents: read', 'contents: write', 'it may do more than read'],
  ])('control: %j as %j would be found', (from, to, fault) => {
    const text = read('test.yml');
    expect(text).toContain(from);
    expect(faultsOf(text.replace(from, to))).toContain(fault);
  });
});

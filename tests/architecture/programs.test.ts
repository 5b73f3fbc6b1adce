import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'expect';
import { describe, it } from 'vitest';
import { debianPrograms, fillProgramFolder } from '../../scripts/program-folder.mjs';
import { namedNeeds, needsOf, systemNeeds } from '../../scripts/provision.mjs';

/** Where other systems have Chromium. */
const ofOtherSystems = ['chromium-browser', 'google-chrome'];

const root = join(import.meta.dirname, '../..');

describe('the programs of the tests', () => {
  it('that are started by their path are in the table', () => {
    const sources = execFileSync('git', ['ls-files', 'tests', 'scripts', 'lib'], {
      cwd: root,
      encoding: 'utf8',
    })
      .split('\n')
      .filter((file) => /\.(ts|tsx|mjs|py)$/.test(file));
    const started = sources.flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/['"`\s]\/usr\/s?bin\/([\w.-]+)/g)].map(
        ([, name]) => `${name} (${file})`,
      ),
    );
    expect(started.length).toBeGreaterThan(5);
    const listed = [...systemNeeds.flatMap(({ programs }) => programs), ...debianPrograms, ...ofOtherSystems];
    expect(started.filter((each) => !listed.some((name) => each.startsWith(`${name} (`)))).toEqual([]);
  });

  it('are the only ones that a test finds', () => {
    const folder = mkdtempSync(join(tmpdir(), 'oriel-programs-'));
    try {
      fillProgramFolder(folder, namedNeeds(['OpenSSL']));
      const found = readdirSync(folder);
      expect(found).toEqual(expect.arrayContaining(['node', 'git', 'sh', 'openssl']));
      expect(found).not.toContain('ffmpeg');
      expect(() => execFileSync('ffmpeg', ['-version'], { env: { NODE_ENV: 'test', PATH: folder } })).toThrow(
        'ENOENT',
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('of a smaller run are a part of those of a larger one', () => {
    const [test, all, soak] = (['test', 'test:all', 'soak'] as const).map((size) => needsOf(size));
    expect(all).toEqual(expect.arrayContaining([...test!]));
    expect(soak).toEqual(expect.arrayContaining([...all!]));
  });
});

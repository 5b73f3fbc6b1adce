import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'expect';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { buildStale } from '../../scripts/build.mjs';
import { runIn } from '../kit/run-cli.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oriel-cli-'));
  await buildStale({ log: () => {} });
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the command line', () => {
  it.each([[['frob']], [['camera', 'frob']], [['camera', 'list', '--frob']], [['app', 'create']]])(
    'exits with 2 and an error for the invalid command %j',
    async (args) => {
      const { code, err } = await runIn(join(folder, 'none'), args);
      expect(code).toBe(2);
      expect(err).toMatch(/^error: /);
    },
  );

  it('reports a data folder that is a file and a full disk', async () => {
    const file = join(folder, 'a-file');
    await writeFile(file, '');
    const onFile = await runIn(file, ['status']);
    expect([onFile.code, onFile.err]).toEqual([1, expect.stringMatching(/is a file.*\[data\.unusable\]/)]);
    const disk = join(folder, 'disk');
    await mkdir(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=100k', 'tmpfs', disk]);
    try {
      const onFull = await runIn(join(disk, 'data'), ['database', 'create']);
      expect([onFull.code, onFull.err]).toEqual([
        1,
        expect.stringMatching(/The disk .* is full.*\[data\.full\]/),
      ]);
    } finally {
      execFileSync('umount', [disk]);
    }
  });

  it('prints help for a command', async () => {
    const { code, out } = await runIn(join(folder, 'none'), ['camera', 'add', '--help']);
    expect(code).toBe(0);
    expect(out).toContain('--username');
  });

  it('reports every invalid variable', async () => {
    const { code, err } = await runIn(join(folder, 'none'), ['status'], {
      env: { ORIEL_PORT: 'x', ORIEL_HOST: '?' },
    });
    expect(code).toBe(2);
    expect(err).toContain('ORIEL_PORT must be');
    expect(err).toContain('ORIEL_HOST must be');
  });

  it('doctor checks the environment without touching the data folder', async () => {
    const dataDir = join(folder, 'none');
    const { code, out } = await runIn(dataDir, ['doctor', '--json'], {
      env: { ORIEL_PORT: '0', ORIEL_SAMPLE_PORT: '0' },
    });
    const { ok, findings } = JSON.parse(out);
    expect([code, ok]).toEqual([0, true]);
    expect(findings.map(({ check }: { check: string }) => check)).toEqual([
      'Node',
      'Build',
      'Data folder',
      'Recordings',
      'Secrets',
      'Database',
      'Disk',
      'Port',
      'Sample page port',
      'ffmpeg',
      'Images',
      'Clock',
      'Time zone',
      'Server',
    ]);
    await expect(readdir(dataDir)).rejects.toThrow('ENOENT');
  });

  it('doctor exits with 3 if a check fails', async () => {
    const { code, out } = await runIn(join(folder, 'none'), ['doctor'], {
      env: { ORIEL_FFMPEG: '/bin/true' },
    });
    expect(code).toBe(3);
    expect(out).toMatch(/BAD +ffmpeg/);
  });
});

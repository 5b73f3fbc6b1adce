import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'expect';
import { describe, it } from 'vitest';
import { familyOf, shareOfOthers } from '../../scripts/machine-load.mjs';

const root = join(import.meta.dirname, '../..');

describe('a bench whose programs are not installed', () => {
  const empty = mkdtempSync(join(tmpdir(), 'oriel-path-'));
  it.each([
    ['fan-out', 'ffmpeg', 'ffmpeg'],
    ['talk-cpu', 'Chromium', 'chromium'],
  ])('%s reports that it needs %s, and how to install it', (name, what, debianPackage) => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/bench.mjs', name], {
      cwd: root,
      env: { NODE_ENV: 'test', PATH: empty },
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stderr).toBe(
      `The bench ${name} cannot run without ${what}. On Debian: apt-get install ${debianPackage}\n`,
    );
    rmSync(empty, { recursive: true, force: true });
  });
});

describe('the requirements of a bench', () => {
  const needed = [
    ['kit/chromium', 'Chromium'],
    ['kit/live-player', 'Chromium'],
    ['kit/coded-clip', 'ffmpeg'],
    ['kit/live-test-server', 'ffmpeg'],
    ['kit/postgres', 'PostgreSQL'],
    ['kit/gst-rtsp-server', "GStreamer's RTSP server"],
    ['kit/network-namespace', 'network namespaces'],
    ['kit/cut-disk', 'disks whose power can be cut'],
    ['kit/slow-site', 'nginx'],
  ] as const;
  const benches = readdirSync(join(root, 'tests/bench')).filter((file) => file.endsWith('.bench.ts'));
  it.each(benches)('%s lists the programs that its helpers start', (file) => {
    const text = readFileSync(join(root, 'tests/bench', file), 'utf8');
    const listed = /^(?:\/\/| \*) Needs: (.+)\.$/m.exec(text)?.[1]?.split(', ') ?? [];
    const used = needed.filter(([kit]) => text.includes(`${kit}.ts`)).map(([, what]) => what);
    expect(listed).toEqual(expect.arrayContaining([...new Set(used)]));
  });
});

describe('the load of other processes', () => {
  it('is the CPU time of the cores minus that of the bench', () => {
    expect(shareOfOthers({ busy: 12, own: 8, elapsed: 10, cores: 2 })).toBeCloseTo(0.2);
    expect(shareOfOthers({ busy: 8, own: 8.1, elapsed: 10, cores: 2 })).toBe(0);
  });

  it('excludes processes that a process of the bench started', () => {
    const processes = new Map(
      Object.entries({ 1: 0, 10: 1, 11: 10, 12: 11, 20: 1 }).map(([pid, parent]) => [
        Number(pid),
        { parent, seconds: 1 },
      ]),
    );
    expect([...familyOf(10, processes)].sort()).toEqual([10, 11, 12]);
  });
});

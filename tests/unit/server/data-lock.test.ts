import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { lockDataFolder } from '../../../lib/server/data-lock.ts';

let folder: string;
let dataDir: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oriel-lock-'));
  dataDir = join(folder, 'data');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function holdElsewhere(): Promise<ChildProcess> {
  const program = join(import.meta.dirname, '../../kit/hold-data-folder.ts');
  const child = fork(program, [dataDir], { execArgv: ['--import', 'tsx'] });
  await once(child, 'message');
  return child;
}

async function killAndWait(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

describe('the lock of the data folder', () => {
  it('rejects a second process and names the first', async () => {
    const child = await holdElsewhere();
    const attempt = lockDataFolder(dataDir, 'server');
    await expect(attempt).rejects.toMatchObject({ code: 'data.locked', details: { pid: child.pid } });
    await expect(attempt).rejects.toThrow(`process ${child.pid} (test)`);
    await killAndWait(child);
  });

  it('is free after kill -9, repeatedly', async () => {
    for (let round = 0; round < 3; round += 1) await killAndWait(await holdElsewhere());
    const lock = await lockDataFolder(dataDir, 'server');
    await lock.release();
  });

  it('knows which process was killed, and none after one that released it', async () => {
    await killAndWait(await holdElsewhere());
    const note = JSON.parse(await readFile(join(dataDir, 'oriel.pid'), 'utf8')) as Record<string, unknown>;
    const lock = await lockDataFolder(dataDir, 'server');
    expect(lock.killedProcessId).toBe(note.processId);
    expect(lock.processId).not.toBe(note.processId);
    await lock.release();
    const again = await lockDataFolder(dataDir, 'server');
    expect(again.killedProcessId).toBeNull();
    await again.release();
  });

  it('ignores a lock file whose process id was reused', async () => {
    await (await lockDataFolder(dataDir, 'server')).release();
    await writeFile(join(dataDir, 'oriel.pid'), JSON.stringify({ pid: process.pid, what: 'server' }));
    const lock = await lockDataFolder(dataDir, 'server');
    await lock.release();
  });

  it('rejects a second holder in the same process, and is free after release', async () => {
    const lock = await lockDataFolder(dataDir, 'server');
    await expect(lockDataFolder(dataDir, 'command line')).rejects.toMatchObject({ code: 'data.locked' });
    await lock.release();
    await lock.release();
    const again = await lockDataFolder(dataDir, 'command line');
    await again.release();
  });

  it('is acquired by one of many', async () => {
    const attempts = await Promise.allSettled(
      Array.from({ length: 10 }, () => lockDataFolder(dataDir, 'test')),
    );
    const winners = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []));
    expect(winners).toHaveLength(1);
    await winners[0]?.release();
  });

  it('restricts access to the folder', async () => {
    const lock = await lockDataFolder(dataDir, 'server');
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
    await lock.release();
  });

  describe('rejects a folder of another owner', () => {
    /** Expects that locking fails and leaves the folder unchanged. */
    async function expectRefused(path: string, why: RegExp) {
      const before = [(await stat(path)).mode, await readdir(path)];
      const attempt = lockDataFolder(path, 'server');
      await expect(attempt).rejects.toMatchObject({ code: 'data.notOurs' });
      await expect(attempt).rejects.toThrow(why);
      await expect(attempt).rejects.toThrow('Set ORIEL_DATA_DIR to a separate folder');
      expect([(await stat(path)).mode, await readdir(path)]).toEqual(before);
    }

    it('such as a shared one', async () => {
      await mkdir(dataDir);
      await chmod(dataDir, 0o1777);
      await expectRefused(dataDir, /shared between users/);
      // The check also applies if the folder contains a file of the product.
      await writeFile(join(dataDir, 'oriel.lock'), '');
      await expectRefused(dataDir, /shared between users/);
    });

    it('such as one with other files', async () => {
      await mkdir(dataDir, { mode: 0o755 });
      await writeFile(join(dataDir, 'thesis.tex'), '');
      await expectRefused(dataDir, /files that do not belong to Oriel/);
    });

    it('such as one of another user', async () => {
      await mkdir(dataDir, { mode: 0o755 });
      const isRoot = process.geteuid?.() === 0;
      if (isRoot) await chown(dataDir, 65_534, 65_534);
      await expectRefused(isRoot ? dataDir : '/usr', /belongs to another user/);
    });

    it('but accepts an empty one, one with restored secrets, and its own', async () => {
      await mkdir(join(dataDir, 'secrets'), { recursive: true, mode: 0o755 });
      await (await lockDataFolder(dataDir, 'server')).release();
      await writeFile(join(dataDir, 'notes of the operator'), '');
      await chmod(dataDir, 0o755);
      await (await lockDataFolder(dataDir, 'server')).release();
      expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
    });
  });

  it('reports why a folder cannot be used', async () => {
    await writeFile(join(folder, 'file'), '');
    await expect(lockDataFolder(join(folder, 'file'), 'server')).rejects.toMatchObject({
      code: 'data.unusable',
    });
    await expect(lockDataFolder(join(folder, 'file', 'below'), 'server')).rejects.toMatchObject({
      code: 'data.unusable',
    });
  });
});

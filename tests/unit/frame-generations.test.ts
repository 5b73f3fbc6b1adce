import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { buildFrame } from '../../scripts/build-frame.mjs';
import { removeOldGenerations } from '../../scripts/frame-generations.mjs';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oriel-generations-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** The steps of a build: write its files, then remove old generations. Returns the remaining files. */
async function buildOf(...files: string[]): Promise<string[]> {
  for (const name of files) await writeFile(join(folder, name), name);
  await removeOldGenerations(folder, files);
  return (await readdir(folder)).filter((name) => name !== 'generations.json').sort();
}

describe('files of earlier builds', () => {
  it('are kept for one build, so that pages loaded before it continue', async () => {
    expect(await buildOf('boot-1.js', 'same.js')).toEqual(['boot-1.js', 'same.js']);
    expect(await buildOf('boot-2.js', 'same.js')).toEqual(['boot-1.js', 'boot-2.js', 'same.js']);
    expect(await buildOf('boot-3.js')).toEqual(['boot-2.js', 'boot-3.js', 'same.js']);
    expect(await buildOf('boot-4.js')).toEqual(['boot-3.js', 'boot-4.js']);
  });

  it('are also kept when a build changes nothing', async () => {
    await buildOf('boot-1.js');
    await buildOf('boot-2.js');
    expect(await buildOf('boot-2.js')).toEqual(['boot-1.js', 'boot-2.js']);
    expect(await buildOf('boot-2.js')).toEqual(['boot-1.js', 'boot-2.js']);
  });

  it.each([
    ['no list', null],
    ['half a list', '{"now":['],
    ['a list of something else', '{"now":1}'],
  ])('are limited to those on disk if there is %s', async (_, list) => {
    await writeFile(join(folder, 'boot-0.js'), '');
    if (list !== null) await writeFile(join(folder, 'generations.json'), list);
    expect(await buildOf('boot-1.js')).toEqual(['boot-0.js', 'boot-1.js']);
    expect(await buildOf('boot-2.js')).toEqual(['boot-1.js', 'boot-2.js']);
  });

  it('are deleted with unknown files, but never the manifest', async () => {
    await buildOf('boot-1.js');
    await mkdir(join(folder, 'left'));
    await writeFile(join(folder, 'manifest.json'), '{}');
    expect(await buildOf('boot-2.js')).toEqual(['boot-1.js', 'boot-2.js', 'manifest.json']);
  });

  it('of the frame itself exist after the next build, with every chunk', async () => {
    const first = await buildFrame({ outDir: folder, minify: false });
    const files = await readdir(folder);
    const second = await buildFrame({ outDir: folder, minify: true });
    expect(second.manifest.boot).not.toBe(first.manifest.boot);
    expect(await readdir(folder)).toEqual(expect.arrayContaining(files));
    const boot = await readFile(join(folder, basename(String(first.manifest.boot))), 'utf8');
    const imported = [...boot.matchAll(/"\.\/([\w-]+\.js)"/g)].map(([, name]) => name);
    expect(imported.length).toBeGreaterThan(0);
    expect(await readdir(folder)).toEqual(expect.arrayContaining(imported));
  }, 60_000);
});

import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'expect';
import { describe, it } from 'vitest';
import config from '../../vitest.config.mjs';

const root = join(import.meta.dirname, '../..');
const folders = ['architecture', 'unit', 'contracts', 'types'].map((name) => `tests/${name}`);
/** Imports of values; types are used without a network. */
const usesNetwork =
  /^import (?!type )[^;]*'node:(net|tls|http|https|http2|dgram|worker_threads|cluster)';|\bfork\(/m;
const waits = /\bsetTimeout\((\w+|\(\) =>[^,]*), *[1-9]|\bdelay\([1-9]/;

describe('tests of the part node, which do not run once more', () => {
  it.each([
    ['a network or another process', usesNetwork],
    ['real time', waits],
  ] as const)('do not use %s', async (_, pattern) => {
    const projects = config.test?.projects as readonly { test: { name: string; exclude: string[] } }[];
    const { exclude: excluded } = projects.find(({ test }) => test.name === 'node')!.test;
    const files = (
      await Promise.all(folders.map((folder) => readdir(join(root, folder), { recursive: true })))
    ).flatMap((names, at) =>
      names.filter((name) => name.endsWith('.test.ts')).map((name) => `${folders[at]}/${name}`),
    );
    const found = files.filter((file) => pattern.test(readFileSync(join(root, file), 'utf8')));
    // The files that run elsewhere because of it show that the pattern finds something.
    expect(found.some((file) => excluded.includes(file))).toBe(true);
    expect(found.filter((file) => !excluded.includes(file))).toEqual([]);
  });
});

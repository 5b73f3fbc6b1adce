import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const root = join(import.meta.dirname, '../..');
const guide = readFileSync(join(root, 'docs/guide/console.md'), 'utf8');

/** Where the words of pages stand. */
const places = ['lib/i18n/console', 'lib/contracts/admin', 'lib/domain/seed', 'app/user'];
const sources = places.flatMap((place) =>
  readdirSync(join(root, place), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(join(root, place, file), 'utf8')),
);

describe('the guide of the console', () => {
  it('uses the labels of the pages', () => {
    const words = [...new Set([...guide.matchAll(/「([^」]+)」/g)].map(([, word = '']) => word))];
    expect(words.length).toBeGreaterThan(30);
    // Pages made from a definition are called by its title and 管理.
    const namesOf = (word: string) => [word, word.replace(/管理$/, '')].map((name) => `'${name}'`);
    const isShown = (word: string) =>
      namesOf(word).some((name) => sources.some((source) => source.includes(name)));
    expect(words.filter((word) => !isShown(word))).toEqual([]);
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'expect';
import { describe, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const guide = readFileSync(join(root, 'docs/guide/console.md'), 'utf8');

/** Folders that contain the texts shown on pages. */
const places = ['lib/i18n/console', 'lib/contracts/admin', 'lib/domain/seed', 'app/user'];
const sources = places.flatMap((place) =>
  readdirSync(join(root, place), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(join(root, place, file), 'utf8')),
);

describe('the guide of the console', () => {
  it('uses the labels of the pages', () => {
    const terms = [...new Set([...guide.matchAll(/「([^」]+)」/g)].map(([, term = '']) => term))];
    expect(terms.length).toBeGreaterThan(30);
    // A page generated from a definition is named after its title, followed by 管理.
    const namesOf = (term: string) => [term, term.replace(/管理$/, '')].map((name) => `'${name}'`);
    const isShown = (term: string) =>
      namesOf(term).some((name) => sources.some((source) => source.includes(name)));
    expect(terms.filter((term) => !isShown(term))).toEqual([]);
  });
});

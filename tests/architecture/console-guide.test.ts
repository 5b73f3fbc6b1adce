import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'expect';
import { describe, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Folders that contain the texts shown on pages. */
const places = ['lib/i18n/console', 'lib/contracts/admin', 'lib/domain/seed', 'app/user'];
const sources = places.flatMap((place) =>
  readdirSync(join(root, place), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(join(root, place, file), 'utf8')),
);

describe.each(['console', 'shipping'])('the guide of the console: %s', (name) => {
  const guide = readFileSync(join(root, `docs/guide/${name}.md`), 'utf8');

  it('uses the labels of the pages', () => {
    const terms = [...new Set([...guide.matchAll(/「([^」]+)」/g)].map(([, term = '']) => term))];
    expect(terms.length).toBeGreaterThan(15);
    // A page generated from a definition is named after its title, followed by 管理.
    const namesOf = (term: string) => [term, term.replace(/管理$/, '')].map((each) => `'${each}'`);
    const isShown = (term: string) =>
      namesOf(term).some((each) => sources.some((source) => source.includes(each)));
    expect(terms.filter((term) => !isShown(term))).toEqual([]);
  });
});

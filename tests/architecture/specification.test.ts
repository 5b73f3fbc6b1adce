import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'expect';
import { describe, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const pages = { 'specification.md': 120, 'security.md': 30 };
const headings = ['The specification says', 'What is promised'];

/** One row of the table: its statement, and the cell that lists its tests. */
interface Row {
  readonly claim: string;
  readonly tests: string;
}

function rowsOf(text: string): readonly Row[] {
  return text.split('\n').flatMap((line) => {
    const [, statement, tests] = /^\| (.+?) \| (.+) \|$/.exec(line) ?? [];
    return statement && tests && !headings.includes(statement) ? [{ claim: statement, tests }] : [];
  });
}

/** `` `dom/zoom.test.tsx` › a name › another ``: each file with its test names. */
function referencesOf({
  tests,
}: Row): readonly { readonly file: string; readonly names: readonly string[] }[] {
  return [...tests.matchAll(/`([^`]+)`([^`]*)/g)].map(([, file = '', rest = '']) => ({
    file,
    names: rest
      .split('›')
      .slice(1)
      .map((name) => name.replace(/;\s*$/, '').trim()),
  }));
}

/** Names of tests and groups as written in the source: the string that is the first argument of a call. */
function titlesIn(source: string): readonly string[] {
  const calls = source.matchAll(/\(\s*(?:'((?:\\.|[^'\\\n])+)'|"((?:\\.|[^"\\\n])+)"|`((?:\\.|[^`\\])+)`),/g);
  return [...calls].map(([, ...texts]) => (texts.find(Boolean) ?? '').replace(/\\(.)/g, '$1'));
}

/** What is wrong with a row; empty if nothing is. */
function faultsOf(row: Row): readonly string[] {
  if (row.tests === 'Later') return [];
  const references = referencesOf(row);
  const isExplained = row.tests.startsWith('Not needed');
  const faults = references.flatMap(({ file, names }) => {
    const path = join(root, 'tests', file);
    if (!existsSync(path)) return [`no file ${file}`];
    const titles = titlesIn(readFileSync(path, 'utf8'));
    const missing = names.filter((name) => {
      const [start = ''] = name.split('…');
      const isIn = (title: string) => (start === name ? title === name : title.startsWith(start.trim()));
      return start.trim() === '' || !titles.some(isIn);
    });
    const nameless = names.length === 0 && !isExplained ? [`${file} without a test name`] : [];
    return [...missing.map((name) => `no test "${name}" in ${file}`), ...nameless];
  });
  return references.length > 0 || isExplained ? faults : ['no test'];
}

describe('the table of tests', () => {
  it.each(Object.entries(pages))('in %s names tests that exist, for every row', (page, least) => {
    const rows = rowsOf(readFileSync(join(root, 'docs/ref', page), 'utf8'));
    expect(rows.length).toBeGreaterThan(least);
    expect(rows.flatMap((row) => faultsOf(row).map((fault) => `${row.claim}: ${fault}`))).toEqual([]);
  });

  it.each([
    ['| a | `dom/no-such.test.ts` › x |', 'no file dom/no-such.test.ts'],
    ['| a | `dom/rotation.test.ts` › flies |', 'no test "flies" in dom/rotation.test.ts'],
    ['| a | `dom/rotation.test.ts` › rotates wide |', 'no test "rotates wide" in dom/rotation.test.ts'],
    ['| a | `dom/rotation.test.ts` › … |', 'no test "…" in dom/rotation.test.ts'],
    ['| a | `dom/rotation.test.ts` |', 'dom/rotation.test.ts without a test name'],
    ['| a | somewhere |', 'no test'],
    ['| a | Not needed: `dom/no-such.test.ts` |', 'no file dom/no-such.test.ts'],
  ])('would not pass with the row %s', (line, fault) => {
    expect(rowsOf(line).flatMap(faultsOf)).toEqual([fault]);
  });
});

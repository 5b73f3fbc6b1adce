import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { expect, it } from '@jest/globals';
import { scanImports } from './import-rules.mjs';

const root = join(import.meta.dirname, '../..');
const base = 'lib/domain/';

/** Which folders of the domain each of them imports; files directly in `lib/domain` wire all of them. */
function importedFolders(): Map<string, Set<string>> {
  const imported = new Map<string, Set<string>>();
  for (const entry of readdirSync(join(root, base), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.ts')) continue;
    const path = join(entry.parentPath, entry.name);
    const file = relative(root, path).split(sep).join('/');
    const [folder = '', ...rest] = file.slice(base.length).split('/');
    if (rest.length === 0) continue;
    const targets = imported.get(folder) ?? new Set();
    imported.set(folder, targets);
    for (const { specifier } of scanImports(readFileSync(path, 'utf8'))) {
      const target = posix.normalize(posix.join(posix.dirname(file), specifier));
      const [other = ''] = target.slice(base.length).split('/');
      if (specifier.startsWith('.') && target.startsWith(base) && other !== folder) targets.add(other);
    }
  }
  return imported;
}

it('docs/design/domain.md draws every import between folders that does not follow from others', () => {
  const imported = importedFolders();
  const targetsOf = (folder: string) => [...(imported.get(folder) ?? [])];
  const leadsTo = (from: string, to: string): boolean =>
    targetsOf(from).some((next) => next === to || leadsTo(next, to));
  const arrows = [...imported.keys()].flatMap((folder) =>
    targetsOf(folder)
      .filter((target) => !targetsOf(folder).some((other) => other !== target && leadsTo(other, target)))
      .map((target) => `${folder} --> ${target}`),
  );
  const page = readFileSync(join(root, 'docs/design/domain.md'), 'utf8');
  const drawn = [...page.matchAll(/^ {2}(\w+ --> \w+)$/gm)].map(([, arrow]) => arrow);
  expect(drawn).toEqual(arrows.sort());
});

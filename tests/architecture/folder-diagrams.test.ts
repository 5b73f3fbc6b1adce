import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { expect } from 'expect';
import { it } from 'vitest';
import { scanImports } from './import-rules.mjs';
import { drawnFolders } from './layers.mjs';

const root = join(import.meta.dirname, '../..');

/** The imports of each folder directly below `base`; files directly in `base` are ignored. */
function importedFolders(base: string): Map<string, Set<string>> {
  const imported = new Map<string, Set<string>>();
  for (const entry of readdirSync(join(root, base), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.tsx?$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const file = relative(root, path).split(sep).join('/');
    const [folder = '', ...rest] = file.slice(base.length).split('/');
    if (rest.length === 0) continue;
    const targets = imported.get(folder) ?? new Set();
    imported.set(folder, targets);
    for (const { specifier } of scanImports(readFileSync(path, 'utf8'))) {
      const target = posix.normalize(posix.join(posix.dirname(file), specifier));
      const [other = '', ...below] = target.slice(base.length).split('/');
      if (specifier.startsWith('.') && target.startsWith(base) && below.length > 0 && other !== folder)
        targets.add(other);
    }
  }
  return imported;
}

it.each(drawnFolders)(
  '$page draws every import between folders of $base that does not follow from others',
  ({ base, page }) => {
    const imported = importedFolders(base);
    const targetsOf = (folder: string) => [...(imported.get(folder) ?? [])];
    const leadsTo = (from: string, to: string): boolean =>
      targetsOf(from).some((next) => next === to || leadsTo(next, to));
    const arrows = [...imported.keys()].flatMap((folder) =>
      targetsOf(folder)
        .filter((target) => !targetsOf(folder).some((other) => other !== target && leadsTo(other, target)))
        .map((target) => `${folder} --> ${target}`),
    );
    const text = readFileSync(join(root, page), 'utf8');
    const drawn = [...text.matchAll(/^ {2}(\w+ --> \w+)$/gm)].map(([, arrow]) => arrow);
    expect(drawn).toEqual(arrows.sort());
  },
);

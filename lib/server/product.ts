import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder with package.json: found upwards, because this code also runs bundled from `dist/`. */
function findRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    try {
      const read = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name?: unknown };
      if (read.name === 'oriel') return folder;
    } catch {
      // Not here: look one folder up.
    }
    const above = dirname(folder);
    if (above === folder) throw new Error('package.json of oriel was not found above the program');
    folder = above;
  }
}

export const productRoot = findRoot();

const manifest = JSON.parse(readFileSync(join(productRoot, 'package.json'), 'utf8')) as {
  version: string;
  engines: { node: string };
};

export const productVersion = manifest.version;

/** The oldest Node that Oriel runs on, for instance `20.19`. */
export const minNodeVersion = manifest.engines.node.replace('>=', '');

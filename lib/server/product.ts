import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder with package.json, searched for upwards because this code also runs bundled from `dist/`. */
function findRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    try {
      const read = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name?: unknown };
      if (read.name === 'oriel') return folder;
    } catch {
      // Continue with the parent folder.
    }
    const above = dirname(folder);
    if (above === folder) throw new Error('package.json of oriel not found in any parent folder');
    folder = above;
  }
}

export const productRoot = findRoot();

const manifest = JSON.parse(readFileSync(join(productRoot, 'package.json'), 'utf8')) as {
  version: string;
  engines: { node: string };
};

export const productVersion = manifest.version;

/** Minimum Node version, for example `20.19`. */
export const minNodeVersion = manifest.engines.node.replace('>=', '');

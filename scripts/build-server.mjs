// Bundles the server and the operator's command line into `dist/`. Packages are not bundled, because they are
// installed.
import { readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { build } from 'esbuild';

const root = dirname(import.meta.dirname);
const outdir = join(root, 'dist');
const { engines } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));

/** Files that locate neighbours by `import.meta` must still find them from `dist/`. */
const keepPlaces = {
  name: 'keep-places',
  setup(builder) {
    builder.onLoad({ filter: /[\\/]lib[\\/].*\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      if (!source.includes('import.meta')) return undefined;
      const place = JSON.stringify(relative(outdir, path).replaceAll('\\', '/'));
      const header = [
        "import { fileURLToPath as orielPathOf } from 'node:url';",
        `const orielPlace = new URL(${place}, import.meta.url);`,
      ].join(' ');
      const contents = source
        .replace(/\bimport\.meta\.filename\b/g, 'orielPathOf(orielPlace)')
        .replace(/\bimport\.meta\.dirname\b/g, "orielPathOf(new URL('.', orielPlace))")
        .replace(/\bimport\.meta\.url\b/g, 'orielPlace.href');
      return { contents: `${header} ${contents}`, loader: 'ts' };
    });
  },
};

/** The command line is split, so that a command loads only what it uses. */
const commandParts = /^oriel-part-/;
for (const name of await readdir(outdir).catch(() => [])) {
  if (commandParts.test(name)) await rm(join(outdir, name));
}

const options = {
  outdir,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: `node${engines.node.replace('>=', '')}`,
  packages: 'external',
  sourcemap: 'linked',
  legalComments: 'none',
  plugins: [keepPlaces],
  logLevel: 'warning',
};
await Promise.all([
  // Whole, so that a build does not remove what a running server has yet to load.
  build({ ...options, entryPoints: { server: join(root, 'lib/server/main.ts') } }),
  build({
    ...options,
    entryPoints: { oriel: join(root, 'lib/server/cli/main.ts') },
    splitting: true,
    chunkNames: 'oriel-part-[hash]',
  }),
]);

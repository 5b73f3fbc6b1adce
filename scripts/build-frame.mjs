// `node scripts/build-frame.mjs`: bundles the frame into public/assets and writes its manifest.json. Also
// `buildFrame({ minify, outDir })` for development and for benches.
import { mkdir, readFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { removeOldGenerations, writeWhole } from './frame-generations.mjs';

const root = dirname(import.meta.dirname);
const frame = join(root, 'player-frame');
const common = {
  bundle: true,
  format: 'esm',
  target: ['chrome94', 'firefox114', 'safari15.4'],
  legalComments: 'none',
  metafile: true,
  logLevel: 'silent',
  absWorkingDir: root,
  define: { 'process.env.NODE_ENV': '"production"' },
  jsx: 'automatic',
};

/**
 * Keeps the boot script in one file. Otherwise the bundler makes a file of its own for each set of modules that the boot
 * script shares with the same parts that are loaded later: 14 files, which compress worse than one. Here every such part
 * also imports the boot script, which has been executed by then, so they all share the same set.
 *
 * @type {import('esbuild').Plugin}
 */
const bootInOneFile = {
  name: 'boot-in-one-file',
  setup(bundle) {
    bundle.onResolve({ filter: /^\.{1,2}\// }, async ({ path, kind, resolveDir, namespace }) => {
      if (kind !== 'dynamic-import' || namespace === 'later') return undefined;
      const resolved = await bundle.resolve(path, { kind: 'import-statement', resolveDir });
      return resolved.errors.length > 0 ? resolved : { path: resolved.path, namespace: 'later' };
    });
    bundle.onLoad({ filter: /.*/, namespace: 'later' }, ({ path }) => ({
      contents: [join(frame, 'boot.ts'), path]
        .map((file, index) => `${index === 0 ? 'import' : 'export * from'} ${JSON.stringify(file)};`)
        .join('\n'),
      resolveDir: dirname(path),
    }));
  },
};

/** Entries that are not imported: workers and worklets are loaded by path. */
const loneEntries = {
  webcodecsWorker: 'engines/webcodecs/worker.ts',
  recordedWorker: 'engines/recorded-webcodecs/worker.ts',
  audioWorklet: 'engines/webcodecs/audio-worklet.ts',
  recorderWorker: 'recorder/worker.ts',
  voiceWorklet: 'talk/voice-worklet.ts',
  refusal: 'refusal.ts',
};

/**
 * Builds into `outDir`, with the manifest last, so that all files in it exist. Files of the previous build are kept until the next one.
 *
 * @param {{ minify?: boolean, outDir?: string }} [options]
 * @returns {Promise<{ manifest: Record<string, string | string[]>, bytes: Record<string, { raw: number, gz: number }> }>}
 *   the manifest, and the size of each part; `boot` includes the chunks that it needs to start
 */
export async function buildFrame({ minify = true, outDir = join(root, 'public/assets') } = {}) {
  await mkdir(outDir, { recursive: true });
  const options = { ...common, minify, outdir: outDir };
  // One bundle with code splitting for entries that share code, and separate bundles for standalone entries.
  const [page, ...lone] = await Promise.all([
    build({
      ...options,
      entryPoints: {
        boot: join(frame, 'boot.ts'),
        player: join(frame, 'ui/player.css'),
        controls: join(frame, 'ui/controls.css'),
        'refusal-page': join(frame, 'ui/refusal.css'),
      },
      plugins: [bootInOneFile],
      splitting: true,
      entryNames: '[name]-[hash]',
      chunkNames: '[name]-[hash]',
    }),
    ...Object.entries(loneEntries).map(([name, path]) =>
      build({
        ...options,
        entryPoints: { [name]: join(frame, path) },
        // Of workers, only this one is loaded before the first frame.
        splitting: name === 'webcodecsWorker',
        entryNames: '[name]-[hash]',
        chunkNames: '[name]-[hash]',
      }),
    ),
  ]);
  const outputs = Object.assign({}, page.metafile.outputs, ...lone.map(({ metafile }) => metafile.outputs));
  const fileOf = (path) => {
    const entry = relative(root, join(frame, path));
    const [file] = Object.entries(outputs).find(([, output]) => output.entryPoint === entry) ?? [];
    if (!file) throw new Error(`the frame build produced no file for ${entry}`);
    return file;
  };
  const files = {
    boot: holderOf(fileOf('boot.ts'), outputs),
    ...Object.fromEntries(Object.entries(loneEntries).map(([name, path]) => [name, fileOf(path)])),
    styles: fileOf('ui/player.css'),
    controlStyles: fileOf('ui/controls.css'),
    refusalStyles: fileOf('ui/refusal.css'),
  };
  const mediaSourceEngine = Object.keys(outputs).find((file) => basename(file).startsWith('flv-engine-'));
  const manifest = Object.fromEntries(
    Object.entries(files).map(([name, file]) => [name, `/assets/${basename(file)}`]),
  );
  // Chunks of the boot script, to be preloaded without an extra round trip.
  manifest.preload = staticImports(files.boot, outputs).map((file) => `/assets/${basename(file)}`);
  await writeWhole(join(outDir, 'manifest.json'), manifest);
  await removeOldGenerations(
    outDir,
    Object.keys(outputs).map((file) => basename(file)),
  );
  const bootFiles = [files.boot, ...staticImports(files.boot, outputs)];
  return { manifest, bytes: await measure({ ...files, mediaSourceEngine }, outputs, bootFiles) };
}

/** What a script loads besides itself counts too, except what is there already with the boot script. */
async function measure(files, outputs, bootFiles) {
  const sizes = {};
  for (const [name, file] of Object.entries(files)) {
    const imports = staticImports(file, outputs);
    const needed = [
      file,
      ...(name === 'boot' ? imports : imports.filter((path) => !bootFiles.includes(path))),
    ];
    const texts = await Promise.all(needed.map((path) => readFile(resolve(root, path))));
    sizes[name] = {
      raw: texts.reduce((sum, text) => sum + text.length, 0),
      gz: texts.reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0),
      files: needed.length,
    };
  }
  return sizes;
}

/** An entry that other parts import is only an import of the chunk that holds it: pages load that, one file less. */
function holderOf(file, outputs) {
  const { inputs, imports } = outputs[file];
  return Object.keys(inputs).length === 0 && imports.length === 1 ? imports[0].path : file;
}

function staticImports(file, outputs, seen = new Set()) {
  for (const { path, kind } of outputs[file].imports) {
    if (kind !== 'import-statement' || seen.has(path) || !outputs[path]) continue;
    seen.add(path);
    staticImports(path, outputs, seen);
  }
  return [...seen];
}

if (process.argv[1] === import.meta.filename) {
  const { bytes } = await buildFrame();
  for (const [name, { raw, gz, files }] of Object.entries(bytes)) {
    console.log(
      `${name.padEnd(16)} ${String(raw).padStart(8)} B ${String(gz).padStart(7)} B gz  ${files} file(s)`,
    );
  }
}

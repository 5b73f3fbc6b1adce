/**
 * Builds the host SDK:  node scripts/build-sdk.mjs
 *   public/sdk/v1/   what the server serves: oriel.js (module), oriel.global.js (classic script), oriel.d.ts
 *   dist/sdk/        the same as an npm package
 */
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { minify } from 'terser';

const root = resolve(import.meta.dirname, '..');

/** Every browser that can play live video in the frame understands this. */
const target = ['es2022', 'chrome94', 'firefox93', 'safari16'];

/** Minified text of the SDK. `format`: `esm`, or `iife` that sets `window.Oriel`. */
export async function bundleSdk(format) {
  const { outputFiles } = await build({
    entryPoints: [resolve(root, 'host-sdk/index.ts')],
    bundle: true,
    minify: true,
    format,
    ...(format === 'iife' ? { globalName: 'Oriel' } : {}),
    target,
    legalComments: 'none',
    write: false,
  });
  return shorten(outputFiles[0].text, format === 'esm');
}

/** What esbuild leaves: 2 % of the SDK. Nothing is assumed that the language does not promise. */
async function shorten(text, isModule) {
  const { code } = await minify(text, { module: isModule, ecma: 2020, compress: { passes: 3 } });
  return code;
}

/** The public types have no imports, so one file is: those types, and what the SDK exports as values. */
export async function sdkTypes() {
  const types = await readFile(resolve(root, 'host-sdk/types.ts'), 'utf8');
  return `${types}
/** Every error of the SDK and of the player. */
export declare class PlayerError extends Error implements PlayerFailure {
  readonly code: string;
  readonly source: FailureSource;
  readonly retryable: boolean;
  readonly detail?: PlayerFailure['detail'];
  constructor(failure: PlayerFailure);
}

/**
 * Puts a player into the container, or adopts the container when it is a player's iframe already.
 * Throws a TypeError when \`server\` is not the URL of a server; everything else is told by \`ready\`, calls and events.
 */
export declare function createPlayer(container: Element, options: PlayerOptions): Player;

export as namespace Oriel;
`;
}

/** Writes everything; returns the gzipped size of the module in bytes. */
export async function buildSdk({
  served = resolve(root, 'public/sdk/v1'),
  packed = resolve(root, 'dist/sdk'),
} = {}) {
  const [module, script, types] = await Promise.all([bundleSdk('esm'), bundleSdk('iife'), sdkTypes()]);
  for (const folder of [served, packed]) {
    await mkdir(folder, { recursive: true });
    await writeFile(resolve(folder, 'oriel.js'), module);
    await writeFile(resolve(folder, 'oriel.global.js'), script);
    await writeFile(resolve(folder, 'oriel.d.ts'), types);
  }
  const { version } = JSON.parse(await readFile(resolve(root, 'package.json'), 'utf8'));
  const manifest = JSON.parse(await readFile(resolve(root, 'host-sdk/package.json'), 'utf8'));
  const { name, ...rest } = manifest;
  await writeFile(
    resolve(packed, 'package.json'),
    `${JSON.stringify({ name, version, ...rest }, null, 2)}\n`,
  );
  await copyFile(resolve(root, 'host-sdk/README.md'), resolve(packed, 'README.md'));
  return gzipSync(module, { level: 9 }).length;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  console.log(`host SDK: ${await buildSdk()} bytes gzipped`);

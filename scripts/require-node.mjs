// Imported first by the programs of `npm run`: exits with a clear message if Node is older than `engines` in
// package.json. Must run on any Node with ES modules.
import { readFileSync } from 'node:fs';

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const min = engines.node.replace('>=', '');
const [major, minor] = process.versions.node.split('.').map(Number);
const [minMajor, minMinor] = min.split('.').map(Number);

if (major < minMajor || (major === minMajor && minor < minMinor)) {
  console.error(
    `Oriel requires Node ${min} or newer (24 recommended). Installed: ${process.versions.node}. See https://nodejs.org/en/download`,
  );
  process.exit(1);
}

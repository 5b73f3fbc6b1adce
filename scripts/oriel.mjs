// `npm run oriel -- …`: the operator's command line. Builds it if stale, then runs it in this terminal.
import { spawn } from 'node:child_process';
import { dirname, resolve } from 'node:path';
import { provisionPackages } from './provision.mjs';

await provisionPackages();
const { buildStale } = await import('./build.mjs');
const { cliCommand } = await import('./run-product.mjs');
await buildStale({ names: ['server'], log: () => {} });

const child = spawn(process.execPath, [...cliCommand(false), ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: {
    ...process.env,
    ORIEL_DATA_DIR: resolve(dirname(import.meta.dirname), process.env.ORIEL_DATA_DIR || 'data'),
  },
});
// The terminal sends Ctrl-C to both; the command handles it.
process.on('SIGINT', () => {});
child.on('exit', (code, signal) => {
  process.exitCode = signal ? 1 : (code ?? 1);
});

// `npm run up`: installs missing packages, builds stale targets, starts the server and the sample pages, and
// prints their addresses. `npm run up -- --dev` runs the sources with hot reload of pages. Ctrl-C stops
// everything. Uses only Node built-ins until packages are installed.
import './require-node.mjs';
import { dirname, resolve } from 'node:path';
import { provisionPackages } from './provision.mjs';

const root = dirname(import.meta.dirname);
const started = performance.now();
const isDevelopment = process.argv.includes('--dev') || process.env.ORIEL_MODE === 'development';

function describe({ origin, sampleOrigin, setupCode }, dataDir) {
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const lines = [
    '',
    `Oriel started in ${seconds} s.`,
    '',
    `  Sample page         ${sampleOrigin}`,
    `  Console             ${origin}/user/login`,
    `  Health              ${origin}/healthz`,
    `  Data folder         ${dataDir}`,
    '  Add a camera        npm run oriel -- camera add --help',
  ];
  if (setupCode) {
    const until = new Date(setupCode.expiresAt).toLocaleTimeString();
    lines.push('', `  Setup code for the console's first administrator, until ${until}: ${setupCode.code}`);
  }
  return [...lines, '', 'Press Ctrl-C to stop.', ''].join('\n');
}

async function waitForHealth(origin) {
  const answer = await fetch(`${origin}/healthz`, { signal: AbortSignal.timeout(10_000) });
  if (!answer.ok) throw new Error(`The server is not healthy: ${await answer.text()}`);
}

async function main() {
  await provisionPackages();
  const { buildStale } = await import('./build.mjs');
  await buildStale({ names: isDevelopment ? ['frame', 'sdk'] : [] });
  const { startProduct } = await import('./run-product.mjs');
  const env = {
    ...process.env,
    ORIEL_DATA_DIR: resolve(root, process.env.ORIEL_DATA_DIR || 'data'),
    NEXT_TELEMETRY_DISABLED: '1',
  };
  // From here on, child processes run that only this one can stop.
  const starting = new AbortController();
  let product = null;
  let isStopping = false;
  const stop = async (code) => {
    if (isStopping) return;
    isStopping = true;
    if (!product) return starting.abort(new Error('Stopped during startup.'));
    const serverCode = await product.stop();
    process.exit(code ?? (serverCode === 0 ? 0 : 1));
  };
  process.on('SIGINT', () => stop());
  process.on('SIGTERM', () => stop());
  process.on('SIGHUP', () => stop());
  product = await startProduct({
    env,
    isDevelopment,
    output: { stdout: 'inherit', stderr: 'inherit' },
    signal: starting.signal,
  });
  for (const program of [product.server, product.sample]) {
    program.exited.then((code) => {
      if (isStopping) return;
      console.error(`A process of Oriel exited unexpectedly (${code}).`);
      stop(1);
    });
  }
  try {
    await waitForHealth(product.origin);
  } catch (error) {
    if (!isStopping) console.error(error.message);
    return stop(1);
  }
  if (!isStopping) console.log(describe(product, env.ORIEL_DATA_DIR));
}

main().catch((error) => {
  console.error(error.message);
  process.exit(1);
});

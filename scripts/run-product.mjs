// Starts the server and the sample host page as two programs, and stops them. Used by `npm run up` and by tests.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = dirname(import.meta.dirname);
const sampleName = 'Sample host page';
const startTimeoutMs = 60_000;
const stopTimeoutMs = 11_000;

/** How to run the server: the bundle, or the sources by tsx. */
function serverCommand(isDevelopment) {
  return isDevelopment
    ? ['--import', 'tsx', join(root, 'lib/server/main.ts')]
    : ['--enable-source-maps', join(root, 'dist/server.js')];
}

export function cliCommand(isDevelopment) {
  return isDevelopment
    ? ['--import', 'tsx', join(root, 'lib/server/cli/main.ts')]
    : ['--enable-source-maps', join(root, 'dist/oriel.js')];
}

/** Starts a program and resolves with its first message, `{ type: 'listening', … }`. */
function startProgram(name, command, { env, output, onOutput, node }) {
  const child = spawn(node, command, {
    cwd: root,
    env,
    // Signals from the terminal reach the group; we alone decide who stops when.
    detached: true,
    stdio: ['ignore', output.stdout, output.stderr, 'ipc'],
  });
  const printed = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      printed.push(chunk);
      onOutput?.(chunk);
    });
  }
  // `close` comes when its output has been read to the end.
  const exited = new Promise((resolve) => child.once('close', (code, signal) => resolve(code ?? signal)));
  const listening = new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${name} did not start within 60 s`)), startTimeoutMs);
    child.once('error', reject);
    child.once('message', (message) => {
      clearTimeout(timer);
      resolve(message);
    });
    exited.then((code) => {
      clearTimeout(timer);
      const said = Buffer.concat(printed).toString().trim();
      reject(new Error(`${name} ended with ${code} before it was ready${said ? `:\n${said}` : ''}`));
    });
  });
  /** Resolves with the exit code, or the signal that ended it. */
  async function stop() {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
    const code = await exited;
    clearTimeout(timer);
    return code;
  }
  return { child, listening, exited, stop };
}

/** Runs one command of the operator's command line and returns its JSON answer. */
export function runCli(args, { env, isDevelopment = false, input = '' }) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...cliCommand(isDevelopment), ...args, '--json'], {
      cwd: root,
      env,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const out = [];
    const problems = [];
    child.stdout.on('data', (chunk) => out.push(chunk));
    child.stderr.on('data', (chunk) => problems.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      const text = Buffer.concat(out).toString();
      if (code === 0) resolve(JSON.parse(text));
      else reject(new Error(`oriel ${args.join(' ')} ended with ${code}: ${text}${Buffer.concat(problems)}`));
    });
    child.stdin.end(input);
  });
}

/** The sample page's application, as an operator would create it. Made again when the page has moved. */
async function provideApplication(credentialsFile, origins, options) {
  const known = existsSync(credentialsFile) ? JSON.parse(readFileSync(credentialsFile, 'utf8')) : null;
  if (known && origins.every((origin) => known.origins.includes(origin))) return;
  const { appKey, appSecret } = await runCli(
    ['app', 'create', '--name', sampleName, ...origins.flatMap((origin) => ['--origin', origin])],
    options,
  );
  writeFileSync(credentialsFile, `${JSON.stringify({ appKey, appSecret, origins })}\n`, { mode: 0o600 });
}

/**
 * Starts the product. `env` are variables of the server (see docs/guide/run.md); `output` says where its two streams
 * go, as in `stdio`, and `onOutput` gets every chunk of piped ones. `node` runs both programs. Resolves when both
 * origins listen.
 */
export async function startProduct({
  env,
  isDevelopment = false,
  output,
  onOutput,
  node = process.execPath,
}) {
  const dataDir = env.ORIEL_DATA_DIR;
  const serverEnv = { ...env, ORIEL_MODE: isDevelopment ? 'development' : 'production' };
  const server = startProgram('The server', serverCommand(isDevelopment), {
    env: serverEnv,
    output,
    onOutput,
    node,
  });
  let sample = null;
  const stop = async () => {
    const [serverCode] = await Promise.all([server.stop(), sample?.stop()]);
    return serverCode;
  };
  try {
    const { origin, setupCode } = await server.listening;
    const credentialsFile = join(dataDir, 'sample-host.json');
    sample = startProgram('The sample host page', [join(root, 'sample-host/server.mjs')], {
      env: {
        ...env,
        ORIEL_SERVER: env.ORIEL_PUBLIC_URL || origin,
        ORIEL_SAMPLE_CREDENTIALS: credentialsFile,
      },
      output,
      onOutput,
      node,
    });
    const { port } = await sample.listening;
    const sampleOrigin = `http://127.0.0.1:${port}`;
    await provideApplication(credentialsFile, [sampleOrigin, `http://localhost:${port}`], {
      env: serverEnv,
      isDevelopment,
    });
    return { origin, sampleOrigin, setupCode, server, sample, env: serverEnv, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

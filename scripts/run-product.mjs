// Starts and stops the server and the sample pages as two processes. Used by `npm run up` and by tests.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = dirname(import.meta.dirname);
const sampleName = 'Sample host page';
const startTimeoutMs = 60_000;
const stopTimeoutMs = 11_000;

/** Arguments of Node that run the server: the bundle, or the sources with tsx. */
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

/** Starts a program; `listening` resolves with its first message, `{ type: 'listening', … }`. */
function startProgram(name, command, { env, output, onOutput, node }) {
  const child = spawn(node, command, {
    cwd: root,
    env,
    // Detached from the terminal's signals: this process decides the order of stopping.
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
  // `close` fires after its output was read completely.
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
      const output = Buffer.concat(printed).toString().trim();
      reject(new Error(`${name} exited with ${code} before it was ready${output ? `:\n${output}` : ''}`));
    });
  });
  // It may reject when nothing waits for it.
  listening.catch(() => {});
  /** Resolves with the exit code or the signal. */
  async function stop() {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
    const code = await exited;
    clearTimeout(timer);
    return code;
  }
  return { child, listening, exited, stop };
}

/** Runs an operator command and returns its JSON output. */
export function runCli(args, { env, isDevelopment = false, input = '', signal = undefined }) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...cliCommand(isDevelopment), ...args, '--json'], {
      cwd: root,
      env,
      stdio: ['pipe', 'pipe', 'pipe'],
      signal,
    });
    const out = [];
    const problems = [];
    child.stdout.on('data', (chunk) => out.push(chunk));
    child.stderr.on('data', (chunk) => problems.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      const text = Buffer.concat(out).toString();
      if (code === 0) resolve(JSON.parse(text));
      else
        reject(new Error(`oriel ${args.join(' ')} exited with ${code}: ${text}${Buffer.concat(problems)}`));
    });
    child.stdin.end(input);
  });
}

/**
 * False if the application does not exist on this server (deleted, or another database) or has another
 * secret.
 */
async function isKnown(server, { appKey, appSecret }) {
  const body = new URLSearchParams({ appKey, appSecret, capabilities: 'live', expireSeconds: '60' });
  const answer = await fetch(`${server}/api/lapp/token/get`, { method: 'POST', body });
  const { code } = await answer.json();
  return !['10017', '10030'].includes(String(code));
}

/**
 * Creates the sample page's application, as an operator would, if it is missing or the page's origin has
 * changed.
 */
async function provideApplication(credentialsFile, server, origins, options) {
  const known = existsSync(credentialsFile) ? JSON.parse(readFileSync(credentialsFile, 'utf8')) : null;
  const isThere = known !== null && origins.every((origin) => known.origins.includes(origin));
  if (isThere && (await isKnown(server, known))) return;
  const { appKey, appSecret } = await runCli(
    ['app', 'create', '--name', sampleName, ...origins.flatMap((origin) => ['--origin', origin])],
    options,
  );
  writeFileSync(credentialsFile, `${JSON.stringify({ appKey, appSecret, origins })}\n`, { mode: 0o600 });
}

/** Set by `npm run up -- --dev`; an invalid value is passed on, and the server reports it. */
function modeOf(env, isDevelopment) {
  const { ORIEL_MODE: given } = env;
  if (given && given !== 'production' && given !== 'development') return given;
  return isDevelopment ? 'development' : 'production';
}

/**
 * Starts the product. `env` are variables of the server (see docs/guide/run.md); `output`: targets of its two
 * streams, as in `stdio`; `onOutput` receives every chunk of piped ones. `node`: the Node binary for both
 * programs. Resolves when both origins listen; with `hasSamplePage` false only the server runs, and
 * `sampleOrigin` is empty. If `signal` aborts before that, stops both and rejects with the signal's reason.
 */
export async function startProduct({
  env,
  isDevelopment = false,
  output,
  onOutput,
  node = process.execPath,
  signal = undefined,
  hasSamplePage = true,
}) {
  signal?.throwIfAborted();
  const dataDir = env.ORIEL_DATA_DIR;
  const serverEnv = { ...env, ORIEL_MODE: modeOf(env, isDevelopment) };
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
  const called = callOff(signal);
  try {
    const { origin, setupCode } = await Promise.race([server.listening, called.off]);
    if (!hasSamplePage) return { origin, sampleOrigin: '', setupCode, server, sample, env: serverEnv, stop };
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
    const { port } = await Promise.race([sample.listening, called.off]);
    const sampleOrigin = `http://127.0.0.1:${port}`;
    await provideApplication(credentialsFile, origin, [sampleOrigin, `http://localhost:${port}`], {
      env: serverEnv,
      isDevelopment,
      signal,
    });
    signal?.throwIfAborted();
    return { origin, sampleOrigin, setupCode, server, sample, env: serverEnv, stop };
  } catch (error) {
    await stop();
    throw signal?.aborted ? signal.reason : error;
  } finally {
    called.forget();
  }
}

/** A promise that rejects when the signal aborts, and never otherwise. */
function callOff(signal) {
  let forget = () => {};
  const off = new Promise((_, reject) => {
    const onAbort = () => reject(signal.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    forget = () => signal?.removeEventListener('abort', onAbort);
  });
  // It may reject when nothing waits for it.
  off.catch(() => {});
  return { off, forget };
}

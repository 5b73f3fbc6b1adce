import { access, constants, stat, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { loadSharp } from '../../domain/images/load-sharp.ts';
import { findFfmpeg } from '../../media/outputs/transcode/find-ffmpeg.ts';
import type { Config } from '../config.ts';
import { whyNotOurs } from '../data-folder.ts';
import { minNodeVersion, productRoot } from '../product.ts';

/** `bad` keeps Oriel from working, `poor` takes something away, `good` needs nothing. */
export interface Finding {
  readonly check: string;
  readonly state: 'good' | 'poor' | 'bad';
  readonly text: string;
}

const minFreeBytes = 1024 ** 3;
/** When this was written: a clock before it is wrong for sure. */
const earliestNow = Date.UTC(2025, 0, 1);

const good = (check: string, text: string): Finding => ({ check, state: 'good', text });
const poor = (check: string, text: string): Finding => ({ check, state: 'poor', text });
const bad = (check: string, text: string): Finding => ({ check, state: 'bad', text });

function checkNode(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [minMajor = 0, minMinor = 0] = minNodeVersion.split('.').map(Number);
  const isNew = major > minMajor || (major === minMajor && minor >= minMinor);
  return isNew
    ? good('Node', process.version)
    : bad('Node', `${process.version} is too old: ${minNodeVersion} or newer is needed`);
}

async function checkFfmpeg(config: Config): Promise<Finding> {
  const found = await findFfmpeg(config.ffmpegPath ?? undefined);
  if (found.ok) return good('ffmpeg', `${found.value.version}, ${found.value.path}`);
  // A server would not start with one that is named and does not work.
  if (config.ffmpegPath !== null) return bad('ffmpeg', found.error);
  return poor('ffmpeg', `${found.error}: H.265 cameras play only in browsers that decode H.265`);
}

async function checkDataFolder({ dataDir }: Config): Promise<Finding> {
  const found = await stat(dataDir).catch(() => null);
  if (!found) return good('Data folder', `${dataDir} will be made at the first start`);
  if (!found.isDirectory()) return bad('Data folder', `${dataDir} is not a folder`);
  try {
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return bad('Data folder', `${dataDir} cannot be read and written by this user`);
  }
  const problem = await whyNotOurs(dataDir);
  if (problem !== null) return bad('Data folder', `${dataDir} will not be taken: ${problem}`);
  const mode = found.mode & 0o777;
  return mode & 0o077
    ? poor('Data folder', `${dataDir} can be entered by other users (mode ${mode.toString(8)}): chmod 700 it`)
    : good('Data folder', dataDir);
}

async function checkSecrets({ dataDir }: Config): Promise<Finding> {
  for (const name of ['master', 'media', 'session']) {
    const path = join(dataDir, 'secrets', name);
    const found = await stat(path).catch(() => null);
    if (found && found.mode & 0o077)
      return bad('Secrets', `${path} can be read by other users: chmod 600 it`);
  }
  return good('Secrets', 'readable by this user only');
}

async function checkDisk({ dataDir }: Config): Promise<Finding> {
  const folder = (await stat(dataDir).catch(() => null)) ? dataDir : productRoot;
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const text = `${(free / 1024 ** 3).toFixed(1)} GB free`;
  return free < minFreeBytes ? poor('Disk', `${text}: that is little`) : good('Disk', text);
}

/** Whether the port could be listened on, which also needs the right to. */
function tryPort(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'unknown'));
    server.listen({ host, port }, () => server.close(() => resolve(null)));
  });
}

async function checkPort(config: Config, port: number, isServing: boolean, name: string): Promise<Finding> {
  const problem = await tryPort(config.host, port);
  if (problem === null)
    return good(name, isServing ? `${port} is free` : `${port} is free for the next start`);
  if (problem === 'EADDRINUSE') {
    return isServing
      ? good(name, `${port} is in use, as it should be`)
      : bad(name, `${port} is taken by another program`);
  }
  return bad(name, `${config.host} port ${port} cannot be used: ${problem}`);
}

async function checkImages(): Promise<Finding> {
  try {
    return good('Pictures', `sharp ${(await loadSharp()).versions.sharp}`);
  } catch {
    return poor('Pictures', 'the package sharp has no build for this machine: the console takes no pictures');
  }
}

function checkClock(): Finding {
  const now = new Date();
  return now.getTime() < earliestNow
    ? bad('Clock', `it says ${now.toISOString()}, which is past: certificates and tokens will fail`)
    : good('Clock', now.toISOString());
}

function checkTimeZone(): Finding {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const isSet = process.env.TZ !== undefined || (timeZone !== undefined && timeZone !== 'UTC');
  const text = `${timeZone ?? 'unknown'}, UTC${offset(-new Date().getTimezoneOffset())}`;
  return isSet ? good('Time zone', text) : good('Time zone', `${text} (set TZ if the cameras are elsewhere)`);
}

function offset(minutes: number): string {
  const size = Math.abs(minutes);
  const text = `${String(Math.floor(size / 60)).padStart(2, '0')}:${String(size % 60).padStart(2, '0')}`;
  return `${minutes < 0 ? '-' : '+'}${text}`;
}

async function checkBuilt(): Promise<Finding> {
  for (const path of [
    'public/assets/manifest.json',
    'public/sdk/v1/oriel.js',
    '.next/BUILD_ID',
    'dist/server.js',
  ]) {
    const isThere = await access(join(productRoot, path)).then(
      () => true,
      () => false,
    );
    if (!isThere) return bad('Build', `${path} is missing: npm run build`);
  }
  return good('Build', 'frame, SDK, pages and server are built');
}

/** Looks at everything Oriel leans on. `isServing`: a server runs on this data folder. */
export async function examine(config: Config, isServing: boolean): Promise<readonly Finding[]> {
  return [
    checkNode(),
    await checkBuilt(),
    await checkDataFolder(config),
    await checkSecrets(config),
    await checkDisk(config),
    await checkPort(config, config.port, isServing, 'Port'),
    await checkPort(config, config.samplePort, isServing, 'Sample page port'),
    await checkFfmpeg(config),
    await checkImages(),
    checkClock(),
    checkTimeZone(),
    isServing ? good('Server', 'it runs and answers') : good('Server', 'it does not run: npm run up'),
  ];
}

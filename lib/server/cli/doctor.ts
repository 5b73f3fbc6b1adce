import { access, constants, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { loadSharp } from '../../domain/images/load-sharp.ts';
import { findFfmpeg } from '../../media/outputs/transcode/find-ffmpeg.ts';
import type { Config } from '../config.ts';
import { whyNotOurs } from '../data-folder.ts';
import { minNodeVersion, productRoot } from '../product.ts';
import { linkOfRecordings } from '../recordings-link.ts';
import { minFreeBytes } from '../storage-reserve.ts';
import { diskSpace, lowBytes } from '../storage-watch.ts';
import { checkDatabase } from './doctor-database.ts';
import { bad, type Finding, good, poor } from './finding.ts';

/** A clock that shows an earlier time is certainly wrong. */
const earliestNow = Date.UTC(2025, 0, 1);

function checkNode(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [minMajor = 0, minMinor = 0] = minNodeVersion.split('.').map(Number);
  const isNew = major > minMajor || (major === minMajor && minor >= minMinor);
  return isNew
    ? good('Node', process.version)
    : bad('Node', `${process.version} is too old: install ${minNodeVersion} or newer`);
}

async function checkFfmpeg(config: Config): Promise<Finding> {
  const found = await findFfmpeg(config.ffmpegPath ?? undefined);
  if (found.ok) return good('ffmpeg', `${found.value.version}, ${found.value.path}`);
  // The server does not start if the configured ffmpeg does not work.
  if (config.ffmpegPath !== null) return bad('ffmpeg', found.error);
  return poor('ffmpeg', `${found.error}: H.265 cameras play only in browsers that decode H.265`);
}

async function checkDataFolder({ dataDir }: Config): Promise<Finding> {
  const found = await stat(dataDir).catch(() => null);
  if (!found) return good('Data folder', `${dataDir} will be created at the first start`);
  if (!found.isDirectory()) return bad('Data folder', `${dataDir} is not a folder`);
  try {
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return bad('Data folder', `${dataDir}: this user cannot read and write it. Change its owner or mode`);
  }
  const problem = await whyNotOurs(dataDir);
  if (problem !== null) return bad('Data folder', `${dataDir} cannot be used: ${problem}`);
  const mode = found.mode & 0o777;
  return mode & 0o077
    ? poor('Data folder', `other users can enter ${dataDir} (mode ${mode.toString(8)}). Run chmod 700 on it`)
    : good('Data folder', dataDir);
}

async function checkRecordings(config: Config): Promise<Finding> {
  const problem = await linkOfRecordings(config);
  return problem === null ? good('Recordings', config.recordingsDir) : bad('Recordings', problem);
}

async function checkSecrets({ dataDir }: Config): Promise<Finding> {
  for (const name of ['master', 'media', 'session']) {
    const path = join(dataDir, 'secrets', name);
    const found = await stat(path).catch(() => null);
    if (found && found.mode & 0o077)
      return bad('Secrets', `other users can read ${path}. Run chmod 600 on it`);
  }
  return good('Secrets', 'readable by this user only');
}

async function checkDisk({ dataDir }: Config): Promise<Finding> {
  const folder = (await stat(dataDir).catch(() => null)) ? dataDir : productRoot;
  const { freeBytes, totalBytes } = await diskSpace(folder);
  const text = `${(freeBytes / 1024 ** 3).toFixed(1)} GB free`;
  if (freeBytes < minFreeBytes) return bad('Disk', `${text}: it is full. Free some space`);
  return freeBytes < lowBytes(totalBytes) ? poor('Disk', `${text}: free some space`) : good('Disk', text);
}

/** Tries to listen on the port. Null: it works; else the error code. */
function tryPort(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'unknown'));
    server.listen({ host, port }, () => server.close(() => resolve(null)));
  });
}

async function checkPort(config: Config, port: number, isServing: boolean, name: string): Promise<Finding> {
  const problem = await tryPort(config.host, port);
  if (problem === null) return good(name, `${port} is free`);
  if (problem === 'EADDRINUSE') {
    return isServing
      ? good(name, `${port} is in use by the server`)
      : bad(name, `${port} is in use by another program. Stop it or choose another port`);
  }
  return bad(name, `${config.host} port ${port} cannot be used: ${problem}`);
}

async function checkImages(): Promise<Finding> {
  try {
    return good('Images', `sharp ${(await loadSharp()).versions.sharp}`);
  } catch {
    return poor(
      'Images',
      'the package sharp has no build for this machine: the console accepts no image uploads',
    );
  }
}

function checkClock(): Finding {
  const now = new Date();
  return now.getTime() < earliestNow
    ? bad('Clock', `${now.toISOString()} is in the past: certificates and tokens will fail. Set the clock`)
    : good('Clock', now.toISOString());
}

function checkTimeZone(): Finding {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const isSet = process.env.TZ !== undefined || (timeZone !== undefined && timeZone !== 'UTC');
  const text = `${timeZone ?? 'unknown'}, UTC${offset(-new Date().getTimezoneOffset())}`;
  return isSet
    ? good('Time zone', text)
    : good('Time zone', `${text} (set TZ if the cameras are in another time zone)`);
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
    if (!isThere) return bad('Build', `${path} is missing. Run npm run build`);
  }
  return good('Build', 'frame, SDK, pages and server are built');
}

/** Checks everything Oriel depends on. `isServing`: a server is running on this data folder. */
export async function examine(config: Config, isServing: boolean): Promise<readonly Finding[]> {
  return [
    checkNode(),
    await checkBuilt(),
    await checkDataFolder(config),
    await checkRecordings(config),
    await checkSecrets(config),
    ...(await checkDatabase(config)),
    await checkDisk(config),
    await checkPort(config, config.port, isServing, 'Port'),
    await checkPort(config, config.samplePort, isServing, 'Sample page port'),
    await checkFfmpeg(config),
    await checkImages(),
    checkClock(),
    checkTimeZone(),
    isServing ? good('Server', 'running') : good('Server', 'not running. Start it with npm run up'),
  ];
}

/** Finds a usable ffmpeg: the configured one, else the system's. */
import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import { err, ok, type Result } from '../../../kernel/result.ts';

export interface Ffmpeg {
  readonly path: string;
  readonly version: string;
  /** System tools that limit the child process, if available. */
  readonly setpriv: string | null;
  readonly prlimit: string | null;
}

/** Environment of child processes: nothing of our own, which contains secrets. */
export const bareEnvironment: NodeJS.ProcessEnv = {
  LANG: 'C',
  PATH: '/usr/bin:/bin',
  NODE_ENV: 'production', // required by Next's types
};

const oldest = { major: 5, minor: 1 } as const;
const answerTimeoutMs = 5_000;

/**
 * `configured` is ORIEL_FFMPEG. If set, it must work: a silent fallback would hide a typing mistake. The
 * error is a sentence for the operator.
 */
export async function findFfmpeg(
  configured: string | undefined,
  searchPath: string = process.env.PATH ?? '',
): Promise<Result<Ffmpeg, string>> {
  if (configured !== undefined && configured !== '') {
    if (!isAbsolute(configured)) return err('ORIEL_FFMPEG must be an absolute path');
    const checked = await check(configured, searchPath);
    return checked.ok ? checked : err(`ORIEL_FFMPEG: ${checked.error}`);
  }
  const path = await which('ffmpeg', searchPath);
  if (path === null) return err('ffmpeg is not installed');
  return check(path, searchPath);
}

async function check(path: string, searchPath: string): Promise<Result<Ffmpeg, string>> {
  const [banner, encoders] = await Promise.all([
    run(path, ['-hide_banner', '-version']),
    run(path, ['-hide_banner', '-encoders']),
  ]);
  const version = /^ffmpeg version (\S+)/.exec(banner ?? '')?.[1];
  if (version === undefined) return err('the program does not answer like ffmpeg');
  const numbers = /^n?(\d+)\.(\d+)/.exec(version); // builds from git have no such number and are new
  if (numbers !== null) {
    const [major, minor] = [Number(numbers[1]), Number(numbers[2])];
    if (major < oldest.major || (major === oldest.major && minor < oldest.minor)) {
      return err(`ffmpeg ${major}.${minor} is too old: 5.1 or newer is required`);
    }
  }
  if (!/^\s*V\S* libx264\s/m.test(encoders ?? '')) return err(`ffmpeg ${version} has no libx264`);
  const [setpriv, prlimit] = await Promise.all([which('setpriv', searchPath), which('prlimit', searchPath)]);
  return ok({ path, version, setpriv, prlimit });
}

async function which(name: string, searchPath: string): Promise<string | null> {
  for (const folder of searchPath.split(delimiter).filter(isAbsolute)) {
    const path = join(folder, name);
    try {
      await access(path, constants.X_OK);
      return path;
    } catch {
      /* not in this folder */
    }
  }
  return null;
}

/** Standard output, or null if the program cannot be run. */
function run(path: string, args: readonly string[]): Promise<string | null> {
  return new Promise((resolve) => {
    const options = { timeout: answerTimeoutMs, maxBuffer: 1024 * 1024, env: bareEnvironment };
    execFile(path, [...args], options, (error, stdout) => resolve(error === null ? stdout : null));
  });
}

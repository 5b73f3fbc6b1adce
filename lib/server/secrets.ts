import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../kernel/app-error.ts';
import { writeDurably } from './durable-file.ts';

/**
 * `master` encrypts camera passwords, `media` signs media tickets, `session` signs sessions of the
 * console. One file each, so that one can be replaced without the others.
 */
export type SecretName = 'master' | 'media' | 'session';

export interface Secret {
  /** Names the key without telling it: tickets and rows say which key made them. */
  readonly kid: string;
  readonly key: Buffer;
}
/** The first makes new things; those after it still open what they made earlier. Never empty. */
export type SecretRing = readonly [Secret, ...Secret[]];
export type Secrets = Readonly<Record<SecretName, SecretRing>>;

export const secretBytes = 32;

/** Why a key must not be used, or null. Random bytes are printable text about once in 10^14 keys. */
export function weaknessOf(key: Uint8Array): string | null {
  if (key.length !== secretBytes) return `has ${key.length * 8} bits, ${secretBytes * 8} are needed`;
  if (new Set(key).size < 8) return 'repeats the same few bytes';
  if (key.every((byte) => byte >= 0x20 && byte < 0x7f)) return 'is text somebody typed, not random bytes';
  return null;
}

function decode(text: string): Buffer {
  const trimmed = text.trim();
  if (/^[0-9a-f]{64}$/i.test(trimmed)) return Buffer.from(trimmed, 'hex');
  return Buffer.from(trimmed, 'base64url');
}

function asSecret(name: SecretName, from: string, text: string): Secret {
  const key = decode(text);
  const weakness = weaknessOf(key);
  if (weakness) {
    throw new AppError('secret.weak', `The secret "${name}" in ${from} ${weakness}. Put random bytes there.`);
  }
  return { key, kid: createHash('sha256').update(key).digest('hex').slice(0, 8) };
}

/** One key a line; older keys below the current one. */
function asRing(name: SecretName, from: string, text: string): SecretRing {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const [first = '', ...older] = lines;
  return [asSecret(name, from, first), ...older.map((line) => asSecret(name, from, line))];
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

async function loadOne(
  name: SecretName,
  folder: string,
  credentialsFolder: string | null,
): Promise<SecretRing> {
  if (credentialsFolder) {
    const given = join(credentialsFolder, `oriel-${name}`);
    const text = await readIfThere(given);
    if (text !== null) return asRing(name, given, text);
  }
  const path = join(folder, name);
  const stored = await readIfThere(path);
  if (stored !== null) {
    const mode = (await stat(path)).mode & 0o777;
    if (mode & 0o077) {
      throw new AppError(
        'secret.exposed',
        `${path} can be read by other users (mode ${mode.toString(8)}). If nobody else saw it, run: chmod 600 ${path}`,
      );
    }
    return asRing(name, path, stored);
  }
  const made = randomBytes(secretBytes).toString('base64url');
  await writeDurably(path, `${made}\n`);
  return asRing(name, path, made);
}

export interface SecretsOptions {
  readonly dataDir: string;
  /** Where systemd puts credentials; a file `oriel-<name>` there wins over the data folder. */
  readonly credentialsFolder?: string | null;
}

/** Reads the secrets, making those that do not exist yet. Errors: `secret.weak`, `secret.exposed`. */
export async function loadSecrets(options: SecretsOptions): Promise<Secrets> {
  const folder = join(options.dataDir, 'secrets');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  const load = (name: SecretName) => loadOne(name, folder, options.credentialsFolder ?? null);
  const [master, media, session] = await Promise.all([load('master'), load('media'), load('session')]);
  return { master, media, session };
}

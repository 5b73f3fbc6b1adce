import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../kernel/app-error.ts';
import { writeDurably } from './durable-file.ts';

/**
 * `master` encrypts camera passwords, `media` signs media tickets, `session` signs console sessions. Each is
 * a separate file and can be replaced independently.
 */
export type SecretName = 'master' | 'media' | 'session';

export interface Secret {
  /** Key ID, stored in tickets and rows to identify the key that was used. */
  readonly kid: string;
  readonly key: Buffer;
}
/** The first key is used for new data; the others can still verify or decrypt older data. Never empty. */
export type SecretRing = readonly [Secret, ...Secret[]];
export type Secrets = Readonly<Record<SecretName, SecretRing>>;

export const secretBytes = 32;

/** Why a key is too weak, or null. Random bytes are printable text about once in 10^14 keys. */
export function weaknessOf(key: Uint8Array): string | null {
  if (key.length !== secretBytes) return `has ${key.length * 8} bits, ${secretBytes * 8} are required`;
  if (new Set(key).size < 8) return 'consists of a few repeated bytes';
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
    throw new AppError(
      'secret.weak',
      `The secret "${name}" in ${from} ${weakness}. Use random bytes instead.`,
    );
  }
  return { key, kid: createHash('sha256').update(key).digest('hex').slice(0, 8) };
}

/** One key per line; the current key first. */
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
        `${path} can be read by other users (mode ${mode.toString(8)}). If it has not been read by others, run: chmod 600 ${path}`,
      );
    }
    return asRing(name, path, stored);
  }
  const created = randomBytes(secretBytes).toString('base64url');
  await writeDurably(path, `${created}\n`);
  return asRing(name, path, created);
}

export interface SecretsOptions {
  readonly dataDir: string;
  /** Folder of systemd credentials; a file `oriel-<name>` there takes precedence over the data folder. */
  readonly credentialsFolder?: string | null;
}

/** Reads the secrets, creating missing ones. Errors: `secret.weak`, `secret.exposed`. */
export async function loadSecrets(options: SecretsOptions): Promise<Secrets> {
  const folder = join(options.dataDir, 'secrets');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  const load = (name: SecretName) => loadOne(name, folder, options.credentialsFolder ?? null);
  const [master, media, session] = await Promise.all([load('master'), load('media'), load('session')]);
  return { master, media, session };
}

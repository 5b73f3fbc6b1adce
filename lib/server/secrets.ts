import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { MissingKeys } from '../domain/operations/sealed-values.ts';
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

interface SecretFile {
  readonly path: string;
  /** Null: there is none yet. */
  readonly ring: SecretRing | null;
  /** Provided by the service manager, and not ours to write. */
  readonly isGiven: boolean;
}

/** Errors: `secret.weak`, `secret.exposed`. */
async function readSecretFile(name: SecretName, options: SecretsOptions): Promise<SecretFile> {
  const { credentialsFolder } = options;
  if (credentialsFolder) {
    const given = join(credentialsFolder, `oriel-${name}`);
    const text = await readIfThere(given);
    if (text !== null) return { path: given, ring: asRing(name, given, text), isGiven: true };
  }
  const path = join(secretsFolder(options.dataDir), name);
  const stored = await readIfThere(path);
  if (stored === null) return { path, ring: null, isGiven: false };
  const mode = (await stat(path)).mode & 0o777;
  if (mode & 0o077) {
    throw new AppError(
      'secret.exposed',
      `${path} can be read by other users (mode ${mode.toString(8)}). If it has not been read by others, run: chmod 600 ${path}`,
    );
  }
  return { path, ring: asRing(name, path, stored), isGiven: false };
}

async function createSecret(name: SecretName, path: string): Promise<SecretRing> {
  const created = randomBytes(secretBytes).toString('base64url');
  await writeDurably(path, `${created}\n`);
  return asRing(name, path, created);
}

const secretsFolder = (dataDir: string) => join(dataDir, 'secrets');

export interface SecretsOptions {
  readonly dataDir: string;
  /** Folder of systemd credentials; a file `oriel-<name>` there takes precedence over the data folder. */
  readonly credentialsFolder?: string | null;
}

/** Which stored values need a master key that is not among `keyIds`. */
export type FindMissingKeys = (keyIds: readonly string[]) => Promise<MissingKeys>;

/**
 * Reads the secrets, creating missing ones. A missing master key is not created while the database contains values of
 * another one. Errors: `secret.weak`, `secret.exposed`, `secret.missing`.
 */
export async function loadSecrets(
  options: SecretsOptions,
  findMissing: FindMissingKeys = async () => new Map(),
): Promise<Secrets> {
  const folder = secretsFolder(options.dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  await requireMasterKeys(options, findMissing);
  const load = async (name: SecretName) => {
    const { path, ring } = await readSecretFile(name, options);
    return ring ?? createSecret(name, path);
  };
  const [master, media, session] = await Promise.all([load('master'), load('media'), load('session')]);
  return { master, media, session };
}

/** Throws when stored values need a master key that is not there. Errors: `secret.missing`. */
export async function requireMasterKeys(
  options: SecretsOptions,
  findMissing: FindMissingKeys,
): Promise<void> {
  const master = await readSecretFile('master', options);
  const missing = await missingKeys(options.dataDir, master, findMissing);
  if (missing.size > 0) throw missingError(master, missing);
}

async function missingKeys(
  dataDir: string,
  { ring }: SecretFile,
  findMissing: FindMissingKeys,
): Promise<MissingKeys> {
  return findMissing([...(ring ?? []).map(({ kid }) => kid), ...(await skippedKeys(dataDir))]);
}

function missingError({ path, ring }: SecretFile, missing: MissingKeys): AppError {
  const ids = [...missing.keys()];
  return new AppError(
    'secret.missing',
    `The database contains ${listMissing(missing)} encrypted with the master key ${ids.join(', ')}, but ${path} ${ring ? `contains ${ring.map(({ kid }) => kid).join(', ')}` : 'is missing'}. Restore that file from the backup of this installation. If the service manager provides the key, run this with the same credential (CREDENTIALS_DIRECTORY). If the key is lost, run "oriel secret skip": the server then starts without these values, and they have to be entered again.`,
    { keyIds: ids, path },
  );
}

/** `3 camera addresses, 1 settings`. */
function listMissing(missing: MissingKeys): string {
  const sums = new Map<string, number>();
  for (const counts of missing.values())
    for (const [kind, count] of counts) sums.set(kind, (sums.get(kind) ?? 0) + count);
  return [...sums].map(([kind, count]) => `${count} ${kind}`).join(', ');
}

const skippedPath = (dataDir: string) => join(secretsFolder(dataDir), 'skipped-keys');

/** Ids of lost keys without which the operator wants to start. */
async function skippedKeys(dataDir: string): Promise<readonly string[]> {
  return ((await readIfThere(skippedPath(dataDir))) ?? '').split('\n').filter(Boolean);
}

/** Lets the server start without the missing master keys. Returns what cannot be decrypted. */
export async function skipMissingKeys(
  options: SecretsOptions,
  findMissing: FindMissingKeys,
): Promise<MissingKeys> {
  const { dataDir } = options;
  const missing = await missingKeys(dataDir, await readSecretFile('master', options), findMissing);
  if (missing.size > 0) {
    const all = [...(await skippedKeys(dataDir)), ...missing.keys()];
    await writeDurably(skippedPath(dataDir), `${all.join('\n')}\n`);
  }
  return missing;
}

/** Puts a new master key before the existing ones. Errors: `secret.given`. */
export async function addMasterKey(options: SecretsOptions): Promise<SecretRing> {
  const { path, ring, isGiven } = await readSecretFile('master', options);
  if (isGiven) {
    throw new AppError(
      'secret.given',
      `The master key comes from ${path}. Put the new key on a line before it there, then run "oriel secret rotate --without-new-key" while the server is stopped.`,
    );
  }
  const older = (ring ?? []).map(({ key }) => key.toString('base64url'));
  const text = [randomBytes(secretBytes).toString('base64url'), ...older].join('\n');
  await writeDurably(path, `${text}\n`);
  return asRing('master', path, text);
}

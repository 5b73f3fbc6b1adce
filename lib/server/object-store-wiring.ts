import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../kernel/app-error.ts';
import type { Clock } from '../kernel/clock.ts';
import { createS3ObjectStore } from '../media/object-store/s3-object-store.ts';
import type { S3Credentials } from '../media/object-store/s3-signature.ts';
import type { RecordingPlaneOptions } from '../media/recording-plane.ts';
import type { Config, ObjectStoreConfig } from './config.ts';

/** Of systemd's folder of credentials. */
const credentialName = 'oriel-s3';

/** Empty without an object store. Errors: `server.badS3Credentials`, which does not quote the file. */
export async function objectStoreOptions(
  { objectStore, credentialsFolder }: Pick<Config, 'objectStore' | 'credentialsFolder'>,
  clock: Clock,
): Promise<Pick<RecordingPlaneOptions, 'objectStore'>> {
  if (!objectStore) return {};
  const { cacheBytes, ...place } = objectStore;
  const credentials = await credentialsOf(objectStore, credentialsFolder);
  return {
    objectStore: { objects: createS3ObjectStore({ ...place, credentials, clock }), maxCopyBytes: cacheBytes },
  };
}

async function credentialsOf(
  { credentialsPath, environment }: ObjectStoreConfig,
  folder: string | null,
): Promise<S3Credentials> {
  const path = credentialsPath ?? (folder === null ? null : join(folder, credentialName));
  const text = path && (await readOrNull(path, credentialsPath !== null));
  const found = text ? parseCredentials(text) : environment;
  if (found) return found;
  throw new AppError(
    'server.badS3Credentials',
    text
      ? `${path} must contain the lines aws_access_key_id = … and aws_secret_access_key = …`
      : 'ORIEL_S3_ENDPOINT needs credentials: set ORIEL_S3_CREDENTIALS to the path of a file, or both ORIEL_S3_ACCESS_KEY_ID and ORIEL_S3_SECRET_ACCESS_KEY',
  );
}

async function readOrNull(path: string, isRequired: boolean): Promise<string | null> {
  return readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (!isRequired && cause.code === 'ENOENT') return null;
    throw new AppError('server.badS3Credentials', `${path} cannot be read (${cause.code})`, {}, { cause });
  });
}

/** A credentials file of AWS: the first value of each name, in any section. */
export function parseCredentials(text: string): S3Credentials | null {
  const values = new Map<string, string>();
  for (const line of text.split('\n')) {
    const { name, value } = /^\s*(?<name>aws_\w+)\s*=\s*(?<value>\S+)\s*$/.exec(line)?.groups ?? {};
    if (name && value && !values.has(name)) values.set(name, value);
  }
  const accessKeyId = values.get('aws_access_key_id');
  const secretAccessKey = values.get('aws_secret_access_key');
  const sessionToken = values.get('aws_session_token');
  if (!accessKeyId || !secretAccessKey) return null;
  return { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) };
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DomainDeps } from '../domain/create-domain.ts';
import { AppError } from '../kernel/app-error.ts';
import type { Ms } from '../kernel/units.ts';
import { createS3ObjectStore, type S3Credentials } from '../media/object-store/s3-object-store.ts';
import type { RecordingPlaneOptions } from '../media/recording-plane.ts';
import type { BucketConfig, Config } from './config.ts';

/** What the settings of a bucket begin with, and its credential in systemd's folder. */
interface BucketNames {
  readonly settings: string;
  readonly credential: string;
}

const ofRecordings: BucketNames = { settings: 'ORIEL_S3', credential: 'oriel-s3' };
const ofFiles: BucketNames = { settings: 'ORIEL_FILES_S3', credential: 'oriel-files-s3' };
/** Users wait for files. */
const fileIdleMs: Ms = 5_000;

/** Empty without an object store. Errors: `server.badS3Credentials`, which does not quote the file. */
export async function objectStoreOptions({
  objectStore,
  credentialsFolder,
}: Pick<Config, 'objectStore' | 'credentialsFolder'>): Promise<Pick<RecordingPlaneOptions, 'objectStore'>> {
  if (!objectStore) return {};
  const credentials = await credentialsOf(objectStore, credentialsFolder, ofRecordings);
  const objects = await createS3ObjectStore({ ...objectStore, credentials });
  return { objectStore: { objects, maxCopyBytes: objectStore.cacheBytes } };
}

/** The bucket of uploaded files; empty without one. The same errors. */
export async function fileBucketOptions({
  fileBucket,
  credentialsFolder,
}: Pick<Config, 'fileBucket' | 'credentialsFolder'>): Promise<Pick<DomainDeps, 'fileBucket'>> {
  if (!fileBucket) return {};
  const { bucket, endpoint, isForNewFiles } = fileBucket;
  const credentials = await credentialsOf(fileBucket, credentialsFolder, ofFiles);
  const objects = await createS3ObjectStore({ ...fileBucket, credentials, idleMs: fileIdleMs });
  const isOss = new URL(endpoint).hostname.endsWith('.aliyuncs.com');
  return { fileBucket: { objects, bucket, storage: isOss ? 'oss' : 's3', isForNewFiles } };
}

async function credentialsOf(
  { credentialsPath, environment }: BucketConfig,
  folder: string | null,
  { settings, credential }: BucketNames,
): Promise<S3Credentials> {
  const path = credentialsPath ?? (folder === null ? null : join(folder, credential));
  const text = path && (await readOrNull(path, credentialsPath !== null));
  const found = text ? parseCredentials(text) : environment;
  if (found) return found;
  throw new AppError(
    'server.badS3Credentials',
    text
      ? `${path} must contain the lines aws_access_key_id = … and aws_secret_access_key = …`
      : `${settings}_ENDPOINT needs credentials: set ${settings}_CREDENTIALS to the path of a file, or both ${settings}_ACCESS_KEY_ID and ${settings}_SECRET_ACCESS_KEY`,
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

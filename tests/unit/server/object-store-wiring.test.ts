import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'expect';
import { afterAll, it } from 'vitest';
import type { Config } from '../../../lib/server/config.ts';
import {
  fileBucketOptions,
  objectStoreOptions,
  parseCredentials,
} from '../../../lib/server/object-store-wiring.ts';

const folder = mkdtempSync(join(tmpdir(), 'oriel-s3-'));
afterAll(() => rmSync(folder, { recursive: true }));

const config: NonNullable<Config['objectStore']> = {
  endpoint: 'http://127.0.0.1:9',
  bucket: 'videos',
  prefix: '',
  region: 'us-east-1',
  isPathStyle: true,
  cacheBytes: 1,
  credentialsPath: null,
  environment: null,
};
const open = (objectStore: Config['objectStore'], credentialsFolder: string | null = null) =>
  objectStoreOptions({ objectStore, credentialsFolder });

it('reads a credentials file of AWS, and no other text', () => {
  const keys = 'aws_access_key_id = AKIA1\naws_secret_access_key=s/e+c\n';
  expect(parseCredentials(`[default]\n${keys}`)).toEqual({ accessKeyId: 'AKIA1', secretAccessKey: 's/e+c' });
  expect(parseCredentials(`${keys}aws_session_token = t\n`)).toMatchObject({ sessionToken: 't' });
  expect(parseCredentials('AKIA1\nsecret')).toBeNull();
});

it('takes credentials from the configured file, from systemd, or from the environment', async () => {
  const path = join(folder, 'oriel-s3');
  const bad = join(folder, 'bad');
  writeFileSync(path, 'aws_access_key_id = a\naws_secret_access_key = b\n');
  writeFileSync(bad, 'canary-secret');
  expect(await open(null)).toEqual({});
  const environment = { accessKeyId: 'a', secretAccessKey: 'b' };
  for (const opened of [
    open({ ...config, credentialsPath: path }),
    open(config, folder),
    open({ ...config, environment }),
  ]) {
    expect((await opened).objectStore?.maxCopyBytes).toBe(1);
  }
  for (const failing of [
    { ...config },
    { ...config, credentialsPath: bad },
    { ...config, credentialsPath: join(folder, 'missing') },
  ]) {
    const error = await open(failing).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'server.badS3Credentials' });
    expect(String(error)).not.toContain('canary-secret');
  }
});

it('takes those of the bucket of files from their own settings, and names the service in rows of files', async () => {
  const credentialsFolder = join(folder, 'credentials');
  mkdirSync(credentialsFolder);
  const { cacheBytes: _, ...place } = { ...config, bucket: 'uploads', isForNewFiles: true };
  const open = (changes: object) =>
    fileBucketOptions({ fileBucket: { ...place, ...changes }, credentialsFolder });
  await expect(open({})).rejects.toMatchObject({
    code: 'server.badS3Credentials',
    message: expect.stringContaining('set ORIEL_FILES_S3_CREDENTIALS'),
  });
  writeFileSync(
    join(credentialsFolder, 'oriel-files-s3'),
    'aws_access_key_id = a\naws_secret_access_key = b\n',
  );
  expect((await open({})).fileBucket).toMatchObject({
    bucket: 'uploads',
    storage: 's3',
    isForNewFiles: true,
  });
  const oss = await open({ endpoint: 'https://s3.oss-cn-hangzhou.aliyuncs.com' });
  expect(oss.fileBucket?.storage).toBe('oss');
  expect(await fileBucketOptions({ fileBucket: null, credentialsFolder })).toEqual({});
});

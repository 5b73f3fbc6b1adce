/** The stores of uploaded files, for suites that run with each of them. */
import { afterAll, beforeAll, beforeEach, describe } from 'vitest';
import type { DomainDeps } from '../../lib/domain/create-domain.ts';
import { createS3ObjectStore } from '../../lib/media/object-store/s3-object-store.ts';
import { type S3Server, s3Bucket, s3Credentials, s3Region, s3Server } from './s3-server.ts';

export type FileBucket = NonNullable<DomainDeps['fileBucket']>;

/** What a console with a bucket is created with. Attempts follow each other without waiting. */
export async function testFileBucket(
  { endpoint }: Pick<S3Server, 'endpoint'>,
  changes: Partial<FileBucket> = {},
): Promise<FileBucket> {
  const objects = await createS3ObjectStore({
    ...{ endpoint, bucket: s3Bucket, prefix: 'oriel/', region: s3Region, isPathStyle: true },
    ...{ credentials: s3Credentials, idleMs: 300 },
  });
  return { objects, bucket: s3Bucket, storage: 's3', isForNewFiles: true, pausesMs: [0, 0], ...changes };
}

export interface TestFileStore {
  /** For a console that stores files here. */
  readonly overrides: () => Promise<Partial<DomainDeps>>;
  /** Null: the database. It is empty at the beginning of each test. */
  readonly s3: () => S3Server | null;
}

/** Tests for each store; `name` is followed by its name. */
export function describeFileStores(name: string, tests: (name: string, store: TestFileStore) => void): void {
  tests(`${name} in the database`, { overrides: async () => ({}), s3: () => null });
  describe('with a bucket', () => {
    const s3 = sharedS3Server();
    const overrides = async () => ({ fileBucket: await testFileBucket(s3()) });
    tests(`${name} in a bucket`, { overrides, s3 });
  });
}

/** One server for all tests of a block, empty and without faults at the beginning of each. */
export function sharedS3Server(): () => S3Server {
  let server: S3Server;
  beforeAll(async () => {
    server = await s3Server();
  });
  afterAll(() => server.close());
  beforeEach(() => {
    server.objects.clear();
    server.fault = null;
    server.failures = 0;
    server.beforePut = null;
    server.hasDigests = true;
    server.takeRequests();
  });
  return () => server;
}

/** The client of object stores, over real connections to a service that checks signatures and digests. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { systemClock } from '../../lib/kernel/clock.ts';
import { createS3ObjectStore, type S3Options } from '../../lib/media/object-store/s3-object-store.ts';
import { signedHeaders } from '../../lib/media/object-store/s3-signature.ts';
import { readListing } from '../../lib/media/object-store/s3-xml.ts';
import { type S3Server, s3Bucket, s3Credentials, s3Region, s3Server, signatureOf } from '../kit/s3-server.ts';

let server: S3Server;
beforeEach(async () => {
  server = await s3Server();
});
afterEach(() => server.close());

const store = (changes: Partial<S3Options> = {}) =>
  createS3ObjectStore({
    endpoint: server.endpoint,
    bucket: s3Bucket,
    prefix: 'site 1/',
    region: s3Region,
    isPathStyle: true,
    credentials: s3Credentials,
    clock: systemClock,
    idleMs: 5_000,
    ...changes,
  });
const put = (name: string, content: Buffer, to = store()) =>
  to.put(name, {
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    read: () => Readable.from([content]),
  });
const bytesOf = async (stream: Readable | null) => stream && Buffer.concat(await stream.toArray());
const content = Buffer.from(Array.from({ length: 5_000 }, (_, at) => at % 251));

describe('the service of these tests and the client', () => {
  it('compute the signature of the example of the AWS documentation', () => {
    const headers = {
      host: 'examplebucket.s3.amazonaws.com',
      range: 'bytes=0-9',
      'x-amz-content-sha256': createHash('sha256').digest('hex'),
      'x-amz-date': '20130524T000000Z',
    };
    const signature = signatureOf({
      request: { method: 'GET', url: '/test.txt', headers },
      secretAccessKey: s3Credentials.secretAccessKey,
      region: 'us-east-1',
      names: 'host;range;x-amz-content-sha256;x-amz-date',
    });
    expect(signature).toBe('f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41');
    const signed = signedHeaders(
      {
        method: 'GET',
        url: new URL('https://examplebucket.s3.amazonaws.com/test.txt'),
        headers: { range: 'bytes=0-9' },
        bodySha256: headers['x-amz-content-sha256'],
      },
      s3Credentials,
      'us-east-1',
      Date.UTC(2013, 4, 24),
    );
    expect(signed.authorization).toContain(`Signature=${signature}`);
  });
});

describe('an object', () => {
  it('is stored below the prefix and read, whole and in part', async () => {
    await put('cloud/c1/1.mp4', content);
    expect([...server.objects.keys()]).toEqual(['site 1/cloud/c1/1.mp4']);
    expect(await bytesOf(await store().read('cloud/c1/1.mp4'))).toEqual(content);
    expect(await bytesOf(await store().read('cloud/c1/1.mp4', { from: 10, to: 20 }))).toEqual(
      content.subarray(10, 20),
    );
  });

  it('has its size, and its digest if the service computes one', async () => {
    await put('a.mp4', content);
    const sha256 = createHash('sha256').update(content).digest('hex');
    expect(await store().info('a.mp4')).toEqual({ bytes: 5_000, sha256 });
    server.hasDigests = false;
    expect(await store().info('a.mp4')).toEqual({ bytes: 5_000, sha256: null });
  });

  it('that does not exist is null, and can be removed', async () => {
    expect(await store().info('a.mp4')).toBeNull();
    expect(await store().read('a.mp4')).toBeNull();
    await store().remove('a.mp4');
  });

  it('is rejected with another digest than its content has', async () => {
    const body = { bytes: 3, sha256: createHash('sha256').digest('hex'), read: () => Readable.from(['abc']) };
    await expect(store().put('a.mp4', body)).rejects.toMatchObject({ code: 'objects.refused' });
    expect(server.objects.size).toBe(0);
  });
});

describe('a list', () => {
  it('has all pages, in order, without the prefix', async () => {
    const names = Array.from({ length: 20 }, (_, at) => `cloud/c1/20250301/${1_000 + at}.mp4`);
    for (const name of [...names, 'cloud/c2/20250302/5.mp4']) await put(name, content);
    const listed = [];
    for await (const object of store().list('cloud/c1/20250301/')) listed.push(object);
    expect(listed).toEqual(names.map((name) => ({ name, bytes: 5_000 })));
    expect(await store().folders('cloud/')).toEqual(['c1', 'c2']);
  });

  it('that is no list is null', () => {
    expect(readListing('<html></html>')).toBeNull();
    expect(readListing('<ListBucketResult><Contents>')).toBeNull();
  });
});

describe('failures have types', () => {
  it.each([
    [
      'wrong credentials',
      () => store({ credentials: { ...s3Credentials, secretAccessKey: 'x' } }),
      'objects.refused',
    ],
    ['another bucket', () => store({ bucket: 'other-bucket' }), 'objects.failed'],
    ['nobody listening', () => store({ endpoint: 'http://127.0.0.1:9' }), 'objects.unreachable'],
  ] as const)('%s', async (_, other, code) => {
    await expect(put('a.mp4', content, other())).rejects.toMatchObject({ code });
    await expect(other().folders('')).rejects.toMatchObject({ code });
  });

  it.each([
    ['refuse', 'objects.refused'],
    ['broken', 'objects.failed'],
    ['stall', 'objects.unreachable'],
  ] as const)('a service that does this: %s', async (fault, code) => {
    server.fault = fault;
    const failing = store({ idleMs: 300 });
    await expect(put('a.mp4', content, failing)).rejects.toMatchObject({ code });
    await expect(failing.info('a.mp4')).rejects.toMatchObject({ code });
    await expect(failing.read('a.mp4')).rejects.toMatchObject({ code });
  });

  it.each([
    ['3 kB', 3_000],
    ['5 MB', 5_000_000],
  ])('a connection that is closed while it is used again: %s are sent once more', async (_, bytes) => {
    const reused = store();
    server.objects.set('site 1/a.mp4', content);
    await bytesOf(await reused.read('a.mp4'));
    server.takeRequests();
    server.fault = 'reset';
    await put('b.mp4', Buffer.alloc(bytes, 1), reused);
    await put('c.mp4', content, store());
    expect(server.takeRequests()).toEqual(['b.mp4', 'b.mp4', 'c.mp4'].map((name) => `PUT site 1/${name}`));
    expect(server.objects.get('site 1/b.mp4')).toHaveLength(bytes);
  });

  it('a service that stops sending breaks the stream', async () => {
    await put('a.mp4', content);
    server.fault = 'cut';
    await expect(bytesOf(await store().read('a.mp4'))).rejects.toThrow();
  });

  it('and no secrets', async () => {
    const error = await store({ credentials: { ...s3Credentials, secretAccessKey: 'canary-secret' } })
      .read('a.mp4')
      .catch((reason: unknown) => reason);
    expect(JSON.stringify([error, (error as Error).message])).not.toMatch(/canary-secret|AKIA|Signature=/);
  });
});

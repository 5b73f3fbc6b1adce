/**
 * The client of object stores, over real connections to a service that checks signatures and digests. Answers that
 * need no connection are in `object-store-answers`.
 */
import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { inspect, promisify } from 'node:util';
import { expect } from 'expect';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import { createS3ObjectStore, type S3Options } from '../../lib/media/object-store/s3-object-store.ts';
import type { ObjectStore } from '../../lib/media/ports.ts';
import { buildChildProgram } from '../kit/child-program.ts';
import { type S3Server, s3Bucket, s3Credentials, s3Region, s3Server, signatureOf } from '../kit/s3-server.ts';
import { scratchFolder } from '../kit/scratch-folder.ts';

const execute = promisify(execFile);

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
    idleMs: 5_000,
    ...changes,
  });
const put = async (name: string, content: Buffer, to: Promise<ObjectStore> | ObjectStore = store()) =>
  (await to).put(name, {
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    read: () => Readable.from([content]),
  });
const bytesOf = async (stream: Readable | null) => stream && Buffer.concat(await stream.toArray());
const content = Buffer.from(Array.from({ length: 5_000 }, (_, at) => at % 251));

it('the service of these tests computes the signature of the example of the AWS documentation', () => {
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
});

describe('an object', () => {
  it('is stored below the prefix and read, whole and in part', async () => {
    await put('cloud/c1/1.mp4', content);
    expect([...server.objects.keys()]).toEqual(['site 1/cloud/c1/1.mp4']);
    expect(await bytesOf(await (await store()).read('cloud/c1/1.mp4'))).toEqual(content);
    expect(await bytesOf(await (await store()).read('cloud/c1/1.mp4', { from: 10, to: 20 }))).toEqual(
      content.subarray(10, 20),
    );
  });

  it('has its size, and its digest if the service computes one', async () => {
    await put('a.mp4', content);
    const sha256 = createHash('sha256').update(content).digest('hex');
    expect(await (await store()).info('a.mp4')).toEqual({ bytes: 5_000, sha256 });
    server.hasDigests = false;
    expect(await (await store()).info('a.mp4')).toEqual({ bytes: 5_000, sha256: null });
  });

  it('that does not exist is null, and can be removed', async () => {
    expect(await (await store()).info('a.mp4')).toBeNull();
    expect(await (await store()).read('a.mp4')).toBeNull();
    await (await store()).remove('a.mp4');
  });

  it('is rejected with another digest than its content has', async () => {
    const body = { bytes: 3, sha256: createHash('sha256').digest('hex'), read: () => Readable.from(['abc']) };
    await expect((await store()).put('a.mp4', body)).rejects.toMatchObject({ code: 'objects.refused' });
    expect(server.objects.size).toBe(0);
  });

  it('whose file was removed meanwhile is not stored', async () => {
    const lost = () => createReadStream('/nowhere/1.mp4');
    const body = { bytes: 5_000, sha256: createHash('sha256').digest('hex'), read: lost };
    await expect((await store()).put('a.mp4', body)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(server.objects.size).toBe(0);
  });

  it('is not stored where a proxy does not find it', async () => {
    server.fault = 'missing';
    await expect(put('a.mp4', content)).rejects.toMatchObject({ code: 'objects.failed' });
  });

  it('that the service refuses leaves no file open', async () => {
    server.fault = 'broken';
    const file = new Readable({ read: () => {} });
    file.push(content);
    const body = { bytes: 10_000, sha256: createHash('sha256').digest('hex'), read: () => file };
    await expect((await store()).put('a.mp4', body)).rejects.toMatchObject({ code: 'objects.failed' });
    expect(file.destroyed).toBe(true);
  });
});

it('readers who take nothing do not keep others from the store', async () => {
  const large = Buffer.alloc(4_000_000, 1);
  server.objects.set('site 1/a.mp4', large);
  const reading = await store();
  const stalled = await Promise.all(
    Array.from({ length: 40 }, () => reading.read('a.mp4', { from: 0, to: large.length })),
  );
  try {
    expect(await reading.info('a.mp4')).toMatchObject({ bytes: large.length });
  } finally {
    for (const stream of stalled) stream?.destroy();
  }
});

describe('a list', () => {
  it('has all pages, in order, without the prefix', async () => {
    const names = Array.from({ length: 20 }, (_, at) => `cloud/c1/20250301/${1_000 + at}.mp4`);
    for (const name of [...names, 'cloud/c2/20250302/5.mp4']) await put(name, content);
    const listed = [];
    for await (const object of (await store()).list('cloud/c1/20250301/')) listed.push(object);
    expect(listed).toEqual(names.map((name) => ({ name, bytes: 5_000 })));
    expect(await (await store()).folders('cloud/')).toEqual(['c1', 'c2']);
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
    await expect((await other()).folders('')).rejects.toMatchObject({ code });
  });

  it('a service that accepts connections and never answers', async () => {
    server.fault = 'stall';
    const failing = await store({ idleMs: 300 });
    const code = 'objects.unreachable';
    await expect(put('a.mp4', content, failing)).rejects.toMatchObject({ code });
    await expect(failing.info('a.mp4')).rejects.toMatchObject({ code });
    await expect(failing.read('a.mp4')).rejects.toMatchObject({ code });
  });

  it.each([
    ['3 kB', 3_000],
    ['5 MB', 5_000_000],
  ])('a connection that is closed while it is used again: %s are sent once more', async (_, bytes) => {
    const reused = await store();
    server.objects.set('site 1/a.mp4', content);
    await bytesOf(await reused.read('a.mp4'));
    server.takeRequests();
    server.fault = 'reset';
    await put('b.mp4', Buffer.alloc(bytes, 1), reused);
    await put('c.mp4', content, store());
    expect(server.takeRequests()).toEqual(['b.mp4', 'b.mp4', 'c.mp4'].map((name) => `PUT site 1/${name}`));
    expect(server.objects.get('site 1/b.mp4')).toHaveLength(bytes);
  });

  it('a call that is ended by its caller', async () => {
    server.fault = 'stall';
    const waiting = await store();
    const body = { bytes: 5_000, sha256: '', read: () => Readable.from([content]) };
    for (const call of [
      (signal: AbortSignal) => waiting.put('a.mp4', body, signal),
      (signal: AbortSignal) => waiting.info('a.mp4', signal),
      (signal: AbortSignal) => waiting.read('a.mp4', undefined, signal),
      (signal: AbortSignal) => waiting.remove('a.mp4', signal),
    ]) {
      await expect(call(AbortSignal.timeout(50))).rejects.toMatchObject({ code: 'objects.unreachable' });
    }
  });

  it('another part than was asked for is a failure', async () => {
    await put('a.mp4', content);
    server.fault = 'elsewhere';
    const part = (await store()).read('a.mp4', { from: 10, to: 20 });
    await expect(part).rejects.toMatchObject({ code: 'objects.failed' });
  });

  it.each(['longer', 'shorter'] as const)(
    'a part that is %s than was asked for breaks the stream',
    async (fault) => {
      await put('a.mp4', content);
      server.fault = fault;
      const part = await (await store()).read('a.mp4', { from: 10, to: 20 });
      await expect(bytesOf(part)).rejects.toMatchObject({ code: 'objects.failed' });
    },
  );

  it('a list that is sent too slowly ends with its caller', async () => {
    server.objects.set('site 1/cloud/a.mp4', content);
    server.fault = 'drip';
    await expect((await store()).folders('', AbortSignal.timeout(200))).rejects.toThrow();
  });

  it('a service that stops sending breaks the stream', async () => {
    await put('a.mp4', content);
    server.fault = 'cut';
    await expect(bytesOf(await (await store()).read('a.mp4'))).rejects.toThrow();
  });

  it('and no secrets', async () => {
    const refused = await store({ credentials: { ...s3Credentials, secretAccessKey: 'canary-secret' } });
    const error = await refused.read('a.mp4').catch((reason: unknown) => reason);
    expect(inspect(error, { depth: 10, showHidden: true })).not.toMatch(/canary-secret|AKIA|Signature=/);
  });
});

describe('over TLS, with the bucket in the host name', () => {
  let child: Awaited<ReturnType<typeof buildChildProgram>>;
  let folder: string;
  let secure: S3Server;
  beforeAll(async () => {
    child = await buildChildProgram(new URL('../kit/s3-tls-child.ts', import.meta.url));
    folder = scratchFolder('oriel-s3-tls-');
    const [key, cert] = [join(folder, 'key'), join(folder, 'cert.pem')];
    const kind = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
    const names = ['-subj', '/CN=s3', '-addext', 'subjectAltName=DNS:*.s3.test'];
    execFileSync('openssl', [...kind, '-days', '2', '-keyout', key, '-out', cert, ...names], {
      stdio: 'ignore',
    });
    secure = await s3Server({ tls: { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') } });
  });
  afterAll(async () => {
    await secure.close();
    rmSync(folder, { recursive: true });
    child.dispose();
  });

  const run = async (env: Readonly<Record<string, string>>) => {
    const { port } = new URL(secure.endpoint);
    const { stdout } = await execute('node', [child.program, port], { env: { ...process.env, ...env } });
    return stdout.trim();
  };

  it('objects are written and read if the certificate is trusted', async () => {
    expect(await run({ NODE_EXTRA_CA_CERTS: join(folder, 'cert.pem') })).toBe('over TLS');
    expect([...secure.objects.keys()]).toEqual(['a.mp4']);
  });

  it('nothing is sent to a service whose certificate is not trusted', async () => {
    secure.takeRequests();
    expect(await run({})).toBe('objects.unreachable DEPTH_ZERO_SELF_SIGNED_CERT');
    expect(secure.takeRequests()).toEqual([]);
  });
});

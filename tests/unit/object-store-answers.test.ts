/**
 * What object stores, and the proxies before them, answer. Connections that stall, break or are reset are in
 * `s3-object-store`, over real sockets.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { expect } from 'expect';
import type { ReplyHeaders } from 'nock';
import { describe, it } from 'vitest';
import { createS3ObjectStore, type S3Options } from '../../lib/media/object-store/s3-object-store.ts';
import type { ObjectStore } from '../../lib/media/ports.ts';
import { buildChildProgram } from '../kit/child-program.ts';
import { standInForServices } from '../kit/foreign-services.ts';
import { s3Credentials } from '../kit/s3-server.ts';

const nock = standInForServices();
const origin = 'https://videos.oss-cn-hangzhou.aliyuncs.com';
const content = Buffer.from('a recorded minute');

const store = (changes: Partial<S3Options> = {}) =>
  createS3ObjectStore({
    endpoint: 'https://oss-cn-hangzhou.aliyuncs.com',
    bucket: 'videos',
    prefix: 'site/',
    region: 'oss-cn-hangzhou',
    isPathStyle: false,
    credentials: s3Credentials,
    idleMs: 100,
    ...changes,
  });

const calls: readonly (readonly [string, (objects: ObjectStore) => Promise<unknown>])[] = [
  [
    'put',
    (objects) =>
      objects.put('a.mp4', {
        bytes: content.length,
        sha256: createHash('sha256').update(content).digest('hex'),
        read: () => Readable.from([content]),
      }),
  ],
  ['info', (objects) => objects.info('a.mp4')],
  ['read', (objects) => objects.read('a.mp4')],
  ['list', (objects) => listed(objects)],
  ['folders', (objects) => objects.folders('')],
  ['remove', (objects) => objects.remove('a.mp4')],
];

async function listed(objects: ObjectStore) {
  const found = [];
  for await (const object of objects.list('')) found.push(object);
  return found;
}

/** Answers every request to the bucket so, and counts them. */
function always(status: number, body: string, headers: ReplyHeaders = {}) {
  const requests: string[] = [];
  for (const method of ['GET', 'HEAD', 'PUT', 'DELETE']) {
    nock(origin)
      .persist()
      .intercept(/.*/, method)
      .reply(function () {
        requests.push(`${this.req.method} ${this.req.path.split('?')[0]}`);
        return [status, method === 'HEAD' ? '' : body, headers];
      });
  }
  return requests;
}

const xml = { 'content-type': 'application/xml' };
const error = (code: string) =>
  `<?xml version="1.0"?><Error><Code>${code}</Code><Message>x</Message></Error>`;
const gateway = '<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>';

describe('an answer of a bucket', () => {
  it.each([
    [301, error('PermanentRedirect'), { ...xml, location: 'https://elsewhere.example/' }, 'objects.refused'],
    [302, '', { location: 'https://elsewhere.example/' }, 'objects.failed'],
    [307, error('TemporaryRedirect'), { ...xml, location: 'https://elsewhere.example/' }, 'objects.refused'],
    [400, error('AuthorizationHeaderMalformed'), xml, 'objects.refused'],
    [403, error('SignatureDoesNotMatch'), xml, 'objects.refused'],
    [403, error('RequestTimeTooSkewed'), xml, 'objects.refused'],
    [403, '<html>Forbidden</html>', { 'content-type': 'text/html' }, 'objects.refused'],
    [429, '{"message":"slow down"}', { 'content-type': 'application/json' }, 'objects.failed'],
    [500, error('InternalError'), xml, 'objects.failed'],
    [500, '<Error><Code>cut', xml, 'objects.failed'],
    [502, gateway, { 'content-type': 'text/html' }, 'objects.failed'],
    [503, error('SlowDown'), { ...xml, 'retry-after': '1' }, 'objects.failed'],
  ] as const)('%s %j is one failure of each call, sent once', async (status, body, headers, code) => {
    const requests = always(status, body, headers);
    const objects = await store();
    for (const [name, call] of calls) {
      await expect(call(objects).then(() => name)).rejects.toMatchObject({ code, details: { status } });
    }
    expect(requests).toHaveLength(calls.length);
  });

  it('of another code names it; a text of a proxy is not taken for one', async () => {
    always(403, error('RequestTimeTooSkewed'), xml);
    await expect((await store()).read('a.mp4')).rejects.toMatchObject({
      details: { status: 403, reason: 'RequestTimeTooSkewed' },
    });
    nock.cleanAll();
    always(502, gateway, { 'content-type': 'text/html' });
    const failure = await (await store()).read('a.mp4').catch((reason: unknown) => reason);
    expect(JSON.stringify(failure)).not.toContain('nginx');
  });

  it.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'CERT_HAS_EXPIRED'])(
    'that never comes has its reason: %s',
    async (code) => {
      nock(origin)
        .persist()
        .get(/.*/)
        .replyWithError(Object.assign(new Error('no answer'), { code }));
      await expect((await store()).read('a.mp4')).rejects.toMatchObject({
        code: 'objects.unreachable',
        details: { reason: code },
      });
    },
  );

  it('that comes later than the limit is none', async () => {
    nock(origin).get(/.*/).delayConnection(60_000).reply(200, 'late');
    await expect((await store()).read('a.mp4')).rejects.toMatchObject({ code: 'objects.unreachable' });
  });

  it('after a reset is that of the second request; a second reset is a failure', async () => {
    const reset = Object.assign(new Error('reset'), { code: 'ECONNRESET' });
    nock(origin).get('/site/a.mp4?x-id=GetObject').replyWithError(reset);
    nock(origin).get('/site/a.mp4?x-id=GetObject').reply(200, content);
    const found = await (await store()).read('a.mp4');
    expect(Buffer.concat(await found!.toArray())).toEqual(content);
    nock(origin).get(/.*/).times(2).replyWithError(reset);
    await expect((await store()).read('a.mp4')).rejects.toMatchObject({ code: 'objects.unreachable' });
    expect(nock.isDone()).toBe(true);
  });

  it('of 200 to a range is the whole object, and a failure', async () => {
    nock(origin, { reqheaders: { range: 'bytes=2-4' } })
      .get(/.*/)
      .reply(200, content);
    const part = (await store()).read('a.mp4', { from: 2, to: 5 });
    await expect(part).rejects.toMatchObject({ code: 'objects.failed' });
  });
});

describe('a list', () => {
  const page = (inner: string) => `<?xml version="1.0"?><ListBucketResult>${inner}</ListBucketResult>`;
  const object = (key: string, size: string) => `<Contents><Key>${key}</Key>${size}</Contents>`;

  it.each([
    ['a page of a proxy', '<html><body>Sign in</body></html>', { 'content-type': 'text/html' }],
    ['JSON', '{"objects":[]}', { 'content-type': 'application/json' }],
    ['nothing', '', {}],
    ['an error with status 200', error('InternalError'), xml],
    ['an object without a size', page(`<IsTruncated>false</IsTruncated>${object('site/a.mp4', '')}`), xml],
    [
      'an object of somebody else',
      page(`<IsTruncated>false</IsTruncated>${object('other/a.mp4', '<Size>1</Size>')}`),
      xml,
    ],
    [
      'the same page without end',
      page(`<IsTruncated>true</IsTruncated><NextContinuationToken>x</NextContinuationToken>`),
      xml,
    ],
    ['a page that says that more follow, but not where', page('<IsTruncated>true</IsTruncated>'), xml],
  ])(
    'that is no list is a failure, because an empty one would mean that everything is lost: %s',
    async (_, body, headers) => {
      always(200, body, headers);
      const objects = await store();
      await expect(listed(objects)).rejects.toMatchObject({ code: 'objects.failed' });
    },
  );
});

describe('requests to a bucket', () => {
  it.each([
    ['OSS', { endpoint: 'https://oss-cn-hangzhou.aliyuncs.com' }, origin, '/site/a.mp4'],
    [
      'AWS',
      { endpoint: 'https://s3.eu-central-1.amazonaws.com', region: 'eu-central-1' },
      'https://videos.s3.eu-central-1.amazonaws.com',
      '/site/a.mp4',
    ],
    [
      'MinIO',
      { endpoint: 'http://minio.lan:9000', isPathStyle: true },
      'http://minio.lan:9000',
      '/videos/site/a.mp4',
    ],
  ])(
    'of %s go to its address, are signed for its region, and contain no secret',
    async (_, changes, host, path) => {
      let authorization = '';
      nock(host, {
        reqheaders: {
          authorization(value) {
            authorization = value;
            return true;
          },
        },
      })
        .get(path)
        .query(true)
        .reply(200, content);
      await (await store(changes)).read('a.mp4');
      const { region = 'oss-cn-hangzhou' } = changes as { region?: string };
      expect(authorization).toMatch(new RegExp(`^AWS4-HMAC-SHA256 Credential=\\w+/\\d{8}/${region}/s3/`));
      expect(authorization).not.toContain(s3Credentials.secretAccessKey);
    },
  );

  it('of temporary credentials have their token', async () => {
    const credentials = { ...s3Credentials, sessionToken: 'token-of-an-hour' };
    nock(origin, { reqheaders: { 'x-amz-security-token': 'token-of-an-hour' } })
      .delete(/.*/)
      .reply(204);
    await (await store({ credentials })).remove('a.mp4');
  });
});

it('the client is loaded when a bucket is configured, and not before', async () => {
  const child = await buildChildProgram(new URL('../kit/object-store-child.ts', import.meta.url));
  try {
    const { stdout } = await promisify(execFile)('node', [child.program]);
    expect(JSON.parse(stdout)).toEqual({ without: [false, false], withBucket: [true, true] });
  } finally {
    child.dispose();
  }
});

import { expect } from 'expect';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { createApi } from '../../app/_console/api/create-api.ts';
import { signedUploadTo } from '../../app/_console/api/upload/send-upload.ts';
import { systemClock } from '../../lib/kernel/clock.ts';
import { RecordedNotices } from '../kit/console-api.ts';
import { standInForServices } from '../kit/foreign-services.ts';

interface Captured {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly contentType: string;
}

const nock = standInForServices();
const own = { origin: 'https://oriel.test', seen: [] as Captured[] };
const bucket = { origin: 'https://bucket.example', seen: [] as Captured[] };
/** Of the bucket. */
let refusal: { status: number; body?: string } = { status: 200 };

/** Answers every POST, and records it. */
function answer(
  { origin, seen }: typeof own,
  reply: (path: string) => { status: number; location?: string; body?: string },
): void {
  nock(origin)
    .persist()
    .post(/.*/)
    .reply(function (path) {
      const { authorization, 'content-type': contentType } = this.req.headers;
      seen.push({ path, authorization, contentType: String(contentType) });
      const { status, location, body = '' } = reply(path);
      return [status, body, { 'content-type': 'application/json', ...(location ? { location } : {}) }];
    });
}

beforeEach(() => {
  own.seen.length = 0;
  bucket.seen.length = 0;
  answer(bucket, () => refusal);
  answer(own, (path) =>
    path.endsWith('/leads-away')
      ? { status: 307, location: `${bucket.origin}/led` }
      : { status: 200, body: '{"code":20001,"data":{"url":"/files/a.png"}}' },
  );
});

function api() {
  return createApi({
    base: () => '/api/admin',
    origin: () => own.origin,
    fetch,
    clock: systemClock,
    notifier: new RecordedNotices(),
    locale: () => 'zh-CN',
    token: async () => 'short-lived',
    expired: () => undefined,
  });
}

function form(): FormData {
  const data = new FormData();
  data.append('key', '2026/01/01/a.png');
  data.append('file', new File(['x'], 'a.png', { type: 'image/png' }));
  return data;
}

describe('the request of an upload', () => {
  it('has the bearer token for the own server', async () => {
    await expect(api().upload('/common/upload', form())).resolves.toEqual({ url: '/files/a.png' });
    expect(own.seen).toEqual([
      {
        path: '/api/admin/common/upload',
        authorization: 'Bearer short-lived',
        contentType: expect.stringMatching(/^multipart\/form-data; boundary=/),
      },
    ]);
  });

  it('has no bearer at the host of a signed address', async () => {
    await api().upload(`${bucket.origin}/store`, form());
    expect(bucket.seen.map(({ path, authorization }) => [path, authorization])).toEqual([
      ['/store', undefined],
    ]);
  });

  it('does not follow a redirect', async () => {
    await expect(api().upload('/leads-away', form())).rejects.toThrow('后端接口连接异常');
    expect(bucket.seen).toEqual([]);
  });
});

describe('a signed upload', () => {
  const signature = (uploadUrl: string) => ({
    fileName: `${'a'.repeat(32)}.png`,
    policy: 'cG9saWN5',
    accessid: 'oriel-1',
    signature: 'c2lnbmF0dXJl',
    uploadUrl,
    resultUrl: 'https://images.example/a.png',
  });
  /** Answers the call for a signature, and passes the form on. */
  const uploader = (uploadUrl: string, key?: string) => {
    const calls = api();
    const seen: FormData[] = [];
    return {
      seen,
      send: signedUploadTo({
        get: async <T>() => ({ ...signature(uploadUrl), ...(key ? { key } : {}) }) as T,
        postForm(path, data, options) {
          seen.push(data as FormData);
          return calls.postForm(path, data, options);
        },
      }),
    };
  };
  const file = () => new File(['x'], '路线.png', { type: 'image/png' });
  beforeAll(() => {
    Object.assign(globalThis, { location: new URL(own.origin) });
  });
  afterAll(() => {
    Reflect.deleteProperty(globalThis, 'location');
  });

  it('posts the fields of the specification, the file last, and returns its record', async () => {
    const { send, seen } = uploader('/api/admin/common/oss/uploads', '2026/01/01/a.png');
    await expect(send(file(), {})).resolves.toEqual({
      name: '路线.png',
      path: '2026/01/01/a.png',
      url: 'https://images.example/a.png',
      halfUrl: 'https://images.example/a.png',
      cover: 'https://images.example/a.png',
    });
    expect(
      [...(seen[0] ?? [])].map(([name, value]) => [name, typeof value === 'string' ? value : value.name]),
    ).toEqual([
      ['key', '2026/01/01/a.png'],
      ['policy', 'cG9saWN5'],
      ['OSSAccessKeyId', 'oriel-1'],
      ['success_action_status', '200'],
      ['signature', 'c2lnbmF0dXJl'],
      ['file', '路线.png'],
    ]);
    expect(own.seen).toMatchObject([
      { path: '/api/admin/common/oss/uploads', authorization: 'Bearer short-lived' },
    ]);
  });

  it('writes the key as year/month/day/name if the server has not', async () => {
    const { send, seen } = uploader(`${own.origin}/store`);
    await send(file(), {});
    expect(seen[0]?.get('key')).toMatch(/^\d{4}\/\d\d\/\d\d\/a{32}\.png$/);
  });

  it('has no bearer at a bucket of somebody else', async () => {
    await uploader(`${bucket.origin}/store`).send(file(), {});
    expect(bucket.seen.map(({ path, authorization }) => [path, authorization])).toEqual([
      ['/store', undefined],
    ]);
  });

  it('fails with the reason of the store, if it gives one', async () => {
    refusal = { status: 403, body: '{"message":"当前操作没有权限"}' };
    await expect(uploader(`${bucket.origin}/store`).send(file(), {})).rejects.toMatchObject({
      code: 'storage',
      message: '当前操作没有权限',
    });
    refusal = { status: 204, body: '' };
    await expect(uploader(`${bucket.origin}/store`).send(file(), {})).rejects.toMatchObject({ message: '' });
    refusal = { status: 200 };
  });
});

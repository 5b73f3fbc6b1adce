import { gzipSync } from 'node:zlib';
import { expect } from 'expect';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../lib/db/client.ts';
import { lappRoutes } from '../../lib/http/lapp-calls.ts';
import { type TestDomain, testDomain, testOrigin } from '../kit/domain.ts';

const path = '/api/lapp/token/get';
const form = 'application/x-www-form-urlencoded';

describe('the transport of the open-platform API', () => {
  let database: OpenDatabase;
  let domain: TestDomain;
  beforeAll(async () => {
    database = await openDatabase({ file: ':memory:' });
    domain = await testDomain(database);
  });
  afterAll(() => database.close());

  const send = (init: RequestInit, at = path) => domain.call(at, {}, init);
  const post = (body: BodyInit, contentType = form) =>
    send({ body, headers: { 'content-type': contentType } });

  it.each(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
    'rejects %s with 405 and allows POST',
    async (method) => {
      const answer = await send({ method, body: null });
      expect(answer).toMatchObject({ status: 405, code: '405' });
      expect(answer.headers.get('allow')).toBe('POST');
    },
  );

  it.each([
    'application/json',
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded; charset=gbk',
    'application/x-www-form-urlencoded2',
    '',
  ])('rejects the content type %j with 415', async (contentType) => {
    expect(await post('appKey=a&appSecret=b', contentType)).toMatchObject({ status: 415, code: '415' });
  });

  it.each(['gzip', 'deflate', 'br', 'zstd'])('rejects a body compressed by %s with 415', async (encoding) => {
    const headers = { 'content-type': form, 'content-encoding': encoding };
    expect(await send({ body: Uint8Array.from(gzipSync('appKey=a&appSecret=b')), headers })).toMatchObject({
      status: 415,
      code: '415',
      msg: '不支持压缩的请求体',
    });
  });

  it.each([form, `${form};charset=UTF-8`, `${form}; charset="utf-8"`, form.toUpperCase()])(
    'accepts the content type %j',
    async (contentType) => {
      expect((await post('appKey=a&appSecret=b', contentType)).code).toBe('10017');
    },
  );

  it.each([
    '/api/lapp/',
    '/api/lapp/token/get/',
    '/api/lapp//token/get',
    '/api/lapp/token/GET',
    '/api/lapp/device/delete',
    '/api/lapp/token/%67et',
    '/api/lapp/__proto__',
  ])('has no call at %s', async (at) => {
    expect(await send({ body: 'appKey=a&appSecret=b', headers: { 'content-type': form } }, at)).toMatchObject(
      {
        status: 404,
        code: '404',
      },
    );
  });

  it('accepts 64 KB and rejects one byte more with 413, announced or streamed', async () => {
    const filled = (bytes: number) => `appKey=a&appSecret=b&x=${'y'.repeat(bytes - 23)}`;
    expect((await post(filled(65_536))).code).toBe('10017');
    expect(await post(filled(65_537))).toMatchObject({ status: 413, code: '413' });
    const chunks = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(Buffer.alloc(16_384, 'a')), // endless
    });
    const streamed = { body: chunks, headers: { 'content-type': form }, duplex: 'half' } as RequestInit;
    expect(await send(streamed)).toMatchObject({ status: 413, code: '413' });
  });

  it('rejects with 10001 a form whose sender disconnects', async () => {
    const broken = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(Buffer.from('appKey=a'));
        controller.error(new Error('reset'));
      },
    });
    const init = { body: broken, headers: { 'content-type': form }, duplex: 'half' } as RequestInit;
    expect((await send(init)).code).toBe('10001');
  });

  it.each([
    ['a field twice', 'appKey=a&appSecret=b&appKey=a'],
    ['a field twice in another spelling', 'appKey=a&appSecret=b&app%4Bey=c'],
    ['65 fields', Array.from({ length: 65 }, (_, index) => `f${index}=1`).join('&')],
    ['a broken escape', 'appKey=%zz&appSecret=b'],
    ['a cut escape', 'appKey=a&appSecret=%E4%B'],
    ['an escape that is no UTF-8', 'appKey=%ff&appSecret=b'],
    ['a zero character', 'appKey=%00&appSecret=b'],
    ['nothing', ''],
  ])('rejects with 10001 %s', async (_, body) => {
    expect((await post(body)).code).toBe('10001');
  });

  it('rejects with 10001 bytes that are not UTF-8', async () => {
    expect((await post(Buffer.from([0x61, 0x3d, 0xff, 0xfe]))).code).toBe('10001');
  });

  it('ignores unknown fields, because clients of the open platform send extra ones', async () => {
    expect((await post('appKey=a&appSecret=b&isDev=1&__proto__=x&constructor=y')).code).toBe('10017');
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  it('answers in Chinese unless the form requests English', async () => {
    const request = async (extra: string) => (await post(`appKey=a&appSecret=b${extra}`)).msg;
    expect(await request('')).toMatch(/不存在/);
    expect(await request('&lang=en-US')).toMatch(/application \(appKey\) does not exist/i);
    expect(await request('&lang=fr')).toMatch(/不存在/);
    const accepting = await send({
      body: 'appKey=a&appSecret=b',
      headers: { 'content-type': form, 'accept-language': 'en' },
    });
    expect(accepting.msg).toMatch(/不存在/);
  });

  it('lists every call once, each with a policy', () => {
    const routes = lappRoutes(domain.lapp, domain.clock);
    expect(new Set(routes.map((route) => route.path)).size).toBe(routes.length);
    expect(Object.fromEntries(routes.map((route) => [route.path, route.policy]))).toEqual({
      '/api/lapp/token/get': { caller: 'application' },
      '/api/lapp/device/info': { caller: 'token', camera: 'deviceSerial', capability: null },
      '/api/lapp/device/capacity': { caller: 'token', camera: 'deviceSerial', capability: null },
      '/api/lapp/live/talk/url': { caller: 'token', camera: 'channel', capability: 'talk' },
      '/api/lapp/voice/query': { caller: 'token', camera: 'none', capability: 'voice' },
      '/api/lapp/voice/send': { caller: 'token', camera: 'channel', capability: 'voice' },
      '/api/lapp/voice/sendonce': { caller: 'token', camera: 'channel', capability: 'voice' },
      '/api/lapp/device/ptz/start': { caller: 'token', camera: 'channel', capability: 'ptz' },
      '/api/lapp/device/ptz/stop': { caller: 'token', camera: 'channel', capability: 'ptz' },
      '/api/lapp/live/url/ezopen': { caller: 'token', camera: 'ezopen', capability: 'byStore' },
      '/api/lapp/live/url/hls': { caller: 'token', camera: 'ezopen', capability: 'byStore' },
      '/api/lapp/video/by/time': { caller: 'token', camera: 'channel', capability: 'byStore' },
      '/api/lapp/video/days': { caller: 'token', camera: 'channel', capability: 'byStore' },
      '/api/lapp/alarm/report': { caller: 'alarmToken' },
      '/api/lapp/video/by/id': { caller: 'token', camera: 'channel', capability: 'playback.cloud' },
      '/api/lapp/alarm/device/list': {
        caller: 'token',
        camera: 'deviceSerial',
        capability: 'playback.cloud',
      },
    });
  });

  it('takes its public address from the server only', async () => {
    const app = await domain.integrator();
    const answer = await domain.call(
      '/api/lapp/live/url/ezopen',
      { ezopen: 'ezopen://open.ys7.com/DEMO00001/1.live', accessToken: app.accessToken },
      { headers: { 'x-forwarded-host': 'evil.example', host: 'evil.example' } },
    );
    expect((answer.data as { url: string }).url).toBe(`${testOrigin}/live/DEMO00001/1/sub.flv`);
  });
});

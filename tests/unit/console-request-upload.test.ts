import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createApi } from '../../app/_console/api/create-api.ts';
import { systemClock } from '../../lib/kernel/clock.ts';
import { RecordedNotices } from '../kit/console-api.ts';

interface Captured {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly contentType: string;
}

/** A real server that records the requests it receives. */
async function capturing(
  answer: (request: IncomingMessage) => { status: number; location?: string; body?: string },
) {
  const seen: Captured[] = [];
  const server = createServer((request, response) => {
    seen.push({
      path: request.url ?? '',
      authorization: request.headers.authorization,
      contentType: request.headers['content-type'] ?? '',
    });
    request.resume();
    const { status, location, body = '' } = answer(request);
    response.writeHead(status, { ...(location ? { location } : {}), 'content-type': 'application/json' });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, seen, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

let own: Awaited<ReturnType<typeof capturing>>;
let bucket: Awaited<ReturnType<typeof capturing>>;

beforeAll(async () => {
  bucket = await capturing(() => ({ status: 200 }));
  own = await capturing(({ url }) =>
    url?.endsWith('/leads-away')
      ? { status: 307, location: `${bucket.origin}/led` }
      : { status: 200, body: '{"code":20001,"data":{"url":"/files/a.png"}}' },
  );
});
afterAll(async () => {
  await Promise.all([own, bucket].map(({ server }) => close(server)));
});
beforeEach(() => {
  own.seen.length = 0;
  bucket.seen.length = 0;
});

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

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

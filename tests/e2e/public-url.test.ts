import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'expect';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { WebSocket } from 'ws';
import { type OrielInstance, startOriel } from '../kit/start-oriel.ts';

const publicUrl = 'https://cameras.example.com';
let oriel: OrielInstance;
let proxy: Server;

/** Forwards everything to the server with another Host header, as proxies do. */
function startProxy(target: string): Promise<Server> {
  const server = createServer((incoming, response) => {
    const onward = request(
      target + incoming.url,
      { method: incoming.method ?? 'GET', headers: { ...incoming.headers, host: 'inside:1' } },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    incoming.pipe(onward);
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

beforeAll(async () => {
  oriel = await startOriel({
    hasSamplePage: true,
    env: { ORIEL_PUBLIC_URL: publicUrl, ORIEL_TRUSTED_PROXIES: '127.0.0.0/8' },
  });
  proxy = await startProxy(oriel.origin);
}, 120_000);
afterAll(async () => {
  proxy?.close();
  await oriel?.stop();
});

const through = (path: string, init?: RequestInit) =>
  fetch(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}${path}`, init);

async function firstAppKey(): Promise<string> {
  const [app] = (await oriel.oriel(['app', 'list'])) as { appKey: string }[];
  return app?.appKey ?? '';
}

describe('behind a proxy with a public URL', () => {
  it('media addresses and policies name the public origin', async () => {
    const appKey = await firstAppKey();
    const frame = await through(`/player/simple/${appKey}`);
    expect(frame.headers.get('content-security-policy')).toContain(
      "connect-src 'self' wss://cameras.example.com",
    );
    expect(frame.headers.get('strict-transport-security')).toBe('max-age=63072000');
    const { accessToken } = (await oriel.oriel(['token', 'issue', '--app', appKey])) as {
      accessToken: string;
    };
    const live = await through('/api/lapp/live/url/ezopen', {
      method: 'POST',
      body: new URLSearchParams({ ezopen: 'ezopen://oriel/DEMO00001/1.live', accessToken }),
    });
    expect(await live.json()).toMatchObject({
      code: '200',
      data: { url: 'https://cameras.example.com/live/DEMO00001/1/sub.flv' },
    });
  });

  it('counts wrong secrets per client address of the trusted proxy, regardless of forged headers', async () => {
    const [received, other] = ['203.0.113.1', '198.51.100.1'];
    const appKey = await firstAppKey();
    const guess = async (forwardedFor: string) => {
      const answer = await through('/api/lapp/token/get', {
        method: 'POST',
        headers: { 'x-forwarded-for': forwardedFor },
        body: new URLSearchParams({ appKey, appSecret: 'wrong' }),
      });
      return answer.status;
    };
    for (let attempt = 0; attempt < 10; attempt += 1) {
      expect(await guess(`192.0.2.${attempt}, ${received}`)).toBe(200);
    }
    expect(await guess(`192.0.2.99, ${received}`)).toBe(429);
    expect(await guess(`${received}, ${other}`)).toBe(200);
  });

  it.each([
    [publicUrl, 101],
    ['https://evil.example', 403],
  ])('a page of %s that opens a stream receives %d', async (origin, status) => {
    const socket = new WebSocket(`${oriel.origin.replace(/^http/, 'ws')}/live/DEMO00001/1/sub.flv`, {
      headers: { origin, host: 'inside:1' },
    });
    const answered = await new Promise<number>((resolve) => {
      socket.on('open', () => resolve(101));
      socket.on('unexpected-response', (_, response) => resolve(response.statusCode ?? 0));
      socket.on('error', () => {});
    });
    socket.terminate();
    expect(answered).toBe(status);
  });
});

/** Attempts to leave the console and to reach the network behind it, on the real product. */
import { type AddressInfo, createServer } from 'node:net';
import { expect as expectPage } from '@playwright/test';
import { expect } from 'expect';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { launchChromium } from '../kit/chromium.ts';
import { ConsolePage } from '../kit/console-page.ts';
import { adminPassword, startConsoleSite } from '../kit/console-site.ts';
import { foreignUrls } from '../kit/foreign-urls.ts';
import type { OrielInstance } from '../kit/start-oriel.ts';

let oriel: OrielInstance;
let browser: Browser;
let admin: ConsolePage;

beforeAll(async () => {
  [oriel, browser] = await Promise.all([startConsoleSite(), launchChromium()]);
  admin = await ConsolePage.signedIn(browser, oriel);
  admin.page.setDefaultTimeout(30_000);
  call = await api();
}, 240_000);
afterAll(async () => {
  await admin?.context.close();
  await browser?.close();
  await oriel?.stop();
}, 120_000);

type Call = (method: string, path: string, body?: object) => Promise<{ code: unknown; data: never }>;
/** Requests with the console's headers, in a session that is opened before a test is denied access. */
let call: Call;

async function api(): Promise<Call> {
  const headers = { origin: oriel.origin, 'content-type': 'application/json' };
  const login = await fetch(`${oriel.origin}/api/admin/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ accountNo: 'admin', password: adminPassword }),
  });
  const { data } = (await login.json()) as { data: { token: string } };
  return async (method, path, body) => {
    const answer = await fetch(`${oriel.origin}/api/admin${path}`, {
      method,
      headers: { ...headers, authorization: `Bearer ${data.token}` },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return answer.json() as never;
  };
}

describe('attacks that lead out of the console', () => {
  // Redirects after sign-in in the page itself: tests/unit/console-request-session.test.ts and console-login.test.ts.
  it('are not possible by redirects of the login page', async () => {
    expect(foreignUrls.length).toBeGreaterThanOrEqual(30);
    const cookies = await admin.context.cookies();
    const { name, value } = cookies.find((cookie) => cookie.name.endsWith('oriel_sid'))!;
    for (const place of foreignUrls) {
      const answer = await fetch(`${oriel.origin}/user/login?redirect=${encodeURIComponent(place)}`, {
        redirect: 'manual',
        headers: { cookie: `${name}=${value}` },
      });
      const { origin } = new URL(answer.headers.get('location') ?? '', oriel.origin);
      expect([place, answer.status, origin]).toEqual([place, 307, oriel.origin]);
    }
  });

  it('are not possible by framing or by a header that skips the proxy', async () => {
    const context = await browser.newContext({ storageState: await admin.context.storageState() });
    await context.route('http://framing.example/**', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: ['/index', '/user/login', '/system/user', '/nowhere']
          .map((path) => `<iframe src="${oriel.origin}${path}"></iframe>`)
          .join(''),
      }),
    );
    const page = await context.newPage();
    await page.goto('http://framing.example/');
    const framed = () => page.frames().flatMap((frame) => (frame === page.mainFrame() ? [] : [frame.url()]));
    await expectPage
      .poll(framed, { timeout: 30_000 })
      .toEqual(Array(4).fill('chrome-error://chromewebdata/'));
    await context.close();

    const skips = [
      'proxy',
      'middleware',
      'src/middleware',
      'pages/_middleware',
      'proxy:proxy:proxy:proxy:proxy',
      'middleware:middleware:middleware:middleware:middleware',
      '1',
    ];
    for (const skip of skips) {
      const headers = {
        'x-middleware-subrequest': skip,
        'x-original-url': '/index',
        'x-rewrite-url': '/index',
      };
      const answer = await fetch(`${oriel.origin}/api/admin/system/user/page`, { headers });
      expect([skip, answer.status]).toEqual([skip, 401]);
      const shown = await fetch(`${oriel.origin}/system/user`, { headers, redirect: 'manual' });
      expect([skip, shown.status === 307 || shown.status === 302 || shown.status === 200]).toEqual([
        skip,
        true,
      ]);
      expect(await shown.text()).not.toMatch(/hooked|管理员<|onerror/);
    }
  }, 120_000);
});

describe('attacks on the network', () => {
  it('are not possible by camera addresses: this machine, link-local neighbours, other schemes', async () => {
    const seen: string[] = [];
    const sentinel = createServer((socket) => {
      seen.push(String(socket.remoteAddress));
      socket.destroy();
    });
    await new Promise<void>((resolve) => sentinel.listen(0, '::', resolve));
    const { port } = sentinel.address() as AddressInfo;
    const hosts = [
      `[::1]:${port}`,
      `[::]:${port}`,
      `0.0.0.0:${port}`,
      `0:${port}`,
      `[fe80::1]:${port}`,
      `[64:ff9b::7f00:1]:${port}`,
      `[::ffff:0.0.0.0]:${port}`,
      `169.254.169.254:${port}`,
      `[fd00:ec2::254]:${port}`,
      `224.0.0.1:${port}`,
      `255.255.255.255:${port}`,
    ];
    const schemes = [
      'file:///etc/passwd',
      'gopher://192.0.2.1/x',
      'concat:/etc/passwd',
      'exec:id',
      'ftp://192.0.2.1/',
      'data:,x',
      'pipe:0',
      'unix:/tmp/x',
      '-i /etc/passwd',
      'tcp://192.0.2.1:1',
    ];
    const made = (await call('POST', '/iot/camera/connect', {
      name: 'reach',
      main: { kind: 'demo', scene: 'yard' },
    })) as { code: unknown; data: { id: string } };
    expect(made.code).toBe(20001);
    const { id } = made.data;
    for (const [at, host] of hosts.entries()) {
      const url = `rtsp://${host}/`;
      const checked = (await call('POST', '/iot/camera/check', {
        id,
        profile: 'main',
        source: { kind: 'rtsp', url },
      })) as { code: unknown; data: { profiles: { ok: boolean }[] } | null };
      expect([host, checked.data?.profiles.some((profile) => profile.ok) ?? false]).toEqual([host, false]);
      const stored = await call('PUT', `/iot/camera/${id}/source/main`, { kind: 'rtsp', url });
      if (stored.code === 20001) await call('POST', '/iot/camera/check', { id, profile: 'main' });
      await call('PUT', `/iot/camera/${id}/onvif`, { url: `http://${host}/onvif/device_service` });
      await call('POST', '/iot/camera/check', { id });
      await call('POST', '/iot/camera/connect', { name: `reach ${at}`, main: { kind: 'rtsp', url } });
    }
    for (const url of schemes) {
      for (const [method, path, body] of [
        ['PUT', `/iot/camera/${id}/source/main`, { kind: 'rtsp', url }],
        ['POST', '/iot/camera/check', { id, profile: 'main', source: { kind: 'rtsp', url } }],
        ['POST', '/iot/camera/connect', { name: 'x', main: { kind: 'rtsp', url } }],
        ['PUT', `/iot/camera/${id}/onvif`, { url }],
      ] as const)
        expect([url, path, (await call(method, path, body)).code]).toEqual([url, path, 40000]);
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
    sentinel.close();
    expect(seen).toEqual([]);
  }, 120_000);
});

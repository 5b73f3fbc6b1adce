import { expect } from 'expect';
import { describe, it } from 'vitest';
import { frameBoot } from '../../../lib/contracts/frame-boot.ts';
import { builtInThemes } from '../../../lib/contracts/theme/built-in-themes.ts';
import { namedTemplates } from '../../../lib/contracts/theme/template.ts';
import { advice } from '../../../lib/error-catalogue/advice.ts';
import { silentLogger } from '../../../lib/kernel/logger.ts';
import { frameHandler } from '../../../lib/server/frame/frame-handler.ts';
import { isPlainOrigin } from '../../../lib/server/frame/frame-headers.ts';

const manifest = {
  boot: '/assets/boot-1.js',
  webcodecsWorker: '/assets/worker-1.js',
  audioWorklet: '/assets/audio-1.js',
  styles: '/assets/player-1.css',
  preload: ['/assets/chunk-1.js'],
  refusal: '/assets/refusal-1.js',
  refusalStyles: '/assets/refusal-1.css',
};

function handler(
  origins: readonly string[] | 'own' | null,
  isBuilt = true,
  streamOrigins: readonly string[] = [],
) {
  return frameHandler({
    streamOrigins,
    originsOf: async (key) => (key === 'known' ? origins : null),
    manifest: async () => (isBuilt ? manifest : null),
    version: '1.2.3',
    log: silentLogger,
  });
}

function request(headers: Record<string, string> = {}): Request {
  return new Request('http://ignored/player', {
    headers: { 'x-oriel-origin': 'http://own:7410', ...headers },
  });
}

/** The page in place of the player: any page may frame it, it loads its own script only, and it contains no player. */
async function expectRefusal(response: Response, code: string, language = 'zh-CN'): Promise<string> {
  const html = await response.text();
  expect(policyOf(response)).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  );
  expect([...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, path]) => path)).toEqual([
    'data:,',
    '/assets/refusal-1.css',
    '/assets/refusal-1.js',
  ]);
  expect(html).not.toContain('oriel-boot');
  const data = /id="oriel-refusal">(.*?)<\/script>/.exec(html)?.[1] ?? '';
  expect(JSON.parse(data)).toMatchObject({ code, language });
  return html;
}

const policyOf = (response: Response) => response.headers.get('content-security-policy') ?? '';

describe('the frame document', () => {
  it('lists exactly the origins of the application as its ancestors, and passes them to the boot script', async () => {
    const origins = ['https://a.example', 'http://127.0.0.1:7411'];
    const response = await handler(origins)(request(), { template: 'standard', app: 'known' });
    const html = await response.text();
    const boot = /<script type="application\/json" id="oriel-boot">(.*?)<\/script>/.exec(html)?.[1] ?? '';
    expect(response.status).toBe(200);
    expect(policyOf(response)).toContain('frame-ancestors https://a.example http://127.0.0.1:7411');
    expect(frameBoot.parse(JSON.parse(boot))).toEqual({
      app: 'known',
      template: 'standard',
      theme: builtInThemes.pcLive,
      origins,
      imageOrigins: [],
      version: '1.2.3',
      assets: {
        webcodecsWorker: '/assets/worker-1.js',
        audioWorklet: '/assets/audio-1.js',
        styles: '/assets/player-1.css',
      },
    });
  });

  it('of the console’s own application responds to pages of the same origin only, whatever frames those', async () => {
    const response = await handler('own')(request(), { template: 'pcLive', app: 'known' });
    // Pages of share links may be embedded anywhere, and the player is in them.
    expect(policyOf(response)).not.toContain('frame-ancestors');
    expect(await response.text()).toContain('"origins":["http://own:7410"]');
  });

  it('lists the scripts that boot will import, to preload them', async () => {
    const html = await (await handler([])(request(), { template: 'simple', app: 'known' })).text();
    expect(html).toContain('<link rel="modulepreload" href="/assets/chunk-1.js">');
  });

  it('loads and connects to its own origin only', async () => {
    const policy = policyOf(await handler([])(request(), { template: 'simple', app: 'known' }));
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self' 'wasm-unsafe-eval'",
      "connect-src 'self' ws://own:7410",
      "worker-src 'self' blob:",
      "style-src 'self'",
      "img-src 'self' data: blob:",
      "media-src 'self' blob:",
      "base-uri 'none'",
      "form-action 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types default',
      "frame-ancestors 'none'",
    ]);
  });

  it('connects to the media servers of the operator as well, also by WebSocket, and names them to the player', async () => {
    const listed = ['https://streams.example', 'http://10.0.0.8:8080'];
    const response = await handler([], true, listed)(request(), { template: 'simple', app: 'known' });
    const policy = policyOf(response).split('; ');
    expect(policy).toContain(
      "connect-src 'self' ws://own:7410 https://streams.example wss://streams.example http://10.0.0.8:8080 ws://10.0.0.8:8080",
    );
    expect(policy).toContain("media-src 'self' blob: https://streams.example http://10.0.0.8:8080");
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'");
    expect(await response.text()).toContain(`"streamOrigins":${JSON.stringify(listed)}`);
  });

  it.each([
    ['an unknown application', 'simple', 'other', 'app.unknown'],
    ['an invalid application key', 'simple', '"><script>', 'app.unknown'],
    ['no application', 'simple', null, 'app.missing'],
    ['a missing option app', 'simple', 'undefined', 'app.missing'],
    ['an unknown template of an unknown application', 'theme<', 'other', 'app.unknown'],
    ['an unknown template without application', 'theme<', null, 'app.missing'],
  ])('rejects %s, with a page that reports it and contains no player', async (_, template, app, code) => {
    const response = await handler(['https://a.example'])(request(), { template, app });
    expect(response.status).toBe(404);
    await expectRefusal(response, code);
  });

  it.each([
    ['given by the SDK', '?https://b.example', undefined, 'origin.notListed', 'https://b.example'],
    ['of the referrer', '', 'https://b.example/page?x', 'origin.notListed', 'https://b.example'],
    ['with another scheme', '?http://a.example', undefined, 'origin.notListed', 'http://a.example'],
    ['with another port', '?https://a.example:8443', undefined, 'origin.notListed', 'https://a.example:8443'],
    ['of a file', '?null', undefined, 'origin.none', null],
    ['of a file, as written by some browsers', '?file://', undefined, 'origin.none', null],
    ['of a native app', '?capacitor://localhost', 'https://a.example/', 'origin.none', null],
  ])('rejects a host page whose origin is not listed: %s', async (_, query, referer, code, named) => {
    const headers = { 'x-oriel-origin': 'http://own:7410', ...(referer ? { referer } : {}) };
    const asked = new Request(`http://ignored/player/simple/known${query}`, { headers });
    const response = await handler(['https://a.example'])(asked, { template: 'simple', app: 'known' });
    expect(response.status).toBe(403);
    const html = await expectRefusal(response, code);
    if (named) expect(html).toContain(`npm run oriel -- app update known --add-origin ${named}`);
    else expect(html).toContain('npx serve');
    // The list of the application is not disclosed.
    expect(html).not.toContain('https://a.example<');
  });

  it.each([
    ['?https://a.example?!en', 'zh', 'The browser did not show the player in this page.'],
    ['?https://a.example?!zh-CN', 'en', '浏览器没有在本页面中显示播放器。'],
    ['?!undefined', 'en', 'The browser did not show the player in this page.'],
  ])(
    'is replaced by its reason, without data, where the browser blocked it: %s',
    async (query, accepted, text) => {
      const headers = { 'x-oriel-origin': 'http://own:7410', 'accept-language': accepted };
      const asked = new Request(`http://ignored/player/simple/known${query}`, { headers });
      const response = await handler(['https://a.example'])(asked, { template: 'simple', app: 'known' });
      expect(response.status).toBe(403);
      expect(response.headers.get('location')).toBeNull();
      const html = await expectRefusal(response, 'handshake-timeout', /^The/.test(text) ? 'en-US' : 'zh-CN');
      expect(html).toContain(`<p id="message">${text}</p>`);
      expect(html).toContain('npm run oriel -- app update known --add-origin');
      // Neither the list of the application nor anything of the query.
      expect(html).not.toMatch(/a\.example|undefined/);
    },
  );

  it.each([
    '?https://a.example?!"><script>alert(1)</script>',
    '?https://a.example?!//evil.example',
    '?!javascript:alert(1)',
  ])('reflects nothing of a hostile query: %s', async (query) => {
    const asked = new Request(`http://ignored/player/simple/known${query}`, {
      headers: { 'x-oriel-origin': 'http://own:7410' },
    });
    const response = await handler(['https://a.example'])(asked, { template: 'simple', app: 'known' });
    expect(response.headers.get('location')).toBeNull();
    expect(await response.text()).not.toMatch(/alert\(|evil/);
  });

  it.each([
    ['is listed', '?https://a.example', {}],
    ['is unknown', '', {}],
    ['cannot be read', '?%E0%A4%A', {}],
    [
      'is the site of a link to the frame',
      '',
      { referer: 'https://b.example/', 'sec-fetch-dest': 'document' },
    ],
  ])('is served where the origin of the host page %s, with its ancestors', async (_, query, headers) => {
    const asked = new Request(`http://ignored/player/simple/known${query}`, {
      headers: { 'x-oriel-origin': 'http://own:7410', ...headers },
    });
    const response = await handler(['https://a.example'])(asked, { template: 'simple', app: 'known' });
    expect(response.status).toBe(200);
    expect(policyOf(response)).toMatch(/; frame-ancestors https:\/\/a\.example$/);
  });

  it.each([
    ['zh-CN', '没有这个播放器模板'],
    ['en', 'Unknown player template'],
  ])(
    'of an unknown template reports it (%s), to the pages of the application only',
    async (language, expected) => {
      const origins = ['https://a.example'];
      const requested = request({ 'accept-language': language });
      const response = await handler(origins)(requested, { template: 'pclive<', app: 'known' });
      const html = await response.text();
      const boot = /<script type="application\/json" id="oriel-boot">(.*?)<\/script>/.exec(html)?.[1] ?? '';
      expect(response.status).toBe(404);
      expect(policyOf(response)).toMatch(/; frame-ancestors https:\/\/a\.example$/);
      expect(frameBoot.parse(JSON.parse(boot))).toMatchObject({
        template: 'simple',
        problem: 'template.unknown',
        origins,
      });
      expect(html).toContain(expected);
      expect(html).toContain(namedTemplates.join(', '));
      expect(html).not.toMatch(/pclive|style=|<style/);
    },
  );

  it('also lists the templates in the advice of that code', () => {
    expect(advice.checkTemplate['zh-CN']).toContain(namedTemplates.join('、'));
    expect(advice.checkTemplate['en-US']).toContain(namedTemplates.join(', '));
  });

  it('reports that the player is not built', async () => {
    const response = await handler([], false)(request(), { template: 'simple', app: 'known' });
    expect(response.status).toBe(503);
  });

  it.each([
    ['zh-CN,zh;q=0.9,en;q=0.8', 'zh-CN', '正在加载'],
    ['en-GB,en;q=0.9', 'en-US', 'Loading'],
    ['fr,de', 'zh-CN', '正在加载'],
  ])('is in the language of a browser that prefers %s', async (accepted, language, expected) => {
    const response = await handler([])(request({ 'accept-language': accepted }), {
      template: 'simple',
      app: 'known',
    });
    const html = await response.text();
    expect(html).toContain(`<html lang="${language}">`);
    expect(html).toContain(expected);
  });

  it('omits an origin that would extend the policy', async () => {
    const origins = [
      "https://a.example; script-src 'unsafe-inline'",
      'https://b.example',
      '*',
      'https://*.c.example',
    ];
    const policy = policyOf(await handler(origins)(request(), { template: 'simple', app: 'known' }));
    expect(policy).toMatch(/frame-ancestors https:\/\/b\.example$/);
  });

  it.each([
    'https://a.example/',
    'https://A.example',
    'a.example',
    'null',
    'https://u@a.example',
    'data:x',
    '',
  ])('rejects %p as a plain origin', (text) => expect(isPlainOrigin(text)).toBe(false));
});

import { expect } from 'expect';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { FacadePage, type FacadeWindow } from '../kit/facade-page.ts';

let facade: FacadePage;

beforeAll(async () => {
  facade = await FacadePage.start();
});
afterAll(() => facade?.close());
beforeEach(() => facade.open());

describe('options of another service', () => {
  /** What an attacker may put into a page's query or a stored setting. */
  const hostile = [
    'https://evil.example',
    'http://evil.example:8080/path',
    '//evil.example',
    'https:evil.example',
    'javascript:fetch("https://evil.example")',
    'data:text/html,<script src=https://evil.example></script>',
    'blob:https://evil.example/1',
    'wss://evil.example',
    'file:///etc/passwd',
    'https://user:password@evil.example',
    '\\\\evil.example\\share',
    'https://[::1]:9',
    'https://127.0.0.1:9/../..',
    '"><img src=https://evil.example>',
    '../../../evil',
    '%68ttps://evil.example',
    'https://evil.example#@127.0.0.1',
    '\u0000https://evil.example',
    'https://еvil.example',
    'view-source:https://evil.example',
  ];
  const fields = [
    'domain',
    'filePathDomain',
    'wsUrl',
    'staticPath',
    'rtcUrl',
    'decoderVersion',
    'server',
    'cdn',
    'poster',
    'template',
  ];

  it(`200 hostile values: no request but for the player's own page and script`, async () => {
    const before = facade.requested.length;
    let count = 0;
    for (const value of hostile) {
      await facade.page.evaluate(
        async ({ fields, value }) => {
          const { EZUIKit } = window as unknown as FacadeWindow;
          const loaded = new Set<EventTarget | null>();
          document.addEventListener('load', ({ target }) => loaded.add(target), true);
          const boxes = fields.map((field) => {
            const box = document.body.appendChild(document.createElement('div'));
            const inEnv = ['domain', 'filePathDomain', 'wsUrl'].includes(field);
            const player = new EZUIKit.EZUIKitPlayer({
              id: box,
              accessToken: 'secret',
              url: 'ezopen://open.ys7.com/DEMO00001/1.live',
              ...(inEnv ? { env: { [field]: value } } : { [field]: value }),
            });
            return { box, player };
          });
          await new Promise((next) => setTimeout(next, 150));
          // Each created frame requests its page, however long that takes.
          const frames = boxes.flatMap(({ box }) => [...box.querySelectorAll('iframe')]);
          const until = performance.now() + 5_000;
          const isRequested = (frame: HTMLIFrameElement) => loaded.has(frame);
          while (!frames.every(isRequested) && performance.now() < until)
            await new Promise((next) => setTimeout(next, 20));
          for (const { player, box } of boxes) {
            void player.destroy!();
            box.remove();
          }
        },
        { fields, value },
      );
      count += fields.length;
    }
    const allowed = ['simple', 'default'].map(
      (template) => `${facade.pages.player.origin}/player/${template}/app?${facade.pages.host.origin}`,
    );
    const strange = facade.requested
      .slice(before)
      .filter(
        (url) =>
          !allowed.includes(url) && url !== `${facade.pages.player.origin}/frame.js` && url !== 'data:,',
      );
    expect(count).toBe(200);
    expect(strange).toEqual([]);
    expect(facade.requested.slice(before).length).toBeGreaterThanOrEqual(100);
    expect(facade.requested.join()).not.toContain('secret');
  }, 120_000);
});

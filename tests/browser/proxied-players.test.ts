/** Frameworks wrap what a page holds in proxies. Players work through them. */
import { expect } from 'expect';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { FacadePage } from '../kit/facade-page.ts';
import { bundle } from '../kit/protocol-pages.ts';

type Methods = Record<string, (...args: unknown[]) => unknown>;
interface ProxyWindow {
  readonly proxies: Readonly<Record<string, (held: object) => object>>;
  readonly EZUIKit: Record<string, new (...args: unknown[]) => Methods>;
  held: Methods & { state?: { phase: string }; pageIndex: number };
}

let facade: FacadePage;
let script: string;

beforeAll(async () => {
  [facade, script] = await Promise.all([FacadePage.start(), bundle('tests/kit/proxies.ts')]);
});
afterAll(() => facade?.close());
beforeEach(async () => {
  await facade.open();
  await facade.page.addScriptTag({ content: script, type: 'module' });
  await facade.page.waitForFunction(() => 'proxies' in window);
});

const names = [
  'ref of Vue 3',
  'reactive of Vue 3',
  'data of a Vue 3 component',
  'observable of MobX',
  'a store of MobX',
  'a Proxy',
];

describe.each(names)('through %s', (name) => {
  it('a player of the SDK works', async () => {
    await facade.page.evaluate(
      async ({ name, server, sdk }) => {
        const { createPlayer } = (await import(sdk)) as { createPlayer(...args: unknown[]): object };
        const page = window as unknown as ProxyWindow;
        const player = createPlayer(document.querySelector('#box'), {
          ...{ server, app: 'app', template: 'simple', url: 'ezopen://open.ys7.com/DEMO00001/1.live' },
          ...{ width: '100%', height: '100%', getToken: () => 'the-token' },
        });
        page.held = page.proxies[name]!(player) as ProxyWindow['held'];
      },
      { name, server: facade.pages.player.origin, sdk: `${facade.pages.host.origin}/oriel.js` },
    );
    await facade.started();
    const seen = await facade.page.evaluate(async () => {
      const { held } = window as unknown as ProxyWindow;
      const heard: string[] = [];
      held.once!('handleSuccess', () => heard.push('handleSuccess'));
      await held.ready;
      await held.play!();
      const phase = held.state?.phase;
      return { heard, phase, receipt: await held.destroy!() };
    });
    expect(seen).toMatchObject({ heard: ['handleSuccess'], phase: 'playing', receipt: { engines: 1 } });
    expect(facade.complaints).toEqual([]);
  });

  it('a player of EZUIKit works', async () => {
    await facade.make();
    await facade.started();
    const seen = await facade.page.evaluate(async (name) => {
      const page = window as unknown as ProxyWindow & { made: object };
      const held = page.proxies[name]!(page.made) as Methods & { eventEmitter: Methods; iframe: unknown };
      const heard: string[] = [];
      held.on!('openPtz', () => heard.push('openPtz'));
      held.eventEmitter.once!('setVolume', () => heard.push('setVolume'));
      const isPlaying = await held.play!();
      await held.openPtz!();
      await held.setVolume!(0.5);
      const levels = (await held.getVideoLevelList!()) as unknown[];
      const hasIframe = held.iframe instanceof HTMLIFrameElement;
      await held.destroy!();
      const left = document.querySelectorAll('iframe').length;
      return { heard, isPlaying, levels: levels.length, hasIframe, left };
    }, name);
    expect(seen).toMatchObject({
      heard: ['openPtz', 'setVolume'],
      isPlaying: true,
      levels: 2,
      hasIframe: true,
      left: 0,
    });
    expect(facade.complaints).toEqual([]);
  });

  it('an inspection wall works', async () => {
    const seen = await facade.page.evaluate(
      async ({ name }) => {
        const page = window as unknown as ProxyWindow;
        const wall = new page.EZUIKit.EZUIKitInspectionUI!('box', {
          accessToken: 'the-token',
          pageSize: 1,
          list: ['ezopen://open.ys7.com/DEMO00001/1.live', 'ezopen://open.ys7.com/DEMO00002/1.live'],
        });
        const held = page.proxies[name]!(wall) as ProxyWindow['held'];
        held.nextPage!();
        held.startTurn!();
        held.stopTurn!();
        const { pageIndex } = held;
        const screens = (held.getScreenList!() as unknown[]).length;
        await held.stopAll!();
        await held.destroy!();
        return { pageIndex, screens, left: document.querySelectorAll('iframe').length };
      },
      { name },
    );
    expect(seen).toEqual({ pageIndex: 1, screens: 1, left: 0 });
    expect(facade.complaints).toEqual([]);
  });

  it.each(['HLS', 'FLV'])('the helper for %s works', async (helper) => {
    const reason = await facade.page.evaluate(
      async ({ name, helper }) => {
        const page = window as unknown as ProxyWindow;
        const video = document.body.appendChild(document.createElement('video'));
        const plain = new page.EZUIKit[helper]!(video, 'https://localhost:1/live', { autoplay: false });
        const held = page.proxies[name]!(plain);
        const started = (held as Methods).play!() as Promise<void>;
        (held as Methods).stop!();
        (held as Methods).destroy!();
        return started.catch((error: Error) => error.message);
      },
      { name, helper },
    );
    expect(reason).toBe('stopped');
    expect(facade.complaints).toEqual([]);
  });
});

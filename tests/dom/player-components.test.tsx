/** The player as a component of React, of Vue, and as a custom element. */

import { act, cleanup, render } from '@testing-library/react';
import { expect } from 'expect';
import { createRef, StrictMode } from 'react';
import { afterEach, describe, it, vi } from 'vitest';
import { createApp, h, nextTick, ref, shallowReactive } from 'vue';
import '../../host-sdk/element/index.ts';
import { OrielPlayer } from '../../host-sdk/react/index.tsx';
import type { Player, PlayerOptions } from '../../host-sdk/types.ts';
import { OrielPlayer as VuePlayer } from '../../host-sdk/vue/index.ts';

const options = { server: 'https://video.example.com', app: 'key', getToken: () => 'token' };
const url = 'ezopen://oriel/A/1.live';

// As bundlers define them.
Object.assign(globalThis, {
  __VUE_OPTIONS_API__: true,
  __VUE_PROD_DEVTOOLS__: false,
  __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: false,
});

type Failure = { readonly code: string };
interface Mounted {
  change(options: Partial<PlayerOptions>): Promise<void>;
  remove(): Promise<void>;
  /** What the page can reach: nothing after the removal. */
  player(): Player | null | undefined;
}
type Mount = (given: PlayerOptions, onError?: (error: Failure) => void) => Promise<Mounted>;

const inReact: Mount = async (given, onError) => {
  const handle = createRef<Player>();
  let shown = given;
  const element = () => <OrielPlayer ref={handle} {...shown} onError={onError} />;
  const { rerender, unmount } = render(element());
  return {
    async change(next) {
      shown = { ...shown, ...next };
      await act(async () => rerender(element()));
    },
    remove: async () => unmount(),
    player: () => handle.current,
  };
};

const inVue: Mount = async (given, onError) => {
  const shown = shallowReactive({ ...given });
  const handle = ref<{ player: Player }>();
  const box = document.body.appendChild(document.createElement('div'));
  const app = createApp(() => h(VuePlayer, { ref: handle, ...shown, onError } as never));
  app.mount(box);
  return {
    async change(next) {
      Object.assign(shown, next);
      await nextTick();
    },
    async remove() {
      app.unmount();
      box.remove();
    },
    player: () => handle.value?.player,
  };
};

const asElement: Mount = async (given, onError) => {
  const element = document.createElement('oriel-player');
  element.addEventListener('error', (event) => onError?.((event as CustomEvent<Failure>).detail));
  const change = async (next: object) => {
    Object.assign(element, next);
    await Promise.resolve();
  };
  document.body.append(element);
  await change(given);
  return {
    change,
    async remove() {
      element.remove();
      await Promise.resolve();
    },
    player: () => element.player,
  };
};

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});

const iframes = () => [...document.querySelectorAll('iframe')];

describe.each([
  ['a React component', inReact],
  ['a Vue component', inVue],
  ['a custom element', asElement],
])('the player as %s', (_name, mount) => {
  it('has one iframe of its size', async () => {
    await mount({ ...options, url, template: 'pcLive' });
    expect(iframes().map(({ src, width, height }) => [src, width, height])).toEqual([
      [`https://video.example.com/player/pcLive/key?${self.origin}`, '100%', '100%'],
    ]);
  });

  it('is there for the page until it is removed, and then destroyed', async () => {
    const mounted = await mount(options);
    const player = mounted.player()!;
    expect(player.iframe).toBe(iframes()[0]);
    await mounted.remove();
    expect(mounted.player() ?? null).toBeNull();
    await expect(player.play()).rejects.toMatchObject({ code: 'destroyed' });
    expect(iframes()).toEqual([]);
  });

  it.each([
    ['url', 'ezopen://oriel/B/1.live', 'changePlayUrl'],
    ['themeData', { autoFocus: 0 }, 'setThemeData'],
    ['language', 'en-US', 'setLanguage'],
    ['poster', 'data:image/png;base64,', 'setPoster'],
    ['scaleMode', 'fill', 'setScaleMode'],
    ['volume', 20, 'setVolume'],
  ] as const)('applies a new %s to the existing player', async (name, value, call) => {
    const first = { url, themeData: { autoFocus: 5 }, language: 'zh-CN', poster: '', volume: 80 } as const;
    const mounted = await mount({ ...options, ...first });
    const player = mounted.player()!;
    const spy = vi.fn<(value: unknown) => Promise<void>>(() => Promise.resolve());
    Object.assign(player, { [call]: spy });
    // Equal values in new objects change nothing.
    await mounted.change({ themeData: { autoFocus: 5 } });
    expect(spy).not.toHaveBeenCalled();
    await mounted.change({ [name]: value });
    expect(spy.mock.calls).toEqual([[value]]);
    expect(mounted.player()).toBe(player);
  });

  it('is a new player with another template', async () => {
    const mounted = await mount({ ...options, template: 'simple' });
    const player = mounted.player();
    await mounted.change({ template: 'pcLive' });
    expect(mounted.player()).not.toBe(player);
    await expect(player!.play()).rejects.toMatchObject({ code: 'destroyed' });
    await new Promise((done) => setTimeout(done, 0));
    expect(iframes().at(-1)!.src).toContain('/player/pcLive/');
  });

  it('reports changes that could not be applied', async () => {
    const errors: unknown[] = [];
    const mounted = await mount({ ...options, volume: 1 }, ({ code }) => errors.push(code));
    Object.assign(mounted.player()!, { setVolume: () => Promise.reject({ code: 'bad-args' }) });
    await mounted.change({ volume: 2 });
    await new Promise((done) => setTimeout(done, 0));
    expect(errors).toEqual(['bad-args']);
  });
});

describe('the React component', () => {
  it('has one iframe also when React mounts twice', async () => {
    render(
      <StrictMode>
        <OrielPlayer {...options} url={url} />
      </StrictMode>,
    );
    await act(async () => {});
    expect(iframes()).toHaveLength(1);
  });

  it('keeps its player when its ref is another function in every render', async () => {
    const given: (Player | null)[] = [];
    const element = () => <OrielPlayer {...options} url={url} ref={(player) => void given.push(player)} />;
    const { rerender, unmount } = render(element());
    const [player] = given;
    const iframe = iframes()[0];
    rerender(element());
    rerender(element());
    expect(iframes()).toEqual([iframe]);
    // As for an element of React: the function of the last render returns it, that of this one receives it.
    expect(given).toEqual([player, null, player, null, player]);
    unmount();
    expect(given.at(-1)).toBeNull();
  });

  it('moves its player to another ref, and calls what a function of React 19 has returned', () => {
    const first = createRef<Player>();
    const second = createRef<Player>();
    const takenBack = vi.fn();
    const { rerender, unmount } = render(<OrielPlayer {...options} ref={first} />);
    const player = first.current;
    rerender(<OrielPlayer {...options} ref={second} />);
    expect([first.current, second.current]).toEqual([null, player]);
    rerender(<OrielPlayer {...options} ref={() => takenBack} />);
    expect([second.current, takenBack.mock.calls]).toEqual([null, []]);
    unmount();
    expect(takenBack.mock.calls).toEqual([[]]);
  });
});

describe('<oriel-player>', () => {
  const html = (attributes: string) => {
    document.body.innerHTML = `<oriel-player ${attributes}></oriel-player>`;
    return document.querySelector('oriel-player')!;
  };

  it('reads its options from attributes: texts, flags and the volume', async () => {
    const element = html(
      'server="https://a.example" app="1e5" scale-mode="fill" volume="20" audio autoplay="false"',
    );
    const { server, app, scaleMode, volume, audio, autoplay, microphone } = element;
    expect({ server, app, scaleMode, volume, audio, autoplay, microphone }).toEqual({
      ...{ server: 'https://a.example', app: '1e5', scaleMode: 'fill', volume: 20, audio: true },
      ...{ autoplay: false, microphone: undefined },
    });
    element.removeAttribute('audio');
    expect(element.audio).toBeUndefined();
  });

  it('has its player as soon as it has server, application and getToken', async () => {
    const element = html('server="https://a.example" app="key" microphone');
    await Promise.resolve();
    expect(element.player).toBeUndefined();
    element.getToken = () => 'token';
    await Promise.resolve();
    expect(iframes().map(({ allow }) => allow.includes('microphone'))).toEqual([true]);
  });

  it('keeps its player when it is moved', async () => {
    const element = html('server="https://a.example" app="key"');
    element.getToken = () => 'token';
    await Promise.resolve();
    const { player } = element;
    document.body.appendChild(document.createElement('section')).append(element);
    await Promise.resolve();
    expect(element.player).toBe(player);
  });

  it('has another player when it is put back after it was removed', async () => {
    const element = html('server="https://a.example" app="key"');
    element.getToken = () => 'token';
    await Promise.resolve();
    const { player } = element;
    element.remove();
    await Promise.resolve();
    expect([element.player, iframes().length]).toEqual([undefined, 0]);
    document.body.append(element);
    await Promise.resolve();
    expect(element.player).not.toBe(player);
    await new Promise((done) => setTimeout(done, 0));
    expect(iframes()).toHaveLength(1);
  });

  it('emits an error for a server that is no address', async () => {
    const element = html('server="nowhere" app="key"');
    const codes: string[] = [];
    element.addEventListener('error', ({ detail }) => codes.push(detail.code));
    element.getToken = () => 'token';
    await Promise.resolve();
    expect(codes).toEqual(['option.invalid']);
  });
});

import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, render } from '@testing-library/react';
import { createRef, StrictMode } from 'react';
import { OrielPlayer } from '../../host-sdk/react/index.tsx';
import type { Player } from '../../host-sdk/types.ts';

const options = { server: 'https://video.example.com', app: 'key', getToken: () => 'token' };
const url = 'ezopen://oriel/A/1.live';

afterEach(cleanup);

const iframes = () => [...document.querySelectorAll('iframe')];

describe('<OrielPlayer>', () => {
  it('creates one iframe, also when React mounts twice', async () => {
    render(
      <StrictMode>
        <OrielPlayer {...options} url={url} template="pcLive" />
      </StrictMode>,
    );
    await act(async () => {});
    expect(iframes().map(({ src, width }) => [src, width])).toEqual([
      [`https://video.example.com/player/pcLive/key?${self.origin}`, '100%'],
    ]);
  });

  it('sets and clears its ref', async () => {
    const ref = createRef<Player>();
    const { unmount } = render(<OrielPlayer ref={ref} {...options} />);
    expect(ref.current?.iframe).toBe(iframes()[0]);
    const player = ref.current!;
    unmount();
    expect(ref.current).toBeNull();
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
    const ref = createRef<Player>();
    const first = { url, themeData: { autoFocus: 5 }, language: 'zh-CN', poster: '', volume: 80 };
    const { rerender } = render(<OrielPlayer ref={ref} {...options} {...first} />);
    const player = ref.current!;
    const spy = jest.fn<(value: unknown) => Promise<void>>(() => Promise.resolve());
    Object.assign(player, { [call]: spy });
    // Equal values in new objects change nothing.
    rerender(<OrielPlayer ref={ref} {...options} {...first} themeData={{ autoFocus: 5 }} />);
    expect(spy).not.toHaveBeenCalled();
    rerender(<OrielPlayer ref={ref} {...options} {...first} {...{ [name]: value }} />);
    expect(spy.mock.calls).toEqual([[value]]);
    expect(ref.current).toBe(player);
  });

  it('creates a new player for another template, and calls the callbacks of the last render', async () => {
    const ref = createRef<Player>();
    const { rerender } = render(<OrielPlayer ref={ref} {...options} template="simple" />);
    const player = ref.current;
    rerender(<OrielPlayer ref={ref} {...options} template="pcLive" />);
    expect(ref.current).not.toBe(player);
    expect(iframes()).toHaveLength(1);
  });

  it('reports props that could not be applied', async () => {
    const ref = createRef<Player>();
    const errors: unknown[] = [];
    const onError = (error: { code: string }) => errors.push(error.code);
    const { rerender } = render(<OrielPlayer ref={ref} {...options} volume={1} onError={onError} />);
    Object.assign(ref.current!, { setVolume: () => Promise.reject({ code: 'bad-args' }) });
    await act(async () => rerender(<OrielPlayer ref={ref} {...options} volume={2} onError={onError} />));
    expect(errors).toEqual(['bad-args']);
  });
});

import { act, cleanup, fireEvent, render } from '@testing-library/react';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it, type MockInstance, vi } from 'vitest';
import { builtInThemes } from '../../lib/contracts/theme/built-in-themes.ts';
import { Poster } from '../../player-frame/features/display/poster.tsx';
import { PlayerContext } from '../../player-frame/react/player-context.ts';
import type { StartOptions } from '../../player-frame/session/feature.ts';
import { makeDisplay } from '../../player-frame/session/features/display.ts';
import { featurePlayer } from '../kit/feature-player.ts';
import { camera, hdCamera } from '../kit/recorded-player.ts';

const listed = 'https://pictures.example.com';
const poster = `${listed}/door.jpg`;
const pixel = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

let stage: ReturnType<typeof featurePlayer>;
let warn: MockInstance<typeof console.warn>;
beforeEach(() => {
  warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  stage = featurePlayer(makeDisplay, { imageOrigins: [listed] });
});
afterEach(() => {
  warn.mockRestore();
  cleanup();
});

const begin = (options: Partial<StartOptions> = {}) =>
  stage.feature.begin?.({ autoplay: true, audio: false, ...options });

function showPoster(): () => string | null {
  const { player } = stage;
  const view = { store: player.store, sendRequest: player.send, now: () => player.clock.now() };
  const { container } = render(
    <PlayerContext value={view}>
      <Poster />
    </PlayerContext>,
  );
  return () => container.querySelector('img')?.src ?? null;
}

describe('the poster', () => {
  it('is shown until the first frame, and again after playback was stopped', async () => {
    await begin({ poster });
    const src = showPoster();
    expect(src()).toBe(poster);
    act(() => stage.player.play());
    expect(src()).toBeNull();
    act(() => stage.player.send({ type: 'request.stop' }));
    expect(src()).toBe(poster);
  });

  it('is that of the theme if the page has none', async () => {
    await begin();
    const src = showPoster();
    expect(src()).toBeNull();
    const theme = { ...builtInThemes.pcLive, poster: pixel };
    act(() => stage.player.send({ type: 'request.setTheme', theme }));
    expect(src()).toBe(pixel);
    await act(async () => void (await stage.call('setPoster', { poster })));
    expect(src()).toBe(poster);
    await act(async () => void (await stage.call('setPoster', { poster: '' })));
    expect(src()).toBe(pixel);
  });

  it.each(['https://elsewhere.example/a.jpg', 'javascript:alert(1)', 'data:text/html,x'])(
    'cannot be loaded from %s: the call rejects, the option is reported, and the console says which are allowed',
    async (foreign) => {
      await begin({ poster: foreign });
      expect(stage.player.state.display.poster).toBe('');
      const failure = { code: 'poster.refused' };
      expect(stage.reported).toEqual([{ name: 'handleError', data: expect.objectContaining(failure) }]);
      await expect(stage.call('setPoster', { poster: foreign })).rejects.toMatchObject(failure);
      expect(warn).toHaveBeenCalledTimes(2);
      expect(warn.mock.calls[0]?.[0]).toMatch(/^Oriel: poster\.refused/);
    },
  );

  it('is hidden if it fails to load', async () => {
    await begin({ poster });
    const src = showPoster();
    fireEvent.error(document.querySelector('img')!);
    expect(src()).toBeNull();
  });
});

describe('scale modes', () => {
  it('are fit, fill and stretch, with fit as default', async () => {
    await begin();
    expect(stage.root.dataset.scaleMode).toBe('fit');
    for (const scaleMode of ['fill', 'stretch', 'fit']) {
      await stage.call('setScaleMode', { scaleMode });
      expect(stage.root.dataset.scaleMode).toBe(scaleMode);
    }
    await begin({ scaleMode: 'stretch' });
    expect(stage.root.dataset.scaleMode).toBe('stretch');
  });

  it('of other names change nothing, and the call rejects', async () => {
    await begin();
    await expect(stage.call('setScaleMode', { scaleMode: 'cover' })).rejects.toMatchObject({
      code: 'option.invalid',
      message: '选项 scaleMode 的值 "cover" 无效，可用：fit、fill、stretch',
    });
    expect(stage.root.dataset.scaleMode).toBe('fit');
  });
});

describe('the language', () => {
  it('is Chinese by default, and changes at run time', async () => {
    expect(stage.player.state.language).toBe('zh-CN');
    await stage.call('setLanguage', { language: 'en-US' });
    expect(stage.player.state.language).toBe('en-US');
    await expect(stage.call('setLanguage', { language: 'de' })).rejects.toMatchObject({
      code: 'option.invalid',
      message: 'The option language must be: zh-CN, en-US; it is "de"',
    });
    expect(stage.player.state.language).toBe('en-US');
  });
});

describe('calls for audio, size and quality', () => {
  it('emit events when they take effect', async () => {
    stage.player.play();
    await stage.call('setVolume', { volume: 30 });
    expect(stage.player.state.audio).toMatchObject({ isOpen: true, volume: 30 });
    stage.player.send({ type: 'request.closeSound' });
    stage.player.send({ type: 'event.expansion', expansion: 'web' });
    expect(stage.reported).toEqual([
      { name: 'openSound', data: {} },
      { name: 'closeSound', data: {} },
      { name: 'fullScreen', data: { to: 'web' } },
    ]);
  });

  it('full screen is rejected with 当前非播放状态 unless playing, and for an unknown size', async () => {
    await expect(stage.call('fullScreen', { to: 'fullscreen' })).rejects.toMatchObject({
      code: 'player.notPlaying',
    });
    await expect(stage.call('fullScreen', { to: 'wall' })).rejects.toMatchObject({ code: 'option.invalid' });
  });

  it('quality is set by name, and by size with auto', async () => {
    stage.player.setUp(camera);
    await stage.call('setQuality', { quality: 'hd' });
    expect(stage.player.state.address).toBe(hdCamera);
    await stage.call('setQuality', { quality: 'auto' });
    expect(stage.player.state.display.isAdaptive).toBe(true);
    await expect(stage.call('setQuality', { quality: '4k' })).rejects.toMatchObject({
      code: 'option.invalid',
    });
  });
});

describe('the statistics of the stream', () => {
  const figures = { framesShown: 25, framesDropped: 0, bytes: 4_096, wallMs: 1, latencyMs: 180.4, fps: 24.9 };
  const report = () =>
    stage.player.send({ type: 'event.stats', attempt: stage.player.attempt, stats: figures });
  const statsEvents = () => stage.reported.filter(({ name }) => name === 'stats');

  it('are emitted once per second during playback, with the result of getStats', async () => {
    stage.player.setUp();
    report();
    expect(statsEvents()).toEqual([]);
    stage.player.play();
    for (let quarter = 0; quarter < 12; quarter += 1) {
      report();
      await stage.player.clock.advance(250);
    }
    expect(statsEvents()).toHaveLength(3);
    const stats = { framesShown: 25, framesDropped: 0, bytes: 4_096, latencyMs: 180, fps: 25 };
    expect(statsEvents()[0]?.data).toEqual(stats);
    expect(await stage.call('getStats', {})).toEqual(stats);
    stage.player.send({ type: 'request.stop' });
    await stage.player.clock.advance(5_000);
    expect(statsEvents()).toHaveLength(3);
  });
});

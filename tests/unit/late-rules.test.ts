import { expect } from 'expect';
import { describe, it } from 'vitest';
import { builtInThemes } from '../../lib/contracts/theme/built-in-themes.ts';
import { featureRules } from '../../player-frame/state/feature-machine.ts';
import type { Effect, PlayerInput } from '../../player-frame/state/player-events.ts';
import { initialPlayerState } from '../../player-frame/state/player-state.ts';
import { createPlayerStore } from '../../player-frame/state/player-store.ts';
import { camera, cloudDay } from '../kit/recorded-player.ts';

/** A player whose feature rules are not loaded yet. */
function bootedPlayer(initial = initialPlayerState) {
  const effects: Effect[] = [];
  const requested = { rules: 0 };
  const store = createPlayerStore(
    (effect) => effects.push(effect),
    () => ({ now: 0, chance: 0.5 }),
    initial,
    () => {
      requested.rules += 1;
    },
  );
  const attempt = () => store.getState().attempt;
  return {
    store,
    requested,
    adopt: () => store.adopt(featureRules),
    send: (...inputs: PlayerInput[]) => inputs.forEach(store.send),
    start(address: string) {
      store.send({ type: 'request.setUp', address, audio: false });
      store.send({ type: 'request.play' });
      store.send({ type: 'event.resolved', attempt: attempt(), deviceName: '' });
    },
    firstFrame: () => store.send({ type: 'event.firstFrame', attempt: attempt() }),
    settled: () => effects.filter((effect) => effect.do === 'answer' || effect.do === 'refuse'),
  };
}

const themed = {
  ...initialPlayerState,
  theming: {
    ...initialPlayerState.theming,
    theme: {
      ...builtInThemes.pcLive,
      footer: {
        ...builtInThemes.pcLive.footer,
        btnList: builtInThemes.pcLive.footer.btnList.map(
          (button) => ({ ...button, defaultActive: 1 }) as const,
        ),
      },
    },
  },
};

describe('before the rules of the features are loaded', () => {
  it('live video plays, stops and changes its address without them', () => {
    const player = bootedPlayer();
    player.start(camera);
    player.firstFrame();
    expect(player.store.getState().playback.phase).toBe('playing');
    player.send(
      { type: 'request.closeSound' },
      { type: 'request.changeUrl', address: camera },
      { type: 'request.stop' },
    );
    expect(player.store.getState().playback.phase).toBe('idle');
    expect(player.requested.rules).toBe(0);
  });

  it('requests that need them wait, and those behind them too, so their order is kept', () => {
    const player = bootedPlayer();
    player.start(camera);
    player.send({ type: 'request.enableZoom', scale: 2, id: 1 }, { type: 'request.stop', id: 2 });
    expect(player.requested.rules).toBeGreaterThan(0);
    expect(player.settled()).toEqual([]);
    player.adopt();
    expect(player.settled()).toEqual([
      { do: 'answer', id: 1 },
      { do: 'answer', id: 2 },
    ]);
    expect(player.store.getState()).toMatchObject({ playback: { phase: 'idle' }, zoom: null });
  });

  it('events do not wait behind a request', () => {
    const player = bootedPlayer();
    player.start(camera);
    player.send({ type: 'request.enableZoom', id: 1 });
    player.firstFrame();
    expect(player.store.getState().playback.phase).toBe('playing');
  });

  it('waiting callers are refused if they cannot be loaded, and later requests are not held up', () => {
    const player = bootedPlayer();
    player.start(camera);
    player.send({ type: 'request.enableZoom', id: 1 });
    player.store.dropWaiting('network.unreachable');
    expect(player.settled()).toMatchObject([
      { do: 'refuse', id: 1, playbackFailure: { code: 'network.unreachable' } },
    ]);
    player.send({ type: 'request.stop', id: 2 });
    player.adopt();
    expect(player.settled()).toHaveLength(2);
    expect(player.store.getState().zoom).toBeNull();
  });

  it('the first frame of a recording waits, which they let continue as it was', () => {
    const player = bootedPlayer();
    const continues = { at: Date.UTC(2025, 1, 28, 18), paused: true };
    player.send({ type: 'request.setUp', address: cloudDay, continues }, { type: 'request.play' });
    player.send({ type: 'event.resolved', attempt: 1, deviceName: '' });
    player.firstFrame();
    expect(player.store.getState().playback.phase).toBe('loading');
    player.store.dropWaiting('network.unreachable');
    player.adopt();
    expect(player.store.getState()).toMatchObject({
      playback: { phase: 'playing' },
      recorded: { isPaused: true },
    });
  });

  it('a range of the page waits for them, because it changes the address', () => {
    const player = bootedPlayer();
    const playbackRange = { begin: '20250301080000', end: '20250301180000' };
    player.send({ type: 'request.setUp', address: cloudDay, playbackRange }, { type: 'request.play' });
    expect(player.store.getState().playback.phase).toBe('idle');
    player.adopt();
    expect(player.store.getState().playback).toEqual({
      phase: 'resolving',
      address: expect.stringContaining('begin=20250301T080000Z&end=20250301T180000Z'),
    });
  });

  it('the theme opens sound with the first frame, PTZ pad and zoom when they are loaded, once', () => {
    const player = bootedPlayer(themed);
    player.send({ type: 'request.setUp', address: camera }, { type: 'request.play' });
    player.send({ type: 'event.resolved', attempt: 1, deviceName: '' });
    player.firstFrame();
    expect(player.store.getState()).toMatchObject({
      audio: { isOpen: true },
      ptz: { isOpen: false },
      zoom: null,
    });
    player.send({ type: 'request.closeSound' });
    player.adopt();
    expect(player.store.getState()).toMatchObject({
      audio: { isOpen: false },
      ptz: { isOpen: true },
      zoom: { scale: 1 },
    });
    player.send({ type: 'request.closePtz' });
    expect(player.store.getState().ptz.isOpen).toBe(false);
  });
});

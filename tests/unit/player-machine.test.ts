import { expect } from 'expect';
import { describe, it } from 'vitest';
import { snapshotOf } from '../../player-frame/session/snapshot.ts';
import { selectDeviceName } from '../../player-frame/state/selectors.ts';
import { camera, hdCamera, otherCamera, recordedPlayer } from '../kit/recorded-player.ts';

describe('play', () => {
  it('resolves the address, loads the engine, and succeeds with the first frame', () => {
    const player = recordedPlayer();
    player.setUp();
    player.send({ type: 'request.play', id: 1 });
    expect(player.phase).toBe('resolving');
    expect(player.take()).toEqual([
      expect.objectContaining({
        do: 'resolve',
        attempt: 1,
        address: camera,
        token: 'current',
        isRetry: false,
      }),
    ]);
    player.resolved();
    expect(player.phase).toBe('loading');
    expect(player.takeNames()).toEqual(['loadEngine']);
    player.firstFrame();
    expect(player.phase).toBe('playing');
    const effects = player.take();
    expect(effects).toContainEqual({ do: 'answer', id: 1 });
    expect(effects).toContainEqual({ do: 'notify', notice: { type: 'playing' } });
  });

  it('is ignored if already playing', () => {
    const player = recordedPlayer();
    player.play();
    const before = player.state;
    player.send({ type: 'request.play', id: 7 });
    expect(player.state).toBe(before);
    expect(player.take()).toEqual([{ do: 'answer', id: 7 }]);
  });

  it('stops first when the page starts it with other options, so that PTZ controls the visible camera', () => {
    const player = recordedPlayer();
    player.play();
    player.send({ type: 'request.openPtz' });
    player.send({ type: 'request.ptzMove', direction: 2 });
    player.take();
    player.setUp(otherCamera);
    expect(player.phase).toBe('idle');
    expect(player.state.ptz.isOpen).toBe(false);
    expect(player.takeNames()).toEqual(expect.arrayContaining(['ptzEnd', 'closeEngine']));
    player.send({ type: 'request.play' });
    expect(player.take()).toContainEqual(expect.objectContaining({ do: 'resolve', address: otherCamera }));
  });

  it('joins a pending attempt instead of starting another', () => {
    const player = recordedPlayer();
    player.setUp();
    player.send({ type: 'request.play', id: 1 });
    player.take();
    player.send({ type: 'request.play', id: 2 });
    expect(player.take()).toEqual([]);
    player.resolved();
    player.firstFrame();
    expect(player.take()).toEqual(
      expect.arrayContaining([
        { do: 'answer', id: 1 },
        { do: 'answer', id: 2 },
      ]),
    );
  });

  it('fails immediately if the address is invalid', () => {
    const player = recordedPlayer();
    player.setUp('ezopen://open.example.com/DEMO00001/1.rec?begin=tomorrow');
    player.send({ type: 'request.play', id: 1 });
    expect(player.state.playback).toMatchObject({
      phase: 'failed',
      playbackFailure: { code: 'ezopen.playbackTime', stage: 'address' },
    });
    expect(player.takeNames()).toEqual(['closeEngine', 'refuse', 'notify']);
  });

  it('knows the name of the camera before the first frame, and forgets it with the next camera', () => {
    const player = recordedPlayer();
    player.setUp();
    player.send({ type: 'request.play' });
    expect(selectDeviceName(player.state)).toBe('DEMO00001');
    player.resolved('Harbour');
    expect(player.phase).toBe('loading');
    expect(selectDeviceName(player.state)).toBe('Harbour');
    player.send({ type: 'request.changeUrl', address: 'ezopen://open.example.com/CAM2/1.live' });
    expect(selectDeviceName(player.state)).toBe('CAM2');
    player.resolved();
    expect(selectDeviceName(player.state)).toBe('CAM2');
  });
});

describe('the attempt number reported to the host page', () => {
  it('increases by one with each requested stream, and not with waiting, stopping or failing', async () => {
    const player = recordedPlayer();
    const seen = () => snapshotOf(player.state, 0).attempt;
    player.setUp();
    expect(seen()).toBe(0);
    player.send({ type: 'request.play' });
    expect(seen()).toBe(1);
    player.resolved();
    player.fail('network', 'network.closed');
    expect(player.phase).toBe('reconnecting');
    expect(seen()).toBe(1);
    await player.clock.advance(2_000);
    expect(seen()).toBe(2);
    player.send({ type: 'request.stop' });
    expect(seen()).toBe(2);
    player.send({ type: 'request.play' });
    expect(seen()).toBe(3);
    player.send({ type: 'request.changeUrl', address: otherCamera });
    expect(seen()).toBe(4);
    const requested = player.take().filter((effect) => effect.do === 'resolve');
    expect(requested).toHaveLength(4);
  });
});

describe('stop', () => {
  it('rejects with 当前非播放状态 when nothing is playing', () => {
    const player = recordedPlayer();
    player.send({ type: 'request.stop', id: 3 });
    expect(player.take()).toEqual([
      { do: 'refuse', id: 3, playbackFailure: { code: 'player.notPlaying', stage: 'stream', message: null } },
    ]);
  });

  it('shows a viewer the same as a message that disappears after 2 seconds', async () => {
    const player = recordedPlayer();
    player.send({ type: 'request.stop' });
    expect(player.state.toast?.text).toBe('player.notPlaying');
    await player.clock.advance(1_999);
    expect(player.state.toast).not.toBeNull();
    await player.clock.advance(1);
    expect(player.state.toast).toBeNull();
  });

  it('closes the engine and resets the frame', () => {
    const player = recordedPlayer();
    player.play();
    player.send({ type: 'request.stop', id: 1 });
    expect(player.phase).toBe('idle');
    expect(player.take()).toEqual([
      { do: 'closeEngine', keepFrame: false },
      { do: 'answer', id: 1 },
      { do: 'notify', notice: { type: 'stopped' } },
    ]);
    expect(player.state.hasFrame).toBe(false);
  });

  it('cancels a pending attempt, and rejects its calls', () => {
    const player = recordedPlayer();
    player.setUp();
    player.send({ type: 'request.play', id: 1 });
    player.take();
    player.send({ type: 'request.stop', id: 2 });
    expect(player.phase).toBe('idle');
    expect(player.take()).toContainEqual({
      do: 'refuse',
      id: 1,
      playbackFailure: { code: 'aborted', stage: 'stream', message: null },
    });
  });
});

describe('changing the play url', () => {
  it('stops playback, then plays the new url', () => {
    const player = recordedPlayer();
    player.play();
    player.send({ type: 'request.changeUrl', address: otherCamera, id: 5 });
    expect(player.takeNames()).toEqual(['closeEngine', 'resolve', 'notify']);
    expect(player.state.playback).toEqual({ phase: 'resolving', address: otherCamera });
    expect(player.attempt).toBe(2);
    player.resolved();
    player.firstFrame();
    expect(player.take()).toContainEqual({ do: 'answer', id: 5 });
  });

  it('rejects an invalid address, without interrupting playback', () => {
    const player = recordedPlayer();
    player.play();
    const before = player.state;
    player.send({ type: 'request.changeUrl', address: 'nonsense', id: 5 });
    expect(player.state).toBe(before);
    expect(player.take()).toMatchObject([
      { do: 'refuse', id: 5, playbackFailure: { code: 'ezopen.notAddress' } },
    ]);
  });

  it('drops events of the previous playback', () => {
    const player = recordedPlayer();
    player.play();
    const old = player.attempt;
    player.send({ type: 'request.changeUrl', address: otherCamera });
    const before = player.state;
    player.take();
    const failure = { kind: 'network', code: 'network.closed', stage: 'stream', message: null } as const;
    player.send({ type: 'event.failed', attempt: old, failure });
    player.send({ type: 'event.firstFrame', attempt: old });
    player.send({ type: 'event.resolved', attempt: old, deviceName: 'Yard' });
    player.send({ type: 'event.timerElapsed', attempt: old, what: 'retry' });
    expect(player.state).toBe(before);
    expect(player.take()).toEqual([]);
  });
});

describe('audio', () => {
  it('is unmuted 500 ms after play starts', async () => {
    const player = recordedPlayer();
    player.play(camera, true);
    await player.clock.advance(499);
    expect(player.take()).toEqual([]);
    await player.clock.advance(1);
    expect(player.take()).toEqual([{ do: 'setMuted', muted: false }]);
  });

  it('stays muted if it was muted within those 500 ms', async () => {
    const player = recordedPlayer();
    player.play(camera, true);
    player.send({ type: 'request.closeSound' });
    player.take();
    await player.clock.advance(1_000);
    expect(player.take()).toEqual([]);
  });

  it('is unmuted immediately by a viewer, because browsers allow it only within the click', () => {
    const player = recordedPlayer();
    player.play();
    player.send({ type: 'request.openSound', id: 1 });
    expect(player.take().slice(0, 2)).toEqual([
      { do: 'setMuted', muted: false },
      { do: 'answer', id: 1 },
    ]);
  });

  it('is reported as blocked until a viewer clicks', () => {
    const player = recordedPlayer();
    player.play(camera, true);
    player.send({ type: 'event.audioBlocked', attempt: player.attempt });
    expect(player.state.audio).toMatchObject({ isOpen: true, isBlocked: true });
    player.send({ type: 'request.toggleSound' });
    expect(player.state.audio).toMatchObject({ isOpen: true, isBlocked: false });
  });

  it('has volume 80 of 100 by default, and zero mutes it without losing the level', () => {
    const player = recordedPlayer();
    player.play();
    expect(player.state.audio.volume).toBe(80);
    player.send({ type: 'request.setVolume', volume: 30 });
    expect(player.state.audio).toEqual({ isOpen: true, volume: 30, isBlocked: false });
    player.send({ type: 'request.setVolume', volume: 0 });
    expect(player.state.audio).toEqual({ isOpen: false, volume: 30, isBlocked: false });
  });

  it.each([
    [-5, false, 80],
    [250, true, 100],
    [Number.NaN, false, 80],
  ])('limits a volume of %p', (volume, isOpen, expected) => {
    const player = recordedPlayer();
    player.play();
    player.send({ type: 'request.setVolume', volume });
    expect(player.state.audio).toMatchObject({ isOpen, volume: expected });
  });
});

describe('full-screen and page-wide expand', () => {
  it.each(['fullscreen', 'web'] as const)('rejects %s when not playing', (to) => {
    const player = recordedPlayer();
    player.send({ type: 'request.expand', to, id: 1 });
    expect(player.take()).toMatchObject([{ do: 'refuse', playbackFailure: { code: 'player.notPlaying' } }]);
  });

  it.each([
    ['fullscreen', 'web'],
    ['web', 'fullscreen'],
  ] as const)('rejects %s while %s is active', (to, active) => {
    const player = recordedPlayer();
    player.play();
    player.send({ type: 'event.expansion', expansion: active });
    player.take();
    player.send({ type: 'request.expand', to, id: 1 });
    expect(player.take()).toMatchObject([{ do: 'refuse', playbackFailure: { code: 'player.expanded' } }]);
  });

  it('changes only when the browser reports it', () => {
    const player = recordedPlayer();
    player.play();
    player.send({ type: 'request.expand', to: 'fullscreen' });
    expect(player.state.expansion).toBe('none');
    player.send({ type: 'event.expansion', expansion: 'fullscreen' });
    expect(player.state.expansion).toBe('fullscreen');
  });

  it('is exited when playing stops, and kept when the address changes', () => {
    const player = recordedPlayer();
    player.play();
    player.send({ type: 'event.expansion', expansion: 'fullscreen' });
    player.take();
    player.send({ type: 'request.changeUrl', address: hdCamera });
    expect(player.state.expansion).toBe('fullscreen');
    expect(player.takeNames()).not.toContain('expand');
    player.send({ type: 'request.stop' });
    expect(player.take()).toContainEqual({ do: 'expand', from: 'fullscreen', to: 'none' });
  });
});

describe('during the lifetime of the page', () => {
  it('notifies the engine when the tab is hidden and shown', () => {
    const player = recordedPlayer();
    player.play();
    player.send({ type: 'event.visible', isVisible: false });
    player.send({ type: 'event.visible', isVisible: true });
    expect(player.take()).toEqual([
      { do: 'setVisible', visible: false },
      { do: 'setVisible', visible: true },
    ]);
  });
});

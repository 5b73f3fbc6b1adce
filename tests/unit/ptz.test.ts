import { expect } from 'expect';
import { describe, it } from 'vitest';
import type { Direction } from '../../player-frame/state/feature-state.ts';
import { directionOf, inPlayer } from '../../player-frame/state/rotation.ts';
import { camera, otherCamera, recordedPlayer } from '../kit/recorded-player.ts';

function openPad() {
  const player = recordedPlayer();
  player.play();
  player.send({ type: 'request.openPtz' });
  player.take();
  return player;
}
const moved = (direction: Direction, press: number, code: string) =>
  ({ type: 'event.ptzMoved', direction, press, code }) as const;

describe('the direction of a press', () => {
  it.each([
    [{ x: 3, y: -10 }, 0],
    [{ x: -3, y: 10 }, 1],
    [{ x: -10, y: 3 }, 2],
    [{ x: 10, y: -3 }, 3],
  ] as const)('%j from the centre is %i by the larger axis', (from, direction) => {
    expect(directionOf(from, false)).toBe(direction);
  });

  it.each([
    [{ x: 10, y: 0 }, 0],
    [{ x: -10, y: 0 }, 1],
    [{ x: 0, y: -10 }, 2],
    [{ x: 0, y: 10 }, 3],
  ] as const)('%j is %i if the player is rotated by 90 degrees', (from, direction) => {
    expect(directionOf(from, true)).toBe(direction);
  });

  it('is rotated as the style sheet rotates the player: its right is down on the screen', () => {
    expect(inPlayer({ x: 0, y: 5 }, true)).toEqual({ x: 5, y: -0 });
  });
});

describe('PTZ', () => {
  it('sends start on press and stop on release', () => {
    const player = openPad();
    player.send({ type: 'request.ptzMove', direction: 2 });
    expect(player.take()).toEqual([{ do: 'steer', direction: 2, press: 1 }]);
    player.send({ type: 'request.ptzStop' });
    expect(player.takeNames()).toEqual(['ptzEnd']);
    player.send({ type: 'request.ptzStop' });
    expect(player.take()).toEqual([]);
  });

  it('stops one direction before it starts another', () => {
    const player = openPad();
    player.send({ type: 'request.ptzMove', direction: 0 });
    player.send({ type: 'request.ptzMove', direction: 3 });
    expect(player.takeNames()).toEqual(['steer', 'ptzEnd', 'steer']);
  });

  it.each(['60002', '60003', '60004', '60005'])('turns red for %s', (code) => {
    const player = openPad();
    player.send({ type: 'request.ptzMove', direction: 1 });
    player.send(moved(1, 1, code));
    expect(player.state.ptz.light).toBe('limit');
  });

  it('turns blue when a command is accepted, and stays off for any other failure, which is reported to the page', () => {
    const player = openPad();
    player.send({ type: 'request.ptzMove', direction: 1 });
    player.take();
    player.send(moved(1, 1, '200'));
    expect(player.state.ptz.light).toBe('accepted');
    player.send(moved(1, 1, '20006'));
    expect(player.state.ptz.light).toBe('off');
    expect(player.state.toast).toBeNull();
    expect(player.take()).toEqual([
      { do: 'notify', notice: { type: 'ptz', direction: 1, code: '200' } },
      { do: 'notify', notice: { type: 'ptz', direction: 1, code: '20006' } },
    ]);
  });

  it('notifies the page once of repeated responses during a press', () => {
    const player = openPad();
    player.send({ type: 'request.ptzMove', direction: 1 });
    player.take();
    for (let answer = 0; answer < 5; answer += 1) player.send(moved(1, 1, '200'));
    expect(player.takeNames()).toEqual(['notify']);
  });

  it('ignores responses to an earlier press', () => {
    const player = openPad();
    player.send({ type: 'request.ptzMove', direction: 1 });
    player.send({ type: 'request.ptzStop' });
    player.send({ type: 'request.ptzMove', direction: 1 });
    player.send(moved(1, 1, '60003'));
    expect(player.state.ptz.light).toBe('off');
    player.send(moved(1, 2, '200'));
    expect(player.state.ptz).toMatchObject({ light: 'accepted', aim: 1 });
  });

  it('lights up for a tap whose response arrived after release, and turns off automatically', async () => {
    const player = openPad();
    player.send({ type: 'request.ptzMove', direction: 0 });
    player.send({ type: 'request.ptzStop' });
    await player.clock.advance(300);
    player.send(moved(0, 1, '200'));
    expect(player.state.ptz).toMatchObject({ light: 'accepted', aim: 0, pressed: null });
    await player.clock.advance(600);
    expect(player.state.ptz).toMatchObject({ light: 'off', aim: null });
  });

  it.each([
    ['the pad closes', { type: 'request.closePtz' }],
    ['playing stops', { type: 'request.stop' }],
    ['the address changes', { type: 'request.changeUrl', address: otherCamera }],
    ['the page forbids it', { type: 'request.forbidPtz', isForbidden: true }],
    ['the camera turns out to have no head', { type: 'event.ptzAvailable', isCapable: false }],
  ] as const)('stops and closes when %s', (_when, event) => {
    const player = openPad();
    player.send({ type: 'request.ptzMove', direction: 0 });
    player.take();
    player.send(event);
    expect(player.takeNames()).toContain('ptzEnd');
    expect(player.state.ptz).toMatchObject({ isOpen: false, pressed: null });
  });

  it('stops and closes when playback has failed', () => {
    const player = openPad();
    player.send({ type: 'request.ptzMove', direction: 0 });
    player.take();
    player.fail('other', '20002');
    expect(player.takeNames()[0]).toBe('ptzEnd');
    expect(player.state.ptz.isOpen).toBe(false);
  });

  it('opens only while playing, unless disabledPTZ is set or the camera has no PTZ', () => {
    const codeOf = (prepare: (player: ReturnType<typeof recordedPlayer>) => void) => {
      const player = recordedPlayer();
      prepare(player);
      player.take();
      player.send({ type: 'request.openPtz', id: 5 });
      expect(player.state.ptz.isOpen).toBe(false);
      const [refused] = player.take();
      return refused?.do === 'refuse' ? refused.playbackFailure.code : null;
    };
    expect(codeOf((player) => player.setUp())).toBe('player.notPlaying');
    expect(
      codeOf((player) => {
        player.play();
        player.send({ type: 'request.forbidPtz', isForbidden: true });
      }),
    ).toBe('ptz.disabled');
    expect(
      codeOf((player) => {
        player.play();
        player.send({ type: 'event.ptzAvailable', isCapable: false });
      }),
    ).toBe('ptz.unsupported');
  });

  it('resets the capabilities for another camera', () => {
    const player = openPad();
    player.send({ type: 'event.ptzAvailable', isCapable: true });
    player.send({ type: 'request.changeUrl', address: `${camera.replace('.live', '.hd.live')}` });
    expect(player.state.ptz.isCapable).toBe(true);
    player.send({ type: 'request.changeUrl', address: otherCamera });
    expect(player.state.ptz.isCapable).toBeNull();
  });

  it('is closed by full screen on phones, and only there', () => {
    for (const [isMobile, isOpen] of [
      [true, false],
      [false, true],
    ] as const) {
      const player = openPad();
      player.send({ type: 'request.display', change: { isMobile } });
      player.send({ type: 'event.expansion', expansion: 'fullscreen' });
      expect(player.state.ptz.isOpen).toBe(isOpen);
    }
  });
});

import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { ZoomOverlay } from '../../player-frame/features/zoom/zoom-overlay.tsx';
import { listenToZoomGestures } from '../../player-frame/session/features/zoom-gestures.ts';
import type { Zoom } from '../../player-frame/state/feature-state.ts';
import { recordedPlayer } from '../kit/recorded-player.ts';
import { showView } from '../kit/shown-player.tsx';

let player: ReturnType<typeof recordedPlayer>;
beforeEach(() => {
  player = recordedPlayer();
  player.play();
});
afterEach(cleanup);

const send = (...events: Parameters<typeof player.send>[0][]) =>
  act(() => events.forEach((event) => void player.send(event)));
const zoom = (): Zoom => player.state.zoom!;

describe('the overlay', () => {
  it('is not shown while zoom is off', () => {
    showView(player, <ZoomOverlay />);
    expect(screen.queryByRole('group')).toBeNull();
  });

  it('moves in whole steps by its buttons and its slider', () => {
    showView(player, <ZoomOverlay />);
    send({ type: 'request.enableZoom' });
    fireEvent.click(screen.getByRole('button', { name: '放大' }));
    expect(zoom().scale).toBe(2);
    fireEvent.change(screen.getByRole('slider'), { target: { value: '6' } });
    expect(zoom().scale).toBe(6);
    fireEvent.click(screen.getByRole('button', { name: '缩小' }));
    expect(screen.getByText('5.0X')).toBeVisible();
    const slider = screen.getByRole('slider');
    expect([slider.getAttribute('aria-orientation'), slider.getAttribute('aria-valuetext')]).toEqual([
      'vertical',
      '放大倍数 5.0X',
    ]);
  });

  it('is a badge on phones that zooms one step per tap and returns to 1x after the last', () => {
    showView(player, <ZoomOverlay />);
    send({ type: 'request.display', change: { isMobile: true } }, { type: 'request.enableZoom', scale: 7 });
    const badge = screen.getByRole('button', { name: '放大倍数 7.0X，点按放大一级' });
    expect(screen.queryByRole('slider')).toBeNull();
    fireEvent.click(badge);
    expect(zoom().scale).toBe(8);
    fireEvent.click(badge);
    expect(zoom().scale).toBe(1);
    send({ type: 'request.setLanguage', language: 'en' });
    expect(screen.getByRole('button', { name: 'Zoom 1.0X, tap to zoom in one step' })).toBeVisible();
  });
});

describe('gestures', () => {
  let stage: HTMLElement;
  let stop: () => void;
  let byHand: boolean;

  beforeEach(() => {
    stage = document.body.appendChild(document.createElement('div'));
    // The stage measures 800 by 400 px.
    stage.getBoundingClientRect = () => ({
      ...{ left: 0, top: 0, x: 0, y: 0, toJSON() {} },
      width: 800,
      height: 400,
      right: 800,
      bottom: 400,
    });
    stop = listenToZoomGestures(stage, {
      clock: player.clock,
      zoom: () => player.state.zoom,
      isRotated: () => player.state.display.isRotated,
      sendRequest: (request) => player.send(request),
      setHand: (is) => {
        byHand = is;
      },
    });
    player.send({ type: 'request.enableZoom' });
  });
  afterEach(() => {
    stop();
    stage.remove();
  });

  const pointer = (type: string, id: number, x: number, y: number, button = 0) =>
    stage.dispatchEvent(
      Object.assign(new MouseEvent(type, { bubbles: true, clientX: x, clientY: y, button }), {
        pointerId: id,
        pointerType: 'touch',
      }),
    );
  const wheel = (init: WheelEventInit) => {
    const event = new WheelEvent('wheel', {
      cancelable: true,
      bubbles: true,
      clientX: 400,
      clientY: 200,
      ...init,
    });
    stage.dispatchEvent(event);
    return event;
  };

  it('combines small wheel movements into one step, and limits a fling to one step', async () => {
    for (let round = 0; round < 9; round += 1) wheel({ deltaY: -11 });
    expect(zoom().scale).toBe(1);
    wheel({ deltaY: -11 });
    expect(zoom().scale).toBe(2);
    wheel({ deltaY: -900 });
    expect(zoom().scale).toBe(3);
    wheel({ deltaY: 3, deltaMode: 1 });
    expect(zoom().scale).toBe(2);
  });

  it('resets a partial step after a pause', async () => {
    wheel({ deltaY: -90 });
    await player.clock.advance(300);
    wheel({ deltaY: -90 });
    expect(zoom().scale).toBe(1);
  });

  it('prevents scrolling and zooming of the page', () => {
    expect(wheel({ deltaY: 10 }).defaultPrevented).toBe(true);
    expect(wheel({ deltaY: 10, ctrlKey: true }).defaultPrevented).toBe(true);
  });

  it('follows a touchpad pinch continuously, and snaps to a whole step', async () => {
    wheel({ deltaY: -100 * Math.log(2.6), ctrlKey: true });
    expect(zoom().scale).toBeCloseTo(2.6);
    expect(byHand).toBe(true);
    await player.clock.advance(200);
    expect(zoom().scale).toBe(3);
    expect(byHand).toBe(false);
  });

  it('follows two fingers around their centre, and snaps when they lift', () => {
    pointer('pointerdown', 1, 190, 100);
    pointer('pointerdown', 2, 210, 100);
    pointer('pointermove', 2, 234, 100);
    expect(zoom().scale).toBeCloseTo(2.2);
    pointer('pointermove', 1, 166, 100);
    expect(zoom().scale).toBeCloseTo(3.4);
    // The point of the video between the fingers stays between them.
    expect(zoom().centre.x + (0.25 - 0.5) / zoom().scale).toBeCloseTo(0.25);
    pointer('pointerup', 1, 166, 100);
    pointer('pointerup', 2, 234, 100);
    expect(zoom().scale).toBe(3);
  });

  it('pans after 4 px, with the main button only', () => {
    player.send({ type: 'request.zoomTo', scale: 2 });
    pointer('pointerdown', 1, 400, 200);
    pointer('pointermove', 1, 402, 200);
    expect(zoom().centre.x).toBe(0.5);
    pointer('pointermove', 1, 440, 200);
    expect(zoom().centre.x).toBeCloseTo(0.5 - 40 / 800 / 2);
    pointer('pointerup', 1, 440, 200);
    pointer('pointermove', 1, 600, 200);
    expect(zoom().centre.x).toBeCloseTo(0.5 - 40 / 800 / 2);
  });

  it('follows the finger in a rotated player', () => {
    player.send({ type: 'request.display', change: { isRotated: true } });
    player.send({ type: 'request.zoomTo', scale: 2 });
    pointer('pointerdown', 1, 400, 200);
    pointer('pointermove', 1, 400, 240);
    // The player is rotated by 90°, so down on the screen is right in the player, which is 400 px wide.
    expect(zoom().centre.x).toBeCloseTo(0.5 - 40 / 400 / 2);
    expect(zoom().centre.y).toBeCloseTo(0.5);
  });

  it('ignores events after it was stopped', () => {
    stop();
    wheel({ deltaY: -100 });
    expect(zoom().scale).toBe(1);
    expect(wheel({ deltaY: -100 }).defaultPrevented).toBe(false);
  });
});

import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it, vi } from 'vitest';
import { PtzPad } from '../../player-frame/features/ptz/ptz-pad.tsx';
import { recordedPlayer } from '../kit/recorded-player.ts';
import { showView } from '../kit/shown-player.tsx';

let player: ReturnType<typeof recordedPlayer>;
beforeEach(() => {
  player = recordedPlayer();
  player.play();
  showView(player, <PtzPad />);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const pad = () => screen.getByRole('group', { name: '云台控制' });
const send = (...events: Parameters<typeof player.send>[0][]) =>
  act(() => events.forEach((event) => void player.send(event)));
const open = () => {
  send({ type: 'request.openPtz' });
  player.take();
};
const moves = () =>
  player.take().flatMap((effect): (number | 'end')[] => {
    if (effect.do === 'steer') return [effect.direction];
    return effect.do === 'ptzEnd' ? ['end'] : [];
  });

/** jsdom has no layout, so the pad is given a box of 100 by 100 px at 0, 0. */
function pressAt(x: number, y: number): void {
  const box = { left: 0, top: 0, width: 100, height: 100, right: 100, bottom: 100, x: 0, y: 0, toJSON() {} };
  pad().getBoundingClientRect = () => box;
  const event = new MouseEvent('pointerdown', { bubbles: true, clientX: x, clientY: y, button: 0 });
  act(() => void fireEvent(pad(), Object.assign(event, { isPrimary: true, pointerId: 1 })));
}

describe('the pad', () => {
  it('is hidden by default, and shown and hidden by its button', () => {
    expect(screen.queryByRole('group')).toBeNull();
    send({ type: 'request.togglePtz' });
    expect(pad()).toBeTruthy();
    send({ type: 'request.togglePtz' });
    expect(screen.queryByRole('group')).toBeNull();
  });

  it.each([
    [50, 5, 0],
    [50, 95, 1],
    [5, 50, 2],
    [95, 50, 3],
    [90, 80, 3],
    [80, 90, 1],
  ])('derives the direction of a press at %i, %i from the larger axis: %i', (x, y, direction) => {
    open();
    pressAt(x, y);
    expect(moves()).toEqual([direction]);
    fireEvent.pointerUp(pad());
    expect(moves()).toEqual(['end']);
  });

  it('remaps directions in a rotated player', () => {
    open();
    send({ type: 'request.display', change: { isRotated: true } });
    pressAt(95, 50);
    expect(moves()).toEqual([0]);
  });

  it.each(['pointerCancel', 'lostPointerCapture', 'blur'] as const)('stops on %s', (what) => {
    open();
    pressAt(50, 5);
    moves();
    fireEvent[what](pad());
    expect(moves()).toEqual(['end']);
  });

  it('has four buttons by direction; arrows and Enter start on key down and stop on key up', () => {
    open();
    const names = screen.getAllByRole('button').map((one) => one.getAttribute('aria-label'));
    expect(names).toEqual(['向上转动', '向下转动', '向左转动', '向右转动']);
    const left = screen.getByRole('button', { name: '向左转动' });
    fireEvent.keyDown(left, { key: 'ArrowUp' });
    fireEvent.keyDown(left, { key: 'ArrowUp', repeat: true });
    fireEvent.keyUp(left, { key: 'ArrowUp' });
    fireEvent.keyDown(left, { key: 'Enter' });
    fireEvent.keyUp(left, { key: 'Enter' });
    expect(moves()).toEqual([0, 'end', 2, 'end']);
  });

  it("keeps its keys from the player's shortcuts", () => {
    open();
    const received = vi.fn();
    document.addEventListener('keydown', received);
    fireEvent.keyDown(screen.getByRole('button', { name: '向左转动' }), { key: 'ArrowUp' });
    fireEvent.keyDown(screen.getByRole('button', { name: '向左转动' }), { key: 'm' });
    document.removeEventListener('keydown', received);
    expect(received).toHaveBeenCalledTimes(1);
  });

  it('moves briefly for a click without pointer events', () => {
    vi.useFakeTimers();
    open();
    fireEvent.click(screen.getByRole('button', { name: '向右转动' }), { detail: 0 });
    expect(moves()).toEqual([3]);
    act(() => void vi.advanceTimersByTime(400));
    expect(moves()).toEqual(['end']);
  });

  it('is blue when accepted, and red at a limit, which is announced', () => {
    open();
    pressAt(50, 5);
    const { press } = player.state.ptz;
    send({ type: 'event.ptzMoved', direction: 0, press, code: '200' });
    expect(pad().dataset.light).toBe('accepted');
    expect(screen.getByRole('status').textContent).toBe('');
    send({ type: 'event.ptzMoved', direction: 0, press, code: '60002' });
    expect(pad().dataset.light).toBe('limit');
    expect(screen.getByRole('status').textContent).toBe('已转到最上方');
    send({ type: 'request.setLanguage', language: 'en-US' });
    expect(screen.getByRole('status').textContent).toBe('Upper limit reached');
  });

  it('is large, with title and hint on phones, and closes in full screen', () => {
    send({ type: 'request.display', change: { isMobile: true } });
    open();
    expect(screen.getByRole('heading', { name: '云台控制' })).toBeVisible();
    expect(screen.getByText('按住方向键，转动摄像机画面')).toBeVisible();
    expect(pad().dataset.size).toBe('large');
    send({ type: 'event.expansion', expansion: 'fullscreen' });
    expect(screen.queryByRole('group')).toBeNull();
    open();
    expect(pad().dataset.size).toBe('small');
  });
});

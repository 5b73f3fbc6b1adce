import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it, vi } from 'vitest';
import { builtInThemes } from '../../lib/contracts/theme/built-in-themes.ts';
import type { Theme } from '../../lib/contracts/theme/theme.ts';
import { PlayerApp } from '../../player-frame/ui/player-app.tsx';
import { hdCamera, recordedPlayer } from '../kit/recorded-player.ts';
import { showView } from '../kit/shown-player.tsx';

let player: ReturnType<typeof recordedPlayer>;
let stage: HTMLElement;
beforeEach(() => {
  vi.useFakeTimers();
  player = recordedPlayer();
  stage = document.createElement('div');
  document.body.append(stage);
});
afterEach(() => {
  cleanup();
  stage.remove();
  vi.useRealTimers();
});

function show(theme: Theme = builtInThemes.pcLive): void {
  player.play(hdCamera);
  player.send({ type: 'request.setTheme', theme });
  showView(
    player,
    <div className="oriel-ui">
      <PlayerApp onEscape={() => {}} />
    </div>,
  );
}

const isOpen = () => screen.queryByRole('region', { name: '播放诊断' }) !== null;
const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
/** jsdom has no PointerEvent. */
const finger = (type: string, target: Element = stage, more: Partial<PointerEvent> = {}) => {
  const event = new MouseEvent(type, { bubbles: true, cancelable: true, clientX: 100, clientY: 100 });
  const fields = { pointerType: 'touch', isPrimary: true, ...more };
  for (const [name, value] of Object.entries(fields)) Object.defineProperty(event, name, { value });
  act(() => void fireEvent(target, event));
  return event;
};

describe('a long press on the video', () => {
  it('opens and closes the statistics after 600 ms', () => {
    show();
    finger('pointerdown');
    wait(590);
    expect(isOpen()).toBe(false);
    wait(20);
    expect(isOpen()).toBe(true);
    finger('pointerup');
    finger('pointerdown');
    wait(610);
    expect(isOpen()).toBe(false);
  });

  it.each([
    ['is lifted', () => finger('pointerup')],
    ['is taken by the browser to scroll', () => finger('pointercancel')],
    ['moves', () => finger('pointermove', stage, { clientX: 115 })],
    ['is joined by another', () => finger('pointerdown', stage, { isPrimary: false })],
  ])('does nothing when it %s before', (_what, happen) => {
    show();
    finger('pointerdown');
    wait(300);
    happen();
    wait(1_000);
    expect(isOpen()).toBe(false);
  });

  it('tolerates small movements', () => {
    show();
    finger('pointerdown');
    finger('pointermove', stage, { clientX: 104 });
    wait(610);
    expect(isOpen()).toBe(true);
  });

  it("suppresses the browser's context menu, unlike a mouse", () => {
    show();
    finger('pointerdown');
    expect(finger('contextmenu').defaultPrevented).toBe(true);
    finger('pointerup');
    finger('pointerdown', stage, { pointerType: 'mouse' });
    expect(finger('contextmenu').defaultPrevented).toBe(false);
    wait(1_000);
    expect(isOpen()).toBe(false);
  });

  it('on a control has no effect', () => {
    show();
    finger('pointerdown', screen.getByRole('button', { name: '截图' }));
    wait(1_000);
    expect(isOpen()).toBe(false);
  });

  it('has no effect in templates without controls', () => {
    show(builtInThemes.simple);
    finger('pointerdown');
    wait(1_000);
    expect(isOpen()).toBe(false);
  });
});

describe('the live badge', () => {
  it('is a labelled button that opens and closes the statistics', () => {
    show();
    const badge = screen.getByRole('button', { name: '直播 · 诊断信息' });
    expect(badge.textContent).toBe('直播');
    expect(badge).toHaveAttribute('aria-expanded', 'false');
    fireEvent.click(badge);
    expect(isOpen()).toBe(true);
    expect(badge).toHaveAttribute('aria-expanded', 'true');
    fireEvent.click(badge);
    expect(isOpen()).toBe(false);
  });
});

describe('the cards', () => {
  it.each([
    ['while it reconnects', () => player.fail('network', 'network.closed')],
    ['when playing has ended', () => player.fail('other', '20002')],
  ])('lead to the diagnosis %s', (_when, fail) => {
    show();
    act(fail);
    fireEvent.click(screen.getByRole('button', { name: '诊断信息' }));
    expect(isOpen()).toBe(true);
  });

  it('do not in templates without controls', () => {
    show(builtInThemes.simple);
    act(() => player.fail('other', '20002'));
    expect(screen.getByRole('alert')).toBeVisible();
    expect(screen.queryByRole('button', { name: '诊断信息' })).toBeNull();
  });
});

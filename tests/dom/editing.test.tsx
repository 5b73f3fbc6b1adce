import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { builtInThemes } from '../../lib/contracts/theme/built-in-themes.ts';
import type { Theme } from '../../lib/contracts/theme/theme.ts';
import { PlayerContext } from '../../player-frame/react/player-context.ts';
import { PlayerApp } from '../../player-frame/ui/player-app.tsx';
import { hdCamera, recordedPlayer } from '../kit/recorded-player.ts';

let player: ReturnType<typeof recordedPlayer>;

beforeEach(() => {
  player = recordedPlayer();
});
afterEach(cleanup);

function edit(theme: Theme): void {
  player.send({ type: 'request.setTheme', theme });
  player.send({ type: 'request.setUp', address: hdCamera, audio: false, language: 'zh-CN' });
  player.play(hdCamera);
  player.send({ type: 'request.edit', active: true });
  player.take();
  const view = {
    store: player.store,
    sendRequest: (request: Parameters<typeof player.send>[0]) => player.send(request),
    now: () => player.clock.now(),
  };
  render(
    <PlayerContext value={view}>
      <PlayerApp onEscape={() => undefined} />
    </PlayerContext>,
  );
}

const button = (name: string) => screen.getByRole('button', { name });
const footer = () =>
  [...document.querySelectorAll<HTMLElement>('.oriel-footer .oriel-editable > .oriel-button')].map(
    (one) => one.dataset.id,
  );

describe('editing mode', () => {
  it('shows every button of the theme, also those of unsupported features', () => {
    edit(builtInThemes.pcRec);
    expect(button('云存储录像')).toBeVisible();
    expect(button('本地存储录像')).toBeVisible();
    expect(footer()).toEqual([
      'play',
      'capturePicture',
      'sound',
      'recordvideo',
      'zoom',
      'speed',
      'webExpend',
      'expend',
    ]);
  });

  it('clicking a button only selects it', () => {
    edit(builtInThemes.pcLive);
    fireEvent.click(button('停止'));
    expect(player.phase).toBe('playing');
    expect(player.take()).toEqual([{ do: 'notify', notice: { type: 'buttonPressed', iconId: 'play' } }]);
    expect(button('停止')).toHaveAttribute('aria-pressed', 'true');
    act(() => void fireEvent.keyDown(window, { key: ' ' }));
    act(() => void fireEvent.keyDown(window, { key: 'm' }));
    expect(player.phase).toBe('playing');
    expect(player.state.audio.isOpen).toBe(false);
  });

  it('moves the selected button left and right among the visible buttons of its side', () => {
    edit(builtInThemes.pcLive);
    fireEvent.click(button('网页全屏'));
    fireEvent.click(button('左移'));
    expect(footer().slice(-3)).toEqual(['webExpend', 'hd', 'expend']);
    const reported = player.take().find((one) => one.do === 'notify' && one.notice.type === 'theme');
    expect(reported).toMatchObject({ notice: { theme: player.state.theming.theme } });
    expect(button('左移')).toHaveAttribute('aria-disabled', 'true');
    fireEvent.click(button('左移'));
    expect(player.take()).toEqual([]);
    fireEvent.click(button('右移'));
    fireEvent.click(button('右移'));
    expect(footer().slice(-3)).toEqual(['hd', 'expend', 'webExpend']);
    expect(button('右移')).toHaveAttribute('aria-disabled', 'true');
  });

  it('removes the selected button and reports which', () => {
    edit(builtInThemes.pcLive);
    fireEvent.click(button('电子放大'));
    fireEvent.click(button('移除'));
    expect(footer()).not.toContain('zoom');
    expect(player.take()).toContainEqual({ do: 'notify', notice: { type: 'buttonRemoved', iconId: 'zoom' } });
    expect(screen.queryByRole('group', { name: /编辑按钮/ })).toBeNull();
    expect(button('清晰度：高清')).toHaveFocus();
  });

  it('shows 必须选中一种存储介质 when the last storage medium is to be removed', () => {
    edit(builtInThemes.mobileRec);
    fireEvent.click(button('云存储录像'));
    fireEvent.click(button('移除'));
    fireEvent.click(button('本地存储录像'));
    fireEvent.click(button('移除'));
    expect(screen.getByText('必须选中一种存储介质')).toBeVisible();
    expect(button('本地存储录像')).toBeVisible();
  });

  it('continues with a theme rendered by btnReRender, and ends', () => {
    edit(builtInThemes.pcLive);
    act(() => player.send({ type: 'request.setTheme', theme: builtInThemes.voice }));
    expect(footer()).toEqual(['play', 'talk', 'broadcast', 'sound', 'expend']);
    act(() => player.send({ type: 'request.edit', active: false }));
    expect(document.querySelector('.oriel-bars')).toHaveAttribute('data-editing', 'false');
    fireEvent.click(button('停止'));
    expect(player.phase).toBe('idle');
  });
});

import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { builtInThemes } from '../../lib/contracts/theme/built-in-themes.ts';
import { PlayerApp } from '../../player-frame/ui/player-app.tsx';
import { recordedPlayer } from '../kit/recorded-player.ts';
import { showView } from '../kit/shown-player.tsx';

/** 00:00 in Shanghai on the day of the clock of the tests. */
const midnight = Date.UTC(2025, 9, 8, 16);
const live = 'ezopen://open.example.com/DEMO00001/1.hd.live';

let player: ReturnType<typeof recordedPlayer>;

beforeEach(() => {
  player = recordedPlayer();
  player.send({ type: 'request.setTheme', theme: builtInThemes.pcLive });
});
afterEach(cleanup);

const offer = () => player.send({ type: 'request.display', change: { canLink: true } });
const show = () => showView(player, <PlayerApp onEscape={() => undefined} />);
/** The times of the links that the page was asked for. */
const asked = () =>
  player
    .take()
    .flatMap((effect) =>
      effect.do === 'notify' && effect.notice.type === 'copyLink' ? [effect.notice.at] : [],
    );
/** True if the menu of the browser opens. */
const rightClick = (at: object = {}) => fireEvent.contextMenu(document.querySelector('.oriel-app')!, at);
const item = (name: string) => screen.getByRole('menuitem', { name });

describe('a link to what is shown', () => {
  it('is offered by a button of the header and by the menu of the right mouse button', () => {
    offer();
    player.play(live);
    show();
    fireEvent.click(screen.getByRole('button', { name: '复制链接' }));
    expect(asked()).toEqual([null]);
    expect(rightClick({ clientX: 100, clientY: 50 })).toBe(false);
    expect(screen.getByRole('menu', { name: '播放器菜单' })).toBeVisible();
    expect(item('复制链接')).toHaveFocus();
    fireEvent.click(item('复制链接'));
    expect(asked()).toEqual([null]);
    expect(screen.queryByRole('menu')).toBeNull();
  });

  it('has the time of a recording', () => {
    offer();
    player.send({
      ...{ type: 'request.setUp', audio: false },
      address: 'ezopen://open.example.com/DEMO00001/1.cloud.rec?begin=20251009',
    });
    player.send({ type: 'request.play' });
    player.send({
      ...{ type: 'event.resolved', attempt: player.attempt, deviceName: '', timeZone: 'Asia/Shanghai' },
      range: { begin: midnight, end: midnight + 86_400_000 },
    });
    player.firstFrame();
    player.send({ type: 'event.position', at: midnight + 36_900_000 });
    show();
    rightClick();
    fireEvent.click(item('复制链接'));
    expect(asked()).toEqual([midnight + 36_900_000]);
  });

  it('is in a menu that Escape closes, that returns the focus, and that leads to the statistics', () => {
    offer();
    player.play(live);
    player.firstFrame();
    show();
    const button = screen.getByRole('button', { name: '复制链接' });
    act(() => button.focus());
    rightClick();
    fireEvent.keyDown(item('复制链接'), { key: 'ArrowDown' });
    expect(item('诊断信息')).toHaveFocus();
    fireEvent.keyDown(item('诊断信息'), { key: 'Escape' });
    expect(screen.queryByRole('menu')).toBeNull();
    expect(button).toHaveFocus();
    rightClick();
    fireEvent.click(item('诊断信息'));
    expect(screen.getByRole('region')).toBeVisible();
  });

  it('is not offered unless the page wants it, and then the menu is that of the browser', () => {
    player.play(live);
    show();
    expect(screen.queryByRole('button', { name: '复制链接' })).toBeNull();
    expect(rightClick()).toBe(true);
    expect(screen.queryByRole('menu')).toBeNull();
  });
});

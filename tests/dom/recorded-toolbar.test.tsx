import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { builtInThemes } from '../../lib/contracts/theme/built-in-themes.ts';
import type { Theme } from '../../lib/contracts/theme/theme.ts';
import { PlayerContext } from '../../player-frame/react/player-context.ts';
import { PlayerApp } from '../../player-frame/ui/player-app.tsx';
import { camera, cloudDay, recordedPlayer, shanghaiDay } from '../kit/recorded-player.ts';

const noon = shanghaiDay.begin + 12 * 3_600_000;
let player: ReturnType<typeof recordedPlayer>;

beforeEach(() => {
  player = recordedPlayer();
});
afterEach(cleanup);

/** A recording at noon, in a player with these buttons. */
function show(theme: Theme = builtInThemes.pcRec, address = cloudDay): void {
  player.send({ type: 'request.setTheme', theme });
  player.playDay(address);
  player.send({ type: 'event.position', at: noon });
  player.take();
  const view = { store: player.store, sendRequest: player.send, now: () => player.clock.now() };
  render(
    <PlayerContext value={view}>
      <PlayerApp onEscape={() => {}} />
    </PlayerContext>,
  );
}
const button = (name: string) => screen.getByRole('button', { name });
const press = (name: string) => act(() => void fireEvent.click(button(name)));
const key = (name: string) => act(() => void fireEvent.keyDown(window, { key: name }));

describe('the play button of a recording', () => {
  it('pauses and continues', () => {
    show();
    press('暂停');
    expect(player.state.recorded.isPaused).toBe(true);
    press('继续播放');
    expect(player.state.recorded.isPaused).toBe(false);
  });

  it('starts it again at its end', () => {
    show();
    act(() => player.send({ type: 'event.ended', attempt: player.attempt, reason: 'rangeEnd' }));
    press('继续播放');
    expect(player.state.recorded.seekTarget).toBe(shanghaiDay.begin);
  });
});

describe('keys in a recording', () => {
  it('space pauses, the arrows seek by 10 seconds, comma and period show single frames', () => {
    show();
    key(' ');
    expect(player.takeNames()).toContain('pause');
    key('ArrowRight');
    key('ArrowRight');
    key('ArrowLeft');
    expect(player.take()).toEqual([10_000, 20_000, 10_000].map((ms) => ({ do: 'seek', to: noon + ms })));
    key('.');
    key(',');
    expect(player.take()).toEqual([
      { do: 'stepFrame', direction: 1 },
      { do: 'stepFrame', direction: -1 },
    ]);
  });

  it('R records what is shown, unless the engine cannot', () => {
    show();
    key('r');
    expect(player.takeNames()).toContain('record');
    cleanup();
    player = recordedPlayer();
    player.send({ type: 'request.setTheme', theme: builtInThemes.pcRec });
    player.playDay(cloudDay, { record: false });
    player.take();
    const view = { store: player.store, sendRequest: player.send, now: () => player.clock.now() };
    render(
      <PlayerContext value={view}>
        <PlayerApp onEscape={() => {}} />
      </PlayerContext>,
    );
    key('r');
    expect(player.takeNames()).not.toContain('record');
    expect(button('录像').getAttribute('aria-disabled')).toBe('true');
  });

  it('are in the list of keys, and not in that of live video', () => {
    show();
    key('?');
    expect(screen.getByText('录像后退 / 前进 10 秒')).not.toBeNull();
    cleanup();
    player.play(camera);
    render(
      <PlayerContext value={{ store: player.store, sendRequest: player.send, now: () => 0 }}>
        <PlayerApp onEscape={() => {}} />
      </PlayerContext>,
    );
    key('?');
    expect(screen.queryByText('录像后退 / 前进 10 秒')).toBeNull();
  });
});

describe('the switch between cloud and device', () => {
  it('shows which one is played, and changes it', () => {
    show();
    expect(button('云存储录像').getAttribute('aria-pressed')).toBe('true');
    press('本地存储录像');
    expect(player.state.address).toContain('/1.rec?begin=20250301T000000Z');
    expect(button('本地存储录像').getAttribute('aria-pressed')).toBe('true');
    press('本地存储录像');
    expect(player.state.address).toContain('/1.rec');
  });

  it('says before playback which recordings the camera does not have', () => {
    player.send({ type: 'request.setTheme', theme: builtInThemes.pcRec });
    player.setUp(camera);
    player.take();
    const view = { store: player.store, sendRequest: player.send, now: () => player.clock.now() };
    render(
      <PlayerContext value={view}>
        <PlayerApp onEscape={() => {}} />
      </PlayerContext>,
    );
    expect(player.takeNames()).toContain('findStores');
    expect(button('云存储录像')).toHaveAttribute('aria-disabled', 'false');
    const stores = { 'cloud.rec': 'none', rec: 'server' };
    act(() => player.send({ type: 'event.startChosen', address: camera, recorded: { stores } }));
    expect(button('云存储录像')).toHaveAttribute('aria-disabled', 'true');
    expect(button('云存储录像')).toHaveAccessibleDescription(/该设备没有云存储录像/);
    expect(button('本地存储录像')).toHaveAttribute('aria-disabled', 'false');
    press('云存储录像');
    expect(player.state.address).toBe(camera);
    expect(player.takeNames()).not.toContain('findStores');
  });

  it('asks nothing about recordings where no button leads to them', () => {
    player.send({ type: 'request.setTheme', theme: builtInThemes.pcLive });
    player.setUp(camera);
    player.take();
    const view = { store: player.store, sendRequest: player.send, now: () => player.clock.now() };
    render(
      <PlayerContext value={view}>
        <PlayerApp onEscape={() => {}} />
      </PlayerContext>,
    );
    expect(player.takeNames()).not.toContain('findStores');
  });

  it('returns to live video in a theme for live video', () => {
    const { pcLive } = builtInThemes;
    const btnList = pcLive.header.btnList.map((each) => ({ ...each, isrender: 1 as const }));
    show({ ...pcLive, header: { ...pcLive.header, btnList } });
    press('云存储录像');
    expect(player.state.address).toBe(camera);
  });
});

describe('how far a recording is behind live', () => {
  it('is always shown, also in a pause, and leads back to live video', async () => {
    show();
    player.clock.setWall(noon + 3_723_000);
    act(() => player.send({ type: 'event.position', at: noon + 1_000 }));
    press('延迟 1 小时 2 分钟 · 回到实时画面');
    expect(player.state.address).toBe(camera);
  });

  it('counts days', () => {
    player.clock.setWall(noon + 2 * 86_400_000 + 61_000);
    show();
    expect(button('延迟 2 天 · 回到实时画面')).not.toBeNull();
  });

  it('does not lead to live video where the page permits one range only, and is called a recording', () => {
    player.clock.setWall(noon + 61_000);
    const playbackRange = { begin: '20250301T000000Z', end: '20250301T235959Z' };
    player.setUp = (address = cloudDay) => player.send({ type: 'request.setUp', address, playbackRange });
    show();
    expect(screen.getByText('录像')).not.toBeNull();
    expect(screen.queryByText(/延迟/)).toBeNull();
    expect(screen.queryByRole('button', { name: /回到实时画面/ })).toBeNull();
  });

  it('does not lead to live video which the token does not permit', () => {
    player.clock.setWall(noon + 61_000);
    const { openDay } = player;
    player.openDay = (abilities) => openDay(abilities, shanghaiDay, { hasLive: false });
    show();
    expect(screen.getByText('录像')).not.toBeNull();
    expect(screen.queryByText(/延迟/)).toBeNull();
    expect(screen.queryByRole('button', { name: /回到实时画面/ })).toBeNull();
  });
});

describe('the speed menu', () => {
  it('sets the speed, and shows it', () => {
    show();
    expect(button('播放倍速：1x').textContent).toBe('1x');
    press('播放倍速：1x');
    act(() => void fireEvent.click(screen.getByRole('menuitemradio', { name: '2 倍速' })));
    expect(player.take()).toContainEqual({ do: 'setRate', rate: 2 });
    expect(button('播放倍速：2x').textContent).toBe('2x');
    expect(button('播放倍速：2x').title).toBe('播放倍速：2x');
    press('播放倍速：2x');
    expect(screen.getByRole('menuitemradio', { name: '2 倍速' }).getAttribute('aria-checked')).toBe('true');
  });
});

import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it, vi } from 'vitest';
import { builtInThemes } from '../../lib/contracts/theme/built-in-themes.ts';
import type { Theme } from '../../lib/contracts/theme/theme.ts';
import { PlayerContext } from '../../player-frame/react/player-context.ts';
import { PlayerApp } from '../../player-frame/ui/player-app.tsx';
import { hdCamera, recordedPlayer } from '../kit/recorded-player.ts';

let player: ReturnType<typeof recordedPlayer>;
let escapes: number;

beforeEach(() => {
  player = recordedPlayer();
  escapes = 0;
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function show(options: { language?: string; theme?: Theme } = {}): void {
  const { language = 'zh-CN', theme = builtInThemes.pcLive } = options;
  player.send({ type: 'request.setTheme', theme });
  player.send({ type: 'request.setUp', address: hdCamera, audio: false, language });
  const view = {
    store: player.store,
    sendRequest: (request: Parameters<typeof player.send>[0]) => player.send(request),
    now: () => player.clock.now(),
  };
  render(
    <PlayerContext value={view}>
      <PlayerApp
        onEscape={() => {
          escapes += 1;
        }}
      />
    </PlayerContext>,
  );
}

/** From idle to the first frame. */
function play(): void {
  act(() => {
    player.send({ type: 'request.play' });
    player.resolved();
    player.firstFrame();
  });
  player.take();
}

const failWith = (kind: 'network' | 'media' | 'denied' | 'other', code: string) =>
  act(() => player.fail(kind, code));
const button = (name: string) => screen.getByRole('button', { name });
const press = (key: string, target: Element | Window = window) =>
  act(() => void fireEvent.keyDown(target, { key }));

describe('the toolbar', () => {
  it('has labelled buttons in Chinese', () => {
    show();
    play();
    const bar = screen.getByRole('group', { name: '播放控制' });
    expect(
      within(bar)
        .getAllByRole('button')
        .map((one) => one.getAttribute('aria-label')),
    ).toEqual([
      '停止',
      '截图',
      '打开声音',
      '云台控制',
      '录像',
      '对讲',
      '电子放大',
      '清晰度：高清',
      '网页全屏',
      '全屏',
    ]);
    act(() => within(bar).getByRole('button', { name: '打开声音' }).focus());
    expect(within(bar).getByRole('slider', { name: '音量' })).toHaveAttribute('aria-valuetext', '音量 0%');
  });

  it('has labelled buttons in English', () => {
    show({ language: 'en-US' });
    play();
    const bar = screen.getByRole('group', { name: 'Playback controls' });
    expect(
      within(bar)
        .getAllByRole('button')
        .map((one) => one.getAttribute('aria-label')),
    ).toEqual([
      'Stop',
      'Snapshot',
      'Turn sound on',
      'PTZ',
      'Record',
      'Talk',
      'Digital zoom',
      'Quality: HD',
      'Fill the page',
      'Full screen',
    ]);
    expect(document.documentElement.lang).toBe('en-US');
  });

  it('requests stop and play', () => {
    show();
    play();
    fireEvent.click(button('停止'));
    expect(player.phase).toBe('idle');
    const [start] = screen.getAllByRole('button', { name: '播放' });
    fireEvent.click(start!);
    expect(player.phase).toBe('resolving');
  });

  it('unmutes with a volume of 80, and changes it', () => {
    show();
    play();
    fireEvent.click(button('打开声音'));
    const slider = screen.getByRole('slider') as HTMLInputElement;
    expect(slider).toHaveValue('80');
    fireEvent.change(slider, { target: { value: '35' } });
    expect(player.state.audio).toMatchObject({ isOpen: true, volume: 35 });
    fireEvent.change(slider, { target: { value: '0' } });
    expect(button('打开声音')).toBeVisible();
  });

  it('disables audio and full screen while nothing plays, but keeps the focus', () => {
    show();
    for (const name of ['打开声音', '截图', '录像', '电子放大', '云台控制', '网页全屏', '全屏']) {
      const one = button(name);
      expect(one).toHaveAttribute('aria-disabled', 'true');
      one.focus();
      expect(one).toHaveFocus();
      player.take();
      fireEvent.click(one);
      expect(player.take()).toEqual([]);
      expect(one.title).toContain('当前非播放状态');
    }
  });

  it('requests full screen and shows it when the browser confirms', () => {
    show();
    play();
    fireEvent.click(button('全屏'));
    expect(player.take()).toContainEqual({ do: 'expand', from: 'none', to: 'fullscreen' });
    act(() => player.send({ type: 'event.expansion', expansion: 'fullscreen' }));
    expect(button('退出全屏')).toBeVisible();
  });

  it('fades after 5 s of playback without activity, never during a failure, and returns with activity', () => {
    vi.useFakeTimers();
    show();
    play();
    const bars = document.querySelector('.oriel-bars') as HTMLElement;
    act(() => void vi.advanceTimersByTime(4_999));
    expect(bars.dataset.faded).toBe('false');
    act(() => void vi.advanceTimersByTime(1));
    expect(bars.dataset.faded).toBe('true');
    failWith('network', 'network.closed');
    expect(bars.dataset.faded).toBe('false');
    act(() => player.firstFrame());
    expect(bars.dataset.faded).toBe('true');
    for (const sign of ['pointermove', 'pointerdown', 'keydown', 'focusin']) {
      act(
        () =>
          void window.dispatchEvent(
            sign === 'keydown' ? new KeyboardEvent(sign, { key: 'Shift' }) : new Event(sign),
          ),
      );
      expect(bars.dataset.faded).toBe('false');
      act(() => void vi.advanceTimersByTime(5_000));
      expect(bars.dataset.faded).toBe('true');
    }
  });

  it('shows the serial number until the name is known', () => {
    show();
    act(() => player.send({ type: 'request.play' }));
    expect(screen.getAllByText('DEMO00001')[0]).toBeVisible();
    act(() => player.resolved('<i>Harbour</i>'));
    expect(screen.getAllByText('<i>Harbour</i>')[0]).toBeVisible();
  });
});

describe('keys', () => {
  it('control playback, audio and full screen, and report Escape', () => {
    show();
    play();
    press('m');
    expect(player.state.audio.isOpen).toBe(true);
    press('f');
    expect(player.take()).toContainEqual({ do: 'expand', from: 'none', to: 'fullscreen' });
    press(' ');
    expect(player.phase).toBe('idle');
    press('Escape');
    expect(escapes).toBe(1);
  });

  it('are handled by the focused control if it uses them', () => {
    show();
    play();
    press(' ', button('全屏'));
    act(() => button('打开声音').focus());
    press('m', screen.getByRole('slider'));
    expect(player.phase).toBe('playing');
    expect(player.state.audio.isOpen).toBe(false);
  });

  it('with a modifier are left to the browser', () => {
    show();
    play();
    act(() => void fireEvent.keyDown(window, { key: 'f', ctrlKey: true }));
    expect(player.take()).toEqual([]);
  });

  it('do nothing without controls, except that Escape is reported', () => {
    show({ theme: builtInThemes.simple });
    play();
    press(' ');
    press('Escape');
    expect(player.phase).toBe('playing');
    expect(escapes).toBe(1);
  });
});

describe('overlays', () => {
  it('shows 当前非播放状态 for 2 seconds, in a live region', async () => {
    show();
    act(() => player.send({ type: 'request.stop' }));
    const toast = screen.getByText('当前非播放状态');
    expect(toast.closest('[aria-live="polite"]')).toBeTruthy();
    await act(() => player.clock.advance(2_000));
    expect(screen.queryByText('当前非播放状态')).toBeNull();
  });

  it('shows that the video is loading', () => {
    show();
    act(() => player.send({ type: 'request.play' }));
    expect(screen.getByText('正在加载画面…')).toBeVisible();
  });

  it.each([
    [
      'zh-CN',
      '正在等待摄像机的下一个关键帧…',
      (seconds: number) => `正在等待摄像机的下一个关键帧，已等待 ${seconds} 秒`,
    ],
    [
      'en-US',
      'Waiting for the next key frame of the camera…',
      (seconds: number) => `Waiting for the next key frame of the camera (${seconds} s so far)`,
    ],
  ])(
    'shows in %s that a key frame is awaited, and for how long, which is read every 10 s',
    async (language, first, later) => {
      vi.useFakeTimers();
      show({ language });
      const pass = async (ms: number) => {
        await player.clock.advance(ms);
        act(() => void vi.advanceTimersByTime(1_000));
      };
      act(() => player.send({ type: 'request.play' }));
      act(() => player.resolved());
      act(() => player.send({ type: 'event.awaitsKey', attempt: player.attempt, waitedMs: 2_000 }));
      const shown = () => document.querySelector('.oriel-caption [aria-hidden]')?.textContent;
      const read = () => screen.getAllByRole('status').flatMap(({ textContent }) => textContent || []);
      expect(shown()).toBe(later(2));
      expect(read()).toEqual([first]);
      await pass(5_000);
      expect(shown()).toBe(later(7));
      expect(read()).toEqual([first]);
      await pass(4_000);
      expect(shown()).toBe(later(11));
      expect(read()).toEqual([later(10)]);
      act(() => player.send({ type: 'event.awaitsKey', attempt: player.attempt, waitedMs: null }));
      act(() => player.firstFrame());
      expect(shown()).toBeUndefined();
    },
  );

  it('counts down to the next attempt, and retries immediately on click', async () => {
    vi.useFakeTimers();
    show();
    play();
    failWith('network', 'viewer.tooMany');
    failWith('network', 'viewer.tooMany');
    expect(screen.getByRole('heading', { name: '正在重新连接' })).toBeVisible();
    expect(screen.getByText('同时观看的路数已达上限')).toBeVisible();
    expect(screen.getByText('4 秒后重试')).toBeVisible();
    await player.clock.advance(1_500);
    act(() => void vi.advanceTimersByTime(250));
    expect(screen.getByText('3 秒后重试')).toBeVisible();
    player.take();
    fireEvent.click(button('立即重试'));
    expect(player.takeNames()).toContain('resolve');
    expect(screen.getByText('正在重试…')).toBeVisible();
  });

  it.each([
    ['zh-CN', '服务器繁忙', '3 秒后继续播放'],
    ['en-US', 'The server is busy', 'Playback continues in 3 s'],
  ])(
    'says in %s that the server is busy with recordings, and goes on by itself',
    async (language, title, when) => {
      vi.useFakeTimers();
      show({ language });
      play();
      failWith('network', 'playback.busy');
      expect(screen.getByRole('heading', { name: title })).toBeVisible();
      expect(screen.getByText(when)).toBeVisible();
      player.take();
      await act(() => player.clock.advance(3_000));
      expect(player.takeNames()).toContain('resolve');
      act(() => {
        player.resolved();
        player.firstFrame();
      });
      expect(screen.queryByRole('heading', { name: title })).toBeNull();
    },
  );

  it('shows that this computer is offline', () => {
    show();
    play();
    act(() => player.send({ type: 'event.online', isOnline: false }));
    failWith('network', 'network.closed');
    expect(screen.getByText('网络已断开，恢复后将自动重连')).toBeVisible();
  });

  it.each([
    ['zh-CN', '99999', '播放失败，请检查设备及客户端网络', '重试'],
    ['en-US', '99999', 'Playback failed. Check the device and your network.', 'Retry'],
    ['zh-CN', '10002', '播放凭证（accessToken）无效或已过期', '重试'],
    ['zh-CN', '20002', '设备不存在', null],
    ['en-US', '20002', 'The device does not exist', null],
  ])('explains (%s) the code %s, with a retry only where it helps', (language, code, cause, retry) => {
    show({ language });
    play();
    for (let round = 0; round < 3; round += 1) failWith('other', code);
    expect(screen.getByRole('alert').textContent).toBe(cause);
    expect(screen.getByText(new RegExp(`${code}$`))).toBeVisible();
    if (retry === null) expect(screen.queryByRole('button', { name: /重试|Try/ })).toBeNull();
    else fireEvent.click(button(retry));
    expect(player.phase).toBe(retry === null ? 'failed' : 'resolving');
  });

  it('offers a button that unblocks audio', () => {
    show();
    play();
    act(() => {
      player.send({ type: 'request.openSound' });
      player.send({ type: 'event.audioBlocked', attempt: player.attempt });
    });
    player.take();
    fireEvent.click(button('点击打开声音'));
    expect(player.take()).toContainEqual({ do: 'setMuted', muted: false });
    expect(screen.queryByRole('button', { name: '点击打开声音' })).toBeNull();
  });

  it('shows overlays but no controls in the simple template', () => {
    show({ theme: builtInThemes.simple });
    play();
    expect(screen.queryByRole('group')).toBeNull();
    failWith('other', '20002');
    expect(screen.getByRole('alert').textContent).toBe('设备不存在');
  });
});

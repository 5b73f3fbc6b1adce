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
const fullSize = { width: window.innerWidth, height: window.innerHeight };

beforeEach(() => {
  player = recordedPlayer();
  escapes = 0;
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  resize(fullSize.width, fullSize.height);
});

function resize(width: number, height: number): void {
  Object.assign(window, { innerWidth: width, innerHeight: height });
  act(() => void window.dispatchEvent(new Event('resize')));
}

function show(theme: Theme = builtInThemes.pcLive, language = 'zh-CN'): void {
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

function play(deviceName?: string): void {
  act(() => {
    player.send({ type: 'request.play' });
    player.resolved(deviceName);
    player.firstFrame();
  });
  player.take();
}

const button = (name: string) => screen.getByRole('button', { name });
const key = (name: string, target: Element | Window = document.activeElement ?? window) =>
  fireEvent.keyDown(target, { key: name });
const itemNames = () =>
  [...screen.getByRole('menu').querySelectorAll('.oriel-menu-item')].map((one) => one.textContent);
/** jsdom has no PointerEvent; React reads only its pointerType. */
const enter = (element: Element, pointerType: string) =>
  fireEvent(element, Object.assign(new MouseEvent('pointerover', { bubbles: true }), { pointerType }));

describe('buttons', () => {
  it('report each press to the host page', () => {
    show();
    play();
    fireEvent.click(button('电子放大'));
    expect(player.take()).toContainEqual({ do: 'notify', notice: { type: 'buttonPressed', iconId: 'zoom' } });
    expect(player.state.zoom?.scale).toBe(1);
  });

  it('expose their state as pressed, with a constant label', () => {
    show();
    play();
    expect(button('电子放大')).toHaveAttribute('aria-pressed', 'false');
    fireEvent.click(button('电子放大'));
    expect(button('电子放大')).toHaveAttribute('aria-pressed', 'true');
    fireEvent.click(button('云台控制'));
    expect(button('云台控制')).toHaveAttribute('aria-pressed', 'true');
    expect(button('截图').hasAttribute('aria-pressed')).toBe(false);
  });

  it('for full screen and page-wide display disable each other', () => {
    show();
    play();
    act(() => player.send({ type: 'event.expansion', expansion: 'web' }));
    expect(button('全屏')).toHaveAttribute('aria-disabled', 'true');
    expect(button('退出网页全屏')).toHaveAttribute('aria-disabled', 'false');
    act(() => player.send({ type: 'event.expansion', expansion: 'fullscreen' }));
    expect(button('网页全屏')).toHaveAttribute('aria-disabled', 'true');
  });

  it('for audio change the volume with the arrow keys', () => {
    show();
    play();
    fireEvent.click(button('打开声音'));
    key('ArrowDown', button('关闭声音'));
    expect(player.state.audio.volume).toBe(75);
    key('ArrowUp', button('关闭声音'));
    expect(player.state.audio.volume).toBe(80);
  });
});

describe('the volume', () => {
  const slider = () => screen.queryByRole('slider', { name: '音量' });

  it('opens over the button on hover, and closes on leave', () => {
    vi.useFakeTimers();
    show();
    play();
    expect(slider()).toBeNull();
    const anchor = button('打开声音').parentElement!;
    enter(anchor, 'touch');
    expect(slider()).toBeNull();
    enter(anchor, 'mouse');
    expect(slider()).toBeVisible();
    fireEvent.change(slider()!, { target: { value: '35' } });
    expect(player.state.audio).toMatchObject({ isOpen: true, volume: 35 });
    fireEvent(anchor, new MouseEvent('pointerout', { bubbles: true }));
    act(() => void vi.advanceTimersByTime(250));
    expect(slider()).toBeNull();
  });

  it('opens by tap, which also unmutes, and closes with Escape, which has no other effect', () => {
    show();
    play();
    fireEvent.click(button('打开声音'));
    expect(player.state.audio.isOpen).toBe(true);
    expect(slider()).toBeVisible();
    key('Escape');
    expect(slider()).toBeNull();
    expect(escapes).toBe(0);
  });

  it('opens with the keyboard focus, as the next control', () => {
    show();
    play();
    act(() => button('打开声音').focus());
    expect(slider()).toBeVisible();
    expect(button('打开声音').compareDocumentPosition(slider()!)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    act(() => button('全屏').focus());
    expect(slider()).toBeNull();
  });

  it('is always in the bar of voice, and does not open while nothing is played', () => {
    show(builtInThemes.voice);
    expect(slider()).toBeDisabled();
    cleanup();
    player = recordedPlayer();
    show();
    enter(button('打开声音').parentElement!, 'mouse');
    expect(slider()).toBeNull();
  });
});

describe('snapshot and recording', () => {
  const states = () => ['截图', '录像'].map((name) => button(name).getAttribute('aria-disabled'));

  it('are disabled until the first frame, and while the camera is not reachable', () => {
    show();
    expect(states()).toEqual(['true', 'true']);
    act(() => {
      player.send({ type: 'request.play' });
      player.resolved();
    });
    expect(states()).toEqual(['true', 'true']);
    act(() => player.firstFrame());
    expect(states()).toEqual(['false', 'false']);
    act(() =>
      player.send({
        type: 'event.source',
        attempt: player.attempt,
        state: 'retrying',
        code: 'source.timeout',
        retryInMs: 5_000,
      }),
    );
    expect(states()).toEqual(['true', 'true']);
  });
});

describe('layouts', () => {
  const layout = () => document.querySelector<HTMLElement>('.oriel-app')?.dataset.layout;

  it.each(Object.values(builtInThemes))('$themeId has the layout of its purpose', (theme) => {
    show(theme);
    expect(layout()).toBe(theme.themeId === 'simple' ? 'pcLive' : theme.themeId);
  });

  it('security labels its evidence buttons where they fit', () => {
    show(builtInThemes.security);
    resize(960, 540);
    play();
    const labels = [...document.querySelectorAll('.oriel-button-caption')].map((one) => one.textContent);
    expect(labels).toEqual(['截图', '录像', '电子放大']);
    resize(390, 220);
    expect(document.querySelector('.oriel-button-caption')).toBeNull();
  });

  it('pcRec has play in the middle of the bar', () => {
    show(builtInThemes.pcRec);
    const bar = document.querySelector('.oriel-footer')!;
    expect([...bar.children].map((one) => one.getAttribute('data-id') ?? one.className)).toEqual([
      'oriel-side',
      'play',
      'oriel-side oriel-end',
    ]);
  });

  it('mobile has play over the video, and in the bar while something else is there', () => {
    show(builtInThemes.mobileLive);
    const place = () => button('停止').closest('.oriel-mid, .oriel-footer')?.classList.contains('oriel-mid');
    play();
    expect(place()).toBe(true);
    for (const type of ['request.togglePtz', 'request.toggleZoom'] as const) {
      act(() => player.send({ type }));
      expect(place()).toBe(false);
      act(() => player.send({ type }));
      expect(place()).toBe(true);
    }
  });
});

describe('while a video loads', () => {
  it('the name of the camera is shown as soon as the server has sent it', () => {
    show();
    act(() => player.send({ type: 'request.play' }));
    const caption = () => document.querySelector('.oriel-caption')?.textContent;
    expect(caption()).toBe('DEMO00001正在加载画面…');
    act(() => player.resolved('Harbour'));
    expect(player.state.hasFrame).toBe(false);
    expect(caption()).toBe('Harbour正在加载画面…');
  });
});

describe('a failure', () => {
  const fail = () =>
    act(() => {
      player.send({ type: 'request.play' });
      player.fail('denied', '20002');
    });
  const bars = () => document.querySelectorAll('.oriel-bar').length;

  it('hides the bars', () => {
    show();
    expect(bars()).toBe(2);
    fail();
    expect(screen.getByRole('alert')).toBeVisible();
    expect(screen.getByText('DEMO00001')).toBeVisible();
    expect(bars()).toBe(0);
    expect(document.querySelector<HTMLElement>('.oriel-app')?.dataset).toMatchObject({
      header: 'false',
      footer: 'false',
    });
  });

  it('keeps them in the editor, and while the player is enlarged', () => {
    show();
    fail();
    act(() => player.send({ type: 'event.expansion', expansion: 'fullscreen' }));
    expect(button('退出全屏')).toBeVisible();
    act(() => player.send({ type: 'event.expansion', expansion: 'none' }));
    expect(bars()).toBe(0);
    act(() => player.send({ type: 'request.edit', active: true }));
    expect(bars()).toBe(2);
  });
});

describe('dialogs', () => {
  it('are above everything else in the player', () => {
    show();
    play();
    act(() => player.send({ type: 'request.toggleDiagnosis' }));
    key('?', window);
    const app = document.querySelector('.oriel-app')!;
    const order = [...app.children].map((one) => one.className);
    expect(order.slice(-2)).toEqual(['oriel-stats', 'oriel-help-veil']);
    expect(order.indexOf('oriel-bars')).toBeLessThan(order.indexOf('oriel-toasts'));
  });
});

describe('colours of the theme', () => {
  it('apply to each bar as custom properties, with a readable background for its items', () => {
    const { pcLive } = builtInThemes;
    show({
      ...pcLive,
      header: {
        ...pcLive.header,
        color: '#102030',
        backgroundColor: 'rgb(255 255 255 / 80%)',
        activeColor: 'tomato',
      },
    });
    const header = document.querySelector<HTMLElement>('.oriel-header')!;
    expect(header.style.getPropertyValue('--bar-color')).toBe('#102030');
    expect(header.style.getPropertyValue('--bar-background')).toBe('rgb(255 255 255 / 80%)');
    expect(header.style.getPropertyValue('--active')).toBe('tomato');
    expect(header.style.getPropertyValue('--plate')).toBe('#ffffffcc');
    expect(header.style.getPropertyValue('--halo')).toBe('#ffffffe6');
    const footer = document.querySelector<HTMLElement>('.oriel-footer')!;
    expect(footer.style.getPropertyValue('--plate')).toBe('#000000cc');
    expect(footer.style.getPropertyValue('--halo')).toBe('#000000e6');
  });
});

describe('texts of the header', () => {
  it('are available in full as tooltip and for screen readers', () => {
    show();
    const deviceName = 'A camera with a name that is longer than any bar';
    play(deviceName);
    const text = screen.getByText(deviceName);
    expect(text.title).toBe(deviceName);
    expect(text.textContent).toBe(`设备名称 ${deviceName}`);
  });
});

describe('autoFocus', () => {
  const bars = () => document.querySelector<HTMLElement>('.oriel-bars')!;

  it('0 keeps the bars visible', () => {
    vi.useFakeTimers();
    show({ ...builtInThemes.pcLive, autoFocus: 0 });
    play();
    act(() => void vi.advanceTimersByTime(60_000));
    expect(bars().dataset.faded).toBe('false');
  });

  it('counts seconds', () => {
    vi.useFakeTimers();
    show({ ...builtInThemes.pcLive, autoFocus: 2 });
    play();
    act(() => void vi.advanceTimersByTime(1_999));
    expect(bars().dataset.faded).toBe('false');
    act(() => void vi.advanceTimersByTime(1));
    expect(bars().dataset.faded).toBe('true');
  });

  it('bars do not fade while a menu is open, and return on click and touch', () => {
    vi.useFakeTimers();
    show();
    play();
    fireEvent.click(button('清晰度：高清'));
    act(() => void vi.advanceTimersByTime(30_000));
    expect(bars().dataset.faded).toBe('false');
    key('Escape');
    (document.activeElement as HTMLElement).blur();
    act(() => void vi.advanceTimersByTime(5_000));
    expect(bars().dataset.faded).toBe('true');
    act(() => void window.dispatchEvent(new Event('click')));
    expect(bars().dataset.faded).toBe('false');
  });
});

describe('the quality menu', () => {
  it('opens by press with the current quality focused, moves by arrows, and selects', () => {
    show();
    play();
    fireEvent.click(button('清晰度：高清'));
    expect(itemNames()).toEqual(['高清', '标清']);
    expect(document.activeElement?.getAttribute('aria-checked')).toBe('true');
    key('ArrowDown');
    expect(document.activeElement?.textContent).toBe('标清');
    key('ArrowDown');
    expect(document.activeElement?.textContent).toBe('高清');
    key('End');
    expect(document.activeElement?.textContent).toBe('标清');
    fireEvent.click(document.activeElement!);
    expect(screen.queryByRole('menu')).toBeNull();
    expect(player.state.address).not.toContain('hd.live');
    expect(button('清晰度：标清')).toHaveFocus();
  });

  it('closes with Escape, which has no other effect, and returns the focus', () => {
    show();
    play();
    fireEvent.click(button('清晰度：高清'));
    key('Escape');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(button('清晰度：高清')).toHaveFocus();
    expect(escapes).toBe(0);
  });

  it('opens on hover without taking the focus, not on touch, and closes on leave', () => {
    vi.useFakeTimers();
    show();
    play();
    const anchor = button('清晰度：高清').parentElement!;
    enter(anchor, 'touch');
    expect(screen.queryByRole('menu')).toBeNull();
    enter(anchor, 'mouse');
    expect(screen.getByRole('menu')).toBeVisible();
    expect(document.body).toHaveFocus();
    fireEvent(anchor, new MouseEvent('pointerout', { bubbles: true }));
    act(() => void vi.advanceTimersByTime(250));
    expect(screen.queryByRole('menu')).toBeNull();
  });

  it('shows 视频加载中，请稍后 while a video is loading', () => {
    show();
    act(() => player.send({ type: 'request.play' }));
    fireEvent.click(button('清晰度：高清'));
    fireEvent.click(screen.getByRole('menuitemradio', { name: '标清' }));
    expect(screen.getByText('视频加载中，请稍后')).toBeVisible();
  });

  it('is a bottom sheet on mobile and ends with 取消, which changes nothing', () => {
    show(builtInThemes.mobileLive);
    play();
    fireEvent.click(button('清晰度：高清'));
    expect(screen.getByRole('menu').className).toContain('oriel-sheet');
    expect(itemNames()).toEqual(['高清', '标清', '取消']);
    player.take();
    fireEvent.click(screen.getByRole('menuitem', { name: '取消' }));
    expect(screen.queryByRole('menu')).toBeNull();
    expect(player.take()).toEqual([]);
  });
});

describe('a narrow player', () => {
  it('has an overflow menu with the remaining buttons in order, which work as usual', () => {
    show();
    play();
    resize(250, 200);
    fireEvent.click(button('更多'));
    expect(itemNames()).toEqual(['录像', '对讲', '电子放大', '高清', '标清', '网页全屏']);
    fireEvent.click(screen.getByRole('menuitemcheckbox', { name: '电子放大' }));
    expect(player.state.zoom?.scale).toBe(1);
    fireEvent.click(button('更多'));
    expect(screen.getByRole('menuitemcheckbox', { name: '电子放大' }).getAttribute('aria-checked')).toBe(
      'true',
    );
    fireEvent.click(screen.getByRole('menuitemradio', { name: '标清' }));
    expect(player.state.address).not.toContain('hd.live');
  });

  it('keeps disabled buttons disabled there', () => {
    show();
    resize(250, 200);
    fireEvent.click(button('更多'));
    const record = screen.getByRole('menuitemcheckbox', { name: '录像' });
    expect(record).toHaveAttribute('aria-disabled', 'true');
    player.take();
    fireEvent.click(record);
    expect(player.take()).toEqual([]);
  });
});

describe('keys', () => {
  it.each([
    ['s', 'capture'],
    ['r', 'record'],
    ['f', 'expand'],
    ['w', 'expand'],
  ])('%s requests %s', (name, effect) => {
    show();
    play();
    key(name, window);
    expect(player.takeNames()).toContain(effect);
  });

  it('z zooms, + and - scale in whole steps up to 8.0X, and arrows pan', () => {
    show();
    play();
    key('z', window);
    for (let step = 0; step < 8; step += 1) key('+', window);
    expect(player.state.zoom?.scale).toBe(8);
    expect(screen.getByText(/8\.0X/, { selector: '.oriel-toast' })).toBeVisible();
    const before = player.state.zoom!.centre.x;
    key('ArrowRight', window);
    expect(player.state.zoom!.centre.x).toBeGreaterThan(before);
    key('-', window);
    expect(player.state.zoom?.scale).toBe(7);
  });

  it('p opens the PTZ pad, i the statistics', () => {
    show();
    play();
    key('p', window);
    expect(player.state.ptz.isOpen).toBe(true);
    key('i', window);
    expect(player.state.display.isDiagnosisOpen).toBe(true);
  });

  it('do nothing for buttons hidden by the theme', () => {
    show(builtInThemes.voice);
    play();
    for (const name of ['r', 's', 'z', 'p', '+']) key(name, window);
    expect(player.take()).toEqual([]);
    expect(player.state.zoom).toBeNull();
  });

  it('? lists the keys of the theme, and returns the focus', () => {
    show(builtInThemes.voice);
    play();
    button('停止').focus();
    key('?');
    const help = screen.getByRole('dialog', { name: '键盘快捷键' });
    expect(within(help).getByText('播放 / 停止')).toBeVisible();
    expect(within(help).queryByText('录像')).toBeNull();
    expect(within(help).getByRole('button', { name: '关闭' })).toHaveFocus();
    key('m');
    expect(player.state.audio.isOpen).toBe(false);
    key('Escape');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(button('停止')).toHaveFocus();
    expect(escapes).toBe(0);
  });
});

describe('the language', () => {
  it('changes all texts at run time', () => {
    show();
    play();
    act(() => player.send({ type: 'request.setLanguage', language: 'en-US' }));
    expect(button('Stop')).toBeVisible();
    expect(screen.getByText('LIVE')).toBeVisible();
    expect(document.documentElement.lang).toBe('en-US');
    act(() => player.send({ type: 'request.setLanguage', language: 'zh-CN' }));
    expect(button('停止')).toBeVisible();
  });
});

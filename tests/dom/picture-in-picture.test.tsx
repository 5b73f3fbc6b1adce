import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it, vi } from 'vitest';
import { builtInThemes } from '../../lib/contracts/theme/built-in-themes.ts';
import type { MediaEngine } from '../../player-frame/engines/engine.ts';
import { makePictureInPicture } from '../../player-frame/session/features/picture-in-picture.ts';
// Loaded when the window first opens; here before, so that it opens at once.
import '../../player-frame/session/picture-window.ts';
import { PlayerApp } from '../../player-frame/ui/player-app.tsx';
import { featurePlayer } from '../kit/feature-player.ts';
import { camera, cloudDay, hdCamera, otherCamera } from '../kit/recorded-player.ts';
import { showView } from '../kit/shown-player.tsx';

// jsdom has no picture-in-picture: what of it the player uses, as Chromium behaves.

class FakeTrack {
  isStopped = false;
  stop(): void {
    this.isStopped = true;
  }
}

class FakeStream {
  constructor(readonly tracks: FakeTrack[] = []) {}
  getTracks = () => [...this.tracks];
  getVideoTracks = this.getTracks;
  getAudioTracks = (): FakeTrack[] => [];
  addTrack = (track: FakeTrack) => void this.tracks.push(track);
  removeTrack = (track: FakeTrack) => void this.tracks.splice(this.tracks.indexOf(track), 1);
  addEventListener(): void {}
}

/** Everything that was captured, oldest first. */
let captured: { readonly of: Element; readonly track: FakeTrack }[] = [];
let actions: Partial<Record<MediaSessionAction, (() => void) | null>> = {};
let inPicture: HTMLVideoElement | null = null;
let isAllowed = true;
/** The browser closes the window: by its button, or because another player opens one. */
const closedByBrowser = () => {
  const video = inPicture;
  inPicture = null;
  video?.dispatchEvent(new Event('leavepictureinpicture'));
};

function captureStream(this: Element): FakeStream {
  const track = new FakeTrack();
  captured.push({ of: this, track });
  return new FakeStream([track]);
}

const added: [target: object, name: string][] = [];
function add(target: object, name: string, descriptor: PropertyDescriptor): void {
  Object.defineProperty(target, name, { configurable: true, ...descriptor });
  added.push([target, name]);
}

let stage: ReturnType<typeof featurePlayer>;
let engine: Partial<MediaEngine>;
const canvasEngine = (): Partial<MediaEngine> => {
  const canvas = document.createElement('canvas');
  return { element: () => canvas, redraw: vi.fn() };
};

beforeEach(() => {
  captured = [];
  actions = {};
  inPicture = null;
  isAllowed = true;
  add(globalThis, 'MediaStream', { value: FakeStream });
  add(globalThis, 'MediaMetadata', { value: class {} });
  add(HTMLMediaElement.prototype, 'captureStream', { value: captureStream });
  add(HTMLCanvasElement.prototype, 'captureStream', { value: captureStream });
  add(HTMLMediaElement.prototype, 'readyState', { value: 1 });
  add(HTMLMediaElement.prototype, 'srcObject', { value: null, writable: true });
  add(document, 'pictureInPictureEnabled', { value: true });
  add(document, 'pictureInPictureElement', { get: () => inPicture });
  add(document, 'exitPictureInPicture', { value: async () => closedByBrowser() });
  add(HTMLVideoElement.prototype, 'requestPictureInPicture', {
    async value(this: HTMLVideoElement) {
      if (!isAllowed) throw new DOMException('no click', 'NotAllowedError');
      inPicture = this;
    },
  });
  add(navigator, 'mediaSession', {
    value: {
      setActionHandler: (name: MediaSessionAction, run: (() => void) | null) => {
        actions[name] = run;
      },
    },
  });
  engine = canvasEngine();
  stage = featurePlayer(makePictureInPicture, { engine: () => engine as MediaEngine });
});
afterEach(() => {
  cleanup();
  Object.assign(window, { innerWidth: 1_024, innerHeight: 768 });
  for (const [target, name] of added.splice(0).reverse()) Reflect.deleteProperty(target, name);
});

const soon = () => act(() => new Promise((next) => setTimeout(next, 20)));
const begin = (options: object = {}) => stage.feature.begin?.({ ...options });
async function toggle(): Promise<void> {
  act(() => stage.player.send({ type: 'request.togglePicture' }));
  await soon();
}
async function playAndOpen(): Promise<void> {
  await begin();
  stage.player.play();
  await toggle();
}
const events = () => stage.reported.map(({ data }) => (data as { active: boolean }).active);
const view = () => showView(stage.player, <PlayerApp onEscape={() => undefined} />);
const withBars = () => stage.player.send({ type: 'request.setTheme', theme: builtInThemes.pcLive });

describe('the window of picture-in-picture', () => {
  it('shows a capture of the video, and captures nothing before and after', async () => {
    await begin();
    stage.player.play();
    expect(captured).toEqual([]);
    await toggle();
    expect(stage.player.state.isInPicture).toBe(true);
    expect(captured.map(({ of }) => of)).toEqual([engine.element?.()]);
    expect(engine.redraw).toHaveBeenCalled();
    await toggle();
    expect(stage.player.state.isInPicture).toBe(false);
    expect(captured.map(({ track }) => track.isStopped)).toEqual([true]);
    expect(inPicture).toBeNull();
    expect(events()).toEqual([true, false]);
  });

  it('follows the player to another engine and another camera', async () => {
    await playAndOpen();
    const shown = inPicture;
    engine = canvasEngine();
    stage.player.send({ type: 'request.changeUrl', address: otherCamera });
    expect(captured).toHaveLength(1);
    stage.player.resolved();
    stage.player.firstFrame();
    expect(captured.map(({ track }) => track.isStopped)).toEqual([true, false]);
    expect(captured[1]?.of).toBe(engine.element?.());
    expect(inPicture).toBe(shown);
  });

  it('closes when playback is stopped, when it fails, and with the player', async () => {
    for (const end of [
      () => stage.player.send({ type: 'request.stop' }),
      () => stage.player.fail('denied', '20018'),
      () => void stage.feature.destroy?.(),
    ]) {
      await playAndOpen();
      expect(inPicture).not.toBeNull();
      act(end);
      expect(inPicture).toBeNull();
      expect(stage.player.state.isInPicture).toBe(false);
    }
  });

  it('is closed by the browser when another player opens one', async () => {
    await playAndOpen();
    act(closedByBrowser);
    expect(stage.player.state.isInPicture).toBe(false);
    expect(captured.map(({ track }) => track.isStopped)).toEqual([true]);
  });

  it('keeps a player decoding that nobody sees', async () => {
    const visible = () =>
      stage.player.take().flatMap((effect) => (effect.do === 'setVisible' ? [effect.visible] : []));
    await playAndOpen();
    visible();
    stage.player.send({ type: 'event.visible', isVisible: false });
    expect(visible()).toEqual([]);
    await toggle();
    expect(visible()).toEqual([false]);
    stage.player.send({ type: 'event.visible', isVisible: true });
    expect(visible()).toEqual([true]);
  });

  it('has buttons for recordings, and none for live video', async () => {
    await playAndOpen();
    expect(Object.values(actions).filter(Boolean)).toEqual([]);
    await toggle();
    stage.player.playDay();
    await toggle();
    const at = Date.UTC(2025, 2, 1, 4);
    stage.player.send({ type: 'event.position', at });
    stage.player.take();
    actions.seekforward?.();
    expect(stage.player.take()).toContainEqual({ do: 'seek', to: at + 10_000 });
    actions.pause?.();
    expect(stage.player.state.recorded.isPaused).toBe(true);
    await toggle();
    expect(Object.values(actions).filter(Boolean)).toEqual([]);
  });
});

describe('the button of picture-in-picture', () => {
  const button = () => screen.queryByRole('button', { name: '画中画' });

  it('is beside full screen, is a toggle, and is blocked while nothing plays', async () => {
    withBars();
    await begin();
    view();
    expect(button()).toHaveAttribute('aria-disabled', 'true');
    act(() => stage.player.play());
    expect(button()).toHaveAttribute('aria-disabled', 'false');
    expect(button()?.nextElementSibling).toHaveAttribute('data-id', 'expend');
    fireEvent.click(button()!);
    await soon();
    expect(button()).toHaveAttribute('aria-pressed', 'true');
  });

  it.each([
    [1_024, 576, 'in the bar', ['网页全屏', '画中画', '全屏']],
    [300, 160, 'behind ⋯', ['对讲', '更多', '全屏']],
    [240, 159, 'nowhere', ['云台控制', '录像', '全屏']],
    [160, 90, 'nowhere', ['截图', '打开声音', '全屏']],
    [100, 60, 'nowhere', ['停止', '全屏']],
    [60, 60, 'nowhere', ['全屏']],
  ])('pushes no button of the theme out: at %i × %i it is %s', async (width, height, where, last) => {
    Object.assign(window, { innerWidth: width, innerHeight: height });
    withBars();
    await begin();
    stage.player.play();
    view();
    const bar = screen.getByRole('group', { name: '播放控制' });
    const names = [...bar.querySelectorAll('button')].map(
      (one) => one.ariaLabel ?? one.getAttribute('aria-label'),
    );
    expect(names.slice(-3)).toEqual(last);
    if (where !== 'behind ⋯') return;
    fireEvent.click(screen.getByRole('button', { name: '更多' }));
    expect(screen.getByRole('menuitemcheckbox', { name: '画中画' })).toBeVisible();
  });

  it('is only in the menu of the right mouse button in a theme without full screen', async () => {
    withBars();
    const { pcLive } = builtInThemes;
    const btnList = pcLive.footer.btnList.filter(({ iconId }) => iconId !== 'expend');
    act(() =>
      stage.player.send({
        type: 'request.setTheme',
        theme: { ...pcLive, footer: { ...pcLive.footer, btnList } },
      }),
    );
    await begin();
    stage.player.play();
    view();
    expect(button()).toBeNull();
    fireEvent.contextMenu(document.querySelector('.oriel-app')!);
    expect(screen.getByRole('menuitemcheckbox', { name: '画中画' })).toBeVisible();
  });

  it('has the key O, and an entry in the menu of the right mouse button', async () => {
    withBars();
    await begin();
    stage.player.play();
    view();
    fireEvent.keyDown(document.body, { key: 'o' });
    await soon();
    expect(stage.player.state.isInPicture).toBe(true);
    fireEvent.contextMenu(document.querySelector('.oriel-app')!);
    const entry = screen.getByRole('menuitemcheckbox', { name: '画中画' });
    expect(entry).toHaveAttribute('aria-checked', 'true');
    fireEvent.click(entry);
    expect(stage.player.state.isInPicture).toBe(false);
    fireEvent.keyDown(document.body, { key: '?' });
    expect(screen.getByRole('dialog', { name: '键盘快捷键' })).toHaveTextContent('O画中画');
  });

  it.each([
    ['the page hides it', { pictureInPicture: false }, true],
    ['the player has no video', { controlsOnly: true }, true],
    ['the browser has none, or the page forbids it to its frames', {}, false],
  ])('is missing where %s', async (_why, options, isEnabled) => {
    add(document, 'pictureInPictureEnabled', { value: isEnabled });
    withBars();
    await begin(options);
    stage.player.play();
    view();
    expect(button()).toBeNull();
    // The menu of the browser opens.
    expect(fireEvent.contextMenu(document.querySelector('.oriel-app')!)).toBe(true);
  });

  it('explains that the browser refuses', async () => {
    isAllowed = false;
    await playAndOpen();
    expect(stage.player.state.toast?.text).toBe('player.pictureRefused');
    expect(captured.map(({ track }) => track.isStopped)).toEqual([true]);
  });
});

describe('the call pictureInPicture', () => {
  const call = (active: boolean) =>
    stage.call('pictureInPicture', { active }).then(
      () => 'done',
      (error: { code?: string }) => error.code,
    );

  it('opens and closes the window', async () => {
    await begin();
    stage.player.play();
    expect(await call(true)).toBe('done');
    expect(await call(true)).toBe('done');
    expect(await call(false)).toBe('done');
    expect(events()).toEqual([true, false]);
  });

  it('rejects while nothing plays, without a click, and where the browser has none', async () => {
    expect(await call(true)).toBe('player.notPlaying');
    stage.player.play();
    isAllowed = false;
    expect(await call(true)).toBe('picture.refused');
    add(document, 'pictureInPictureEnabled', { value: false });
    expect(await call(true)).toBe('picture.unsupported');
  });
});

describe('a page that can show the player in a window', () => {
  beforeEach(() => add(window, 'documentPictureInPicture', { value: {}, configurable: true }));
  const asked = () =>
    stage.reported
      .filter(({ name }) => name === 'pictureWindow')
      .map(({ data }) => data as { active: boolean; start: string })
      .map(({ active, start }) => ({ active, start: JSON.parse(start) }));

  it('is asked to open it, with what the player continues with', async () => {
    withBars();
    await begin({ pictureWindow: 'can' });
    stage.player.play(camera, true);
    await toggle();
    expect(captured).toEqual([]);
    expect(asked()).toEqual([
      {
        active: true,
        start: {
          ...{ url: camera, language: 'zh-CN', audio: true, volume: 80 },
          ...{ autoplay: true, autoplayByTheme: false, continues: {} },
        },
      },
    ]);
  });

  it.each<[string, () => void]>([
    ['records', () => stage.player.send({ type: 'request.startRecording' })],
    ['has a verification code', () => stage.player.play(hdCamera.replace('ezopen://', 'ezopen://SECRET@'))],
    ['has no buttons', () => stage.player.send({ type: 'request.setTheme', theme: null })],
  ])('shows the video only while the player %s', async (_why, change) => {
    withBars();
    await begin({ pictureWindow: 'can' });
    stage.player.play();
    change();
    await toggle();
    expect(asked()).toEqual([]);
    expect(inPicture).not.toBeNull();
  });

  it('shows the video only where the browser refuses the window', async () => {
    withBars();
    await begin({ pictureWindow: 'can' });
    stage.player.play();
    await stage.call('pictureInPicture', { active: true, inBrowser: true });
    expect(inPicture).not.toBeNull();
  });

  it('knows at any time where the player in the window is, and closes it on request', async () => {
    withBars();
    await begin({ pictureWindow: 'open' });
    expect(stage.player.state.isInPicture).toBe(true);
    stage.player.playDay();
    const at = Date.UTC(2025, 2, 1, 4);
    stage.player.clock.advance(2_000);
    stage.player.send({ type: 'event.position', at });
    expect(asked().at(-1)).toMatchObject({
      active: true,
      start: { continues: { at, paused: false, rate: 1 } },
    });
    await toggle();
    expect(asked().at(-1)).toMatchObject({ active: false, start: { autoplay: true } });
  });

  it.each([
    ['a verification code', hdCamera.replace('ezopen://', 'ezopen://SECRET@'), hdCamera],
    ['the query of a plain address, which the page gave', 'https://a.example/1.m3u8?token=1', null],
  ])('gets an address to continue with: %s', async (_what, address, told) => {
    withBars();
    await begin({ pictureWindow: 'open' });
    stage.player.play();
    stage.player.clock.advance(2_000);
    stage.player.send({ type: 'request.changeUrl', address });
    expect(asked().at(-1)?.start.url).toBe(told ?? address);
    expect(JSON.stringify(asked())).not.toContain('SECRET');
  });

  it('leads back from the window by the same button, and has no full screen there', async () => {
    withBars();
    await begin({ pictureWindow: 'open' });
    stage.player.play();
    view();
    expect(screen.getByRole('button', { name: '画中画' })).toHaveAttribute('aria-pressed', 'true');
    for (const name of ['全屏', '网页全屏']) expect(screen.queryByRole('button', { name })).toBeNull();
    stage.player.take();
    stage.player.send({ type: 'request.expand', to: 'fullscreen' });
    expect(stage.player.take()).toEqual([]);
  });

  it('returns a stopped player stopped, and keeps the window for the reason of a failure', async () => {
    withBars();
    await begin({ pictureWindow: 'open' });
    stage.player.play();
    stage.player.fail('denied', '20018');
    expect(asked().some(({ active }) => !active)).toBe(false);
    stage.player.send({ type: 'request.play' });
    stage.player.send({ type: 'request.stop' });
    expect(asked().at(-1)).toMatchObject({ active: false, start: { autoplay: false } });
  });

  it('gets the end of the window, which the player in it could not report, and later starts as usual', async () => {
    await begin({ pictureWindow: 'closed' });
    expect(stage.player.state.isInPicture).toBe(false);
    expect(stage.reported[0]).toEqual({ name: 'pictureInPicture', data: { active: false } });
    expect(asked()).toEqual([{ active: false, start: { pictureWindow: 'can', continues: null } }]);
  });
});

describe('a player that takes the place of another one', () => {
  it('continues its recording: time, speed and pause', () => {
    const at = Date.UTC(2025, 2, 1, 4);
    stage.player.send({
      ...{ type: 'request.setUp', address: cloudDay },
      continues: { at, paused: true, rate: 2, fixed: false },
    });
    stage.player.send({ type: 'request.play' });
    expect(stage.player.take()).toContainEqual(expect.objectContaining({ do: 'resolve', startAt: at }));
    stage.player.openDay();
    const effects = stage.player.take();
    expect(effects).toContainEqual({ do: 'setRate', rate: 2 });
    expect(effects).toContainEqual({ do: 'pause' });
  });
});

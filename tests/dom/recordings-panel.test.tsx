import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it, vi } from 'vitest';
import { builtInThemes } from '../../lib/contracts/theme/built-in-themes.ts';
import { alarmsOf } from '../../player-frame/recorded-time/alarms.ts';
import { noBands } from '../../player-frame/recorded-time/bands.ts';
import { recordedTimeOf } from '../../player-frame/recorded-time/recorded-time.ts';
import type { CivilRange } from '../../player-frame/state/recorded-events.ts';
import { RecordingsPanel } from '../../player-frame/ui/recordings-panel.tsx';
import { recordedPlayer } from '../kit/recorded-player.ts';
import { showView } from '../kit/shown-player.tsx';

const hour = 3_600_000;
/** 00:00 in Shanghai on the day of the clock of the tests. */
const midnight = Date.UTC(2025, 9, 8, 16);
const { getContext } = HTMLCanvasElement.prototype;
const full = { width: window.innerWidth, height: window.innerHeight };

let player: ReturnType<typeof recordedPlayer>;

beforeEach(() => {
  player = recordedPlayer();
  // What is drawn is shown by the unit tests of the ruler.
  HTMLCanvasElement.prototype.getContext = () => null;
  Object.assign(window, { innerWidth: 390, innerHeight: 700 });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  HTMLCanvasElement.prototype.getContext = getContext;
  Object.assign(window, { innerWidth: full.width, innerHeight: full.height });
});

function show(address: string, playbackRange: CivilRange | null = null): void {
  player.send({ type: 'request.setTheme', theme: builtInThemes.mobileRec });
  player.send({ type: 'request.setUp', address, audio: false, ...(playbackRange && { playbackRange }) });
  player.send({ type: 'request.play' });
  player.send({
    type: 'event.resolved',
    attempt: player.attempt,
    deviceName: '',
    range: { begin: midnight, end: midnight + 24 * hour },
    timeZone: 'Asia/Shanghai',
    ...(playbackRange && { stores: { 'cloud.rec': 'server', rec: 'denied' } }),
  });
  player.firstFrame();
  player.send({
    type: 'event.recordings',
    recordings: {
      time: recordedTimeOf([
        { start: midnight + (playbackRange ? -2 : 1) * hour, end: midnight + 3 * hour, kind: 'schedule' },
      ]),
      counts: new Map([
        [midnight - 24 * hour, 2],
        [midnight, 7],
      ]),
      months: new Map(),
      alarms: alarmsOf([{ id: 'a', at: midnight + 2 * hour, name: '移动侦测' }]),
      others: noBands,
    },
  });
  player.take();
  showView(player, <RecordingsPanel />);
}

const cloud = 'ezopen://open.example.com/DEMO00001/1.cloud.rec';

describe('the recordings of a phone', () => {
  it('has the date, the number of recordings, both storages and the hours of the day', () => {
    show(cloud);
    expect(screen.getByText('今日录像').nextSibling).toHaveTextContent('10月9日');
    expect(screen.getByRole('status')).toHaveTextContent('共 7 段');
    expect(screen.getByRole('button', { name: '云录像' })).toHaveAttribute('aria-pressed', 'true');
    expect(screen.getByRole('slider')).toHaveAttribute(
      'aria-valuetext',
      '2025-10-09 00:00:00，此处无录像，下一段 01:00:00',
    );
    expect(player.take()).toContainEqual({
      do: 'loadRecordings',
      from: midnight,
      to: player.clock.now(),
    });
    fireEvent.click(screen.getByRole('button', { name: '存储卡录像' }));
    expect(player.state.address).toMatch(/1\.rec/);
  });

  it('ignores the date input if the url fixes a begin or end', () => {
    player.send({ type: 'request.display', change: { isMobile: true } });
    show(`${cloud}?begin=20251009&end=20251009`);
    fireEvent.click(screen.getByRole('button', { name: /今日录像/ }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each([
    ['20251002093000', '10月2日'],
    ['2025-10-02T09:30:00Z', '10月2日'],
    ['00010101', '10月9日'],
    ['20261002', '10月9日'],
  ])('shows the day of the address while the code of the camera is asked for: %s', (begin, day) => {
    player.send({ type: 'request.setTheme', theme: builtInThemes.mobileRec });
    player.setUp(`${cloud}?begin=${begin}`);
    player.send({ type: 'request.play' });
    const failure = { kind: 'denied', code: '400035', stage: 'address', message: null } as const;
    player.send({ type: 'event.failed', attempt: player.attempt, failure });
    showView(player, <RecordingsPanel />);
    expect(document.querySelector('.oriel-panel-date')).toHaveTextContent(day);
  });

  it('has the hours of both days for a range over midnight, of which nothing outside is played', async () => {
    show(cloud, { begin: '20251008T230000Z', end: '20251009T005959Z' });
    // 2 and 7, of which one is in the lists of both days.
    expect(screen.getByRole('status')).toHaveTextContent('共 8 段');
    // The token permits one storage.
    expect(screen.queryByRole('button', { name: '存储卡录像' })).toBeNull();
    const ruler = screen.getByRole('slider');
    expect(ruler).toHaveAttribute('aria-valuemax', String(48 * 3_600));
    const chosen = async (top: number) => {
      act(() => {
        ruler.scrollTop = top;
        fireEvent.scroll(ruler);
      });
      await waitFor(() => expect(player.state.recorded.seekTarget).not.toBeNull());
      const to = player.state.recorded.seekTarget!;
      act(() => player.send({ type: 'event.sought', to, isDone: true }));
      return (to - midnight) / hour;
    };
    // The range fills the ruler: 150 px are an hour.
    expect(await chosen(23.5 * 150)).toBe(-0.5);
    expect(await chosen(24.5 * 150)).toBe(0.5);
    expect(await chosen(26 * 150)).toBe(-1);
  });

  it('is sought by Home to the begin of the day, and by End to the last second that is recorded', () => {
    show(cloud);
    const ruler = screen.getByRole('slider');
    const pressed = (key: string) => {
      fireEvent.keyDown(ruler, { key });
      return (player.state.recorded.seekTarget! - midnight) / 1_000;
    };
    expect([pressed('End'), pressed('Home')]).toEqual([3 * 3_600 - 1, 0]);
  });

  it('opens a calendar otherwise, and the chosen date is played from 00:00:00', () => {
    show(cloud);
    fireEvent.click(screen.getByRole('button', { name: /今日录像/ }));
    fireEvent.click(screen.getByRole('button', { name: /10月2日/ }));
    expect(player.state.address).toContain('begin=20251002T000000Z');
    const notices = player
      .take()
      .flatMap((effect) =>
        effect.do === 'notify' && effect.notice.type === 'timeline' ? [effect.notice] : [],
      );
    expect(notices).toEqual([
      { type: 'timeline', isCalendarOpen: true },
      { type: 'timeline', isCalendarOpen: false },
      { type: 'timeline', date: '2025-10-02' },
    ]);
  });

  it('shows what is recorded at the marker while it is scrolled, with its picture and alarm', async () => {
    show(cloud);
    const ruler = screen.getByRole('slider');
    const held = () =>
      [...document.querySelectorAll('.oriel-ruler-held > span')].map((each) => each.textContent);
    expect(held()).toEqual([]);
    // 60 px are 30 minutes.
    const scrollTo = (top: number) => {
      act(() => {
        ruler.scrollTop = top;
        fireEvent.scroll(ruler);
      });
    };
    scrollTo(60);
    expect(held()).toEqual(['此处无录像，下一段 01:00:00']);
    scrollTo(4 * 60);
    expect(held()).toEqual(['定时录像', '02:00:00 移动侦测']);
    expect(player.take()).toContainEqual({ do: 'loadPreview', at: midnight + 2 * hour });
    const image = { width: 160, height: 90 } as ImageBitmap; // is only drawn
    const preview = { from: midnight + 2 * hour, to: midnight + 2 * hour, image };
    act(() => player.send({ type: 'event.preview', preview }));
    await waitFor(() => expect(document.querySelector('.oriel-ruler-held canvas')).toBeVisible());
    // At rest, it is played.
    await waitFor(() => expect(held()).toEqual([]));
    expect(player.state.recorded.seekTarget).toBe(midnight + 2 * hour);
  });

  describe('a gesture on the hours that chooses nothing', () => {
    const touches = (...ys: number[]) => ({ touches: ys.map((clientY) => ({ clientX: 100, clientY })) });
    const scrollTo = (ruler: HTMLElement, top: number) => {
      act(() => {
        ruler.scrollTop = top;
        fireEvent.scroll(ruler);
      });
    };
    const marked = () => document.querySelector('.oriel-ruler-marker > time')?.textContent;
    /** After the ruler has settled. */
    const isReleased = () => waitFor(() => expect(document.querySelector('.oriel-ruler-held')).toBeNull());
    const height = () => Number.parseFloat(document.querySelector<HTMLElement>('canvas + div')!.style.height);
    const hide = () => {
      Object.defineProperty(document, 'hidden', { configurable: true, value: true });
      fireEvent(document, new Event('visibilitychange'));
      delete (document as { hidden?: boolean }).hidden;
    };
    const turn = () => {
      window.innerWidth += 10;
      fireEvent(window, new Event('resize'));
    };
    const nextDay = () =>
      act(() => {
        const { attempt } = player;
        player.send({ type: 'event.position', at: midnight + 24 * hour + 1_000 });
        expect(player.attempt).toBe(attempt);
      });

    it('two fingers change the scale only, whichever is lifted first', async () => {
      show(cloud);
      const ruler = screen.getByRole('slider');
      const before = height();
      fireEvent.touchStart(ruler, touches(300));
      scrollTo(ruler, 90);
      fireEvent.touchStart(ruler, touches(300, 400));
      fireEvent.touchMove(ruler, touches(250, 450));
      expect(height()).toBe(before * 2);
      scrollTo(ruler, 180);
      fireEvent.touchEnd(ruler, touches(450));
      scrollTo(ruler, 300);
      fireEvent.touchEnd(ruler, touches());
      await isReleased();
      expect([player.state.recorded.seekTarget, marked(), ruler.scrollTop]).toEqual([null, '00:00:00', 0]);
      expect(height()).toBe(before * 2);
    });

    it.each<[string, (ruler: HTMLElement) => void, string]>([
      ['the browser takes the touch over', (ruler) => fireEvent.touchCancel(ruler, touches()), '00:00:00'],
      ['the page is hidden', hide, '00:00:00'],
      ['the phone is turned', turn, '00:00:00'],
      ['another day begins', nextDay, '00:00:01'],
      ['a touch without a movement', () => undefined, '00:00:00'],
    ])('%s', async (name, interrupt, shown) => {
      show(cloud);
      const ruler = screen.getByRole('slider');
      fireEvent.touchStart(ruler, touches(300));
      if (!name.includes('without')) scrollTo(ruler, 90);
      interrupt(ruler);
      fireEvent.touchEnd(ruler, touches());
      await isReleased();
      expect([player.state.recorded.seekTarget, marked()]).toEqual([null, shown]);
      fireEvent.touchStart(ruler, touches(300));
      scrollTo(ruler, 240);
      fireEvent.touchEnd(ruler, touches());
      await waitFor(() => expect(player.state.recorded.seekTarget).not.toBeNull());
    });

    it('an end of a selection is dragged by one finger, and is where it was after an interruption', () => {
      show(cloud);
      fireEvent.click(screen.getByRole('button', { name: '选择时段' }));
      const [begin, end] = ['所选时段的起点', '所选时段的终点'].map((name) =>
        screen.getByRole('slider', { name }),
      );
      const pointer = (target: HTMLElement, type: string, clientY: number, pointerId: number) =>
        act(() => {
          const event = new MouseEvent(type, { bubbles: true, clientY, button: 0 });
          target.dispatchEvent(Object.assign(event, { pointerId }));
        });
      for (const interrupt of [hide, turn, () => pointer(begin!, 'pointerdown', 150, 2)]) {
        pointer(end!, 'pointerdown', 210, 1);
        pointer(end!, 'pointermove', 290, 1);
        expect(end).not.toHaveAttribute('aria-valuetext', '2025-10-09 00:30:00');
        interrupt();
        pointer(end!, 'pointermove', 295, 1);
        pointer(end!, 'pointerup', 295, 1);
        pointer(begin!, 'pointerup', 150, 2);
        expect(end).toHaveAttribute('aria-valuetext', '2025-10-09 00:30:00');
      }
    });
  });

  it('selects a range by finger and by keys, which can be exported and shared', () => {
    show(cloud);
    act(() => player.send({ type: 'request.display', change: { canShare: true } }));
    const selected = () =>
      player
        .take()
        .flatMap((effect) =>
          effect.do === 'notify' && effect.notice.type === 'selected' ? [effect.notice.range] : [],
        );
    const minute = hour / 60;
    const at = (begin: number, end: number) => ({
      begin: midnight + begin * minute,
      end: midnight + end * minute,
    });
    // One row from the marker on.
    fireEvent.click(screen.getByRole('button', { name: '选择时段' }));
    expect(selected()).toEqual([at(0, 30)]);
    expect(screen.getByText('00:00:00 – 00:30:00').nextSibling).toHaveTextContent('时长 30 分钟');
    const [begin, end] = ['所选时段的起点', '所选时段的终点'].map((name) =>
      screen.getByRole('slider', { name }),
    );
    expect(end).toHaveAttribute('aria-valuetext', '2025-10-09 00:30:00');
    // 2 min per pixel: 60 px are an hour and a half less half an hour; an edge of a recording attracts.
    const pointer = (type: string, clientY: number) =>
      act(() => {
        const event = new MouseEvent(type, { bubbles: true, clientY, button: 0 });
        end!.dispatchEvent(Object.assign(event, { pointerId: 1 }));
      });
    pointer('pointerdown', 215);
    pointer('pointermove', 215 + 58);
    expect(screen.getByText('定时录像')).toBeInTheDocument();
    expect(selected()).toEqual([]);
    pointer('pointerup', 215 + 58);
    expect(selected()).toEqual([at(0, 60)]);
    // The begin stays before the end.
    fireEvent.keyDown(begin!, { key: 'PageDown' });
    fireEvent.keyDown(begin!, { key: 'ArrowDown', shiftKey: true });
    fireEvent.keyDown(begin!, { key: 'PageDown' });
    expect(selected().map((range) => range!.begin - midnight)).toEqual([
      30 * minute,
      30 * minute + 10_000,
      60 * minute - 1_000,
    ]);
    fireEvent.keyDown(begin!, { key: 'PageUp' });
    const range = { begin: midnight + 30 * minute - 1_000, end: midnight + hour };
    player.take();
    fireEvent.click(screen.getByRole('button', { name: '导出' }));
    fireEvent.click(screen.getByRole('button', { name: '分享' }));
    expect(player.take()).toEqual([
      { do: 'export', range, hasManifest: false },
      { do: 'notify', notice: { type: 'share', range, recordType: 'cloud.rec' } },
    ]);
    fireEvent.click(screen.getByRole('button', { name: '取消选择' }));
    expect([selected(), screen.getAllByRole('slider').length]).toEqual([[null], 1]);
  });

  it('scrolls while an end of a selection is dragged to an edge, up to the last moment, and seeks to nothing', async () => {
    let frames: FrameRequestCallback[] = [];
    vi.stubGlobal('requestAnimationFrame', (run: FrameRequestCallback) => frames.push(run));
    vi.stubGlobal('cancelAnimationFrame', () => undefined);
    let now = 0;
    const pass = (seconds: number) => {
      for (let frame = 0; frame < seconds * 50; frame += 1) {
        now += 20;
        const due = frames;
        frames = [];
        act(() => {
          for (const run of due) run(now);
          fireEvent.scroll(ruler);
        });
      }
    };
    show(cloud);
    const ruler = screen.getByRole('slider');
    fireEvent.click(screen.getByRole('button', { name: '选择时段' }));
    const [begin, end] = ['所选时段的起点', '所选时段的终点'].map((name) =>
      screen.getByRole('slider', { name }),
    );
    const pointer = (target: HTMLElement, type: string, clientY: number) =>
      act(() => {
        const event = new MouseEvent(type, { bubbles: true, clientY, button: 0 });
        target.dispatchEvent(Object.assign(event, { pointerId: 1 }));
      });
    const at = (handle: HTMLElement) => Number(handle.getAttribute('aria-valuenow')) / 60;
    pointer(end!, 'pointerdown', 280);
    pointer(end!, 'pointermove', 279);
    pass(1);
    // Not towards the edge.
    expect([ruler.scrollTop, at(end!)]).toEqual([0, 29.5]);
    pointer(end!, 'pointermove', 300);
    pass(1);
    // 240 px of half a minute; the pointer is 20 px below.
    expect(ruler.scrollTop).toBeGreaterThan(220);
    expect(ruler.scrollTop).toBeLessThan(245);
    expect(at(end!)).toBeCloseTo(40 + ruler.scrollTop / 2, 0);
    expect(document.querySelector('.oriel-ruler-marker > time')).toHaveTextContent('01:5');
    pointer(end!, 'pointermove', 1_000);
    pass(10);
    // Now, which is the last moment.
    expect(at(end!)).toBeCloseTo(16 * 60 + 53, 0);
    const { scrollTop } = ruler;
    pass(1);
    expect(ruler.scrollTop).toBe(scrollTop);
    pointer(end!, 'pointerup', 1_000);
    await waitFor(() => expect(ruler.scrollTop).toBe(0));
    fireEvent.scroll(ruler); // as browsers do
    expect(player.state.recorded.seekTarget).toBeNull();

    // Towards earlier hours, up to the begin of the day.
    pointer(begin!, 'pointerdown', 290);
    pointer(begin!, 'pointermove', 299);
    pass(1);
    expect(at(begin!)).toBeGreaterThan(60);
    pointer(begin!, 'pointermove', 0);
    pass(5);
    expect(at(begin!)).toBe(0);
    expect(ruler.scrollTop).toBeLessThanOrEqual(150);
    pointer(begin!, 'pointerup', 0);
    expect(player.state.recorded.seekTarget).toBeNull();
  });

  it('shows nothing at the marker when the selection ends while it is dragged', () => {
    show(cloud);
    fireEvent.click(screen.getByRole('button', { name: '选择时段' }));
    const end = screen.getByRole('slider', { name: '所选时段的终点' });
    for (const [type, clientY] of [
      ['pointerdown', 215],
      ['pointermove', 273],
    ] as const)
      act(() => {
        const event = new MouseEvent(type, { bubbles: true, clientY, button: 0 });
        end.dispatchEvent(Object.assign(event, { pointerId: 1 }));
      });
    expect(screen.getByText('定时录像')).toBeInTheDocument();
    fireEvent.keyDown(end, { key: 'Escape' });
    expect(screen.queryByText('定时录像')).toBeNull();
  });

  it('offers no export of a selected range where the page does not permit it', () => {
    show(cloud);
    act(() => player.send({ type: 'request.display', change: { noDownload: true } }));
    fireEvent.click(screen.getByRole('button', { name: '选择时段' }));
    expect(screen.queryByRole('button', { name: /导出/ })).toBeNull();
    expect(screen.queryByRole('button', { name: '分享' })).toBeNull();
  });

  it('is below the video of 390 px in a frame of 563 px, where player.css leaves its space free', () => {
    Object.assign(window, { innerWidth: 390, innerHeight: 563 });
    show(cloud);
    expect(screen.getByRole('slider')).toBeVisible();
  });

  it('is opened by a button where the video leaves no space', () => {
    Object.assign(window, { innerWidth: 640, innerHeight: 480 });
    show(cloud);
    expect(screen.queryByRole('slider')).toBeNull();
    act(() => screen.getByRole('button', { name: '录像时间' }).click());
    expect(screen.getByRole('slider')).toBeVisible();
    act(() => screen.getByRole('button', { name: '收起录像时间' }).click());
    expect(screen.queryByRole('slider')).toBeNull();
  });
});

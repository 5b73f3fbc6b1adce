import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { expect } from 'expect';
import { useState } from 'react';
import { afterEach, beforeEach, describe, it, type Mock, vi } from 'vitest';
import type { Locale } from '../../lib/i18n/translate.ts';
import { zoneOf } from '../../lib/kernel/zone-time.ts';
import { DatePicker } from '../../player-frame/features/date-picker/date-picker.tsx';
import { Timeline, type TimelineProps } from '../../player-frame/features/timeline/timeline.tsx';
import { alarmsOf, noAlarms } from '../../player-frame/recorded-time/alarms.ts';
import { bandsOf } from '../../player-frame/recorded-time/bands.ts';
import { recordedTimeOf } from '../../player-frame/recorded-time/recorded-time.ts';
import { RecordingTimeline } from '../../player-frame/ui/recording-timeline.tsx';
import { cloudDay, recordedPlayer, shanghaiDay } from '../kit/recorded-player.ts';
import { showView } from '../kit/shown-player.tsx';

const minute = 60_000;
const noon = Date.UTC(2025, 2, 1, 4); // 12:00 in Shanghai
const zone = zoneOf('Asia/Shanghai');
const width = 1_200;

let frames: FrameRequestCallback[];
let drawings: number;
let onSeek: Mock<(at: number) => void>;
const real = {
  requestAnimationFrame,
  cancelAnimationFrame,
  getContext: HTMLCanvasElement.prototype.getContext,
};

/** A context that counts fills of the background, one for each drawing. */
function countingContext() {
  const fillRect = (_x: number, _y: number, ...[w]: number[]) => {
    if (w === width && context.fillStyle === '#10141b') drawings += 1;
  };
  const context: Record<string, unknown> = new Proxy(
    { fillStyle: '', fillRect, measureText: () => ({ width: 30 }) },
    { get: (target, name) => Reflect.get(target, name) ?? (() => undefined) },
  );
  return context;
}

beforeEach(() => {
  frames = [];
  drawings = 0;
  onSeek = vi.fn();
  const context = countingContext();
  HTMLCanvasElement.prototype.getContext = (() => context) as never;
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => width });
  Object.assign(globalThis, {
    requestAnimationFrame: (run: FrameRequestCallback) => frames.push(run),
    cancelAnimationFrame: (id: number) => {
      frames[id - 1] = () => {};
    },
  });
});
afterEach(() => {
  cleanup();
  HTMLCanvasElement.prototype.getContext = real.getContext;
  Object.assign(globalThis, real);
  delete (HTMLElement.prototype as { clientWidth?: number }).clientWidth;
});

/** Runs display frames until nothing is requested; the number of frames. */
function runFrames(): number {
  let count = 0;
  while (frames.length > 0 && count < 100) {
    const due = frames.splice(0);
    act(() => due.forEach((run) => void run(0)));
    count += 1;
  }
  return count;
}

const recorded = recordedTimeOf([
  { start: noon - 60 * minute, end: noon + 10 * minute, kind: 'schedule' },
  { start: noon + 20 * minute, end: noon + 25 * minute, kind: 'alarm' },
]);

let change: (props: Partial<TimelineProps>) => void;

function show(first: Partial<TimelineProps> = {}, language: Locale = 'zh-CN'): HTMLElement {
  const player = recordedPlayer();
  player.send({ type: 'request.setLanguage', language });
  function Changing() {
    const [props, setProps] = useState(first);
    change = (changed) => act(() => setProps({ ...props, ...changed }));
    return (
      <Timeline
        zone={zone}
        language={language}
        current={noon}
        isSeeking={false}
        recorded={recorded}
        isKnown={() => true}
        alarms={noAlarms}
        store="cloud"
        limits={{ begin: Number.NEGATIVE_INFINITY, end: noon + 120 * minute }}
        isReadOnly={false}
        onSeek={onSeek}
        onSelect={() => {}}
        {...props}
      />
    );
  }
  showView(player, <Changing />);
  runFrames();
  return screen.getByRole('slider');
}

const pointer = (target: Element, type: string, clientX: number, init: MouseEventInit = {}, pointerId = 1) =>
  act(() => {
    const event = new MouseEvent(type, {
      ...{ bubbles: type !== 'pointerleave', clientX, button: 0, buttons: 1 },
      ...init,
    });
    target.dispatchEvent(Object.assign(event, { pointerId, pointerType: 'mouse' }));
  });

describe('the desktop timeline', () => {
  it('is a slider that names the time and what is recorded', () => {
    const slider = show();
    expect(slider).toHaveAccessibleName('录像时间轴');
    expect(slider).toHaveAttribute('aria-valuetext', '2025-03-01 12:00:00，定时录像');
    expect([slider.getAttribute('aria-valuenow'), slider.getAttribute('aria-valuemax')]).toEqual([
      '43200',
      '86400',
    ]);
    fireEvent.keyDown(slider, { key: 'ArrowRight', shiftKey: true });
    expect(onSeek).toHaveBeenCalledWith(noon + 10_000);
  });

  it('of a fixed range over midnight is as long as the range, and reaches nothing outside of it', () => {
    const midnight = noon + 720 * minute;
    const limits = { begin: midnight - 2 * minute, end: midnight + 3 * minute };
    const bands = [{ start: midnight - 10 * minute, end: midnight + 10 * minute, kind: 'schedule' }] as const;
    const slider = show({ current: midnight + minute, limits, recorded: recordedTimeOf(bands) });
    expect([slider.getAttribute('aria-valuenow'), slider.getAttribute('aria-valuemax')]).toEqual([
      '180',
      '300',
    ]);
    for (const key of ['Home', 'PageDown', 'End', 'PageUp']) fireEvent.keyDown(slider, { key });
    // A click at 3 s per pixel, far outside; the line is at the last moment chosen.
    pointer(slider, 'pointerdown', 0);
    pointer(slider, 'pointerup', 0);
    expect(onSeek.mock.calls.flat().map((at) => (at - midnight) / minute)).toEqual([
      -2,
      -2,
      3 - 1 / 60,
      3,
      -2,
    ]);
  });

  it('shows the time under the pointer, and where the next recording begins in a gap', () => {
    const slider = show();
    pointer(slider, 'pointermove', 600 - 100);
    expect(screen.getByText('2025-03-01 11:55:00').nextSibling).toHaveTextContent('定时录像');
    pointer(slider, 'pointermove', 600 + 300);
    expect(screen.getByText('2025-03-01 12:15:00').nextSibling).toHaveTextContent(
      '此处无录像，下一段 12:20:00',
    );
    pointer(slider, 'pointermove', 600 + 600);
    expect(screen.getByText('2025-03-01 12:30:00').nextSibling).toHaveTextContent('此处无录像');
    pointer(slider, 'pointerleave', 0);
    expect(screen.queryByText(/2025-03-01/)).toBeNull();
    cleanup();
    const tomorrow = noon + 720 * minute;
    const days = bandsOf([{ start: tomorrow, end: tomorrow + 1_440 * minute }]);
    pointer(show({ recorded: recordedTimeOf([], { days }) }), 'pointermove', 600);
    expect(screen.getByText('2025-03-01 12:00:00').nextSibling).toHaveTextContent(
      '此处无录像，下一段在 2025-03-02',
    );
  });

  it.each([
    ['zh-CN', '12:05:00 移动侦测', '12:05:00 移动侦测，另有 1 个报警'],
    ['en-US', '12:05:00 移动侦测', '12:05:00 移动侦测, and 1 more'],
  ] as const)(
    'names the alarm under the pointer, and how many others are there: %s',
    (language, one, two) => {
      const at = noon + 5 * minute;
      const alarm = { id: 'a', at, name: '移动侦测' };
      const named = () => document.querySelector('.oriel-timeline-alarm')?.textContent;
      const slider = show({ alarms: alarmsOf([alarm]) }, language);
      pointer(slider, 'pointermove', 600 + 107);
      expect(named()).toBeUndefined();
      pointer(slider, 'pointermove', 600 + 105);
      expect(named()).toBe(one);
      cleanup();
      const other = show(
        { alarms: alarmsOf([alarm, { id: 'b', at: at + 15_000, name: '人形检测' }]) },
        language,
      );
      pointer(other, 'pointermove', 600 + 101);
      expect(named()).toBe(two);
    },
  );

  it('goes to the next alarm with Ctrl and an arrow', () => {
    const slider = show({ alarms: alarmsOf([{ id: 'a', at: noon + 5 * minute, name: 'Motion' }]) });
    fireEvent.keyDown(slider, { key: 'ArrowRight', ctrlKey: true });
    expect(onSeek).toHaveBeenCalledWith(noon + 5 * minute);
  });

  it('shows the picture under the pointer, faintly until that of a new moment is loaded, and none over gaps', () => {
    const ask = vi.fn<(at: number | null) => void>();
    const image = { width: 160, height: 90 } as ImageBitmap; // is only drawn
    const shown = { from: noon - 6 * minute, to: noon - 5 * minute, image };
    const slider = show({ previews: { shown, ask } });
    const picture = () => document.querySelector<HTMLCanvasElement>('.oriel-preview');
    pointer(slider, 'pointermove', 600 - 100);
    expect(ask).toHaveBeenLastCalledWith(noon - 5 * minute);
    expect([picture()?.width, picture()?.height, picture()?.dataset.late]).toEqual([160, 90, 'false']);
    pointer(slider, 'pointermove', 600 - 80);
    expect(ask).toHaveBeenLastCalledWith(noon - 4 * minute);
    expect(picture()?.dataset.late).toBe('true');
    pointer(slider, 'pointermove', 600 + 300);
    expect([ask.mock.lastCall, picture()]).toEqual([[null], null]);
    pointer(slider, 'pointermove', 600 - 100);
    expect(ask.mock.lastCall).toEqual([noon - 5 * minute]);
    pointer(slider, 'pointerleave', 0);
    expect(ask.mock.lastCall).toEqual([null]);
    // Nor where it would cover the video.
    const { innerHeight } = window;
    window.innerHeight = 299;
    pointer(slider, 'pointermove', 600 - 100);
    expect([ask.mock.lastCall, picture()]).toEqual([[null], null]);
    window.innerHeight = innerHeight;
  });

  it('shows milliseconds at level 0', () => {
    const slider = show({}, 'en-US');
    fireEvent.click(screen.getByRole('button', { name: 'Show a shorter period' }));
    pointer(slider, 'pointermove', 600 + 33);
    expect(screen.getByText('2025-03-01 12:00:03.300')).toBeInTheDocument();
  });

  it('names an hour that occurs twice, under the pointer, for screen readers and in a selection', () => {
    const second = Date.parse('2025-10-26T01:30:00Z');
    const slider = show({
      zone: zoneOf('Europe/Berlin'),
      current: second,
      limits: { begin: Number.NEGATIVE_INFINITY, end: second + 600 * minute },
    });
    expect(slider).toHaveAttribute('aria-valuetext', expect.stringContaining('2025-10-26 02:30:00 CET'));
    pointer(slider, 'pointermove', 0);
    expect(screen.getByText('2025-10-26 02:00:00 CET')).toBeInTheDocument();
    pointer(slider, 'pointermove', -600);
    expect(screen.getByText('2025-10-26 02:30:00 CEST')).toBeInTheDocument();
    pointer(slider, 'pointerdown', -600, { shiftKey: true });
    pointer(slider, 'pointermove', 600, { altKey: true });
    expect(screen.getByText('2025-10-26 02:30:00 CEST – 02:30:00 CET (1 小时)')).toBeInTheDocument();
  });

  it('commits a drag on release, and cancels it when the pointer leaves the canvas', () => {
    const slider = show();
    pointer(slider, 'pointerdown', 600);
    pointer(slider, 'pointermove', 700);
    // While dragging, the time that would be played is shown.
    expect(screen.getByText('2025-03-01 11:55:00')).toBeInTheDocument();
    pointer(slider, 'pointerleave', 1_300);
    pointer(slider, 'pointerup', 700);
    expect(onSeek).not.toHaveBeenCalled();
    // Screen readers no longer read the moment that was given up.
    expect(slider).toHaveAttribute('aria-valuetext', expect.stringContaining('12:00:00'));
    pointer(slider, 'pointerdown', 600);
    pointer(slider, 'pointermove', 700);
    pointer(slider, 'pointerup', 700);
    expect(onSeek.mock.calls).toEqual([[noon - 5 * minute]]);
  });

  it('is read at once when a time is sought, not with every second that is played', () => {
    const slider = show();
    for (const seconds of [1, 2]) change({ current: noon + seconds * 1_000 });
    expect(slider).toHaveAttribute('aria-valuetext', expect.stringContaining('12:00:00'));
    change({ current: noon + 30_000, isSeeking: true });
    expect(slider).toHaveAttribute('aria-valuetext', expect.stringContaining('12:00:30'));
    change({ isSeeking: false });
    expect(slider).toHaveAttribute('aria-valuetext', expect.stringContaining('12:00:30'));
  });

  it('only shows the time in read-only mode', () => {
    const slider = show({ isReadOnly: true });
    expect(slider.closest('.oriel-timeline')).toHaveAttribute('data-readonly', 'true');
    pointer(slider, 'pointermove', 500);
    expect(screen.getByText('2025-03-01 11:55:00')).toBeInTheDocument();
    pointer(slider, 'pointerdown', 500);
    pointer(slider, 'pointerup', 500);
    fireEvent.keyDown(slider, { key: 'Home' });
    expect(onSeek).not.toHaveBeenCalled();
    expect(screen.getByRole('button', { name: '加长时间范围' })).toHaveAttribute('aria-disabled', 'true');
  });

  it('has buttons that say what they show, and nothing beyond the levels', () => {
    show();
    const plus = screen.getByRole('button', { name: '加长时间范围' });
    expect([plus.title, plus.getAttribute('aria-disabled')]).toEqual(['加长时间范围（1 小时）', 'false']);
    fireEvent.click(plus);
    fireEvent.click(plus);
    expect([plus.title, plus.getAttribute('aria-disabled')]).toEqual(['已是最长时间范围', 'true']);
    expect(screen.getByRole('button', { name: '缩短时间范围' }).title).toBe('缩短时间范围（1 小时）');
    expect(screen.getByRole('button', { name: '选择时段' }).title).toBe('选择时段');
  });

  it('zooms by the wheel at the pointer', () => {
    const slider = show();
    const wheel = new WheelEvent('wheel', { deltaY: -300, clientX: 900, cancelable: true, bubbles: true });
    act(() => void slider.dispatchEvent(wheel));
    expect(wheel.defaultPrevented).toBe(true);
    expect(screen.getByText('2025-03-01 12:15:00')).toBeInTheDocument();
    pointer(slider, 'pointerleave', 0);
    runFrames();
    // Back in the centre, at a finer scale: 300 px are less than 15 minutes.
    pointer(slider, 'pointermove', 900);
    expect(screen.getByText(/2025-03-01 12:06:1/)).toBeInTheDocument();
  });

  it('zooms by two fingers around their middle, without moving the time', () => {
    const slider = show();
    pointer(slider, 'pointerdown', 800, {}, 1);
    pointer(slider, 'pointerdown', 1_000, {}, 2);
    pointer(slider, 'pointermove', 1_100, {}, 2);
    pointer(slider, 'pointermove', 700, {}, 1);
    // 200 px between the fingers have become 400: the time between them is still there.
    pointer(slider, 'pointermove', 900, {}, 3);
    expect(screen.getByText('2025-03-01 12:15:00')).toBeInTheDocument();
    pointer(slider, 'pointerup', 700, {}, 1);
    pointer(slider, 'pointerup', 1_100, {}, 2);
    expect(onSeek).not.toHaveBeenCalled();
  });

  describe('a gesture that ends otherwise neither seeks nor goes on', () => {
    const hide = () => {
      Object.defineProperty(document, 'hidden', { configurable: true, value: true });
      fireEvent(document, new Event('visibilitychange'));
      delete (document as { hidden?: boolean }).hidden;
    };
    const turn = () => {
      window.innerWidth += 100;
      fireEvent(window, new Event('resize'));
      window.innerWidth -= 100;
      fireEvent(window, new Event('resize'));
    };

    it.each<[string, (slider: HTMLElement) => void]>([
      ['the browser takes the pointer over', (slider) => pointer(slider, 'pointercancel', 700)],
      ['a second finger', (slider) => pointer(slider, 'pointerdown', 900, {}, 2)],
      ['the page is hidden', hide],
      ['the screen is turned', turn],
      ['a release outside of the window', (slider) => pointer(slider, 'pointermove', 720, { buttons: 0 })],
    ])('%s', (_, interrupt) => {
      const slider = show();
      pointer(slider, 'pointerdown', 600);
      pointer(slider, 'pointermove', 700);
      interrupt(slider);
      expect(slider).toHaveAttribute('aria-valuetext', expect.stringContaining('12:00:00'));
      pointer(slider, 'pointermove', 750);
      pointer(slider, 'pointerup', 750);
      pointer(slider, 'pointerup', 900, {}, 2);
      expect(onSeek).not.toHaveBeenCalled();
      // The next one works as ever.
      pointer(slider, 'pointerdown', 600);
      pointer(slider, 'pointermove', 700);
      pointer(slider, 'pointerup', 700);
      expect(onSeek).toHaveBeenCalledTimes(1);
    });
  });

  it('shows the selected range, and clears it', () => {
    const slider = show();
    pointer(slider, 'pointerdown', 500, { shiftKey: true });
    pointer(slider, 'pointermove', 560);
    pointer(slider, 'pointermove', 600);
    // The card of the pointer would be over what can be done with it.
    expect(document.querySelector('.oriel-timeline-card')).toBeNull();
    // Shown, and said when it is selected.
    expect(screen.getByText('2025-03-01 11:55:00 – 12:00:00 (5 分钟)')).toBeInTheDocument();
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
    pointer(slider, 'pointerup', 600);
    expect(screen.getByRole('status')).toHaveTextContent('2025-03-01 11:55:00 – 12:00:00 (5 分钟)');
    fireEvent.click(screen.getByRole('button', { name: '取消选择' }));
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('selects from the shown time on if the button is pressed by a key, and goes back to the slider', () => {
    const slider = show();
    // Browsers count no click of a key.
    fireEvent.click(screen.getByRole('button', { name: '选择时段' }), { detail: 0 });
    expect(slider).toHaveFocus();
    expect(screen.getByRole('status')).toBeInTheDocument();
    fireEvent.click(screen.getByRole('button', { name: '取消选择' }), { detail: 0 });
    expect(slider).toHaveFocus();
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('exports and shares the selected range, and cancels the export', () => {
    const actions = { onExport: vi.fn(), onShare: vi.fn(), onCancelExport: vi.fn(), exported: null };
    const range = { begin: noon - 300_000, end: noon };
    const select = (slider: HTMLElement) => {
      fireEvent.click(screen.getByRole('button', { name: '选择时段' }), { detail: 1 });
      expect(screen.getByRole('button', { name: '选择时段' })).toHaveAttribute('aria-pressed', 'true');
      pointer(slider, 'pointerdown', 500);
      pointer(slider, 'pointermove', 600);
      pointer(slider, 'pointerup', 600);
    };
    select(show({ selectionActions: actions }));
    fireEvent.click(screen.getByRole('button', { name: '导出' }));
    fireEvent.click(screen.getByRole('button', { name: '导出并附 SHA-256 清单' }));
    fireEvent.click(screen.getByRole('button', { name: '分享' }));
    expect(actions.onExport.mock.calls).toEqual([
      [range, false],
      [range, true],
    ]);
    expect(actions.onShare).toHaveBeenCalledWith(range);
    cleanup();
    select(show({ selectionActions: { ...actions, exported: 0.426, onShare: undefined } }));
    expect(screen.getByRole('progressbar', { name: '导出中 42%' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: '导出' })).toBeNull();
    expect(screen.queryByRole('button', { name: '分享' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: '取消导出' }));
    expect(actions.onCancelExport).toHaveBeenCalledTimes(1);
  });

  it('draws nothing and runs no timer while nothing changes', () => {
    const every = vi.spyOn(globalThis, 'setInterval');
    const slider = show();
    const before = drawings;
    expect(before).toBeGreaterThan(0);
    expect(frames).toHaveLength(0);
    // Hovering moves the text, not the picture.
    pointer(slider, 'pointermove', 500);
    expect([runFrames(), drawings - before]).toEqual([0, 0]);
    fireEvent.keyDown(slider, { key: 'ArrowLeft' });
    runFrames();
    expect(drawings).toBeGreaterThan(before);
    const after = drawings;
    expect([frames.length, runFrames(), drawings - after]).toEqual([0, 0, 0]);
    expect(every).not.toHaveBeenCalled();
    every.mockRestore();
  });
});

describe('the timeline of a player that was not started', () => {
  it('stands at the day of the address, whose recordings it requests, and a drag chooses where playback begins', () => {
    const player = recordedPlayer();
    player.setUp(cloudDay);
    showView(player, <RecordingTimeline />);
    runFrames();
    act(() => {
      const { address } = player.state;
      const recorded = { range: shanghaiDay, timeZone: 'Asia/Shanghai' };
      player.send({ type: 'event.startChosen', address, recorded });
    });
    runFrames();
    const slider = screen.getByRole('slider');
    expect(player.take()).toContainEqual({
      do: 'loadRecordings',
      from: shanghaiDay.begin - 30 * minute,
      to: shanghaiDay.begin + 30 * minute,
    });
    pointer(slider, 'pointerdown', 600);
    pointer(slider, 'pointermove', 500);
    pointer(slider, 'pointerup', 500);
    expect(player.take()).toContainEqual({ do: 'chooseStart', at: shanghaiDay.begin + 5 * minute });
    expect(player.phase).toBe('idle');
    fireEvent.click(screen.getByRole('button', { name: '选择日期' }));
    fireEvent.click(screen.getByRole('button', { name: /3月2日/ }));
    expect(player.take()).toContainEqual({ do: 'chooseStart', at: shanghaiDay.end });
  });
});

describe('the date picker', () => {
  const picked = vi.fn<(date: string) => void>();
  const closed = vi.fn();
  const months = vi.fn<(month: string) => void>();

  function showCalendar(language = 'zh-CN'): void {
    const player = recordedPlayer();
    player.send({ type: 'request.setLanguage', language });
    for (const mock of [picked, closed, months]) mock.mockClear();
    showView(
      player,
      <DatePicker
        selected="2025-03-01"
        today="2025-03-20"
        recordedDates={(month) => new Set([`${month}-05`])}
        onShowMonth={months}
        onPick={picked}
        onClose={closed}
      />,
    );
  }
  const press = (key: string) => {
    fireEvent.keyDown(document.activeElement!, { key });
    runFrames();
  };

  it('marks days with recordings, and refuses future dates and the selected date', () => {
    showCalendar();
    const grid = screen.getByRole('table', { name: '2025年3月' });
    expect(months).toHaveBeenCalledWith('2025-03');
    const day = (name: RegExp) => within(grid).getByRole('button', { name });
    expect(day(/3月5日.*有录像/)).toHaveAttribute('data-recorded', 'true');
    expect(day(/3月6日/)).toHaveAttribute('data-recorded', 'false');
    for (const [name, reason] of [
      [/3月1日/, '已选择该日期'],
      [/3月21日/, '不能选择未来的日期'],
    ] as const) {
      expect(day(name)).toHaveAttribute('aria-disabled', 'true');
      expect(day(name)).toHaveAttribute('title', reason);
      fireEvent.click(day(name));
    }
    expect(picked).not.toHaveBeenCalled();
    fireEvent.click(day(/3月20日/));
    expect(picked).toHaveBeenCalledWith('2025-03-20');
  });

  it('is operated by keys, and never moves into the future', () => {
    showCalendar('en');
    expect(document.activeElement).toHaveAccessibleName('Saturday, March 1, 2025');
    press('ArrowDown');
    expect(document.activeElement).toHaveAccessibleName('Saturday, March 8, 2025');
    press('Home');
    expect(document.activeElement).toHaveAccessibleName('Sunday, March 2, 2025');
    press('PageUp');
    expect(document.activeElement).toHaveAccessibleName('Sunday, February 2, 2025');
    expect(months).toHaveBeenLastCalledWith('2025-02');
    press('PageDown');
    press('PageDown');
    expect(document.activeElement).toHaveAccessibleName('Thursday, March 20, 2025');
    press('ArrowRight');
    expect(document.activeElement).toHaveAccessibleName('Thursday, March 20, 2025');
    expect(screen.getByRole('button', { name: 'Next month' })).toHaveAttribute('aria-disabled', 'true');
    press('Escape');
    expect(closed).toHaveBeenCalled();
  });

  it('begins weeks on Monday in Chinese and on Sunday in English', () => {
    showCalendar();
    const first = () => screen.getAllByRole('columnheader')[0];
    expect(first()).toHaveAttribute('abbr', '星期一');
    cleanup();
    showCalendar('en');
    expect(first()).toHaveAttribute('abbr', 'Sunday');
  });
});

import { expect } from 'expect';
import fc from 'fast-check';
import { describe, it, vi } from 'vitest';
import { addDays, dateOf, dayOf, zoneStretches } from '../../lib/kernel/zone-days.ts';
import { zoneOf } from '../../lib/kernel/zone-time.ts';
import { alarmClusters, alarmCounts } from '../../player-frame/features/timeline/draw-timeline.ts';
import { labelText, ticksOf } from '../../player-frame/features/timeline/ticks.ts';
import {
  levels,
  maxSecondsPerPixel,
  minSecondsPerPixel,
  msPerPixelOf,
  nextLevel,
  scaleOfLevel,
  stepLevel,
  zoomed,
} from '../../player-frame/features/timeline/time-scale.ts';
import { TimelineController } from '../../player-frame/features/timeline/timeline-controller.ts';
import { handleTimelineKey } from '../../player-frame/features/timeline/timeline-keys.ts';
import { alarmAt, alarmsOf, timesWithin } from '../../player-frame/recorded-time/alarms.ts';
import {
  bandAt,
  bandsOf,
  closestEdge,
  nextStart,
  previousStart,
} from '../../player-frame/recorded-time/bands.ts';
import { pixelRuns } from '../../player-frame/recorded-time/pixel-runs.ts';
import {
  findAt,
  nothingRecorded,
  recordedTimeOf,
  targetOf,
} from '../../player-frame/recorded-time/recorded-time.ts';
import { momentText } from '../../player-frame/recorded-time/time-text.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const shanghai = zoneOf('Asia/Shanghai');
const noon = Date.UTC(2025, 2, 1, 4); // 12:00 in Shanghai

const levelNumbers = [0, 1, 2, 3] as const;

function timeline(width = 1_200) {
  const events = {
    onChange: vi.fn(),
    onSeek: vi.fn<(at: number) => void>(),
    onSelect: vi.fn(),
    onLevel: vi.fn<(level: number) => void>(),
  };
  const controller = new TimelineController(events, noon);
  controller.resize(width);
  events.onChange.mockClear();
  return { controller, ...events };
}

describe('Timeline levels 0: 1 minute, 1: 30 minutes, 2: 1 hour, 3: 1 day', () => {
  it('starts at level 1; plus raises it while below 3, minus lowers it while above 0', () => {
    const { controller } = timeline();
    expect(controller.scale.level).toBe(1);
    const seen = [1, 1, 1, -1, -1, -1, -1].map((by) => {
      controller.stepLevel(by as 1 | -1);
      return controller.scale.level;
    });
    expect(seen).toEqual([2, 3, 3, 2, 1, 0, 0]);
  });

  it('is reported when it changes, by a button or a wheel', () => {
    const { controller, onLevel } = timeline();
    controller.stepLevel(1);
    controller.zoom(100, 600);
    controller.zoom(0.99, 600);
    controller.stepLevel(-1);
    controller.stepLevel(-1);
    expect(onLevel.mock.calls).toEqual([[2], [3], [2]]);
  });

  it('has ticks every 10, 20, 20 and 30 px, of 1 s, 1 min, 1 min and 1 h', () => {
    const found = levelNumbers.map((level) => {
      const scale = scaleOfLevel(level);
      const view = { origin: noon, msPerPixel: msPerPixelOf(scale), width: 1_200 };
      const { ticks } = ticksOf(view, scale, shanghai);
      const stepMs = ticks[1]!.at - ticks[0]!.at;
      return [stepMs / view.msPerPixel, stepMs, ticks.length];
    });
    expect(found).toEqual([
      [10, second, 120],
      [20, minute, 60],
      [20, minute, 60],
      [30, hour, 40],
    ]);
  });

  it('moves by 0.1, 3, 3 and 120 seconds per pixel dragged', () => {
    const moved = levelNumbers.map((level) => {
      const { controller, onSeek } = timeline();
      while (controller.scale.level !== level) controller.stepLevel(level > controller.scale.level ? 1 : -1);
      controller.pointerDown(600);
      controller.pointerMove(500);
      controller.pointerUp(500);
      return (onSeek.mock.calls[0]![0] - noon) / second / 100;
    });
    expect(moved).toEqual([0.1, 3, 3, 120]);
  });

  it('differs between levels 1 and 2 in its labels: every 5 and every 10 minutes', () => {
    const labels = ([1, 2] as const).map((level) => {
      const view = { origin: noon, msPerPixel: 3 * second, width: 1_200 };
      const { ticks, labelStep } = ticksOf(view, scaleOfLevel(level), shanghai);
      return ticks
        .flatMap(({ label }) => (label === null ? [] : [labelText(label, labelStep, 'zh-CN')]))
        .slice(0, 3);
    });
    expect(labels).toEqual([
      ['12:00', '12:05', '12:10'],
      ['12:00', '12:10', '12:20'],
    ]);
  });
});

describe('the continuous scale', () => {
  it('is limited to 0.02 s and one day per pixel, and its stops are exact', () => {
    expect(zoomed(scaleOfLevel(0), 1e-9).secondsPerPixel).toBe(minSecondsPerPixel);
    expect(zoomed(scaleOfLevel(3), 1e9)).toEqual({ level: 3, secondsPerPixel: maxSecondsPerPixel });
    // From between two stops, plus and minus go to the next one in their direction.
    expect(stepLevel(zoomed(scaleOfLevel(1), 2), 1)).toEqual(scaleOfLevel(2));
    expect(stepLevel(zoomed(scaleOfLevel(1), 2), -1)).toEqual(scaleOfLevel(1));
    expect(stepLevel(zoomed(scaleOfLevel(1), 0.5), -1)).toEqual(scaleOfLevel(0));
  });

  it('is not stepped beyond the first and the last level, nor back to them', () => {
    expect([nextLevel(scaleOfLevel(0), -1), nextLevel(scaleOfLevel(3), 1)]).toEqual([null, null]);
    expect([nextLevel(zoomed(scaleOfLevel(0), 0.5), -1), nextLevel(zoomed(scaleOfLevel(3), 5), 1)]).toEqual([
      null,
      null,
    ]);
    expect([nextLevel(scaleOfLevel(1), 1), nextLevel(zoomed(scaleOfLevel(3), 5), -1)]).toEqual([2, 3]);
    const { controller } = timeline();
    controller.zoom(1e9, 0);
    controller.stepLevel(1);
    expect(controller.scale.secondsPerPixel).toBe(maxSecondsPerPixel);
  });

  it('keeps the time under the pointer when zooming, wherever it is', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(0.2, 0.5, 0.9, 1.3, 3, 5), fc.integer({ min: 0, max: 1_200 })), {
          maxLength: 12,
        }),
        (steps) => {
          const { controller } = timeline();
          for (const [factor, x] of steps) {
            const before = controller.timeAt(x);
            controller.zoom(factor, x);
            const pixel = msPerPixelOf(controller.scale);
            expect(Math.abs(controller.timeAt(x) - before) / pixel).toBeLessThan(0.01);
          }
          expect(controller.moment).toBe(noon);
          expect(controller.recentre(1)).toBe(true);
          expect(controller.timeAt(600)).toBeCloseTo(noon, 0);
        },
      ),
    );
  });

  it('always has lines at least 10 px and labels at least 70 px apart, on whole civil units', () => {
    const zone = zoneOf('America/New_York');
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000 }),
        fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2030, 0) }),
        (share, origin) => {
          const log =
            Math.log(minSecondsPerPixel) +
            (share / 1_000) * Math.log(maxSecondsPerPixel / minSecondsPerPixel);
          const scale = zoomed(scaleOfLevel(1), Math.exp(log) / 3);
          const view = { origin, msPerPixel: msPerPixelOf(scale), width: 1_200 };
          const { ticks, seams } = ticksOf(view, scale, zone);
          expect(ticks.length).toBeLessThanOrEqual(121 + 2 * seams.length);
          const civil = ticks.map(({ at }) => at + zone.offsetAt(at));
          for (const time of civil) expect(Math.abs(time % 100)).toBe(0);
          const labels = ticks.filter(({ label }) => label !== null);
          const isPlain = seams.length === 0;
          if (isPlain)
            for (const [index, { at }] of labels.slice(1).entries())
              expect((at - labels[index]!.at) / view.msPerPixel).toBeGreaterThan(65);
        },
      ),
    );
  });

  it('moves without rounding to pixels: a tick keeps its distance to the centre', () => {
    const { controller } = timeline();
    controller.setCurrent(noon + 1_234.5);
    const { view } = controller;
    expect((noon - view.origin) / view.msPerPixel).toBeCloseTo(600 - 1.2345 / 3, 6);
  });
});

describe('a drag', () => {
  it('shows the new time while moving, and commits it on release', () => {
    const { controller, onSeek } = timeline();
    controller.pointerDown(600);
    controller.pointerMove(700);
    expect([controller.isDragging, controller.moment]).toEqual([true, noon - 300 * second]);
    expect(onSeek).not.toHaveBeenCalled();
    controller.pointerUp(700);
    expect(onSeek.mock.calls).toEqual([[noon - 300 * second]]);
    // The chosen time stays until the player shows it.
    controller.setCurrent(noon + second);
    expect(controller.moment).toBe(noon - 300 * second);
    controller.setCurrent(noon - 299 * second);
    controller.settle();
    expect(controller.moment).toBe(noon - 299 * second);
  });

  it('is cancelled when the pointer leaves the canvas, and by Escape', () => {
    for (const cancel of [
      (controller: TimelineController) => controller.cancel(),
      (controller: TimelineController) =>
        handleTimelineKey({ key: 'Escape', ...noModifiers }, controller, { begin: 0, end: 1 }),
    ]) {
      const { controller, onSeek } = timeline();
      controller.pointerDown(600);
      controller.pointerMove(700);
      cancel(controller);
      controller.pointerUp(700);
      expect([controller.moment, onSeek.mock.calls.length]).toEqual([noon, 0]);
    }
  });

  it('does nothing in read-only mode', () => {
    const { controller, onSeek, onSelect } = timeline();
    controller.setReadOnly(true);
    controller.pointerDown(600);
    controller.pointerMove(700);
    controller.pointerUp(700);
    controller.pointerDown(600, { shift: true });
    controller.pointerMove(700);
    controller.pointerUp(700);
    controller.zoom(2, 100);
    controller.seek(0);
    controller.mark('begin');
    expect([onSeek.mock.calls, onSelect.mock.calls, controller.moment]).toEqual([[], [], noon]);
    expect(controller.scale).toEqual(scaleOfLevel(1));
  });

  it('stays within the window of the address, and out of the future', () => {
    const { controller, onSeek } = timeline();
    controller.setLimits({ begin: noon - minute, end: noon + minute });
    const dragged: number[] = [];
    for (const to of [1_100, 100]) {
      controller.pointerDown(600);
      controller.pointerMove(to);
      dragged.push(controller.moment);
      controller.pointerUp(to);
      controller.settle();
    }
    // Also while the pointer is down.
    expect(dragged).toEqual([noon - minute, noon + minute]);
    expect(onSeek.mock.calls).toEqual([[noon - minute], [noon + minute]]);
  });

  it('chooses the time under the pointer if it does not move', () => {
    const { controller, onSeek } = timeline();
    controller.pointerDown(400);
    controller.pointerMove(402);
    controller.pointerUp(402);
    expect(onSeek.mock.calls).toEqual([[noon - 198 * 3 * second]]);
    // The picture stays where it is, and then moves to the centre.
    expect(controller.lineX).toBeCloseTo(402);
  });

  it('begins at the centre if the line is out of view', () => {
    const { controller, onSeek } = timeline();
    controller.zoom(0.01, 100);
    const centre = controller.timeAt(600);
    expect(controller.lineX).toBeGreaterThan(1_200);
    controller.pointerDown(300);
    controller.pointerMove(310);
    controller.pointerUp(310);
    expect(onSeek.mock.calls[0]![0]).toBeCloseTo(centre - 10 * msPerPixelOf(controller.scale), 3);
  });
});

const noModifiers = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false };

describe('snapping to the edges of recordings', () => {
  const recorded = recordedTimeOf([
    { start: noon, end: noon + 10 * minute, kind: 'schedule' },
    { start: noon + 20 * minute, end: noon + 30 * minute, kind: 'alarm' },
  ]);
  /** Clicks at a distance in pixels from a time. */
  const click = (at: number, pixels: number, alt = false) => {
    const { controller, onSeek } = timeline();
    controller.setRecorded(recorded);
    const x = (at - controller.view.origin) / controller.view.msPerPixel + pixels;
    controller.pointerDown(x);
    controller.pointerUp(x, { alt });
    return onSeek.mock.calls[0]![0];
  };

  it('happens within 6 px, unless Alt is pressed', () => {
    const edge = noon + 20 * minute;
    expect(click(edge, 6)).toBe(edge);
    expect(click(edge, 7)).toBe(edge + 7 * 3 * second);
    expect(click(edge, 6, true)).toBe(edge + 6 * 3 * second);
  });

  it('continues with the next recording after a gap, also from the end of the one before', () => {
    expect(click(noon + 15 * minute, 0)).toBe(noon + 20 * minute);
    expect(click(noon + 10 * minute, -2)).toBe(noon + 20 * minute);
    expect(targetOf(recorded, noon + 31 * minute, 0)).toBe(noon + 31 * minute);
  });

  it('names the next recording in a gap', () => {
    expect(findAt(recorded, noon + 15 * minute)).toEqual({ kind: 'none', next: noon + 20 * minute });
    expect(findAt(recorded, noon + 40 * minute)).toEqual({ kind: 'none', next: null });
    expect([findAt(recorded, noon).kind, findAt(recorded, noon + 25 * minute).kind]).toEqual([
      'schedule',
      'alarm',
    ]);
  });
});

describe('selecting a range', () => {
  it('works by dragging with Shift, and its handles can be moved', () => {
    const { controller, onSelect, onSeek } = timeline();
    controller.pointerDown(600, { shift: true });
    controller.pointerMove(700);
    controller.pointerUp(700);
    expect(onSelect).toHaveBeenLastCalledWith({ begin: noon, end: noon + 300 * second });
    expect([controller.isHandleAt(705), controller.isHandleAt(650)]).toEqual([true, false]);
    controller.pointerDown(703);
    controller.pointerMove(650);
    controller.pointerUp(650);
    expect(onSelect).toHaveBeenLastCalledWith({ begin: noon, end: noon + 150 * second });
    // A handle that passes the other one becomes the other edge.
    controller.pointerDown(650);
    controller.pointerMove(500);
    controller.pointerUp(500);
    expect(onSelect).toHaveBeenLastCalledWith({ begin: noon - 300 * second, end: noon });
    expect(onSeek).not.toHaveBeenCalled();
  });

  it('works by the keys I and O, and Escape clears it', () => {
    const { controller, onSelect } = timeline();
    const press = (key: string) =>
      handleTimelineKey({ key, ...noModifiers }, controller, { begin: 0, end: 1 });
    press('i');
    controller.setCurrent(noon + minute);
    press('O');
    expect(onSelect).toHaveBeenLastCalledWith({ begin: noon, end: noon + minute });
    expect(press('Escape')).toBe(true);
    expect(controller.selection).toBeNull();
    // A second Escape belongs to the player, which leaves full screen.
    expect(press('Escape')).toBe(false);
  });

  it('works by one drag after the button, and Escape ends the mode', () => {
    const { controller, onSelect, onSeek } = timeline();
    controller.setSelecting(true);
    controller.pointerDown(600);
    controller.pointerMove(700);
    controller.pointerUp(700);
    expect(onSelect).toHaveBeenLastCalledWith({ begin: noon, end: noon + 300 * second });
    expect([controller.isSelecting, onSeek.mock.calls]).toEqual([false, []]);
    controller.clearSelection();
    controller.setSelecting(true);
    const pressEscape = () =>
      handleTimelineKey({ key: 'Escape', ...noModifiers }, controller, { begin: 0, end: 1 });
    expect([pressEscape(), controller.isSelecting, pressEscape()]).toEqual([true, false, false]);
  });

  it('has handles that a finger can grip, too', () => {
    const { controller, onSelect } = timeline();
    controller.pointerDown(600, { shift: true });
    controller.pointerMove(700);
    controller.pointerUp(700);
    controller.pointerDown(714, { isFinger: true });
    controller.pointerMove(800);
    controller.pointerUp(800);
    expect(onSelect).toHaveBeenLastCalledWith({ begin: noon, end: noon + 600 * second });
  });

  it('returns to the selection before if it is cancelled', () => {
    const { controller } = timeline();
    controller.pointerDown(600, { shift: true });
    controller.pointerMove(700);
    controller.pointerUp(700);
    const before = controller.selection;
    controller.pointerDown(700);
    controller.pointerMove(800);
    controller.cancel();
    expect(controller.selection).toEqual(before);
  });
});

describe('alarms', () => {
  const alarms = alarmsOf([
    { id: 'c', at: noon + minute, name: 'Person' },
    { id: 'a', at: noon, name: 'Motion' },
    { id: 'b', at: noon + 10 * second, name: 'Line crossing' },
    { id: 'a', at: noon, name: 'Motion' },
  ]);

  it('are sorted by time, each once', () => {
    expect([...alarms.times]).toEqual([noon, noon + 10 * second, noon + minute]);
    expect(alarms.names).toEqual(['Motion', 'Line crossing', 'Person']);
    expect([...timesWithin(alarms.times, noon, noon + minute)]).toEqual([noon, noon + 10 * second]);
  });

  it.each([
    [-6 * second, 5 * second, null],
    [-5 * second, 5 * second, ['Motion', 0]],
    [4 * second, 5 * second, ['Motion', 0]],
    [6 * second, 5 * second, ['Line crossing', 0]],
    [4 * second, 7 * second, ['Motion', 1]],
    [2 * minute, hour, ['Person', 2]],
    [-minute, hour, ['Motion', 2]],
  ])('%d ms from noon and within %d ms, the closest is named: %j', (from, within, expected) => {
    const found = alarmAt(alarms, noon + from, within);
    expect(found && [found.name, found.others]).toEqual(expected);
  });
});

describe('keys', () => {
  const day = { begin: noon - 12 * hour, end: noon + 12 * hour };
  const recorded = recordedTimeOf([
    { start: noon - hour, end: noon - hour / 2, kind: 'schedule' },
    { start: noon - minute, end: noon + hour, kind: 'schedule' },
    { start: noon + 2 * hour, end: noon + 3 * hour, kind: 'schedule' },
  ]);
  it.each([
    [{ key: 'ArrowLeft' }, -second],
    [{ key: 'ArrowRight' }, second],
    [{ key: 'ArrowRight', shiftKey: true }, 10 * second],
    [{ key: 'PageUp' }, hour],
    [{ key: 'PageDown' }, -hour],
    [{ key: 'Home' }, -12 * hour],
    [{ key: 'End' }, 12 * hour - second],
    [{ key: 'ArrowRight', ctrlKey: true }, 2 * hour],
    [{ key: 'ArrowLeft', ctrlKey: true }, -minute],
  ])('%j moves by %d ms', (key, by) => {
    const { controller, onSeek } = timeline();
    const isJump = 'ctrlKey' in key;
    if (isJump) controller.setRecorded(recorded);
    expect(handleTimelineKey({ ...noModifiers, ...key }, controller, day)).toBe(true);
    expect(onSeek.mock.calls).toEqual([[noon + by]]);
  });

  it.each([
    ['the last second that is recorded', recorded, 3 * hour - second],
    [
      'that of the day',
      recordedTimeOf([{ start: noon, end: noon + 13 * hour, kind: 'alarm' }]),
      12 * hour - second,
    ],
    ['a recording of a moment', recordedTimeOf([{ start: noon, end: noon + 9, kind: 'alarm' }]), 0],
    ['the end of a day without recordings', nothingRecorded, 12 * hour - second],
    [
      'not one of the day before',
      recordedTimeOf([{ start: noon - 20 * hour, end: noon - 13 * hour, kind: 'alarm' }]),
      12 * hour - second,
    ],
  ])('End leads to %s', (_, time, by) => {
    const { controller, onSeek } = timeline();
    controller.setRecorded(time);
    handleTimelineKey({ ...noModifiers, key: 'End' }, controller, day);
    expect(onSeek.mock.calls).toEqual([[noon + by]]);
  });

  it.each([
    ['the next alarm', 'ArrowRight', [noon - hour, noon + 20 * minute, noon + 40 * minute], 20 * minute],
    ['the alarm before', 'ArrowLeft', [noon - 50 * minute, noon - 30 * second, noon + minute], -30 * second],
    ['an alarm in a gap, from its end', 'ArrowRight', [noon + 90 * minute], 2 * hour],
    ['a recording, if nothing is recorded after the last alarm', 'ArrowRight', [noon + 4 * hour], 2 * hour],
    ['a recording, if there is no alarm in this direction', 'ArrowRight', [noon - 10 * second], 2 * hour],
  ] as const)('with Ctrl lead to %s', (_what, key, alarms, by) => {
    const { controller, onSeek } = timeline();
    controller.setRecorded(recorded);
    const stops = { times: Float64Array.from(alarms), isKnown: () => true };
    handleTimelineKey({ ...noModifiers, key, ctrlKey: true }, controller, day, stops);
    expect(onSeek.mock.calls).toEqual([[noon + by]]);
  });

  it('with Ctrl lead to an alarm that was just raised, whose recording is not in the list yet', () => {
    const { controller, onSeek } = timeline();
    controller.setRecorded(recorded);
    const raised = noon + 3 * hour + 20 * second;
    const stops = { times: Float64Array.of(raised), isKnown: (at: number) => at <= noon + 3 * hour };
    handleTimelineKey({ ...noModifiers, key: 'ArrowRight', ctrlKey: true }, controller, day, stops);
    expect(controller.moment).toBe(raised);
    expect(onSeek.mock.calls).toEqual([[raised]]);
  });

  it('with Ctrl do not stop at an alarm in a gap', () => {
    const { controller, onSeek } = timeline();
    controller.setRecorded(recorded);
    const alarms = { times: Float64Array.of(noon - 40 * minute, noon - 10 * minute), isKnown: () => true };
    controller.setCurrent(noon);
    for (let press = 0; press < 2; press += 1)
      handleTimelineKey({ ...noModifiers, key: 'ArrowLeft', ctrlKey: true }, controller, day, alarms);
    expect(onSeek.mock.calls).toEqual([[noon - minute], [noon - 40 * minute]]);
  });

  it('leaves keys of the player alone', () => {
    const { controller, onSeek } = timeline();
    for (const key of ['m', ' ', 'f', 'Tab'])
      expect(handleTimelineKey({ ...noModifiers, key }, controller, day)).toBe(false);
    expect(onSeek).not.toHaveBeenCalled();
  });
});

describe('redrawing', () => {
  it('is requested only if the line moves by a pixel or its text changes', () => {
    const { controller, onChange } = timeline();
    controller.stepLevel(1);
    controller.stepLevel(1);
    onChange.mockClear();
    for (let ms = 0; ms < 900; ms += 40) controller.setCurrent(noon + ms);
    controller.setReadOnly(false);
    controller.resize(1_200);
    expect(onChange).not.toHaveBeenCalled();
    controller.setCurrent(noon + second);
    expect(onChange).toHaveBeenCalledTimes(1);
  });
});

describe('bands', () => {
  const stretches = fc.array(
    fc.record({ start: fc.integer({ min: 0, max: 5_000_000 }), length: fc.integer({ min: 0, max: 90_000 }) }),
    { maxLength: 60 },
  );

  it('are sorted and disjoint, and contain exactly what was recorded and gaps of at most a second', () => {
    fc.assert(
      fc.property(
        stretches,
        fc.array(fc.integer({ min: 0, max: 5_100_000 }), { maxLength: 20 }),
        (list, moments) => {
          const segments = list.map(({ start, length }) => ({ start, end: start + length }));
          const bands = bandsOf(segments);
          for (let index = 1; index < bands.starts.length; index += 1)
            expect(bands.starts[index]! - bands.ends[index - 1]!).toBeGreaterThan(1_000);
          for (const at of moments) {
            const isRecorded = segments.some(({ start, end }) => start <= at && at < end);
            if (isRecorded) expect(bandAt(bands, at)).not.toBeNull();
            const near = segments.some(
              ({ start, end }) => start - 1_001 <= at && at < end + 1_001 && end > start,
            );
            if (!near) expect(bandAt(bands, at)).toBeNull();
          }
        },
      ),
    );
  });

  it('are searched like a list', () => {
    fc.assert(
      fc.property(stretches, fc.integer({ min: 0, max: 5_100_000 }), (list, at) => {
        const bands = bandsOf(list.map(({ start, length }) => ({ start, end: start + length })));
        const starts = [...bands.starts];
        const edges = [...starts, ...bands.ends];
        expect(nextStart(bands, at)).toBe(starts.find((start) => start > at) ?? null);
        expect(previousStart(bands, at)).toBe(starts.findLast((start) => start < at) ?? null);
        const closest = Math.min(...edges.map((edge) => Math.abs(edge - at)));
        const found = closestEdge(bands, at, 6_000);
        expect(found === null ? Number.POSITIVE_INFINITY : Math.abs(found - at)).toBe(
          closest <= 6_000 ? closest : Number.POSITIVE_INFINITY,
        );
      }),
    );
  });

  it('are merged to the pixels that drawing every band would colour', () => {
    fc.assert(
      fc.property(
        stretches,
        fc.integer({ min: -100_000, max: 4_000_000 }),
        fc.integer({ min: 20, max: 20_000 }),
        (list, origin, msPerPixel) => {
          const bands = bandsOf(list.map(({ start, length }) => ({ start, end: start + length })));
          const width = 300;
          const painted = new Set<number>();
          for (let index = 0; index < bands.starts.length; index += 1) {
            const begin = (bands.starts[index]! - origin) / msPerPixel;
            const end = (bands.ends[index]! - origin) / msPerPixel;
            if (end <= 0) continue;
            const first = Math.max(0, Math.floor(begin));
            for (let x = first; x < Math.min(width, Math.max(first + 1, Math.ceil(end))); x += 1)
              painted.add(x);
          }
          const into = new Int32Array(2 * width);
          const count = pixelRuns(bands, { origin, msPerPixel, width }, into);
          const merged = new Set<number>();
          for (let run = 0; run < count; run += 1) {
            if (run > 0) expect(into[run * 2]!).toBeGreaterThan(into[run * 2 - 1]!);
            for (let x = into[run * 2]!; x < into[run * 2 + 1]!; x += 1) merged.add(x);
          }
          expect([...merged]).toEqual([...painted].sort((a, b) => a - b));
        },
      ),
    );
  });
});

describe('alarms', () => {
  it('are counted in groups of 24 px that do not change while the timeline moves', () => {
    const alarms = Float64Array.from([0, 1, 2, 50, 51, 200].map((at) => at * second));
    const view = { origin: -second, msPerPixel: second, width: 240 };
    expect(alarmClusters(alarms, view).map(({ count }) => count)).toEqual([3, 2, 1]);
    expect(alarmClusters(alarms, { ...view, origin: -17 * second }).map(({ count }) => count)).toEqual([
      3, 2, 1,
    ]);
  });

  it.each([
    ['to the right of its mark', 20, 100, [{ x: 50, count: 3 }], [55]],
    ['to the left where the line is at the right', 58, 100, [{ x: 50, count: 3 }], [35]],
    ['to the left where it would be cut off', 20, 60, [{ x: 50, count: 3 }], [35]],
    [
      'to the left of the next mark',
      0,
      200,
      [
        { x: 50, count: 3 },
        { x: 66, count: 1 },
      ],
      [35],
    ],
    ['nowhere between the edge and the line', 16, 100, [{ x: 8, count: 3 }], []],
    [
      'nowhere between other marks',
      0,
      200,
      [
        { x: 40, count: 1 },
        { x: 50, count: 12 },
        { x: 66, count: 1 },
      ],
      [],
    ],
  ] as const)('have the number of a group %s', (_, lineX, width, clusters, places) => {
    expect(alarmCounts(clusters, { lineX, width }, () => 10).map(({ x }) => x)).toEqual(places);
  });
});

describe('days and clock changes', () => {
  const changes = [
    // Forward: a day of 23 hours. Back: 25 hours.
    ['Europe/Berlin', '2025-03-30', 23, 1],
    ['Europe/Berlin', '2025-10-26', 25, 1],
    ['America/New_York', '2025-03-09', 23, 1],
    ['America/New_York', '2025-11-02', 25, 1],
    ['Australia/Lord_Howe', '2025-04-06', 24.5, 1],
    ['Asia/Shanghai', '2025-03-30', 24, 0],
  ] as const;

  it.each(changes)('%s on %s has %d hours and %d seam', (name, date, hours, count) => {
    const zone = zoneOf(name);
    const { start, end } = dayOf(zone, date);
    expect((end - start) / hour).toBe(hours);
    expect([dateOf(zone, start), dateOf(zone, start - 1), dateOf(zone, end)]).toEqual([
      date,
      addDays(date, -1),
      addDays(date, 1),
    ]);
    const scale = scaleOfLevel(3);
    const view = {
      origin: start,
      msPerPixel: msPerPixelOf(scale),
      width: (end - start) / msPerPixelOf(scale),
    };
    const { ticks, seams } = ticksOf(view, scale, zone);
    expect(seams).toHaveLength(count);
    // Every hour of the clock has its line, a repeated one twice; distances in real time are exact.
    expect(ticks.map(({ at }) => momentText(at, zone).slice(11, 16))).toEqual(
      Array.from({ length: 24 * 2 + 8 }, (_, quarter) => start + (quarter * hour) / 2)
        .filter((at) => at < end && momentText(at, zone).slice(14, 16) === '00')
        .map((at) => momentText(at, zone).slice(11, 16)),
    );
  });

  it('finds every change of a year', () => {
    const stretches = zoneStretches(zoneOf('Europe/Berlin'), Date.UTC(2025, 0), Date.UTC(2026, 0));
    expect(stretches.map(({ to }) => new Date(to).toISOString().slice(0, 13))).toEqual([
      '2025-03-30T01',
      '2025-10-26T01',
      '2026-01-01T00',
    ]);
  });

  it('begins a day without a midnight at its first moment', () => {
    const zone = zoneOf('America/Sao_Paulo');
    const { start } = dayOf(zone, '2018-11-04');
    expect(momentText(start, zone)).toBe('2018-11-04 01:00:00');
    expect(momentText(start - 1, zone)).toBe('2018-11-03 23:59:59');
  });
});

it('has the specified constants', () => {
  expect(levels.map(({ secondsPerPixel }) => secondsPerPixel)).toEqual([0.1, 3, 3, 120]);
});

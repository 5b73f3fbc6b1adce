import { expect } from 'expect';
import { describe, it } from 'vitest';
import { dayOf } from '../../lib/kernel/zone-days.ts';
import { zoneOf } from '../../lib/kernel/zone-time.ts';
import { drawRuler } from '../../player-frame/features/ruler/draw-ruler.ts';
import { drawTimeline, type TimelineScene } from '../../player-frame/features/timeline/draw-timeline.ts';
import { noBands } from '../../player-frame/recorded-time/bands.ts';
import { nothingRecorded } from '../../player-frame/recorded-time/recorded-time.ts';

const hour = 3_600_000;
const zone = zoneOf('Asia/Shanghai');
/** 2025-03-02 03:20:10 in Shanghai. */
const moment = Date.UTC(2025, 2, 1, 19, 20, 10);
const width = 1_000;

interface DrawnText {
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

/** A canvas that collects texts from left to right, and from top to bottom. */
function textCanvas() {
  const texts: DrawnText[] = [];
  const canvas = new Proxy({} as CanvasRenderingContext2D, {
    get: (_, name) =>
      name === 'fillText'
        ? (text: string, x: number, y: number) => texts.push({ text, x, y })
        : name === 'measureText'
          ? (text: string) => ({ width: text.length * 6 })
          : () => null,
    set: () => true,
  });
  return { canvas, drawn: () => texts.sort((one, other) => one.x - other.x || one.y - other.y) };
}

const textOf = ({ text }: DrawnText): string => text;

/** Texts of the drawing from left to right, all but dates at the left edge at their middle. */
function drawnAt(
  secondsPerPixel: number,
  language: 'zh-CN' | 'en-US',
  change: Partial<Pick<TimelineScene, 'moment' | 'zone' | 'lineX'>> = {},
): readonly DrawnText[] {
  const { canvas, drawn } = textCanvas();
  const msPerPixel = secondsPerPixel * 1_000;
  const { lineX = width / 2 } = change;
  const scene: TimelineScene = {
    view: { origin: moment - lineX * msPerPixel, msPerPixel, width },
    scale: { level: 3, secondsPerPixel },
    recorded: nothingRecorded,
    others: noBands,
    alarms: new Float64Array(),
    store: 'cloud',
    lineX,
    moment,
    isDragging: false,
    isReadOnly: false,
    limits: { begin: 0, end: moment + hour },
    selection: null,
    zone,
    language,
    devicePixelRatio: 1,
    ...change,
  };
  drawTimeline(canvas, scene);
  return drawn();
}

const textsAt = (...args: Parameters<typeof drawnAt>): string[] => drawnAt(...args).map(textOf);

describe('texts of the timeline', () => {
  it('name the date at the left edge and at midnight, so that every time can be dated', () => {
    const texts = textsAt(120, 'zh-CN');
    // The left edge is 16:40 h before the line, and its date hides the label of 12:00.
    expect(texts.slice(0, 3)).toEqual(['3月1日', '15:00', '18:00']);
    expect(texts).toContain('3月2日');
    expect(texts).toContain('03:20:10');
  });

  it('have the name of an hour that occurs twice, at the line and in the rows of the hours', () => {
    const berlin = zoneOf('Europe/Berlin');
    const second = Date.parse('2025-10-26T01:30:00Z');
    const line = (at: number) => textsAt(3, 'zh-CN', { moment: at, zone: berlin });
    expect(line(second - hour)).toContain('02:30:00 CEST');
    expect(line(second)).toContain('02:30:00 CET');
    const { canvas, drawn } = textCanvas();
    const scale = { day: dayOf(berlin, '2025-10-26'), rowMinutes: 30 };
    drawRuler(canvas, {
      ...{ scale, scrollPx: 6 * 60 + 90, width: 390, recorded: nothingRecorded, alarms: new Float64Array() },
      ...{ window: null, selection: null, now: second, store: 'cloud', zone: berlin, devicePixelRatio: 1 },
    });
    expect(drawn().map(textOf)).toEqual(['02:30 CEST', '02:00 CET', '02:30 CET', '03:00', '03:30', '04:00']);
  });

  it('have the day in the text of the line where labels are days, and the year at the edge', () => {
    const texts = textsAt(3_600, 'en-US');
    expect(texts[0]).toBe('2025');
    expect(texts).toContain('Mar 2 03:20');
    expect(textsAt(86_400, 'en-US')[0]).toMatch(/^20\d\d(-\d\d)?$/);
  });

  it.each([2, width - 2])('are not cut off while the line is at %i px', (lineX) => {
    const texts = drawnAt(3, 'zh-CN', { lineX });
    expect(texts.map(textOf)).toContain('03:20:10');
    for (const { x, text } of texts.filter(({ x }) => x !== 6)) {
      expect(x - text.length * 3).toBeGreaterThanOrEqual(0);
      expect(x + text.length * 3).toBeLessThanOrEqual(width);
    }
  });
});

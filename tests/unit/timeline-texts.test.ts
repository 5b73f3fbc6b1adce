import { expect } from 'expect';
import { describe, it } from 'vitest';
import { zoneOf } from '../../lib/kernel/zone-time.ts';
import { drawTimeline, type TimelineScene } from '../../player-frame/features/timeline/draw-timeline.ts';
import { noBands } from '../../player-frame/recorded-time/bands.ts';
import { nothingRecorded } from '../../player-frame/recorded-time/recorded-time.ts';

const hour = 3_600_000;
const zone = zoneOf('Asia/Shanghai');
/** 2025-03-02 03:20:10 in Shanghai. */
const moment = Date.UTC(2025, 2, 1, 19, 20, 10);
const width = 1_000;

/** Texts of the drawing from left to right, all but dates at the left edge at their middle. */
function drawnAt(secondsPerPixel: number, language: 'zh-CN' | 'en-US', lineX = width / 2) {
  const texts: { readonly x: number; readonly text: string }[] = [];
  const canvas = new Proxy({} as CanvasRenderingContext2D, {
    get: (_, name) =>
      name === 'fillText'
        ? (text: string, x: number) => texts.push({ text, x })
        : name === 'measureText'
          ? (text: string) => ({ width: text.length * 6 })
          : () => null,
    set: () => true,
  });
  const msPerPixel = secondsPerPixel * 1_000;
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
  };
  drawTimeline(canvas, scene);
  return texts.sort((one, other) => one.x - other.x);
}

const textsAt = (secondsPerPixel: number, language: 'zh-CN' | 'en-US'): string[] =>
  drawnAt(secondsPerPixel, language).map(({ text }) => text);

describe('texts of the timeline', () => {
  it('name the date at the left edge and at midnight, so that every time can be dated', () => {
    const texts = textsAt(120, 'zh-CN');
    // The left edge is 16:40 h before the line, and its date hides the label of 12:00.
    expect(texts.slice(0, 3)).toEqual(['3月1日', '15:00', '18:00']);
    expect(texts).toContain('3月2日');
    expect(texts).toContain('03:20:10');
  });

  it('have the day in the text of the line where labels are days, and the year at the edge', () => {
    const texts = textsAt(3_600, 'en-US');
    expect(texts[0]).toBe('2025');
    expect(texts).toContain('Mar 2 03:20');
    expect(textsAt(86_400, 'en-US')[0]).toMatch(/^20\d\d(-\d\d)?$/);
  });

  it.each([2, width - 2])('are not cut off while the line is at %i px', (lineX) => {
    const texts = drawnAt(3, 'zh-CN', lineX);
    expect(texts.map(({ text }) => text)).toContain('03:20:10');
    for (const { x, text } of texts.filter(({ x }) => x !== 6)) {
      expect(x - text.length * 3).toBeGreaterThanOrEqual(0);
      expect(x + text.length * 3).toBeLessThanOrEqual(width);
    }
  });
});

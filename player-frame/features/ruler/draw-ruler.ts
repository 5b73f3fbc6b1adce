import type { TimeRange } from '../../../lib/kernel/time-range.ts';
import type { EpochMs } from '../../../lib/kernel/units.ts';
import { colours, fillRuns, stripePattern } from '../../recorded-time/band-style.ts';
import type { Bands, Stretch } from '../../recorded-time/bands.ts';
import type { RecordedTime } from '../../recorded-time/recorded-time.ts';
import { momentText, type TextZone } from '../../recorded-time/time-text.ts';
import { linesInView, type RulerScale, rulerHeightPx, rulerMsPerPixel } from './ruler-scale.ts';

export interface RulerScene {
  readonly scale: RulerScale;
  readonly scrollPx: number;
  readonly width: number;
  readonly recorded: RecordedTime;
  readonly alarms: Float64Array;
  /** What can be chosen; null: all of the day. */
  readonly window: Stretch | null;
  readonly selection: TimeRange | null;
  /** Nothing after it can be chosen. */
  readonly now: EpochMs;
  readonly store: 'cloud' | 'device';
  readonly zone: TextZone;
  readonly devicePixelRatio: number;
}

const labelWidthPx = 64;
const bandWidthPx = 40;
/** Half of the height of a label. */
const markerPx = 9;
const font = '12px system-ui, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif';

/** Draws the part of the day in view. The context's units are CSS pixels. */
export function drawRuler(canvas: CanvasRenderingContext2D, scene: RulerScene): void {
  const { scale, scrollPx, width, zone, devicePixelRatio, alarms } = scene;
  canvas.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
  canvas.fillStyle = colours.background;
  canvas.fillRect(0, 0, width, rulerHeightPx);
  canvas.fillStyle = colours.lane;
  canvas.fillRect(labelWidthPx, 0, bandWidthPx, rulerHeightPx);
  drawBands(canvas, scene);
  canvas.font = font;
  canvas.textAlign = 'right';
  canvas.textBaseline = 'middle';
  for (const { y, at } of linesInView(scale, scrollPx)) {
    canvas.fillStyle = colours.tick;
    canvas.fillRect(labelWidthPx, y - 0.5, width - labelWidthPx, 1);
    // The marker has the time itself.
    if (Math.abs(y - rulerHeightPx / 2) < markerPx) continue;
    canvas.fillStyle = colours.label;
    canvas.fillText(rowText(at, scale, zone), labelWidthPx - 8, y, labelWidthPx - 10);
  }
  const origin = scale.day.start + (scrollPx - rulerHeightPx / 2) * rulerMsPerPixel(scale);
  drawOutside(canvas, scene, origin);
  drawSelection(canvas, scene, origin);
  canvas.fillStyle = colours.alarm;
  for (const at of alarms) {
    const y = (at - origin) / rulerMsPerPixel(scale);
    if (y < 0 || y > rulerHeightPx) continue;
    canvas.beginPath();
    canvas.arc(labelWidthPx + bandWidthPx + 10, y, 4, 0, 2 * Math.PI);
    canvas.fill();
  }
}

/** The other days, the future, and what is outside of the address's window. */
function drawOutside(canvas: CanvasRenderingContext2D, scene: RulerScene, origin: EpochMs): void {
  const { scale, window, now, width } = scene;
  const start = Math.max(scale.day.start, window?.start ?? scale.day.start);
  const end = Math.min(scale.day.end, window?.end ?? scale.day.end, now);
  const yOf = (at: EpochMs) => Math.min(rulerHeightPx, Math.max(0, (at - origin) / rulerMsPerPixel(scale)));
  canvas.fillStyle = colours.outside;
  canvas.fillRect(0, 0, width, yOf(start));
  canvas.fillRect(0, yOf(end), width, rulerHeightPx - yOf(end));
}

function drawSelection(
  canvas: CanvasRenderingContext2D,
  { scale, selection, width }: RulerScene,
  origin: EpochMs,
): void {
  if (!selection) return;
  const yOf = (at: EpochMs) => (at - origin) / rulerMsPerPixel(scale);
  const [begin, end] = [yOf(selection.begin), yOf(selection.end)];
  canvas.fillStyle = colours.selection;
  canvas.fillRect(labelWidthPx, begin, width - labelWidthPx, end - begin);
  canvas.fillStyle = colours.handle;
  for (const y of [begin, end]) canvas.fillRect(labelWidthPx, y - 1, width - labelWidthPx, 2);
}

/** 24:00 at the end of the day; the date where another one begins in between. */
function rowText(at: number, { day }: RulerScale, zone: TextZone): string {
  if (at >= day.end) return '24:00';
  const text = momentText(at, zone);
  const time = text.slice(11, 16);
  if (time === '00:00' && at > day.start) return text.slice(5, 10);
  // With its name, where it occurs twice.
  return time + text.slice(19);
}

/** As in the timeline: recordings of alarms are striped, those on the device have a rim. */
function drawBands(canvas: CanvasRenderingContext2D, scene: RulerScene): void {
  const { scale, scrollPx, recorded, store, devicePixelRatio } = scene;
  const msPerPixel = rulerMsPerPixel(scale);
  const origin = scale.day.start + (scrollPx - rulerHeightPx / 2) * msPerPixel;
  const view = { origin, msPerPixel, width: rulerHeightPx };
  const fill = (bands: Bands, style: string | CanvasPattern, x: number, width: number) => {
    canvas.fillStyle = style;
    fillRuns(bands, view, devicePixelRatio, (y, length) => canvas.rect(x, y, width, length), canvas);
  };
  const isDevice = store === 'device';
  fill(recorded.schedule, colours.schedule, labelWidthPx, bandWidthPx);
  const stripes = stripePattern(canvas, { x: 0, y: rulerHeightPx / 2 - scrollPx });
  fill(recorded.alarm, stripes ?? colours.alarm, labelWidthPx, bandWidthPx);
  if (isDevice) {
    fill(recorded.schedule, '#bae0ff', labelWidthPx, 3);
    fill(recorded.alarm, '#ffffff', labelWidthPx, 3);
  }
}

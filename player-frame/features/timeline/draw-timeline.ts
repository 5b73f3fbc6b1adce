import type { Locale } from '../../../lib/i18n/translate.ts';
import type { TimeRange } from '../../../lib/kernel/time-range.ts';
import type { EpochMs } from '../../../lib/kernel/units.ts';
import { colours, fillRuns, stripePattern } from '../../recorded-time/band-style.ts';
import type { Bands } from '../../recorded-time/bands.ts';
import type { RecordedTime } from '../../recorded-time/recorded-time.ts';
import { clockText, dayText, type TextZone } from '../../recorded-time/time-text.ts';
import type { TimeView } from '../../recorded-time/time-view.ts';
import { labelText, type Step, type Ticks, ticksOf } from './ticks.ts';
import type { TimeScale } from './time-scale.ts';

export const timelineHeightPx = 48;

/** Everything that is drawn. Positions are CSS pixels. */
export interface TimelineScene {
  readonly view: TimeView;
  readonly scale: TimeScale;
  readonly recorded: RecordedTime;
  /** When other cameras have recordings. */
  readonly others: Bands;
  /** Moments of alarms, sorted. */
  readonly alarms: Float64Array;
  readonly store: 'cloud' | 'device';
  readonly lineX: number;
  readonly moment: EpochMs;
  readonly isDragging: boolean;
  readonly isReadOnly: boolean;
  readonly limits: TimeRange;
  readonly selection: TimeRange | null;
  readonly zone: TextZone;
  readonly language: Locale;
  readonly devicePixelRatio: number;
}

const lanes = {
  alarms: { top: 1, height: 9 },
  bands: { top: 11, height: 17 },
  ticks: { top: 30 },
  labels: { baseline: 44 },
} as const;

const font = '11px system-ui, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif';
type Canvas = CanvasRenderingContext2D;

/** Draws the whole timeline. The context's units are CSS pixels. */
export function drawTimeline(canvas: Canvas, scene: TimelineScene): void {
  const { width } = scene.view;
  canvas.setTransform(scene.devicePixelRatio, 0, 0, scene.devicePixelRatio, 0, 0);
  canvas.fillStyle = colours.background;
  canvas.fillRect(0, 0, width, timelineHeightPx);
  canvas.fillStyle = colours.lane;
  canvas.fillRect(0, lanes.bands.top, width, lanes.bands.height);
  drawRecorded(canvas, scene);
  drawAlarms(canvas, scene);
  const ticks = ticksOf(scene.view, scene.scale, scene.zone);
  const lineText = textOfLine(scene, ticks);
  drawTicks(canvas, scene, ticks, lineText);
  drawOutside(canvas, scene);
  drawSelection(canvas, scene);
  drawLine(canvas, scene, lineText);
}

/**
 * Scheduled recordings are plain, recordings of alarms are striped; those on the device are lower and have a rim, so
 * that none is recognised by its colour alone.
 */
function drawRecorded(
  canvas: Canvas,
  { view, recorded, others, store, devicePixelRatio, moment, lineX }: TimelineScene,
): void {
  const isLow = store === 'device';
  const top = lanes.bands.top + (isLow ? 4 : 0);
  const height = lanes.bands.height - (isLow ? 4 : 0);
  const fill = (bands: Bands, style: string | CanvasPattern, thickness = height) => {
    canvas.fillStyle = style;
    fillRuns(bands, view, devicePixelRatio, (x, length) => canvas.rect(x, top, length, thickness), canvas);
  };
  fill(others, colours.others);
  fill(recorded.days, colours.schedule);
  fill(recorded.schedule, colours.schedule);
  if (isLow) fill(recorded.schedule, '#bae0ff', 2);
  const stripes = stripePattern(canvas, { x: lineX - moment / view.msPerPixel, y: 0 });
  fill(recorded.alarm, stripes ?? colours.alarm);
  if (isLow) fill(recorded.alarm, '#ffffff', 2);
}

/** Closer alarms are drawn as one mark with their number. */
const clusterPx = 12;

function drawAlarms(canvas: Canvas, { view, alarms, lineX }: TimelineScene): void {
  canvas.font = 'bold 9px system-ui, sans-serif';
  canvas.textAlign = 'left';
  canvas.fillStyle = colours.alarm;
  const clusters = alarmClusters(alarms, view);
  for (const { x } of clusters) {
    canvas.beginPath();
    canvas.moveTo(x, lanes.alarms.top);
    canvas.lineTo(x + 4.5, lanes.alarms.top + lanes.alarms.height - 1);
    canvas.lineTo(x - 4.5, lanes.alarms.top + lanes.alarms.height - 1);
    canvas.fill();
  }
  const widthOf = (text: string) => canvas.measureText(text).width;
  for (const { text, x } of alarmCounts(clusters, { lineX, width: view.width }, widthOf))
    canvas.fillText(text, x, lanes.alarms.top + 8);
}

/** Half of the marks of an alarm and of the line, with a distance. */
const alarmMarkPx = 5;
const lineMarkPx = 7;

/**
 * Numbers of groups, from their left edge on: to the right of the mark, or to its left where the line, another mark or
 * the edge is in the way. Where neither is free, there is none.
 */
export function alarmCounts(
  clusters: readonly { readonly x: number; readonly count: number }[],
  { lineX, width }: { readonly lineX: number; readonly width: number },
  widthOf: (text: string) => number,
): readonly { readonly text: string; readonly x: number }[] {
  let usedTo = 0;
  return clusters.flatMap(({ x, count }, index) => {
    if (count < 2) return [];
    const text = count > 99 ? '99+' : String(count);
    const textPx = widthOf(text);
    const before = clusters[index - 1];
    const next = clusters[index + 1];
    const from = Math.max(usedTo, before ? before.x + alarmMarkPx : 0);
    const to = Math.min(width, next ? next.x - alarmMarkPx : width);
    const isFree = (at: number) =>
      at >= from && at + textPx <= to && (at >= lineX + lineMarkPx || at + textPx <= lineX - lineMarkPx);
    const at = [x + alarmMarkPx, x - alarmMarkPx - textPx].find(isFree);
    if (at === undefined) return [];
    usedTo = at + textPx;
    return [{ text, x: at }];
  });
}

/** Groups of alarms in view, by their first one. Skips by search within a group. */
export function alarmClusters(alarms: Float64Array, { origin, msPerPixel, width }: TimeView) {
  const clusters: { x: number; count: number }[] = [];
  const firstAtOrAfter = (at: EpochMs) => {
    let low = 0;
    let high = alarms.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (alarms[middle]! >= at) high = middle;
      else low = middle + 1;
    }
    return low;
  };
  const gridMs = clusterPx * 2 * msPerPixel;
  const until = origin + width * msPerPixel;
  let index = firstAtOrAfter(origin);
  while (index < alarms.length && alarms[index]! < until) {
    // Groups are on a grid of time, so that they do not change while the timeline moves.
    const end = firstAtOrAfter((Math.floor(alarms[index]! / gridMs) + 1) * gridMs);
    clusters.push({ x: (alarms[index]! - origin) / msPerPixel, count: end - index });
    index = end;
  }
  return clusters;
}

/** The text of the line, its middle, and the space that it needs: labels below it are left out. */
interface LineText {
  readonly text: string;
  readonly x: number;
  readonly width: number;
}

/** Where labels are days or months, the line names its day too. */
function textOfLine({ moment, zone, language, lineX, view }: TimelineScene, { labelStep }: Ticks): LineText {
  const isLong = isOfDays(labelStep);
  const time = clockText(moment, zone);
  const width = isLong ? 98 : 62 + 7 * (time.length - 8);
  // Beside the line where it would be cut off at the edge, as long as the line itself is in view.
  const isInView = lineX >= 0 && lineX <= view.width;
  const x = isInView ? Math.min(view.width - width / 2, Math.max(width / 2, lineX)) : lineX;
  if (!isLong) return { text: time, x, width };
  return { text: `${dayText(moment + zone.offsetAt(moment), language)} ${time.slice(0, 5)}`, x, width };
}

const isOfDays = (step: Step): boolean => !('ms' in step) || step.ms >= 86_400_000;

/** What labels do not say, at the left edge: the date, or the year. Null: labels have the year. */
function edgeText({ view, zone, language }: TimelineScene, { labelStep }: Ticks): string | null {
  if (!('ms' in labelStep)) return null;
  const civil = view.origin + zone.offsetAt(view.origin);
  return isOfDays(labelStep) ? new Date(civil).toISOString().slice(0, 4) : dayText(civil, language);
}

const edgeTextPx = 66;

function drawTicks(canvas: Canvas, scene: TimelineScene, found: Ticks, line: LineText): void {
  const { view, language } = scene;
  const { ticks, labelStep, seams } = found;
  const isLineAtEdge = line.x - line.width / 2 < edgeTextPx;
  const edge = isLineAtEdge ? null : edgeText(scene, found);
  const { top } = lanes.ticks;
  canvas.fillStyle = colours.tick;
  for (const { at, label } of ticks) {
    const x = (at - view.origin) / view.msPerPixel;
    canvas.fillRect(x - 0.5, top, 1, label === null ? 3 : 6);
  }
  canvas.font = font;
  canvas.textAlign = 'center';
  for (const { at, label } of ticks) {
    if (label === null) continue;
    const x = (at - view.origin) / view.msPerPixel;
    const text = labelText(label, labelStep, language);
    const halfPx = canvas.measureText(text).width / 2 + 2;
    const isAtEdge = x - halfPx < (edge === null ? 0 : edgeTextPx) || x + halfPx > view.width;
    if (isAtEdge || Math.abs(x - line.x) < line.width / 2 + halfPx) continue;
    canvas.fillStyle = label % 86_400_000 === 0 ? colours.date : colours.label;
    canvas.fillText(text, x, lanes.labels.baseline);
  }
  drawSeams(canvas, view, seams);
  if (edge === null) return;
  canvas.textAlign = 'left';
  canvas.fillStyle = colours.date;
  canvas.fillText(edge, 6, lanes.labels.baseline);
}

/** The clocks change: a dotted line over the whole height. */
function drawSeams(canvas: Canvas, view: TimeView, seams: readonly EpochMs[]): void {
  canvas.fillStyle = colours.seam;
  for (const at of seams) {
    const x = (at - view.origin) / view.msPerPixel;
    for (let y = 0; y < timelineHeightPx; y += 6) canvas.fillRect(x - 1, y, 2, 3);
  }
}

/** The future, and what is outside of the address's window. */
function drawOutside(canvas: Canvas, { view, limits }: TimelineScene): void {
  const begin = Math.max(0, (limits.begin - view.origin) / view.msPerPixel);
  const end = Math.min(view.width, (limits.end - view.origin) / view.msPerPixel);
  canvas.fillStyle = colours.outside;
  if (begin > 0) canvas.fillRect(0, 0, Math.min(begin, view.width), timelineHeightPx);
  if (end < view.width) canvas.fillRect(Math.max(0, end), 0, view.width - Math.max(0, end), timelineHeightPx);
}

function drawSelection(canvas: Canvas, { view, selection }: TimelineScene): void {
  if (!selection) return;
  const begin = (selection.begin - view.origin) / view.msPerPixel;
  const end = (selection.end - view.origin) / view.msPerPixel;
  canvas.fillStyle = colours.selection;
  canvas.fillRect(begin, 0, end - begin, timelineHeightPx);
  canvas.fillStyle = colours.handle;
  for (const x of [begin, end]) {
    canvas.fillRect(x - 1, 0, 2, timelineHeightPx);
    canvas.fillRect(x - 4, 14, 8, 12);
  }
  canvas.fillStyle = colours.background;
  for (const x of [begin, end]) {
    canvas.fillRect(x - 2, 17, 1, 6);
    canvas.fillRect(x + 1, 17, 1, 6);
  }
}

/** The current time: red; blue while the viewer moves it. */
function drawLine(
  canvas: Canvas,
  { lineX, isDragging, isReadOnly }: TimelineScene,
  { text, x, width }: LineText,
): void {
  const colour = isDragging ? colours.dragged : colours.line;
  canvas.fillStyle = colours.background;
  canvas.fillRect(x - width / 2, lanes.ticks.top + 1, width, 17);
  canvas.fillStyle = colour;
  canvas.globalAlpha = isReadOnly ? 0.7 : 1;
  canvas.fillRect(lineX - 1, 0, 2, lanes.ticks.top + 2);
  canvas.beginPath();
  canvas.moveTo(lineX - 5, 0);
  canvas.lineTo(lineX + 5, 0);
  canvas.lineTo(lineX, 6);
  canvas.fill();
  canvas.globalAlpha = 1;
  canvas.font = `600 ${font}`;
  canvas.textAlign = 'center';
  canvas.fillStyle = isDragging ? '#91caff' : '#ff9c9c';
  canvas.fillText(text, x, lanes.labels.baseline);
}

import type { Bands } from './bands.ts';
import { pixelRuns } from './pixel-runs.ts';
import type { TimeView } from './time-view.ts';

// How recordings are drawn, in timeline and ruler.

export const colours = {
  background: '#10141b',
  lane: '#ffffff0f',
  tick: '#ffffff4d',
  label: '#ffffffb3',
  date: '#ffffff',
  schedule: '#1890ff',
  alarm: '#fa8c16',
  others: '#1890ff47',
  outside: '#00000099',
  seam: '#ffffffcc',
  selection: '#ffffff33',
  handle: '#ffffff',
  line: '#ff4d4f',
  dragged: '#40a9ff',
} as const;

type Canvas = CanvasRenderingContext2D;

/** Two entries per pixel of the widest display. */
const runs = new Int32Array(2 * 8_192);

/** Fills the bands in view: `rect` adds one run, in CSS pixels along the time. */
export function fillRuns(
  bands: Bands,
  view: TimeView,
  devicePixelRatio: number,
  rect: (begin: number, length: number) => void,
  canvas: Pick<Canvas, 'beginPath' | 'fill'>,
): void {
  // Merged per pixel of the display, which may be smaller than a CSS pixel.
  const device = {
    ...view,
    msPerPixel: view.msPerPixel / devicePixelRatio,
    width: Math.ceil(view.width * devicePixelRatio),
  };
  const count = pixelRuns(bands, device, runs);
  if (count === 0) return;
  canvas.beginPath();
  for (let run = 0; run < count; run += 1) {
    const begin = runs[run * 2]!;
    rect(begin / devicePixelRatio, (runs[run * 2 + 1]! - begin) / devicePixelRatio);
  }
  canvas.fill();
}

const stripePx = 8;
let stripes: CanvasPattern | null = null;

/** Stripes of recordings of alarms, which move with the time: `origin` is a point of the picture that moves. */
export function stripePattern(
  canvas: Canvas,
  origin: { readonly x: number; readonly y: number },
): CanvasPattern | null {
  stripes ??= makeStripes(canvas);
  stripes?.setTransform(new DOMMatrix([1, 0, 0, 1, origin.x % stripePx, origin.y % stripePx]));
  return stripes;
}

/** Null in browsers that cannot draw them; recordings of alarms then differ by their colour. */
function makeStripes(canvas: Canvas): CanvasPattern | null {
  if (typeof OffscreenCanvas === 'undefined' || typeof DOMMatrix === 'undefined') return null;
  const tile = new OffscreenCanvas(stripePx, stripePx);
  const context = tile.getContext('2d');
  if (!context) return null;
  context.fillStyle = colours.alarm;
  context.fillRect(0, 0, stripePx, stripePx);
  context.strokeStyle = colours.background;
  context.lineWidth = 2;
  for (const shift of [-stripePx, 0, stripePx]) {
    context.moveTo(shift - 1, stripePx + 1);
    context.lineTo(shift + stripePx + 1, -1);
  }
  context.stroke();
  return canvas.createPattern(tile, 'repeat');
}
